"""Traces as text."""

from __future__ import annotations

from typing import Any

import pytest

from quizapp.inside.places import Place, place_of
from quizapp.inside.spans import plain
from quizapp.inside.steps import shown_trace
from runner.protocol.anatomy import Sighting, Step, Trace
from tests.inside.made_by_hand import CODE_LINE, PATH, SETUP_LINE, exercise, sighting

DRAW = "<draw>"


def step(offset: int, *tensors: Sighting, path: str = PATH, raised: str | None = None) -> Step:
    """A step of the line so many below the first of the code."""
    return Step(path, CODE_LINE + offset, tensors, raised)


def text_of(*steps: Step, width: int = 76, is_whole: bool = True, **shown: Any) -> list[str]:
    trace = shown_trace(Trace(steps, is_whole), exercise(**shown))
    return [plain(line).rstrip() for line in trace.lines(width)]


@pytest.mark.parametrize(
    ("path", "line", "place"),
    [
        (DRAW, 1, Place(1)),
        (DRAW, 2, None),
        (DRAW, 0, None),
        (PATH, CODE_LINE, Place(2)),
        (PATH, CODE_LINE + 2, Place(4)),
        (PATH, CODE_LINE + 3, None),
        (PATH, SETUP_LINE, Place(1, "setup")),
        (PATH, SETUP_LINE + 1, Place(2, "setup")),
        (PATH, SETUP_LINE + 2, None),
        (PATH, SETUP_LINE - 1, None),
        ("elsewhere.py", CODE_LINE, None),
        (None, None, None),
    ],
)
def test_lines_of_the_deck_are_found_where_they_are_shown(
    path: str | None, line: int | None, place: Place | None
) -> None:
    assert place_of(exercise(), path, line) == place


def test_without_a_setup_no_line_is_in_it() -> None:
    assert place_of(exercise(setup=None), PATH, SETUP_LINE) is None


def test_each_step_shows_its_line_and_below_it_what_it_did() -> None:
    assert text_of(
        Step(DRAW, 1, ()),
        step(0, sighting("x", value="[2., 2.]")),
        step(1),
        step(2, sighting("x", value="[3., 3.]", version=1, changed=("value", "version"))),
    ) == [
        "1  k = 2",
        "2  x = base * k",
        "     x  float32 (2,)  = [2., 2.]",
        "3  for i in range(2):",
        "4      x += 1",
        "     x  = [3., 3.]  version 1  float32 (2,)",
    ]


def test_a_line_of_code_is_cut_where_its_columns_end() -> None:
    assert text_of(step(0), code='x = "张量张量张量张量"\n', width=16) == ['2  x = "张量张…']


def test_line_numbers_stand_flush_right() -> None:
    code = "".join(f"y{number} = {number}\n" for number in range(12))
    assert text_of(step(0), step(11), code=code) == [" 2  y0 = 0", "13  y11 = 11"]


def test_lines_of_the_setup_are_marked_as_such() -> None:
    assert text_of(Step(PATH, SETUP_LINE + 1, (sighting("base"),)), step(0)) == [
        "2  base = torch.ones(2)  setup",
        "     base  float32 (2,)  = [1., 2.]",
        "2  x = base * k",
    ]


def test_the_line_that_failed_says_what_it_raised() -> None:
    assert text_of(step(0, raised="RuntimeError")) == [
        "2  x = base * k",
        "     raised RuntimeError",
    ]


def test_where_the_code_failed_the_last_step_that_raised_is_known() -> None:
    steps = (step(0, raised="KeyError"), step(1), step(2, raised="ValueError"))
    assert shown_trace(Trace(steps), exercise(), failed=True).failed_at == 2
    assert shown_trace(Trace(steps), exercise(), failed=False).failed_at is None
    assert shown_trace(Trace(()), exercise(), failed=True).failed_at is None


def test_where_the_end_is_not_in_the_trace_no_step_is_said_to_be_it() -> None:
    before_its_first_line = Trace((step(0), step(1)))
    assert shown_trace(before_its_first_line, exercise(), failed=True).failed_at is None
    cut_short = Trace((step(0, raised="KeyError"), step(1)), is_whole=False)
    assert shown_trace(cut_short, exercise(), failed=True).failed_at is None


def test_a_trace_that_was_cut_short_says_so() -> None:
    assert text_of(step(1), is_whole=False)[-1] == "… and so on: more was run than is traced."
    assert len(text_of(step(1))) == 1


def test_a_trace_of_nothing_says_so() -> None:
    assert text_of() == ["There is nothing to tell of: no line made or changed a tensor."]


def test_a_place_that_nobody_can_see_has_a_question_mark() -> None:
    assert text_of(Step("forged.py", 7, ())) == ["?"]


@pytest.mark.parametrize("width", [40, 56, 76, 96])
def test_nothing_is_wider_than_there_is_room(width: int) -> None:
    long = "[" + ", ".join(["[1.5000, -2.2500, 3.1250]"] * 5) + "]"
    lines = text_of(
        step(0, sighting("a_long_name", shape=(5, 3), strides=(1, 5), value=long, device="cuda:0")),
        code=f"a_long_name = torch.tensor({long})\n",
        width=width,
    )
    assert max(map(len, lines)) <= width
    assert "".join(lines).count("-2.2500") >= 5
    assert lines[0].endswith("…")


def test_a_source_line_cannot_act_on_the_terminal() -> None:
    assert text_of(step(0), code='x = "\x1b[2J"\n') == [r'2  x = "\x1b[2J"']


def test_a_line_that_runs_again_is_told_with_the_time_in_words() -> None:
    trace = shown_trace(Trace((step(0), step(1), step(0), step(0)), True), exercise())
    heads = [plain(line).partition(":")[0] for line in trace.words()]
    assert heads == ["line 2", "line 3", "line 2, time 2", "line 2, time 3"]
