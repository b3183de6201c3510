"""The kernel's limits to what a process may use up.

A container may show some settings of /proc read-only: they are left as they are then.
"""

from __future__ import annotations

import contextlib
import math
import os
import re
import resource

from runner.processes import kernel, proc
from runner.protocol.budget import DESCRIPTORS, FILE, MEMORY, SIGNALS, THREADS

_CORES = len(os.sched_getaffinity(0))
_LINUX = tuple(map(int, re.findall(r"\d+", os.uname().release)[:2]))


def apply(*, address_space: bool) -> None:
    """Limit what this process, and all that it forks, may use.

    `address_space` is to be False where CUDA is used: it reserves far more addresses
    than it ever fills.
    """
    size, data = _address_space()
    # With 0 a core may still go to a program of the system's, see core(5).
    _limit(resource.RLIMIT_CORE, 1)
    _limit(resource.RLIMIT_SIGPENDING, SIGNALS)
    _limit(resource.RLIMIT_FSIZE, FILE)
    _limit(resource.RLIMIT_NOFILE, DESCRIPTORS)
    _limit(resource.RLIMIT_DATA, data + MEMORY)
    if address_space:  # RLIMIT_DATA does not count shared mappings
        _limit(resource.RLIMIT_AS, size + MEMORY)
    # Several processes may take more than the machine has: it is these that are to end then.
    with contextlib.suppress(OSError):
        proc.write("self/oom_score_adj", "1000")


def apply_to_threads() -> None:
    """Limit the threads of this user namespace; root's are not counted.

    Before Linux 5.14 all that the user runs would count.
    """
    if _LINUX >= (5, 14):
        _limit(resource.RLIMIT_NPROC, THREADS)


def apply_to_process_ids() -> None:
    """Limit the threads in this PID namespace, of whichever user; only since Linux 6.14."""
    if _LINUX >= (6, 14):
        with contextlib.suppress(OSError):
            proc.write("sys/kernel/pid_max", str(THREADS))


def leave_no_core() -> None:
    """Where the limit can be nothing but 0: after this, /proc/self is root's."""
    if resource.getrlimit(resource.RLIMIT_CORE)[1] == 0:
        kernel.prctl(kernel.SET_DUMPABLE, 0)


def allow_cpu_time(seconds: float) -> None:
    """Limit the time on all cores together: the wall clock ends a snippet long before."""
    _limit(resource.RLIMIT_CPU, math.ceil(seconds * _CORES) + 10)


def _limit(which: int, wanted: int) -> None:
    _, hard = resource.getrlimit(which)
    value = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(which, (value, value))


def _address_space() -> tuple[int, int]:
    """Bytes of this process' whole address space, and of its data."""
    pages = proc.read("self/statm").split()
    return int(pages[0]) * resource.getpagesize(), int(pages[5]) * resource.getpagesize()
