"""What all processes of a snippet take together, where the kernel's limits hold for each alone."""

from __future__ import annotations

import contextlib
import os
import resource
import stat
from collections.abc import Iterable

from runner.processes import kin, proc
from runner.protocol import faults
from runner.protocol.budget import MEMORY, THREADS
from runner.protocol.wire import Fault

LOOK_EVERY = 0.05  # seconds
SHARE_OF_TIME = 0.05  # that goes into looking, at most


def too_much(children: Iterable[int]) -> Fault | None:
    """Why a snippet is to be stopped that consists of these children of this process.

    A fork starts with what this process holds: that much is free.
    """
    pids: list[int] = []
    threads = 0
    for child in children:
        with contextlib.suppress(OSError):  # it has ended, or /proc is shut
            for pid, more in kin.tree(kin.pid_of(child)):
                pids.append(pid)
                if (threads := threads + more) > THREADS:
                    return faults.threads()
    return faults.memory() if _fill_more_than(MEMORY + _resident("self"), pids) else None


def _fill_more_than(limit: int, pids: Iterable[int]) -> bool:
    """Whether they fill more bytes than that; to tell what they share takes long."""
    sizes = {pid: _resident(pid) for pid in pids}
    most = sum(sizes.values()) + files_in_memory(sizes)
    for pid in sorted(sizes, key=lambda pid: -sizes[pid]):
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
