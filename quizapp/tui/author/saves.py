"""Saves: files that are no longer as they were when one last looked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

LOOK_AGAIN = 0.2
"""Seconds between looks for a save."""

SETTLES = 0.06
"""Seconds after which one is taken to be over."""


class Saves:
    """Looks at files by their paths, wherever those lead by now.

    A watch that the system keeps for a folder ends with that folder, as where git makes it anew,
    and hears nothing of a file elsewhere that a link leads to.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = paths
        self._known = self._look()

    async def next(self) -> None:
        """Wait until a file is written, replaced, gone or there again, and that is over."""
        while self._look() == self._known:
            await asyncio.sleep(LOOK_AGAIN)
        await asyncio.sleep(SETTLES)
        self._known = self._look()

    def _look(self) -> list[tuple[int, ...]]:
        return [_state(path) for path in self._paths]


def _state(path: Path) -> tuple[int, ...]:
    """What is another after every save; of what is out of reach, why it is."""
    try:
        found = path.stat()
    except OSError as error:
        return (error.errno or 0,)
    return (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
