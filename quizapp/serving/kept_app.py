"""An app that outlives its page: one that is loaded anew, or was cut off, finds it as it stood."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

from aiohttp.web import WebSocketResponse
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from quizapp.machine.page import COLOURS

KEPT_FOR = 600.0
"""Seconds in which a page may come back, such as that of a tablet that was put aside."""
MOST_CELLS = (1000, 500)
"""Columns and rows: more than any screen shows, and what an app may hold of."""
LONGEST_END = 5.0
"""Seconds that an app may take to end by itself, before it is killed."""
LONGEST_MODE = 32
"""Bytes of what sets the terminal up; what is longer paints."""


class KeptApp(AppService):
    """The app of one page, or of none at present."""

    def __init__(
        self, command: str, page: WebSocketResponse, downloads: DownloadManager, *, light: bool
    ) -> None:
        self._page, self._light = page, light
        self._modes = b""
        self._has_painted = False
        self._is_wanted = asyncio.Event()
        self._is_over = False
        self.left_since = 0.0
        super().__init__(
            command,
            write_bytes=page.send_bytes,
            write_str=page.send_str,
            close=self._close,
            download_manager=downloads,
        )

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._is_over

    def is_of(self, page: WebSocketResponse) -> bool:
        return page is self._page

    async def start(self, width: int, height: int) -> None:
        await super().start(*_in_bounds(width, height))

    async def set_terminal_size(self, width: int, height: int) -> None:
        await super().set_terminal_size(*_in_bounds(width, height))

    async def send_bytes(self, data: bytes) -> bool:
        # Nothing, as of a word that was composed and taken back, would be the end of all input.
        return await super().send_bytes(data) if data else True

    async def stop(self) -> None:
        """Have it end; what was answered is logged by then."""
        ends = asyncio.create_task(super().stop())
        _, still_runs = await asyncio.wait({ends}, timeout=LONGEST_END)
        if still_runs and self._process is not None:
            _kill(self._process)
        await ends

    async def go_on_with(self, page: WebSocketResponse) -> None:
        """Be shown by another page, whose terminal knows nothing yet."""
        self._closing = asyncio.create_task(self._page.close())  # a dead link answers to nothing
        self._page, self.left_since = page, 0.0
        self._is_wanted.set()
        await page.send_bytes(self._modes)
        self.remote_write_bytes, self.remote_write_str = page.send_bytes, page.send_str
        await self.focus()  # with which it paints all anew

    async def wait_for_another_page(self) -> None:
        """Wait while one may come, unless it has ended, or is to make room."""
        assert self._task is not None
        self.left_since = asyncio.get_running_loop().time()
        self._is_wanted.clear()
        await self.blur()
        wanted = asyncio.create_task(self._is_wanted.wait())
        try:
            await asyncio.wait(
                {self._task, wanted}, timeout=KEPT_FOR, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            wanted.cancel()

    @property
    def is_left(self) -> bool:
        return bool(self.left_since)

    def let_go(self) -> None:
        """Wait no longer."""
        self.left_since = 0.0
        self._is_wanted.set()

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        """With what terminals tell of their background by: whether the browser prefers it light."""
        told = {"COLORFGBG": "0;15" if self._light else "15;0"}
        return super()._build_environment(width, height) | told

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        """In a session of its own: Ctrl-C is for who serves it, who then tells it to quit."""
        self._process = await asyncio.create_subprocess_shell(
            self.command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=self._build_environment(width, height),
            start_new_session=True,
        )
        self._stdin = self._process.stdin
        return self._process

    async def run(self) -> None:
        await super().run()
        await self._close()  # it may have been killed
        assert self._process is not None
        await self._process.wait()  # it has let go of its output, no more

    async def on_data(self, payload: bytes) -> None:
        if not self._has_painted:
            self._has_painted = len(payload) > LONGEST_MODE
            self._modes += b"" if self._has_painted else payload
        with suppress(ConnectionResetError):  # what nobody sees is painted anew for the next page
            await super().on_data(payload)

    async def on_meta(self, data: bytes) -> None:
        told = json.loads(data)
        with suppress(ConnectionResetError):
            if told["type"] == COLOURS:
                await self.remote_write_str(json.dumps([COLOURS, told["of"]]))
            else:
                await super().on_meta(data)

    async def _close(self) -> None:
        self._is_over = True
        await self._page.close()


def _in_bounds(*cells: int) -> tuple[int, ...]:
    return tuple(max(1, min(here, most)) for here, most in zip(cells, MOST_CELLS, strict=True))


def _kill(process: Process) -> None:
    """With what it has started, as a shell does."""
    with suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
