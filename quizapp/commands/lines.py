"""Lines of a descriptor, awaited: nothing blocks, and nothing needs a thread."""

from __future__ import annotations

import asyncio
import os
import sys

from quizapp.errors import UserError
from quizapp.text.language import tr

CHUNK = 1 << 16


class LineTooLong(Exception):
    """A line longer than allowed; it was skipped, and the next one can be read."""


class Lines:
    """Reads a pipe, a terminal or a file line by line."""

    def __init__(self, descriptor: int, *, longest: int) -> None:
        self._descriptor = descriptor
        self._longest = longest
        self._read = bytearray()
        self._ended = False

    @classmethod
    def of_stdin(cls, *, longest: int) -> Lines:
        """Raises UserError where the program was started without stdin."""
        if sys.stdin is None:
            raise UserError(tr("there is no stdin to read from"))
        return cls(sys.stdin.fileno(), longest=longest)

    async def next(self) -> bytes | None:
        """The next line, without its end; None after the last one.

        Raises LineTooLong.
        """
        too_long = False
        while (end := self._read.find(b"\n")) < 0 and not self._ended:
            if len(self._read) > self._longest:
                too_long = True
                self._read.clear()
            await self._read_more()
        if end < 0 and not self._read and not too_long:
            return None
        end = end if end >= 0 else len(self._read)
        line = bytes(self._read[:end])
        del self._read[: end + 1]
        if too_long or len(line) > self._longest:
            raise LineTooLong
        return line.removesuffix(b"\r")

    async def _read_more(self) -> None:
        await self._readable()
        chunk = os.read(self._descriptor, CHUNK)
        self._read += chunk
        self._ended = not chunk

    async def _readable(self) -> None:
        loop = asyncio.get_running_loop()
        ready = loop.create_future()
        try:
            loop.add_reader(self._descriptor, ready.set_result, None)
        except PermissionError:  # a file, which never lets anyone wait
            return
        try:
            await ready
        finally:
            loop.remove_reader(self._descriptor)
