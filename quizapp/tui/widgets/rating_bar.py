"""The four ratings, each with the next interval; the proposed one stands first."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from quizapp.memory.review import Rating
from quizapp.session import RELEARN_GAP, Turn
from quizapp.words import counted, days_in_words


class RatingBar(Static):
    """One line under an answered card."""

    def show(self, turn: Turn, left: int) -> None:
        """Offer the ratings of an answered turn, with `left` cards still to come after it."""
        if not turn.intervals and turn.verdict is not None:
            again = _comes_back(left) if turn.missed else "practice leaves the schedule alone"
            self.update(Content.assemble((" enter ", "bold $text-accent"), f"next  ({again})"))
            return
        parts = [
            Content.assemble((" enter ", "bold $text-accent"), _choice(turn, turn.proposed, left))
        ]
        parts += [
            Content.assemble((f"{rating.value} ", "bold $text-accent"), _choice(turn, rating, left))
            for rating in Rating
            if rating is not turn.proposed
        ]
        self.update(Content("    ").join(parts))


def _choice(turn: Turn, rating: Rating, left: int) -> Content:
    if rating is Rating.AGAIN:
        when = _comes_back(left)
    elif rating in turn.intervals:
        when = days_in_words(turn.intervals[rating].days)
    else:
        when = ""
    style = "bold" if rating is turn.proposed else ""
    return Content.assemble((rating.name.lower(), style), (f" {when}", "$text 60%"))


def _comes_back(left: int) -> str:
    gap = min(RELEARN_GAP, left)
    return "at once" if gap == 0 else f"in {counted(gap, 'card')}"
