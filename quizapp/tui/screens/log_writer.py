"""What writes the log, while another program may hold it: nothing on the screen stands still."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from inspect import isawaitable

from textual.screen import Screen
from textual.worker import Worker

from quizapp.memory.database import BUSY_SECONDS
from quizapp.memory.errors import LogBusy, LogUnavailable
from quizapp.memory.log import ReviewLog
from quizapp.study.opening import UNTOLD_SECONDS
from quizapp.text.language import tr

AT_ONCE = 0.05
"""Seconds for which SQLite may wait, and with it the screen: as long as another answer takes."""

PAUSE = 0.1
"""Seconds from one try to the next."""


class LogWriter:
    """Does an act that writes the log, again and again where the log is held.

    `say` shows what is waited for; `changed` is called when the wait begins; `failed` is told
    why it was given up, and then the act has changed nothing.
    """

    def __init__(
        self,
        screen: Screen[None],
        log: ReviewLog,
        *,
        say: Callable[[str], None],
        changed: Callable[[], None],
        failed: Callable[[LogUnavailable], None],
    ) -> None:
        self._screen = screen
        self._review_log = log
        self._say = say
        self._changed = changed
        self._failed = failed
        self._wait: Worker[None] | None = None

    @property
    def is_waiting(self) -> bool:
        return self._wait is not None

    def wrote(self, act: Callable[[], object], then: Callable[[], object]) -> bool:
        """Whether the act is done. Where the log is held, `then` is called when it is."""
        if self.is_waiting:
            return False
        try:
            self._do(act)
        except LogBusy:
            self._wait = self._screen.run_worker(partial(self._try_again, act, then))
            self._changed()
        except LogUnavailable as error:
            self._failed(error)
        else:
            return True
        return False

    def _do(self, act: Callable[[], object]) -> None:
        with self._review_log.waiting_at_most(AT_ONCE):
            act()

    async def _try_again(self, act: Callable[[], object], then: Callable[[], object]) -> None:
        since, told = time.monotonic(), -1
        while True:
            await asyncio.sleep(PAUSE)
            waited = time.monotonic() - since
            try:
                self._do(act)
            except LogUnavailable as error:
                if not isinstance(error, LogBusy) or waited > BUSY_SECONDS:
                    then = partial(self._failed, error)
                    break
                if waited > UNTOLD_SECONDS and int(waited) != told:
                    told = int(waited)
                    self._say(tr("another program holds the review log, {waited} s", waited=told))
            else:
                break
        self._screen.app.call_later(self._end, then)  # no key is looked at meanwhile

    async def _end(self, then: Callable[[], object]) -> None:
        self._wait = None
        shown = then()
        if isawaitable(shown):
            await shown
        self._screen.refresh_bindings()
