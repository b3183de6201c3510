"""In place of a card: cards that wait until it is known what this machine can run."""

from __future__ import annotations

import time

from textual.timer import Timer
from textual.widgets import Static

from quizapp.text.language import tr
from quizapp.text.words import counted


class HeldBack(Static):
    """Says how many, and for how long by now."""

    DEFAULT_CSS = """
    HeldBack { display: none; height: 1fr; padding: 1 2; color: $text-warning; }
    """

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._cards = 0
        self._since = 0.0
        self._timer: Timer | None = None

    def wait_for(self, cards: int) -> None:
        """Say so from now on; of none, no more."""
        self._cards, self._since = cards, time.monotonic()
        self.display = bool(cards)
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_interval(0.2, self._tell) if cards else None
        self._tell()

    def _tell(self) -> None:
        words = tr(
            "torch is starting: {cards} may follow once it is known which of them this machine "
            "can run, {waited} s",
            cards=counted(self._cards, "card"),
            waited=int(time.monotonic() - self._since),
        )
        self.update(words)
