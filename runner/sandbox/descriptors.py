"""Closing what a process has inherited and is not to have."""

from __future__ import annotations

import contextlib
import itertools
import os

from runner.processes import kernel, proc
from runner.sandbox.syscalls import CLOSE_RANGE

_LAST = 0xFFFFFFFF


def close_all_but(*kept: int) -> None:
    """Close every other descriptor; that of /proc is among them."""
    edges = [-1, *sorted(kept), _LAST + 1]
    try:
        for before, after in itertools.pairwise(edges):
            if after - before > 1:
                kernel.call(CLOSE_RANGE, before + 1, after - 1, 0)
    except OSError:  # before Linux 5.9
        for inherited in proc.names("self/fd"):
            if inherited not in kept:
                with contextlib.suppress(OSError):  # the listing's own is closed already
                    os.close(inherited)
