"""What all processes of a snippet take together, where the kernel's limits hold for each alone."""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from runner.processes import kin, proc
from runner.protocol import faults
from runner.protocol.budget import ALL_DESCRIPTORS, MEMORY, PROCESSES, THREADS
from runner.protocol.wire import Fault

T = TypeVar("T")

LOOK_EVERY = 0.05  # seconds
SHARE_OF_TIME = 0.2  # that goes into looking, at most


class _Late(Exception):
    """There is no time to look on."""


def memory_for(like: int) -> int:
    """The bytes that a snippet may fill whose first process starts with what that one holds.

    Raises OSError where /proc does not tell.
    """
    return MEMORY + _filled(kin.pid_of(like))


def too_much(child: int, orphans_of: int | None, *, like: int, until: float) -> Fault | None:
    """Why a snippet is to be stopped that consists of a process and all that it forked.

    `orphans_of` is who gets the orphans among them, and does nothing. A child starts with what the
    process `like` it holds: that much is free. Nothing is found after `until`, on the monotonic
    clock: beside hundreds of processes that all want to run, this one gets little time, and the
    snippet is not to have more of it than it is allowed.
    """
    pids: list[int] = []
    threads = 0
    try:
        for top in filter(None, (child, orphans_of)):
            with contextlib.suppress(OSError):  # it has ended, or /proc is shut
                members = kin.tree(kin.pid_of(top))
                for pid, more in _in_time(islice(members, int(top == orphans_of), None), until):
                    pids.append(pid)
                    if (threads := threads + more) > THREADS:
                        return faults.threads()
                    if len(pids) > PROCESSES:
                        return faults.processes()
        if _hold_more_than(ALL_DESCRIPTORS, pids, until):
            return faults.descriptors()
        is_full = _fill_more_than(memory_for(like), pids, until)
    except _Late:
        return None
    return faults.memory() if is_full else None


def _in_time(things: Iterable[T], until: float) -> Iterator[T]:
    """Go through them; raises _Late."""
    for thing in things:
        if time.monotonic() >= until:
            raise _Late
        yield thing


def _hold_more_than(limit: int, pids: Iterable[int], until: float) -> bool:
    """Whether more descriptors than that are open in them."""
    held = 0
    for pid in _in_time(pids, until):
        with contextlib.suppress(OSError):  # it has ended
            held += len(proc.names(f"{pid}/fd"))
    return held > limit


def _fill_more_than(limit: int, pids: Iterable[int], until: float) -> bool:
    """Whether they fill more bytes than that; to tell what they share takes long."""
    sizes = {pid: _filled(pid) for pid in _in_time(pids, until)}
    most = sum(sizes.values()) + files_in_memory(_in_time(sizes, until))
    for pid in _in_time(sorted(sizes, key=lambda pid: -sizes[pid]), until):
        if most <= limit:
            return False
        most -= sizes[pid] - _share(pid, sizes[pid])
    return most > limit


def _filled(pid: int | str) -> int:
    """The bytes that it fills with what comes from no file."""
    with contextlib.suppress(OSError):  # it has ended
        return _sum_of(f"{pid}/status", ("RssAnon:", "RssShmem:"))
    return 0


def _share(pid: int, filled: int) -> int:
    """The same, but of what it has in common with others only its part."""
    with contextlib.suppress(OSError):
        return _sum_of(f"{pid}/smaps_rollup", ("Pss_Anon:", "Pss_Shmem:")) or filled
    return filled


def _sum_of(name: str, wanted: tuple[str, ...]) -> int:
    """The bytes that such lines of /proc/NAME tell."""
    lines = proc.read(name).splitlines()
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith(wanted))


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
