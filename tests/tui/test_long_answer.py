"""An answer that is far longer than the truth, as when the wrong text was pasted."""

from __future__ import annotations

from pathlib import Path

from textual.events import Paste

from tests.tui.kinds import logged, sit
from tests.tui.learner import Learner

CARD = """\
prompt: What is printed?
code: print('three')
ask: {output: stdout}
"""
PASTED = "\n".join(f"row {number}" for number in range(300))


def test_the_truth_stands_on_the_screen_below_a_long_answer(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.sees("the printed lines")
        someone.app.post_message(Paste(PASTED))
        await someone.sees("row 299")
        await someone.press("enter")
        await someone.sees("row 9", "… and 290 rows more", "torch  three")

    sit(home, CARD, act, size=(80, 24))
    [review] = logged(home)
    assert review.answers == (PASTED,)


def test_a_matrix_is_broken_between_its_rows(home: Path) -> None:
    rows = "[[1., 0.], [2., 4.], [3., 5.], [6., 7.], [8., 9.]]"
    card = f"prompt: What?\ncode: x = torch.tensor({rows})\nask: {{value: x}}\n"

    async def act(someone: Learner) -> None:
        await someone.sees("value of x")
        await someone.type("1 0; 2 4; 3 5; 6 8; 8 9")
        await someone.press("enter")
        text = await someone.sees("torch  [[1., 0.],")
        lines = text.splitlines()
        [first] = (at for at, line in enumerate(lines) if "torch  [[1., 0.]," in line)
        column = lines[first].index("[1., 0.]")
        below = [line[column:].split("  ")[0] for line in lines[first + 1 : first + 5]]
        assert below == ["[2., 4.],", "[3., 5.],", "[6., 7.],", "[8., 9.]]"]

    sit(home, card, act, size=(60, 30))
