"""Cards for which the learner writes code."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizapp.deck.format.load import load
from quizapp.deck.format.translation_text import brought_up_to_date
from quizapp.deck.problem import DeckFile
from quizapp.memory.review import Rating
from quizapp.tui.widgets.code_editor import CodeEditor
from runner.protocol.wire import Snippet
from tests.tui.conftest import Gate
from tests.tui.kinds import BLOCK, FIX, GAP, logged, sit, write_deck
from tests.tui.learner import Learner, set_too
from tests.tui.screen import assert_looks_like

SIZES = pytest.mark.parametrize(
    "size", [(80, 24), pytest.param((100, 30), marks=pytest.mark.long)], ids=["80x24", "100x30"]
)

MENDED = "for _ in range(2):\n    w.grad = None\n    (w * 2).sum().backward()"


LONG = """\
prompt: Count.
code: |
  a = 1
  b = 2
  c = 3
  d = 4
  e = 5
  f = 6
  g = 7
  h = ____
tests: |
  assert h == 8, "no"
solution: "8"
wrong: ["7"]
"""


def editor(someone: Learner) -> CodeEditor:
    found: CodeEditor = someone.app.screen.query_one(CodeEditor)
    return found


async def write(someone: Learner, *lines: str) -> None:
    """Replace what stands in the editor."""
    await someone.press("f7", "backspace")
    for number, line in enumerate(lines):
        if number:
            await someone.press("ctrl+j")
        await someone.type(line)


@pytest.mark.long
def test_on_a_small_screen_the_gap_is_in_sight_and_the_rest_can_be_scrolled_to(home: Path) -> None:
    async def act(someone: Learner) -> None:
        assert "a = 1" not in await someone.sees("h = ____", "in place of ____")
        await someone.press("escape", *"kkkk")
        assert "h = ____" not in await someone.sees("a = 1")
        await someone.press("i")
        await someone.type("9")
        assert "h = ____" not in await someone.sees("a = 1", "▌ 9")

    sit(home, LONG, act, size=(60, 20))


@SIZES
def test_how_a_gap_looks_before_and_after_the_verdict(home: Path, size: tuple[int, int]) -> None:
    async def act(someone: Learner) -> None:
        name = f"{size[0]}x{size[1]}"
        await someone.type("x.view(3, 2)")
        assert_looks_like(someone.app, f"gap-question-{name}")
        await someone.press("enter")
        await someone.sees("enter next")
        assert_looks_like(someone.app, f"gap-verdict-{name}")

    sit(home, GAP, act, size=size)
    [review] = logged(home)
    assert (review.answers, review.right) == (("x.view(3, 2)",), False)


@SIZES
def test_how_code_to_be_mended_looks_before_and_after_the_verdict(
    home: Path, size: tuple[int, int]
) -> None:
    async def act(someone: Learner) -> None:
        name = f"{size[0]}x{size[1]}"
        await someone.press("end", "enter")
        await someone.type("w.grad.zero_()")
        assert_looks_like(someone.app, f"fix-question-{name}")
        await someone.press("ctrl+s")
        await someone.sees("enter next", "✗ wrong", "2!")
        assert_looks_like(someone.app, f"fix-verdict-{name}")
        await someone.press("i")
        await someone.sees("ctrl+s or F5")
        assert_looks_like(someone.app, f"fix-again-{name}")

    sit(home, FIX, act, size=size)


@pytest.mark.long
def test_who_reads_chinese_is_told_in_chinese_why_each_try_failed(home: Path) -> None:
    write_deck(home, GAP)
    english = load(home / "decks" / "own.yaml")
    file = home / "decks" / "own.zh.yaml"
    text = brought_up_to_date(DeckFile(str(file), ""), english, "zh")
    file.write_text(text.replace("y has shape {", "y 的形状是 {").replace("the elements", "元素"))
    set_too(home, 'language = "zh"\n')

    async def act(someone: Learner) -> None:
        await someone.type("x")
        await someone.press("enter")
        await someone.sees("y 的形状是 (2, 3)")
        await someone.press("i", "f7", "backspace")
        await someone.type("x.view(3, 2)")
        await someone.press("enter")
        await someone.sees("元素 are not where they should be")

    sit(home, GAP, act)


def test_what_is_typed_to_mend_a_try_opens_no_editor(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "/bin/false")

    async def act(someone: Learner) -> None:
        await someone.type("x")
        await someone.press("enter")
        await someone.sees("✗ wrong", "i edits it")
        await someone.press("e")
        await someone.sees("✗ wrong", "e once more opens the deck, where the answer stands.")

    sit(home, GAP, act)


def test_the_first_try_counts_and_later_ones_are_told_of(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.type("x")
        await someone.press("enter")
        text = await someone.sees(
            "✗ wrong", "y has shape (2, 3)", "i edits it", "s shows a solution"
        )
        assert "x.t()" not in text
        await someone.press("i", "backspace")
        await someone.type(".mT.clone(")
        await someone.press("ctrl+home", "x", "ctrl+end")
        await someone.press("enter")
        await someone.sees("Not Python yet: line 3, '(' was never closed.")
        await someone.type(")")
        assert "Not Python yet" not in await someone.sees("x.mT.clone()")
        await someone.press("enter")
        text = await someone.sees("✓ try 2 passes", "the first one counts", "enter next")
        assert "y has shape" not in text and "y = x.mT.clone()" in text
        assert "solution" in text and "x.t()" in text
        await someone.press("enter")
        await someone.sees("once more", "2 of 2")
        assert editor(someone).text == ""

    sit(home, GAP, act)
    [review] = logged(home)
    assert (review.answers, review.right, review.rating) == (("x",), False, Rating.AGAIN)


def test_a_solution_is_shown_on_a_key_after_a_try_that_failed(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("escape")
        assert "solution" not in await someone.sees("i type", "s skip")
        await someone.press("i")
        await someone.type("x")
        await someone.press("enter")
        await someone.sees("enter next", "s shows a solution")
        await someone.press("s")
        assert "shows a solution" not in await someone.sees("solution", "x.t()", "i edits it")

    sit(home, GAP, act)


def test_who_leaves_the_field_of_a_later_try_is_told_the_way_back(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.type("x")
        await someone.press("enter")
        await someone.sees("enter next")
        await someone.press("i", "9")
        assert "i edits it" not in await someone.sees("enter runs it")
        await someone.press("escape")
        assert "enter runs it" not in await someone.sees("i edits it", "enter next", "enter again")
        await someone.press("i")
        await someone.sees("enter runs it")
        assert editor(someone).text == "x9"

    sit(home, GAP, act)


def test_what_is_written_stays_while_commands_are_given(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.type("x.t")
        await someone.press("escape", "h", "x", "i")
        await someone.sees("There is a short name.", "import torch")
        await someone.type("()")
        await someone.press("enter")
        await someone.sees("✓ right", "y = x.t()")

    sit(home, GAP, act)
    assert [(review.hint, review.right) for review in logged(home)] == [(True, True)]


def test_the_editor_keeps_and_changes_indentation(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.type("if x:")
        await someone.press("enter")
        await someone.type("a")
        await someone.press("enter", "tab")
        await someone.type("b")
        assert editor(someone).text == "if x:\n    a\n        b"
        await someone.press("shift+tab", "enter", "backspace")
        await someone.type("c")
        assert editor(someone).text == "if x:\n    a\n    b\nc"
        await someone.press("f7", "tab")
        assert editor(someone).text == "    if x:\n        a\n        b\n    c"
        await someone.press("shift+tab", "shift+tab")
        assert editor(someone).text == "if x:\na\nb\nc"

    sit(home, BLOCK, act)


@pytest.mark.parametrize(
    ("card", "mark"), [(GAP, "x.t()  ⋮"), pytest.param(FIX, "⋮  x.t()", marks=pytest.mark.long)]
)
def test_a_line_too_long_goes_on_below_itself_and_back(home: Path, card: str, mark: str) -> None:
    async def act(someone: Learner) -> None:
        before = editor(someone).text
        await write(someone, "x.t()" + " + x.t()" * 14)
        text = " ".join((await someone.sees(mark)).split())
        assert text.count("x.t()") == 15
        await someone.press("home", "end", "ctrl+u")
        assert not editor(someone).text
        await someone.press("ctrl+underscore")
        for _ in range(3):  # the deletion, and what was written in steps of a hundred letters
            await someone.press("ctrl+underscore")
        assert editor(someone).text == before

    sit(home, card, act)


def test_a_gap_that_stands_alone_takes_several_lines(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await write(someone, "x[0] = 1", "x[1] = 2")
        await someone.press("f5")
        await someone.sees("✓ right", "3      x[0] = 1", "4      x[1] = 2")

    sit(home, BLOCK, act)
    assert [review.answers for review in logged(home)] == [("x[0] = 1\nx[1] = 2",)]


def test_code_that_does_not_end_is_told_of_and_can_be_written_anew(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.type("import time; time.sleep(9)")
        await someone.press("ctrl+s")
        await someone.sees("no verdict", "longer than 1 second", "i type", "r try again")
        await someone.press("i")
        assert editor(someone).text == "import time; time.sleep(9)"
        await write(someone, "x[0] = 1", "x[1] = 2")
        await someone.press("ctrl+s")
        text = await someone.sees("✓ right", "enter next")
        assert "no verdict" not in text

    sit(home, BLOCK, act)
    assert [review.right for review in logged(home)] == [True]


@pytest.mark.long
def test_a_later_try_that_does_not_end_leaves_the_rating_to_be_taken(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.type("x += 1")
        await someone.press("ctrl+s")
        await someone.sees("✗ wrong", "enter next")
        await someone.press("i")
        await write(someone, "import time; time.sleep(9)")
        await someone.press("ctrl+s")
        text = await someone.sees("no verdict", "enter next")
        assert "l leave it out" not in text
        await someone.press("2")
        await someone.sees("The sitting is over")

    sit(home, BLOCK, act)
    assert [(review.right, review.rating) for review in logged(home)] == [(False, Rating.HARD)]


def test_who_gives_a_starter_up_is_told_the_key_and_finds_it_again(home: Path) -> None:
    async def act(someone: Learner) -> None:
        starter = editor(someone).text
        await someone.press("ctrl+s")
        await someone.sees("Nothing is changed yet. ctrl+s once more")
        await someone.press("ctrl+s")
        await someone.sees("? not known", "i edits it")
        await someone.press("i")
        assert editor(someone).text == starter
        await write(someone, *MENDED.split("\n")[:1])
        await someone.press("enter")
        await someone.type("w.grad = None")
        await someone.press("enter")
        await someone.type("(w * 2).sum().backward()")
        await someone.press("ctrl+s")
        await someone.sees("✓ try 2 passes")

    sit(home, FIX, act)
    assert [review.answers for review in logged(home)] == [("?",)]


@pytest.mark.long
def test_a_starter_is_not_run_as_it_was_given(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("ctrl+s")
        await someone.sees("Nothing is changed yet.")
        await write(someone, *MENDED.split("\n")[:1])
        await someone.press("enter")
        await someone.type("w.grad = None")
        await someone.press("enter")
        await someone.type("(w * 2).sum().backward()")
        assert editor(someone).text == MENDED
        await someone.press("ctrl+s")
        await someone.sees("✓ right")

    sit(home, FIX, act)
    assert [review.answers for review in logged(home)] == [(MENDED,)]


@pytest.mark.long
def test_the_trace_of_a_try_lights_the_lines_of_the_learner(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("end", "enter")
        await someone.type("v = w * 2")
        await someone.press("ctrl+s")
        await someone.sees("enter next")
        await someone.press("t")
        await someone.sees("1> w = torch.ones(1, requires_grad=True)", "step 1 of")
        await someone.press("down")
        text = await someone.sees("step 2 of", "v = w * 2  yours")
        assert text.count("2>     v = w * 2") == 2 and "assert" not in text
        await someone.press("i")
        text = await someone.sees("ctrl+s or F5", "[why]")
        assert "─ yours ─" not in text
        await someone.press("escape", "t")
        await someone.sees("─ yours ─", "[trace]")

    sit(home, FIX, act)


@pytest.mark.long
def test_each_try_has_a_trace_of_its_own(home: Path) -> None:
    async def act(someone: Learner) -> None:
        for code in ("x + 1", "x - 1"):
            await someone.press(*("f7", "backspace") if editor(someone).text else ())
            await someone.type(code)
            await someone.press("enter")
            await someone.sees("enter next")
            await someone.press("t")
            text = await someone.sees(f"y = {code}", "step 1 of 2")
            assert text.count(f"3  y = {code}") == 2
            await someone.press("i")

    sit(home, GAP, act)


def is_second_try(snippet: Snippet) -> bool:
    return any("second" in source.text for source in snippet.sources)


def test_a_try_that_was_left_behind_shows_nothing(home: Path, gate: Gate) -> None:
    gate.holds = is_second_try

    async def act(someone: Learner) -> None:
        await someone.type("x")
        await someone.press("enter")
        await someone.sees("enter next")
        await someone.press("i")
        await someone.type("  # second")
        await someone.press("enter")
        await someone.sees("running the code, ")
        await someone.press("enter", "1")
        await someone.sees("once more", "in place of ____")
        gate.open()
        await someone.type("x.t()")
        await someone.press("enter")
        await someone.sees("✓ right", "once more")

    sit(home, GAP, act)
    assert [review.answers for review in logged(home)] == [("x",), ("x.t()",)]


def test_an_undone_try_is_asked_for_again(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.type("x.t()")
        await someone.press("enter")
        await someone.sees("✓ right", "u undo")
        await someone.press("u")
        await someone.sees("in place of ____", "2  x =", "3  y = ____", "x.t()", "enter run")

    sit(home, GAP, act)
    assert logged(home) == []


def test_digits_and_letters_are_code_while_a_later_try_is_written(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.type("x")
        await someone.press("enter")
        await someone.sees("enter next")
        await someone.press("i")
        await someone.type("1234uswtq")
        assert editor(someone).text == "x1234uswtq"

    sit(home, GAP, act)
    assert len(logged(home)) == 1


@pytest.mark.long
def test_the_palette_offers_the_solution_once_it_may_be_shown(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("ctrl+p")
        assert "Solution" not in await someone.sees("Guess")
        await someone.press("escape")
        await someone.type("x")
        await someone.press("enter")
        await someone.sees("enter next")
        await someone.press("ctrl+p")
        await someone.type("solution")
        await someone.sees("After a try: show a solution")
        await someone.press("enter")
        await someone.sees("x.t()")

    sit(home, GAP, act)


def test_lines_that_filled_the_editor_can_be_taken_back(home: Path) -> None:
    async def act(someone: Learner) -> None:
        before = editor(someone).text
        editor(someone)._type("0\n" * 40)
        await someone.rest()
        await someone.press("ctrl+minus")
        assert editor(someone).text == before

    sit(home, FIX, act)
