"""Which cards test which claim about PyTorch: each claim has some, and they are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizapp.library.library import Library
from quizapp.library.loading import load_library
from quizapp.library.shipped import SHIPPED_DECKS

CLAIMS = Path(__file__).parent / "data" / "claims.tsv"
"""A claim's id, a tab, and the ids of the cards that test it, with blanks between them."""

MYTHS = Path(__file__).parents[1] / ".github" / "myths.tsv"
"""The false claims: a claim's id and, after tabs, what it says and what torch really does."""

LAST = {"S0": 37, "S1": 59, "S2": 59, "S3": 114, "S4": 111, "SI": 44}
"""Claims are numbered from 1 in each of their series."""

NEVER_GIVEN = {"S0-12", "S0-31", "S2-35", "S2-58", "S4-37", "S4-46", "S4-77"}
"""Numbers without a claim."""

MERGED = {
    "tensor-creation": "tensor-ops",
    "indexing": "einsum",
    "linalg": "numerics",
    "graph": "autograd",
    "leaf-tensors": "autograd",
    "init": "modules",
    "custom-autograd": "hooks",
    "checkpointing": "memory",
    "train-eval-modes": "modes",
    "no-grad-inference": "modes",
    "grad-accumulation": "training-loop",
    "profiling": "debugging",
    "meta": "devices",
    "vmap": "func",
    "DTensor": "fsdp",
    "device mesh": "fsdp",
    "low-bit": "sparse",
    "subclasses": "custom-ops",
}
"""What was a topic of its own, and the deck that teaches it."""

NOTHING_TO_TEST = {
    "S3-01": "says what PyTorch is",
    "S4-03": "praises a style",
}


@pytest.fixture(scope="module")
def shipped(read_decks: Path) -> Library:
    return load_library([SHIPPED_DECKS], read_decks)


def test_every_claim_leads_to_cards_that_are_there(shipped: Library) -> None:
    rows = [line.split("\t") for line in CLAIMS.read_text(encoding="utf-8").splitlines()]
    claims = [claim for claim, _ in rows]
    every = {f"{of}-{number:02}" for of, last in LAST.items() for number in range(1, last + 1)}
    assert sorted(claims) == sorted(every - NEVER_GIVEN - set(NOTHING_TO_TEST))
    named = [(claim, card) for claim, cards in rows for card in cards.split(" ")]
    assert [(claim, card) for claim, card in named if card not in shipped.cards] == []


def test_every_topic_of_the_claims_is_drilled_by_its_name(shipped: Library) -> None:
    """Where several are one deck now, the words by which they are looked for still lead there."""
    assert {name: shipped.topic(name) for name in MERGED} == MERGED


def test_whoever_holds_a_false_claim_shows_an_idea(shipped: Library) -> None:
    """So that the belief is named, and cards that refute it come sooner."""
    tested = dict(line.split("\t") for line in CLAIMS.read_text(encoding="utf-8").splitlines())
    false = [line.split("\t")[0] for line in MYTHS.read_text(encoding="utf-8").splitlines()]
    nameless = {
        claim
        for claim in false
        if not any(shipped.cards[card].ideas for card in tested[claim].split(" "))
    }
    assert nameless == set()
