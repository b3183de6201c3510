"""Out of the review and back: poking at the code, editing the deck."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from quizapp.memory.log import ReviewLog
from quizapp.study.sitting import Sitting
from quizapp.tui.screens import excursions
from tests.terminal import QUIZ, Terminal, needs_tmux
from tests.trusting import trust_own_decks
from tests.tui.learner import Learner, learner

SITTING = Sitting(("first-steps",))


async def answer(at: Learner) -> None:
    await at.sees("What is the gradient of the sum?")
    await at.type("1 1")
    await at.press("enter")
    await at.sees("✓ right", "poke")


def logged(home: Path) -> list[str]:
    with ReviewLog.open(home / "quiz.db") as log:
        return [review.card for review in log.reviews()]


def test_code_is_changed_and_run_and_any_expression_looked_at(home: Path) -> None:
    async def main() -> None:
        async with learner(first=SITTING) as at:
            await answer(at)
            await at.press("p")
            text = await at.sees("poke", "x.sum().backward()", "look at", "x.grad = [1., 1.]")
            assert "^l look at" in text
            await at.press("ctrl+s")
            await at.sees("x.grad = [1., 1.]", "shape (2,)", "dtype float32", ".grad = [1., 1.]")
            await at.press("ctrl+l", *["backspace"] * 6)
            await at.sees("^l code")
            await at.type("x * 3")
            await at.sees("look at (below: before your change)", "x.grad = [1., 1.]")
            await at.press("enter")
            text = await at.sees("x * 3 = [3., 6.]", "MulBackward0")
            assert "before your change" not in text
            assert "⋮  requires_grad=True)" in text  # the second line, folded: one more row
            await at.press("ctrl+l", *["down"] * 4)
            await at.type("1 / 0")
            await at.sees("look at (below: before your change)", "x * 3 = [3., 6.]")
            await at.press("ctrl+s")
            text = await at.sees("ZeroDivisionError: division by zero (line 4)")
            assert "before your change" not in text
            await at.press("escape")
            await at.sees("✓ right", "good")
            await at.press("p")
            await at.sees("1 / 0", "x * 3", "ZeroDivisionError: division by zero (line 4)")
            await at.press("escape", "enter")
            await at.sees("Is it a leaf?")

    asyncio.run(main())
    assert logged(home) == ["first-steps/sum"]


def test_what_was_written_stays_until_a_key_brings_back_the_code_as_it_was(home: Path) -> None:
    async def main() -> None:
        async with learner(first=SITTING) as at:
            await answer(at)
            await at.press("p")
            assert "^r as it was" not in await at.sees("poke", "nothing of this is graded")
            await at.type("zz = 5")
            await at.sees("zz = 5", "^r as it was")
            await at.press("escape", "p")
            await at.sees("zz = 5")
            await at.press("ctrl+r")
            text = await at.sees("x.sum().backward()", "^l look at")
            assert "zz = 5" not in text and "^r as it was" not in text
            await at.press("ctrl+underscore")
            await at.sees("zz = 5", "^r as it was")

    asyncio.run(main())


@pytest.mark.long
def test_what_an_expression_comes_to_is_drawn(home: Path) -> None:
    async def main() -> None:
        async with learner((120, 40), first=SITTING) as at:
            await answer(at)
            await at.press("p", "ctrl+l", "ctrl+u", *"x.view(2, 1) + x", "ctrl+g")
            text = await at.sees("[broadcasting]", "(  2, 1→2)", "f next picture")
            assert "x.grad = " not in text and "esc text" in text
            await at.press("f")
            await at.sees("[graph]", "AddBackward0")
            await at.press("f", "f")
            await at.sees("[values]", "x.view(2, 1) + x  float32 (2, 2)", "after step 4 of 4")
            await at.press("up")
            await at.sees("after step 3 of 4")
            await at.press("escape", "end", *" #")
            await at.sees("import torch #", "before your change", "x.grad = [1., 1.]")
            await at.press("ctrl+l", "ctrl+u", *"x +", "ctrl+g")
            text = await at.sees("[values]", "x.grad", "after step 3 of 3")
            assert "before your change" not in text
            await at.press("escape", "escape")
            await at.sees("✓ right", "good")

    asyncio.run(main())


@pytest.mark.long
def test_code_that_never_ends_says_so_and_can_be_changed(home: Path) -> None:
    deck = home / "decks" / "first-steps.yaml"
    text = deck.read_text(encoding="utf-8")
    deck.write_text(text.replace("    level: 1\n", "    level: 1\n    timeout: 1\n"))

    async def main() -> None:
        async with learner(first=SITTING) as at:
            await answer(at)
            await at.press("p", *["down"] * 4)
            await at.type("while True: pass")
            await at.press("ctrl+s")
            await at.sees("ran longer than 1 second")
            await at.press(*["backspace"] * 4)
            await at.type("break")
            await at.press("ctrl+s")
            await at.sees("x.grad = [1., 1.]")

    asyncio.run(main())


@pytest.mark.long
def test_code_that_runs_has_a_clock_and_can_be_stopped(home: Path) -> None:
    deck = home / "decks" / "first-steps.yaml"
    text = deck.read_text(encoding="utf-8")
    deck.write_text(text.replace("    level: 1\n", "    level: 1\n    timeout: 60\n"))

    async def main() -> None:
        async with learner(first=SITTING) as at:
            await answer(at)
            await at.press("p", *["down"] * 4)
            await at.type("import time; time.sleep(60)")
            await at.press("ctrl+s")
            await at.sees("running the code, 0 s", "esc stop")
            while "running the code, 0 s" in await at.sees("running the code"):
                pass
            await at.press("escape")
            await at.sees("stopped after", "esc close")
            await at.press("f6", "backspace", "ctrl+s")
            await at.sees("x.grad = [1., 1.]")

    asyncio.run(main())


def test_without_a_terminal_to_hand_over_the_editor_is_not_started(home: Path) -> None:
    async def main() -> None:
        async with learner(first=SITTING) as at:
            await at.sees("What is the gradient of the sum?")
            await at.press("escape", "e", "e")
            await at.sees("The editor needs this terminal")

    asyncio.run(main())


def test_a_card_that_was_answered_and_has_another_id_is_told_of(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rename(app: object, path: Path, line: int) -> bool:
        path.write_text(path.read_text().replace("id: sum", "id: total"))
        return True

    monkeypatch.setattr(excursions, "edit_deck", rename)

    async def main() -> None:
        async with learner(first=SITTING) as at:
            await answer(at)
            await at.press("e")
            await at.is_told("sum: no longer in this deck.", "`was: [sum]` in it keeps")
            await at.press("u")
            await at.sees("Is it a leaf?", "1 of 2")

    asyncio.run(main())
    assert logged(home) == []


def test_a_notice_goes_with_a_key_once_it_is_read_and_a_warning_stays(home: Path) -> None:
    async def main() -> None:
        async with learner(first=SITTING) as at:
            await at.sees("What is the gradient of the sum?")
            at.app.notify("in passing")
            at.app.notify("of weight", severity="warning")
            await at.is_told("in passing", "of weight")
            await at.press("1")
            await at.is_told("in passing", "of weight")
            at.app.READ_IN = 0.0
            await at.press("2")
            assert "in passing" not in await at.is_told("of weight")

    asyncio.run(main())


BROKEN = "! not as it should be"
EDITOR = """
import pathlib, sys
line, path = sys.argv[-2:]
file = pathlib.Path(path)
tried = pathlib.Path(__file__).with_name("tried")
if not tried.exists():
    tried.touch()
    sys.exit(3)
text = file.read_text()
at = text.splitlines(keepends=True)[int(line[1:]) - 1]
if at.lstrip().startswith("- id: sum"):
    file.write_text(text.replace("the sum?", "that sum?") + "]]\\n")
else:
    assert at == "]]\\n", line
    file.write_text(text.removesuffix("]]\\n"))
"""


@pytest.fixture
def editor(tmp_path: Path) -> Path:
    """A program that calls itself vi: it fails, then breaks the deck, then mends it where it is."""
    program = tmp_path / "vi"
    program.write_text(f"#!{sys.executable}{EDITOR}")
    program.chmod(0o755)
    return program


@needs_tmux
@pytest.mark.long
def test_a_card_is_edited_at_its_line_kept_while_its_deck_is_broken_and_shown_as_it_is_then(
    home: Path, editor: Path
) -> None:
    trust_own_decks(home)
    path = os.pathsep.join((str(editor.parent), os.environ["PATH"]))
    env = {"QUIZ_HOME": str(home), "EDITOR": editor.name, "PATH": path}
    with Terminal([*QUIZ, "--topic", "first-steps"], env=env) as terminal:
        terminal.wait_for("What is the gradient of the sum?")
        terminal.keys("Escape")
        terminal.wait_for("i type")
        terminal.keys("e")
        terminal.wait_for("e once more opens")
        terminal.keys("e")
        terminal.wait_for("What is the gradient of the sum?", "ended with exit code 3")
        terminal.keys("e")
        terminal.wait_for("What is the gradient of the sum?", BROKEN, "1 of 3")
        terminal.keys("i")
        terminal.wait_for("esc commands", gone=BROKEN)
        terminal.keys("Escape")
        terminal.wait_for("i type", gone=BROKEN)
        terminal.keys("e")
        terminal.wait_for("e once more opens")
        terminal.keys("e")
        terminal.wait_for("What is the gradient of that sum?", "1 of 3", "i type", gone=BROKEN)
        terminal.keys("i")
        terminal.type("1 1")
        terminal.keys("Enter")
        terminal.wait_for("✓ right", "enter next")
        terminal.resize(80, 24)  # so narrow that a trace takes the room of the question
        terminal.keys("t")
        terminal.wait_for("step 1 of 3")
        terminal.keys("e")
        terminal.wait_for("✓ right", BROKEN)
        terminal.keys("e")
        terminal.wait_for("✓ right", gone=BROKEN)
    assert logged(home) == ["first-steps/sum"]
