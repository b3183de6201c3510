"""Nothing that a terminal or a page does ends the app in a crash.

What is painted for one that is gone is dropped, and bytes that are no text are typed as �.
"""

from __future__ import annotations

import os
import select
import sys
from codecs import IncrementalDecoder, getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.app import App

if TYPE_CHECKING:
    from typing import TextIO

    from textual.driver import Driver


class OutlivesTerminal(App[None]):
    """An app that can end where its terminal has, or who serves it.

    Textual's thread that writes to a terminal ends at the first error; what is painted from then
    on waits for that thread, before long for ever.
    """

    def get_driver_class(self) -> type[Driver]:
        found = super().get_driver_class()
        if sys.platform == "win32":
            return found
        from textual.drivers import linux_driver, web_driver
        from textual.drivers.linux_driver import LinuxDriver

        from quizapp.tui.background import Parser
        from quizapp.tui.floods import HoldsBack, JoinsKeys

        class Reading(JoinsKeys, Parser):
            """What a terminal or a page sends, in events."""

        linux_driver.getincrementaldecoder = forgiving  # type: ignore[assignment, attr-defined]
        linux_driver.XTermParser = web_driver.XTermParser = Reading  # type: ignore[attr-defined]

        class OutlivingDriver(HoldsBack, LinuxDriver):
            def __init__(self, *args: Any, **options: Any) -> None:
                super().__init__(*args, **options)
                self._file: Any = Dropping(self._file)
                self._begins_again = False

            def _sigcont_application(self, *told: Any) -> None:
                """Come back, where the app was away.

                The signal also comes with the end of a terminal, and from who stopped the process
                without a word. To begin once more then would leave two threads that read the keys,
                and one of them for good.
                """
                if self._must_signal_resume:
                    super()._sigcont_application(*told)
                elif not self._begins_again and not self._loop.is_closed():
                    self._begins_again = True  # in the loop: here the writer's lock may be held
                    self._loop.call_soon_threadsafe(self._begin_again)

            def _begin_again(self) -> None:
                self._begins_again = False
                is_reading = self._key_thread is not None and self._key_thread.is_alive()
                if is_reading and os.isatty(self.fileno) and not self._app._exit:
                    self.suspend_application_mode()
                    self._must_signal_resume = True
                    self.resume_application_mode()

        return OutlivingDriver if found is LinuxDriver else found

    @property
    def is_left_alone(self) -> bool:
        """Whether nobody can see it any more, of which no signal may have told."""
        if self.is_headless or sys.platform == "win32":
            return False
        if self.is_web:
            served = select.poll()
            served.register(0, 0)
            return bool(served.poll(0))  # with nothing asked for, that is the end of its input
        return sys.__stdin__ is None or not sys.__stdin__.isatty()


def forgiving(encoding: str) -> Callable[[], IncrementalDecoder]:
    """Decoders of that encoding to which nothing is wrong."""
    return partial(getincrementaldecoder(encoding), errors="replace")


class Dropping:
    """A file to which nothing fails to be written."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> None:
        with suppress(OSError, ValueError):  # the terminal is gone; the file is closed
            self._file.write(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            self._file.flush()

    def fileno(self) -> int:
        return self._file.fileno()
