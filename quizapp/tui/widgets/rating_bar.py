"""The four ratings, each with the next interval; the proposed one stands first.

A click on one is as good as its key, and none is broken where a line ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from textual.content import Content

from quizapp.memory.review import Rating
from quizapp.study.phrases import comes_back
from quizapp.study.turn import Turn
from quizapp.tui.keys.moving import keys_by_name
from quizapp.tui.pressable import pressable
from quizapp.tui.widgets.laid_out import LaidOut

BETWEEN = Content("    ")


class RatingBar(LaidOut):
    """One line under an answered card."""

    ALLOW_SELECT = False

    def offer(self, turn: Turn, left: int) -> None:
        """Offer the ratings of an answered turn, with `left` cards still to come after it."""
        keys = keys_by_name(self.screen)
        parts = [
            _offer(
                keys["take" if rating is turn.proposed else f"rate.{rating.value}"],
                *(rating, turn, left),
            )
            for rating in turn.ratings
        ]
        self.show(partial(_in_lines, parts))


def _in_lines(parts: Sequence[Content], width: int) -> Content:
    lines: list[Content] = []
    for part in parts:
        joined = lines[-1] + BETWEEN + part if lines else part
        lines[-1:] = [joined] if joined.cell_length <= width else [*lines[-1:], part]
    return Content("\n").join(lines)


def _offer(key: str, rating: Rating, turn: Turn, left: int) -> Content:
    name = "bold" if rating is turn.proposed else ""
    offer = Content.assemble(
        (f"{key} ", "bold $text-accent"),
        (rating.word, name),
        (f" {comes_back(turn, rating, left)}".rstrip(), "$text 60%"),
    )
    return pressable(offer, key)
