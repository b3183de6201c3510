"""What torch said once, kept in a file and held against what it says now."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quizapp.deck.truths import (
    Truths,
    TruthsError,
    differences,
    draw_key,
    read_truths,
    recorded,
    write_truths,
)
from runner.wire import Fact, Raised
from tests.deck.kinds import kinds
from tests.test_poke import squared

TENSOR = {"type": "tensor", "shape": [2], "dtype": "float32", "data": [1.0, 4.0], "text": ""}
NOTHING = Fact("raises", None)


def tensor(*data: float) -> Fact:
    return Fact("value", TENSOR | {"data": list(data)})


def test_truths_come_back_as_they_were_written(tmp_path: Path) -> None:
    facts = (NOTHING, tensor(1, 4))
    truths = Truths("2.13.0", {"ops/squared": {"n = 2": recorded(facts)}})
    write_truths(tmp_path / "truths.json", truths)
    assert read_truths(tmp_path / "truths.json") == truths


def test_another_truth_is_told_with_what_it_was() -> None:
    card = squared().card
    before = recorded((NOTHING, tensor(1, 4)))
    assert differences(card, before, (NOTHING, tensor(1, 4.0000001))) == []  # type: ignore[arg-type]
    assert differences(card, before, (NOTHING, tensor(1, 5))) == [  # type: ignore[arg-type]
        "value of y was [1., 4.] and is [1., 5.]"
    ]
    raises = Fact("raises", {"type": "RuntimeError", "bases": [], "message": "no"})
    (told,) = differences(card, before, (raises, tensor(1, 4)))  # type: ignore[arg-type]
    assert told.startswith("raises of code was nothing and is RuntimeError")


def test_an_option_that_holds_no_more_is_told() -> None:
    views = kinds().cards[0]
    before = recorded(tuple(Fact("bool", held) for held in (True, False, True, True)))
    now = tuple(Fact("bool", held) for held in (True, True, True, False))
    assert differences(views, before, now) == [  # type: ignore[arg-type]
        "option 2 holds now",
        "option 4 does not hold now",
    ]


def test_a_card_that_asks_otherwise_by_now_is_passed_over() -> None:
    card = squared().card
    others: list[list[Any]] = [
        [],
        [{"raises": None}],
        [{"shape": [2]}, {"dtype": "x"}],
        [1, 2],
        [{}, {}],
    ]
    for before in others:
        assert differences(card, before, (NOTHING, tensor(1, 4))) == []  # type: ignore[arg-type]
    raised = Raised("NameError", (), "name 'y' is not defined")
    assert differences(card, recorded((NOTHING, tensor(1))), (NOTHING, raised)) == []  # type: ignore[arg-type]


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
