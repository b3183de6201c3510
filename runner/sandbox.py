"""What a snippet may touch and use up.

A child calls `confine` once, before any code that is not ours: every further layer
belongs there.
"""

from __future__ import annotations

import math
import os
import resource
from collections.abc import Mapping
from pathlib import Path

from runner import scratch

MEMORY = 2 << 30  # bytes a snippet may take beyond what the zygote already holds
FILE = 64 << 20  # bytes of one file

KEPT = (
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "LD_LIBRARY_PATH",
    "PYTHONPATH",
    "PYTHONHASHSEED",
    "TMPDIR",
    "CUDA_VISIBLE_DEVICES",
    scratch.VARIABLE,
)
FIXED = {
    # A parent that ran one parallel op makes every forked parallel op hang (libgomp).
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    # torch.cuda.is_available() must not initialise CUDA in a process that forks.
    "PYTORCH_NVML_BASED_CUDA_CHECK": "1",
}


def scrubbed(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that a runner needs: no token or password is among them."""
    return {name: environment[name] for name in KEPT if name in environment} | FIXED


def confine(*, memory: int = MEMORY, address_space: bool = True) -> None:
    """Limit what this process, and all that it forks, may use.

    `address_space` is to be False where CUDA is used: it reserves far more addresses
    than it ever fills.
    """
    size, data = _address_space()
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, FILE)
    _limit(resource.RLIMIT_DATA, data + memory)
    if address_space:  # RLIMIT_DATA does not count shared mappings
        _limit(resource.RLIMIT_AS, size + memory)


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
    pages = Path("/proc/self/statm").read_text().split()
    return int(pages[0]) * resource.getpagesize(), int(pages[5]) * resource.getpagesize()
