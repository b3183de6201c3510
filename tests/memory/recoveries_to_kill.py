"""Opens copies of a folder's damaged log, and is killed at each call that a recovery makes.

python recoveries_to_kill.py FOLDER COPIES EVERY [without-links]

The first copy's is killed before the first call that Python makes on a file in it, and so on for
every so manyth call, until one is done; each is opened twice so.
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from quizapp.memory.errors import CorruptLog
from quizapp.memory.log import ReviewLog

CALLS = ("open", "os.", "sqlite3.connect")


def main(folder: Path, copies: Path, every: int = 1) -> None:
    for call in itertools.count(1, every):
        copy = Path(shutil.copytree(folder, copies / str(call)))
        if not [*filter(None, (is_killed(copy, call) for _ in range(2)))]:
            break


def open_damaged(log: Path) -> None:
    with suppress(CorruptLog), ReviewLog.open(log):
        pass


def is_killed(folder: Path, call: int, do: Callable[[Path], None] = open_damaged) -> bool:
    """Whether a process was killed at the nth call on a file in a folder."""
    if pid := os.fork():
        return os.WIFSIGNALED(os.waitpid(pid, 0)[1])
    calls = itertools.count(1)

    def kill(event: str, arguments: tuple[object, ...]) -> None:
        is_one = event.startswith(CALLS) and any(str(folder) in str(one) for one in arguments)
        if is_one and next(calls) == call:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(kill)
    do(folder / "quiz.db")
    os._exit(0)


def refuse(*arguments: object) -> None:
    """As a file system does that knows no links."""
    raise PermissionError


if __name__ == "__main__":
    if sys.argv[4:]:
        os.link = refuse  # type: ignore[assignment]
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
