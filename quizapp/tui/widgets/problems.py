"""What stands in the way of a sitting, below the counts of home."""

from __future__ import annotations

import time
from collections.abc import Iterator

from textual.timer import Timer
from textual.widgets import Static

from quizapp.study.desk import Glance
from quizapp.text.language import tr
from quizapp.text.words import counted


class Problems(Static):
    """Why there may be no verdicts, what of the decks cannot be asked, and who tells more."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._glance: Glance | None = None
        self._trouble = ""
        self._ticks: Timer | None = None
        self._since = 0.0

    def show(self, glance: Glance) -> None:
        self._glance = glance
        self._show_all()

    def say_of_runner(self, trouble: str) -> None:
        """What ails the runner; nothing where it is well."""
        self._trouble = trouble
        self._show_all()

    @property
    def waits_for_torch(self) -> bool:
        return self._ticks is not None

    def wait_for_torch(self) -> None:
        """Say for how long a sitting has been waited for."""
        self._since = time.monotonic()
        self._ticks = self.set_interval(0.2, self._show_all)

    def stop_waiting(self) -> None:
        if self._ticks is not None:
            self._ticks.stop()
            self._ticks = None
            self._show_all()

    def _show_all(self) -> None:
        lines = list(self._lines())
        self.update("\n".join(lines))
        self.display = bool(lines)

    def _lines(self) -> Iterator[str]:
        if self.waits_for_torch:
            yield tr(
                "torch is starting: the sitting begins once it is known which of its "
                "cards this machine can run, {waited} s",
                waited=int(time.monotonic() - self._since),
            )
        if self._trouble:
            yield self._trouble
        if self._glance is None:
            return
        if problems := self._glance.problems:
            yield tr(
                "{problems} in the decks; what cannot be used is left out. 'quiz check' "
                "shows where.",
                problems=counted(problems, "problem"),
            )
        if refused := self._glance.refused:
            names = tr(", ").join(refused)
            yield tr(
                "Not trusted, so not run without a full sandbox: {names}. See 'quiz doctor'.",
                names=names,
            )
