"""How much a snippet may use up."""

from __future__ import annotations

import math
import os
import resource

from runner import proc

MEMORY = 2 << 30  # bytes a snippet may take beyond what the zygote already holds
FILE = 64 << 20  # bytes of one file
DESCRIPTORS = 256
THREADS = 4096


def apply(*, address_space: bool) -> None:
    """Limit what this process, and all that it forks, may use.

    `address_space` is to be False where CUDA is used: it reserves far more addresses
    than it ever fills.
    """
    size, data = _address_space()
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, FILE)
    _limit(resource.RLIMIT_NOFILE, DESCRIPTORS)
    _limit(resource.RLIMIT_DATA, data + MEMORY)
    if address_space:  # RLIMIT_DATA does not count shared mappings
        _limit(resource.RLIMIT_AS, size + MEMORY)


def apply_to_threads() -> None:
    """Limit the threads of all snippets together.

    Only for user namespaces: elsewhere all that the user runs would count. The kernel
    does not hold root to it.
    """
    _limit(resource.RLIMIT_NPROC, THREADS)


def allow_cpu_time(seconds: float) -> None:
    """Limit the time on all cores together: the wall clock ends a snippet long before."""
    cores = len(os.sched_getaffinity(0))
    _limit(resource.RLIMIT_CPU, math.ceil(seconds * cores) + 10)


def _limit(which: int, wanted: int) -> None:
    _, hard = resource.getrlimit(which)
    value = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(which, (value, value))


def _address_space() -> tuple[int, int]:
    """Bytes of this process' whole address space, and of its data."""
    pages = proc.read("statm").split()
    return int(pages[0]) * resource.getpagesize(), int(pages[5]) * resource.getpagesize()
