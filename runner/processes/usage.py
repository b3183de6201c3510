"""What all processes of a snippet take together, where the kernel's limits hold for each alone."""

from __future__ import annotations

import contextlib
import os
import resource
import stat
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from runner.processes import kin, proc
from runner.protocol import faults
from runner.protocol.budget import MEMORY, THREADS
from runner.protocol.wire import Fault

T = TypeVar("T")

LOOK_EVERY = 0.05  # seconds
SHARE_OF_TIME = 0.05  # that goes into looking, at most


class _Late(Exception):
    """There is no time to look on."""


def too_much(children: Iterable[int], *, until: float) -> Fault | None:
    """Why a snippet is to be stopped that consists of these children of this process.

    A fork starts with what this process holds: that much is free. Nothing is found after
    `until`, on the monotonic clock: beside hundreds of processes that all want to run, this one
    gets little time, and the snippet is not to have more of it than it is allowed.
    """
    pids: list[int] = []
    threads = 0
    try:
        for child in children:
            with contextlib.suppress(OSError):  # it has ended, or /proc is shut
                for pid, more in _in_time(kin.tree(kin.pid_of(child)), until):
                    pids.append(pid)
                    if (threads := threads + more) > THREADS:
                        return faults.threads()
        is_full = _fill_more_than(MEMORY + _resident("self"), pids, until)
    except _Late:
        return None
    return faults.memory() if is_full else None


def _in_time(things: Iterable[T], until: float) -> Iterator[T]:
    """Go through them; raises _Late."""
    for thing in things:
        if time.monotonic() >= until:
            raise _Late
        yield thing


def _fill_more_than(limit: int, pids: Iterable[int], until: float) -> bool:
    """Whether they fill more bytes than that; to tell what they share takes long."""
    sizes = {pid: _resident(pid) for pid in _in_time(pids, until)}
    most = sum(sizes.values()) + files_in_memory(_in_time(sizes, until))
    for pid in _in_time(sorted(sizes, key=lambda pid: -sizes[pid]), until):
        if most <= limit:
            return False
        most -= sizes[pid] - _share(pid, sizes[pid])
    return most > limit


def _resident(pid: int | str) -> int:
    with contextlib.suppress(OSError):  # it has ended
        return int(proc.read(f"{pid}/statm").split()[1]) * resource.getpagesize()
    return 0


def _share(pid: int, resident: int) -> int:
    """The bytes that it fills, those in common with others only in part."""
    with contextlib.suppress(OSError):
        for line in proc.read(f"{pid}/smaps_rollup").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) << 10
    return resident


def files_in_memory(pids: Iterable[int]) -> int:
    """The bytes of their open files that have no name, as those of memfd_create."""
    sizes: dict[tuple[int, int], int] = {}
    for pid in pids:
        with contextlib.suppress(OSError):
            for descriptor in proc.names(f"{pid}/fd"):
                seen = os.stat(f"{pid}/fd/{descriptor}", dir_fd=proc.hold())
                if stat.S_ISREG(seen.st_mode) and not seen.st_nlink:
                    sizes[seen.st_dev, seen.st_ino] = seen.st_blocks * 512
    return sum(sizes.values())
