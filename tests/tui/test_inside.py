"""The tabs below a verdict: why, trace and graph."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.widget import Widget

from quizapp.memory.log import ReviewLog
from quizapp.study.sitting import Sitting
from quizapp.tui.screens.poke import PokeScreen
from quizapp.tui.widgets.answer_pages import AnswerPages
from runner.protocol.wire import Snippet
from tests.tui.conftest import Gate
from tests.tui.learner import Learner, learner
from tests.tui.screen import assert_looks_like

DRILL = Sitting(("first-steps",))
SUM = "What is the gradient of the sum?"
LEAF = "Is it a leaf?"
TRACE = ("[trace]", "step 1 of 3")


def write_deck(home: Path, card: str, *, setup: str = "import torch") -> Sitting:
    """A deck of one card, in a drill."""
    (home / "decks" / "own.yaml").write_text(
        f"format: 1\ntopic: own\nsetup: |\n{indented(setup, 2)}cards:\n"
        f"  - id: own\n    prompt: What is it?\n{indented(card, 4)}"
    )
    return Sitting(("own",))


def indented(text: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in text.strip().split("\n"))


def sit(
    act: Callable[[Learner], Awaitable[None]],
    first: Sitting = DRILL,
    *,
    size: tuple[int, int] = (100, 30),
) -> None:
    async def run() -> None:
        async with learner(size, first=first) as someone:
            await someone.sees("1 of")
            await act(someone)

    asyncio.run(run())


async def answer(someone: Learner, text: str = "1 1") -> None:
    await someone.type(text)
    await someone.press("enter")
    await someone.sees("enter next")


def is_watched(snippet: Snippet) -> bool:
    return snippet.trace


@pytest.mark.parametrize(
    "size", [(80, 24), pytest.param((100, 30), marks=pytest.mark.long)], ids=["80x24", "100x30"]
)
def test_how_trace_and_graph_look(home: Path, size: tuple[int, int]) -> None:
    first = write_deck(
        home,
        """
vary: {p: [3]}
code: |
  x = torch.tensor([[1., 0.], [-1., 1.]],
                   requires_grad=True)
  row = x[0]
  z = x.pow(p).sum() + row.sum()
  z.backward()
ask: {value: x.grad}
""",
    )

    async def act(someone: Learner) -> None:
        name = f"{size[0]}x{size[1]}"
        await answer(someone, "[[1, 0], [-1, 1]]")
        await someone.press("t")
        await someone.sees("step 1 of 4")
        await someone.press("down", "down", "down", "down")
        await someone.sees("step 4 of 4")
        assert_looks_like(someone.app, f"trace-{name}")
        await someone.press("v")
        await someone.sees("[graph]")
        assert_looks_like(someone.app, f"graph-{name}")

    sit(act, first, size=size)


def test_moving_through_the_trace_lights_the_line_in_the_code(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await answer(someone)
        await someone.press("t")
        await someone.sees("1> import torch", "step 1 of 3")
        await someone.press("down")
        assert (await someone.sees("step 2 of 3")).count("2> x = torch") == 2
        await someone.press("j", "j")
        text = await someone.sees("step 3 of 3")
        assert text.count("3> x.sum().backward()") == 2 and "2>" not in text
        await someone.press("k")
        await someone.sees("2> x = torch", "step 2 of 3")
        await someone.press("v")
        assert ">" not in await someone.sees("[graph]")

    sit(act)


def test_the_failing_line_is_marked_and_the_trace_begins_there(home: Path) -> None:
    first = write_deck(
        home,
        """
code: |
  a = torch.ones(2)
  b = torch.ones(3)
  c = a + b
  d = c
ask: {raises: code}
""",
    )

    async def act(someone: Learner) -> None:
        await answer(someone, "RuntimeError")
        await someone.sees("3! c = a + b")
        await someone.press("t")
        text = await someone.sees("step 3 of 3", "raised RuntimeError")
        assert "3! c = a + b" in text and "3> c = a + b" in text
        await someone.press("up")
        await someone.sees("2> b = torch", "3! c = a + b")

    sit(act, first)


@pytest.mark.long
def test_pictures_are_turned_by_their_key_and_go_with_the_code(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await answer(someone)
        await someone.press("f")
        await someone.sees("[values]", "x.grad", "after step 3 of 3", "3> x.sum().backward()")
        await someone.press("up")
        assert "x.grad  " not in await someone.sees("after step 2 of 3", "2> x = torch")
        await someone.press("f")
        await someone.sees("[storage]", "storage s0  2 cells, float32")
        await someone.press("w")
        await someone.sees("[why]")

    sit(act)


def test_the_boxes_of_the_graph_are_walked_by_the_arrows(home: Path) -> None:
    first = write_deck(
        home,
        """
code: |
  a = torch.ones(1, requires_grad=True)
  b = torch.ones(1, requires_grad=True)
  c = a.exp() * b.log()
ask: {grad_fn: c}
""",
    )

    async def act(someone: Learner) -> None:
        await answer(someone, "Mul")
        await someone.press("f")
        await someone.sees("▸AccumulateGrad", "the arrows go from box to box")
        for key, seen in [
            *(("right", "fills b.grad"), ("up", "▸LogBackward0"), ("left", "▸ExpBackward0")),
            *(("k", "▸MulBackward0"), ("tab", "[why]")),
        ]:
            await someone.press(key)
            await someone.sees(seen)

    sit(act, first)


@pytest.mark.parametrize(
    "before",
    [(), pytest.param(("p", "ctrl+g"), marks=pytest.mark.long)],
    ids=["verdict", "poke"],
)
def test_the_present_box_is_in_sight_however_late_the_picture_is_laid_out(
    home: Path, monkeypatch: pytest.MonkeyPatch, before: tuple[str, ...]
) -> None:
    hurried: list[Widget] = []

    def hurry(widget: Widget, callback: Callable[[], object], *args: Any, **options: Any) -> bool:
        if hurried or args or options:
            return Widget.call_after_refresh(widget, callback, *args, **options)
        hurried.append(widget)
        callback()
        return True

    first = write_deck(
        home,
        """
code: |
  a = torch.ones(1, requires_grad=True)
  b = torch.ones(1, requires_grad=True)
  c = a.exp() * b.log().exp().exp()
ask: {grad_fn: c}
""",
    )

    async def act(someone: Learner) -> None:
        await answer(someone, "Mul")
        await someone.press(*before)
        await someone.sees("[values]" if before else "[why]")
        for shows_pictures in (AnswerPages, PokeScreen):
            monkeypatch.setattr(shows_pictures, "call_after_refresh", hurry)
        await someone.press("f")
        await someone.sees("▸AccumulateGrad")
        assert hurried

    sit(act, first, size=(80, 24))


def test_nothing_is_run_for_pictures_until_somebody_looks(home: Path, gate: Gate) -> None:
    ran: list[bool] = []

    def notes(snippet: Snippet) -> bool:
        ran.append(snippet.picture)
        return False

    gate.holds = notes

    async def act(someone: Learner) -> None:
        await answer(someone)
        await someone.press("t")
        await someone.sees(*TRACE)
        assert True not in ran
        await someone.press("f")
        await someone.sees("[values]")
        await someone.press("w", "f")
        await someone.sees("[values]")
        assert ran.count(True) == 1

    sit(act)


def test_where_nothing_requires_grad_the_graph_tab_says_so(home: Path) -> None:
    first = write_deck(home, "code: y = torch.ones(2) * 3\nask: {shape: y}")

    async def act(someone: Learner) -> None:
        await answer(someone, "2")
        await someone.press("v")
        await someone.sees("There is no graph: none of the named tensors has a grad_fn.")

    sit(act, first)


def test_lines_of_the_setup_are_shown_as_such_and_lit_where_it_is_shown(home: Path) -> None:
    first = write_deck(
        home,
        "vary: {k: [3]}\ncode: |\n  y = base * k\nask: {value: y}",
        setup="import torch\nbase = torch.ones(2)",
    )

    async def act(someone: Learner) -> None:
        await answer(someone, "3 3")
        await someone.press("t")
        text = await someone.sees("step 1 of 2", "2> base = torch.ones(2)  setup")
        assert text.count("base = torch.ones(2)") == 1 and "import" not in text
        await someone.press("x")
        text = await someone.sees("1  import torch")
        assert text.count("2> base = torch.ones(2)") == 2
        await someone.press("down")
        assert (await someone.sees("step 2 of 2")).count("2> y = base * k") == 2

    sit(act, first)


@pytest.mark.long
def test_the_tabs_go_round_in_both_directions(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await answer(someone)
        for key, tab in [
            *(("right", "trace"), ("tab", "graph"), ("right", "picture"), ("right", "why")),
            *(("left", "picture"), ("shift+tab", "graph"), ("w", "why"), ("f", "picture")),
        ]:
            await someone.press(key)
            await someone.sees(f"[{tab}]")

    sit(act)


def test_while_a_card_is_asked_tab_moves_between_the_fields(home: Path) -> None:
    first = write_deck(home, "code: a, b = 12, 3\nask: [{value: a}, {value: b}]")

    async def act(someone: Learner) -> None:
        await someone.press("tab")
        await someone.type("3")
        await someone.press("shift+tab")
        await someone.type("12")
        await someone.press("enter")
        assert (await someone.sees("enter next")).count("✓ right") == 2

    sit(act, first)


@pytest.mark.long
def test_a_line_lit_in_the_trace_is_not_lit_on_the_next_card(home: Path) -> None:
    first = write_deck(
        home,
        """
level: 1
code: x = torch.ones(2)
ask: {value: x}
""",
    )
    with (home / "decks" / "own.yaml").open("a") as deck:
        deck.write(
            "  - {id: next, prompt: Mend it., level: 2, code: y = torch.ones(2), starter: z = 1,\n"
            "     tests: assert z == 2, solution: z = 2}\n"
        )

    async def act(someone: Learner) -> None:
        await answer(someone)
        await someone.press("t")
        await someone.sees("1> x = torch.ones(2)")
        await someone.press("enter")
        await someone.sees("Mend it.")
        await someone.press("escape", "d")
        assert "1> y" not in await someone.sees("? not known")

    sit(act, first)


@pytest.mark.parametrize(
    ("tab", "key"),
    [("t", "1"), *(pytest.param(tab, "enter", marks=pytest.mark.long) for tab in "wv")],
)
def test_ratings_are_taken_in_every_tab(home: Path, tab: str, key: str) -> None:
    async def act(someone: Learner) -> None:
        await answer(someone)
        await someone.press(tab, key)
        await someone.sees(LEAF)
        await someone.press("y", "enter")
        await someone.sees("[why]", "the result of an operation")

    sit(act)
    with ReviewLog.open(home / "quiz.db") as log:
        assert [review.card for review in log.reviews()] == ["first-steps/sum", "first-steps/leaf"]


def test_each_card_has_its_own_trace(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await answer(someone)
        await someone.press("t")
        await someone.sees(*TRACE)
        await someone.press("enter")
        await someone.sees(LEAF)
        await someone.press("y", "enter")
        await someone.sees("enter next")
        await someone.press("t")
        text = await someone.sees("step 1 of 2", "MulBackward0")
        assert "x.sum()" not in text

    sit(act)


def test_an_undone_answer_closes_the_tabs_and_is_not_watched_twice(home: Path, gate: Gate) -> None:
    watched = []

    def let_pass(snippet: Snippet) -> bool:
        watched.extend([snippet] if snippet.trace else [])
        return False

    gate.holds = let_pass

    async def act(someone: Learner) -> None:
        for _ in range(2):
            await answer(someone)
            await someone.press("t")
            await someone.sees("[trace]", "leaf, requires_grad")  # a notice is below
            await someone.press("u")
            assert "trace" not in await someone.sees(SUM, "i type")
            await someone.press("i")

    sit(act)
    assert len(watched) == 1


def test_while_the_code_runs_once_more_the_tabs_say_so(home: Path, gate: Gate) -> None:
    gate.holds = is_watched

    async def act(someone: Learner) -> None:
        await answer(someone)
        for key in ("t", "v"):
            await someone.press(key)
            await someone.sees("running the code once more, watched line by line, ")
        gate.open()
        await someone.sees("There is no graph")
        await someone.press("t")
        await someone.sees(*TRACE)

    sit(act)


def test_a_second_run_that_was_left_behind_shows_nothing(home: Path, gate: Gate) -> None:
    gate.holds = is_watched

    async def act(someone: Learner) -> None:
        await answer(someone)
        await someone.press("t")
        await someone.sees("running the code once more")
        await someone.press("enter")
        await someone.sees(LEAF)
        gate.open()
        await someone.press("y", "enter")
        await someone.sees("enter next")
        await someone.press("t")
        await someone.sees("step 1 of 2", "MulBackward0")

    sit(act)


def test_a_fault_of_the_second_run_is_said_in_the_tabs(home: Path, gate: Gate) -> None:
    gate.holds = is_watched

    async def act(someone: Learner) -> None:
        await answer(someone)
        assert someone.app._runner is not None
        await someone.app._runner.close()
        gate.open()
        for key in ("t", "v"):
            await someone.press(key)
            await someone.sees("! not seen: The runner is not running.", "✓ right")

    sit(act)


@pytest.mark.long
@pytest.mark.parametrize(
    "size",
    [
        (60, 20),
        *(pytest.param(size, marks=pytest.mark.long) for size in [(80, 24), (100, 30), (160, 24)]),
    ],
    ids=str,
)
def test_every_line_of_a_long_trace_and_graph_can_be_reached(
    home: Path, size: tuple[int, int]
) -> None:
    lines = "".join(f"  y{n} = y{n - 1} * {n}\n" for n in range(1, 30))
    first = write_deck(
        home,
        f"code: |\n  y0 = torch.ones(2, requires_grad=True)\n{lines}  z = y29\nask: {{value: z}}",
    )

    async def act(someone: Learner) -> None:
        await answer(someone, "1 1")
        await someone.press("t")
        for at in range(1, 31):
            assert (await someone.sees(f"step {at} of 31")).count(f"{at:>2}> y{at - 1}") == 2
            await someone.press("down")
        seen = ""
        for _ in range(35):
            seen += await someone.sees("[trace]")
            await someone.press("pageup")
        assert [n for n in range(30) if f"  y{n}  float32 (2,)" not in seen] == []
        await someone.sees(" 1> y0", "step 1 of 31")
        await someone.press("G")
        await someone.sees("31> z", "step 31 of 31")
        await someone.press("ctrl+u")
        pages = someone.app.screen.query_one(AnswerPages)
        at = pages.steps_to_edge(-1)
        assert -30 < at < 0
        await someone.press("k")
        await someone.sees(f"{-at}> y", f"step {-at} of 31")
        await someone.press("g", "j")
        await someone.sees(" 2> y1", "step 2 of 31")
        for rows in range(2, 12):  # on some of which the trace has none
            await someone.resize(size[0], rows)
            await someone.press("j", "pagedown", "pageup")
        await someone.resize(*size)
        await someone.press("v")
        seen = ""
        for _ in range(35):
            seen += await someone.sees("[graph]")
            await someone.press("pagedown")
        assert [n for n in range(1, 29) if f"(y{n})" not in seen] == []
        assert "fills y0.grad" in seen

    sit(act, first, size=size)


def test_what_a_snippet_names_is_neither_markup_nor_an_escape_sequence(home: Path) -> None:
    first = write_deck(
        home,
        r"""
code: |
  try:
      raise type("[red]\x1b[2Jx", (Exception,), {})
  except Exception:
      y = 1
ask: {value: y}
""",
    )

    async def act(someone: Learner) -> None:
        await answer(someone, "1")
        await someone.press("t")
        await someone.sees(r"raised [red]\x1b[2Jx")

    sit(act, first)


@pytest.mark.long
def test_the_palette_opens_tabs_once_there_are_any(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("ctrl+p")
        assert "Graph" not in await someone.sees("Guess")
        await someone.press("escape")
        await answer(someone)
        await someone.press("ctrl+p")
        await someone.type("graph")
        await someone.sees("Graph", "After the answer: the autograd graph")
        await someone.press("enter")
        await someone.sees("[graph]", "There is no graph")

    sit(act)


def test_a_card_without_code_has_its_back_and_no_tabs(home: Path) -> None:
    async def act(someone: Learner) -> None:
        for _ in range(2):
            await someone.press("escape", "s")
        await someone.sees("Why do gradients accumulate?")
        await someone.press("enter")
        await someone.sees("other side", "several losses")
        await someone.press("t", "right")
        assert "trace" not in await someone.sees("other side", "enter next")

    sit(act)
