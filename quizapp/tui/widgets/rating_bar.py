"""The four ratings, each with the next interval; the proposed one stands first.

A click on one is as good as its key.
"""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from quizapp.memory.review import Rating
from quizapp.study.phrases import comes_back
from quizapp.study.turn import Turn
from quizapp.tui.keys.moving import keys_by_name
from quizapp.tui.keys.names import key_name


class RatingBar(Static):
    """One line under an answered card."""

    ALLOW_SELECT = False

    def show(self, turn: Turn, left: int) -> None:
        """Offer the ratings of an answered turn, with `left` cards still to come after it."""
        if turn.intervals:
            others = [rating for rating in Rating if rating is not turn.proposed]
            offers = [turn.proposed, *others]
        elif turn.verdict is None:
            other = Rating.GOOD if turn.proposed is Rating.AGAIN else Rating.AGAIN
            offers = [turn.proposed, other]
        else:
            offers = [turn.proposed]
        keys = keys_by_name(self.screen)
        self.update(
            Content("    ").join(
                _offer(
                    keys["take" if rating is turn.proposed else f"rate.{rating.value}"],
                    *(rating, turn, left),
                )
                for rating in offers
            )
        )

    def on_click(self, event: events.Click) -> None:
        if key := event.style.meta.get("key"):
            self.app.simulate_key(key)


def _offer(key: str, rating: Rating, turn: Turn, left: int) -> Content:
    name = "bold" if rating is turn.proposed else ""
    return Content.assemble(
        (f"{key} ", "bold $text-accent"),
        (rating.word, name),
        (f" {comes_back(turn, rating, left)}".rstrip(), "$text 60%"),
    ).stylize(Style.from_meta({"key": key_name(key)}))
