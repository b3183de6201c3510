"""The processes of a snippet, by the numbers that /proc has for them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

from runner.processes import proc


def pid_of(child: int) -> int:
    """The number of a child, which may be of another namespace than /proc; raises OSError."""
    descriptor = os.pidfd_open(child)
    try:
        lines = proc.read(f"self/fdinfo/{descriptor}").splitlines()
    finally:
        os.close(descriptor)
    for line in lines:
        if line.startswith("Pid:"):
            return int(line.split()[1])
    raise ProcessLookupError(f"/proc does not know the child {child}")


def tree(pid: int) -> Iterator[tuple[int, int]]:
    """A process and all that it forked, each with the number of its threads.

    Raises OSError where there is no such process.
    """
    left = [pid]
    while left:
        member = left.pop()
        try:
            threads = proc.names(f"{member}/task")
        except OSError:
            if member == pid:
                raise
            continue  # it has just ended
        yield member, len(threads)
        for thread in threads:
            with contextlib.suppress(OSError):
                left += map(int, proc.read(f"{member}/task/{thread}/children").split())
