"""Lines that the learner reads, found by where the runner says they are."""

from __future__ import annotations

import pytest

from quizapp.deck.answered import YOUR_CODE
from quizapp.deck.exercise import Exercise, draws, exercise
from quizapp.deck.kinds.write import WriteCard
from quizapp.inside.places import Place, place_of, shown_parts
from quizapp.inside.spans import plain
from quizapp.inside.steps import shown_trace
from runner.protocol.anatomy import Step, Trace
from tests.deck.kinds import kinds
from tests.inside.made_by_hand import sighting


def of(card_id: str) -> Exercise:
    """The exercise of one of the cards, with its first draw."""
    deck = kinds()
    [card] = [card for card in deck.cards if card.id == f"kinds/{card_id}"]
    return exercise(deck, card, next(draws(card)))


@pytest.mark.parametrize(
    ("card", "line", "place"),
    [
        ("transpose", 2, Place(2)),
        ("mend", 2, Place(2, "attempt")),
        ("in-order", 1, Place(1, "attempt")),
        ("views", 1, None),
    ],
)
def test_lines_handed_in_stand_in_the_gap_or_by_themselves(
    card: str, line: int, place: Place | None
) -> None:
    assert place_of(of(card), YOUR_CODE, line) == place


def test_a_draw_stands_above_the_code_of_every_kind() -> None:
    for card in ("views", "mend"):
        assert place_of(of(card), "<draw>", 1) == Place(1)


def test_a_line_beyond_the_code_handed_in_is_shown_empty() -> None:
    trace = shown_trace(Trace((Step(YOUR_CODE, 99, (), None),)), of("mend"), attempt="pass")
    assert [step.source for step in trace.steps] == [""]


def test_what_fills_a_gap_is_no_part_of_its_own() -> None:
    assert shown_parts(of("transpose"))["code"].endswith("y = ____\n")
    parts = shown_parts(of("transpose"), "x.mT")
    assert (parts["code"].splitlines()[-1], parts["attempt"]) == ("y = x.mT", "")


def test_lines_of_several_fill_a_gap_as_it_is_indented() -> None:
    code = shown_parts(of("block"), "x[0] = 1\nx[1] = 2")["code"]
    assert code.splitlines()[2:] == ["    x[0] = 1", "    x[1] = 2"]


def test_what_replaces_a_starter_stands_below_the_code() -> None:
    parts = shown_parts(of("mend"), "pass")
    assert parts["attempt"] == "pass"
    assert parts["code"].startswith("n = 2\nw = ")


def test_the_tests_are_left_out_of_a_trace_also_where_they_end_it() -> None:
    card = of("mend").card
    assert isinstance(card, WriteCard)
    steps = (
        Step("kinds.yaml", card.code.line, (sighting("w"),), None),
        Step(YOUR_CODE, 1, (sighting("v"),), None),
        Step("kinds.yaml", card.tests.line, (), "AssertionError"),
    )
    trace = shown_trace(Trace(steps), of("mend"), failed=True, attempt="v = 2 * w")
    assert [step.source for step in trace.steps] == [
        "w = torch.ones(1, requires_grad=True)",
        "v = 2 * w",
    ]
    assert trace.failed_at is None
    assert any(plain(line).endswith("v = 2 * w  yours") for line in trace.lines(76))
