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
