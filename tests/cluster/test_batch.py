"""Decks on their way to a worker: whole, and no more trusted there than here."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace
from pathlib import Path

import pytest

from quizapp.checking.plan import Plan, plan_check
from quizapp.cluster.batch import Batch, NotTheDeckSent, Parcel, batches
from quizapp.deck.model import Trust
from quizapp.library.loading import load_deck
from quizapp.library.shipped import SHIPPED_DECKS
from quizapp.library.trust import digest

DECK = b"""\
format: 1
topic: ops
setup: import torch
cards:
- {id: few, prompt: p, vary: {n: [1, 2, 3]}, code: x = n, ask: {value: x}}
- {id: many, prompt: p, vary: {n: {from: 0, to: 29}}, code: x = n, ask: {value: x}}
- {id: gpu, prompt: p, device: cuda, code: x = 1, ask: {value: x}}
- {id: one, prompt: p, code: x = 1, ask: {value: x}}
"""
CHINESE = """\
format: 1
cards:
- {id: one, prompt: 问}
"""


def plans(path: Path, trust: Trust) -> list[Plan]:
    path.write_bytes(DECK)
    path.with_name("ops.zh.yaml").write_text(CHINESE, encoding="utf-8")
    deck = load_deck(path, None, lambda path, data: trust).deck
    assert deck is not None
    return plan_check([(deck, card) for card in deck.cards], random.Random(0))


@pytest.mark.parametrize("trust", ["trusted", "changed", "unknown"])
def test_a_worker_runs_just_what_was_planned(tmp_path: Path, trust: Trust) -> None:
    planned = plans(tmp_path / "ops.yaml", trust)
    assert planned[-1].card.prompt.zh == "问"
    data = {str(tmp_path / "ops.yaml"): DECK}
    [(batch, _), *others] = batches([(plan, {}) for plan in planned], data)
    for file in tmp_path.iterdir():  # the worker's machine has no such file
        file.unlink()
    arrived: list[Plan] = []
    for one in (batch, *(other for other, _ in others)):
        arrived += pickle.loads(pickle.dumps(one)).plans()
    assert arrived == planned
    assert {plan.deck.trust for plan in arrived} == {trust}


def test_a_batch_is_of_few_draws_and_of_cards_that_want_the_same(tmp_path: Path) -> None:
    path = tmp_path / "ops.yaml"
    few, many, gpu, one = plans(path, "trusted")
    sent = batches([(few, {}), (gpu, {"cuda": 1}), (many, {}), (one, {})], {str(path): DECK})
    cards = [([card for card, _ in batch.cards], wanted) for batch, wanted in sent]
    assert cards == [
        (["ops/few", "ops/many"], {}),
        (["ops/gpu"], {"cuda": 1}),
        (["ops/one"], {}),
    ]


def test_a_deck_at_the_path_of_a_shipped_one_is_as_trusted_as_the_sender_says() -> None:
    parcel = Parcel(str(SHIPPED_DECKS / "autograd.yaml"), DECK, digest(DECK), "unknown")
    assert parcel.unpack().trust == "unknown"


def test_a_deck_that_was_changed_on_the_way_is_not_run() -> None:
    parcel = Parcel("ops.yaml", DECK, digest(DECK), "trusted")
    with pytest.raises(NotTheDeckSent):
        replace(parcel, data=DECK.replace(b"x = 1", b"x = 2")).unpack()
    with pytest.raises(NotTheDeckSent):
        Batch(parcel, (("ops/gone", ({},)),)).plans()
