"""What writes the log beside a screen, and is told of there in passing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import ClassVar

from textual.screen import Screen

from quizapp.memory.errors import LogUnavailable
from quizapp.study.study import Study
from quizapp.text.language import mark, tr
from quizapp.text.visible import visible
from quizapp.tui.screens.log_writer import LogWriter


class ActsOnLog:
    """Acts that a screen hands over; `changed` is called once one is done."""

    NOT_DONE: ClassVar[str] = mark("Nothing was decided. {error}")

    def __init__(
        self,
        screen: Screen[None],
        study: Study,
        clock: Callable[[], datetime],
        changed: Callable[[], None],
    ) -> None:
        self._screen = screen
        self._study = study
        self._clock = clock
        self._changed = changed
        self._log = LogWriter(
            *(screen, study.log),
            say=self._say,
            changed=screen.refresh_bindings,
            failed=self._not_written,
        )

    def _say(self, words: str) -> None:
        self._screen.app.clear_notifications()
        self._screen.notify(words, markup=False)

    def _not_written(self, error: LogUnavailable) -> None:
        self._screen.notify(
            tr(self.NOT_DONE, error=visible(str(error))), severity="error", markup=False
        )
