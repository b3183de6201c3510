"""What torch said of cards, version by version: the file, and what it tells of a card as it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from quizapp.deck.answered import TruthCard
from quizapp.deck.exercise import exercise
from quizapp.deck.format.load import load
from quizapp.deck.model import Deck, RunCard
from quizapp.deck.parts import Code
from quizapp.running.record import (
    digest,
    history_in_words,
    is_same,
    kept,
    known_of,
    moves,
    said_on,
)
from quizapp.running.record_file import (
    CardRecord,
    Record,
    RecordError,
    Said,
    minor_of,
    read_record,
    record_of,
    write_record,
)
from runner.protocol.wire import Fact, Raised

VERSIONS = {(2, 6): "2.6.0", (2, 9): "2.9.1", (2, 10): "2.10.0", (2, 15): "2.15.0"}
EVERY = tuple(VERSIONS)
OPS = """\
topic: ops
setup: |
  import torch
  k = 2
cards:
  - id: squared
    prompt: What is y?
    vary: {n: [2, 3]}
    code: y = torch.tensor([1., n]) ** k
    ask: [{raises: code}, {value: y}]
  - id: views
    prompt: Which share memory with `x`?
    code: x = torch.arange(4.)
    choices:
      - {text: "`x.view(2, -1)`", holds: "shares(x, x.view(2, -1))"}
      - {text: "`x.clone()`", holds: "shares(x, x.clone())"}
"""
SQUARES = (("nothing", "[1., 4.]"), ("nothing", "[1., 9.]"))
CUBES = (("nothing", "[1., 4.]"), ("RuntimeError", "[1., 27.]"))


@pytest.fixture
def ops(tmp_path: Path) -> Deck:
    path = tmp_path / "ops.yaml"
    path.write_text(OPS)
    deck = load(path).deck
    assert deck is not None
    return deck


def card_of(deck: Deck, number: int = 0) -> TruthCard:
    card = deck.cards[number]
    assert isinstance(card, TruthCard)
    return card


def value(*data: float) -> Fact:
    tensor = {"type": "tensor", "shape": [len(data)], "dtype": "float32", "text": ""}
    return Fact("value", tensor | {"data": list(data)})


def test_a_record_comes_back_as_it_was_written(tmp_path: Path) -> None:
    odd = (" x", "", "on 2.6", '"', "a ; b", "two\nlines", "#3fa2", "梯度")
    cards = {
        "same": CardRecord("12345678", (Said(EVERY, SQUARES),)),
        "moved": CardRecord("0", (Said(EVERY[:2], SQUARES), Said(EVERY[2:], CUBES))),
        "there-and-back": CardRecord("1", (Said((EVERY[0], EVERY[3]), (odd,)),)),
        "tried": CardRecord("2", (Said(EVERY, ()),)),
        "tried-on-the-newest": CardRecord("3", (Said(EVERY[3:], ()),)),
    }
    write_record(record_of(tmp_path / "ops.yaml"), Record(VERSIONS, cards))
    assert read_record(tmp_path / "truths" / "ops.txt") == Record(VERSIONS, cards)
    text = record_of(tmp_path / "ops.yaml").read_text()
    assert "\nmoved 0\n  on 2.6-2.9\n  nothing ; [1., 4.]\n" in text
    assert "\nthere-and-back 1\n  on 2.6, 2.15\n" in text
    assert "\ntried 2\ntried-on-the-newest 3\n  on 2.15\n" in text
    assert read_record(tmp_path / "none.txt") is None


@pytest.mark.parametrize(
    "text",
    ["", "torch", "cards 2.6.0", "torch x", "torch 2.6.0\na b c", "torch 2.6.0\na b\n  on 2"],
)
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "ops.txt").write_text(text)
    if text == "torch":
        assert read_record(tmp_path / "ops.txt") == Record()
        return
    with pytest.raises(RecordError, match="not a file of `quiz check --record`"):
        read_record(tmp_path / "ops.txt")


def test_a_file_that_cannot_be_used_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        read_record(tmp_path)
    (tmp_path / "truths").write_text("")
    with pytest.raises(RecordError, match="cannot be written"):
        write_record(record_of(tmp_path / "ops.yaml"), Record())


def test_what_is_recorded_is_of_the_card_as_it_was(ops: Deck) -> None:
    card, setup = card_of(ops), ops.setup
    record = Record(VERSIONS, {"squared": CardRecord(digest(card, setup), ())})
    assert setup is not None
    other_words = replace(card, prompt=replace(card.prompt, en="?"), needs=("torch>=2.6",))
    imports_more = Code(text=f"import math\n{setup.text}", line=setup.line)
    renamed = replace(card, id="ops/powers", was=("ops/squared",))
    for same, before in [(other_words, setup), (card, imports_more), (renamed, setup)]:
        assert known_of(same, before, record) is not None
    assert isinstance(card, RunCard)
    other_code = replace(card, code=Code(text="y = 1", line=1))
    other_draws = replace(card, vary={"n": ("2", "4")})
    cubed = Code(text="import torch\nk = 3\n", line=1)
    for changed, before in [(other_code, setup), (other_draws, setup), (card, cubed)]:
        assert known_of(changed, before, record) is None


def test_a_truth_is_kept_as_a_learner_would_type_it_by_the_words_of_before(ops: Deck) -> None:
    card, views = card_of(ops), card_of(ops, 1)
    nothing = Fact("raises", None)
    third = value(1, 1 / 3)
    assert kept(card, (nothing, third)) == ("nothing", "[1., 0.333333]")
    before = [("RuntimeError", "[1., 0.333333]"), ("nothing", "[1., 0.3333330]")]
    assert kept(card, (nothing, third), before) == ("nothing", "[1., 0.3333330]")
    assert not is_same(card, 1, "[1., 0.333333]", value(1, 0.334))
    raises = Fact("raises", {"type": "ValueError", "bases": [], "message": "a: b"})
    assert kept(card, (raises, third)) == ("ValueError", "[1., 0.333333]")
    assert kept(card, (nothing, Raised("NameError", (), ""))) is None
    assert kept(card, ()) is None
    assert kept(views, (Fact("bool", True), Fact("bool", False))) == ("yes", "no")
    (long,) = (kept(card, (nothing, value(*range(40)))) or ())[1:]
    assert long.startswith("#")
    assert is_same(card, 1, long, value(*range(40)))
    assert not is_same(card, 1, long, value(*range(1, 41)))


def test_what_moved_is_told_by_the_versions_that_are_recorded(ops: Deck) -> None:
    known = CardRecord("", (Said(EVERY[:2], SQUARES), Said(EVERY[2:], CUBES)))
    assert list(moves(known, 0)) == []
    assert [(move.part, str(move)) for move in moves(known, 1)] == [
        (0, "nothing up to torch 2.9, RuntimeError since torch 2.10"),
        (1, "[1., 9.] up to torch 2.9, [1., 27.] since torch 2.10"),
    ]
    between = CardRecord("", (Said((EVERY[0], *EVERY[2:]), SQUARES), Said(EVERY[1:2], CUBES)))
    assert [str(move) for move in moves(between, 1)][1] == (
        "[1., 9.] up to torch 2.6 and since torch 2.10, [1., 27.] on torch 2.9"
    )
    assert said_on(between, (2, 9)) == between.said[1]
    assert said_on(between, (2, 7)) is None


def test_a_learner_is_told_of_the_draw_at_hand(ops: Deck) -> None:
    card, views = card_of(ops), card_of(ops, 1)

    def told(of: TruthCard, draw: dict[str, str]) -> str:
        return history_in_words(exercise(ops, of, draw), "en")

    assert told(card, {"n": "3"}) == ""  # nothing is recorded
    cards = {
        "squared": CardRecord(
            digest(card, ops.setup), (Said(EVERY[:2], SQUARES), Said(EVERY[2:], CUBES))
        ),
        "views": CardRecord(
            digest(views, ops.setup),
            (Said(EVERY[:3], (("yes", "yes"),)), Said(EVERY[3:], (("yes", "no"),))),
        ),
    }
    write_record(record_of(ops.path), Record(VERSIONS, cards))
    assert told(card, {"n": "2"}) == ""
    assert told(card, {"n": "3"}).splitlines() == [
        "Torch has changed its answer:",
        "what the code raises: nothing up to torch 2.9, RuntimeError since torch 2.10",
        "value of y: [1., 9.] up to torch 2.9, [1., 27.] since torch 2.10",
    ]
    assert told(views, {}).splitlines()[1:] == [
        "`x.clone()`: yes up to torch 2.10, no since torch 2.15"
    ]
    record_of(ops.path).write_text("?")
    assert told(views, {}) == ""


def test_versions_are_ordered_as_numbers() -> None:
    assert minor_of("2.13.0+cpu") == (2, 13) > minor_of("2.9.1")
    with pytest.raises(ValueError, match="no version"):
        minor_of("nightly")
