"""What torch said once, kept in a file and held against what it says now."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quizapp.checking.truths import (
    Truths,
    TruthsError,
    differences,
    draw_key,
    read_truths,
    recorded,
    write_truths,
)
from quizapp.deck.kinds.choice import ChoiceCard
from quizapp.deck.kinds.predict import PredictCard
from runner.protocol.wire import Fact, Raised
from tests.deck.kinds import kinds
from tests.inside.test_poke import squared

TENSOR = {"type": "tensor", "shape": [2], "dtype": "float32", "data": [1.0, 4.0], "text": ""}
NOTHING = Fact("raises", None)


def tensor(*data: float) -> Fact:
    return Fact("value", TENSOR | {"data": list(data)})


def test_truths_come_back_as_they_were_written(tmp_path: Path) -> None:
    facts = (NOTHING, tensor(1, 4))
    truths = Truths("2.13.0", {"ops/squared": {"n = 2": recorded(squared().card, facts)}})
    write_truths(tmp_path / "truths.json", truths)
    assert read_truths(tmp_path / "truths.json") == truths


def test_another_truth_is_told_with_what_it_was() -> None:
    card = squared().card
    before = recorded(card, (NOTHING, tensor(1, 4)))
    assert differences(card, before, (NOTHING, tensor(1, 4.0000001))) == []
    assert differences(card, before, (NOTHING, tensor(1, 5))) == [
        "value of y was [1., 4.] and is [1., 5.]"
    ]
    raises = Fact("raises", {"type": "RuntimeError", "bases": [], "message": "no"})
    (told,) = differences(card, before, (raises, tensor(1, 4)))
    assert told.startswith("raises of code was nothing and is RuntimeError")


def test_an_option_that_holds_no_more_is_told() -> None:
    views = kinds().cards[0]
    before = recorded(views, tuple(Fact("bool", held) for held in (True, False, True, True)))
    now = tuple(Fact("bool", held) for held in (True, True, True, False))
    assert differences(views, before, now) == [
        "option 2 holds now",
        "option 4 does not hold now",
    ]


def test_what_is_asked_no_more_is_told_and_what_is_asked_elsewhere_is_found() -> None:
    card = squared().card
    assert isinstance(card, PredictCard)
    now = (NOTHING, tensor(1, 4))
    others: list[tuple[list[Any], list[str]]] = [
        ([], []),
        ([{"raises": None}], []),
        ([{"value": 1, "of": "z"}], ["the ask 'z' was recorded, and is gone"]),
        (recorded(card, now)[::-1], []),
        ([1, {"shape": [2]}], ["ask 1 was recorded, and is gone", "ask 2 was recorded, and is"]),
    ]
    for before, expected in others:
        told = differences(card, before, now)
        assert len(told) == len(expected)
        assert all(map(str.startswith, told, expected))
    raised = Raised("NameError", (), "name 'y' is not defined")
    assert differences(card, recorded(card, (NOTHING, tensor(1))), (NOTHING, raised)) == []
    views = kinds().cards[0]
    assert isinstance(views, ChoiceCard)
    holding = tuple(Fact("bool", held) for held in (True, False, True, True))
    before = recorded(views, holding)
    fewer = replace(views, options=views.options[1:])
    assert differences(fewer, before, holding[1:]) == [
        "the option '`x.view(2, -1)`' was recorded, and is gone"
    ]
    without_texts = [{"bool": fact["bool"]} for fact in before]  # as older files have it
    assert differences(views, without_texts, holding) == []
    assert "option 4 was recorded, and is gone" in differences(fewer, without_texts, holding[1:])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a file of `quiz check --record`"),
        ("[]", "not a file of"),
        ('{"version": 1, "torch": "2", "cards": {"a": []}}', "not a file of"),
        ('{"version": 9}', "written by a newer version"),
        ("[" * 100_000, "not a file of"),
    ],
)
def test_another_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "truths.json").write_text(text)
    with pytest.raises(TruthsError, match=message):
        read_truths(tmp_path / "truths.json")


def test_a_file_that_cannot_be_used_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(TruthsError, match="cannot be read"):
        read_truths(tmp_path / "missing.json")
    with pytest.raises(TruthsError, match="cannot be written"):
        write_truths(tmp_path / "no" / "folder.json", Truths("2", {}))


def test_a_draw_has_a_key() -> None:
    assert (draw_key({}), draw_key({"p": "3", "n": "1"})) == ("", "p = 3, n = 1")
