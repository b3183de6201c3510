"""Many decks that are to be parsed are parsed by several processes, each into the cache."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

MANY = 4
"""Decks, for fewer of which a process of their own costs more than it saves."""

MOST_PROCESSES = 8


def read_side_by_side(paths: Sequence[Path], read: Callable[[Path], object]) -> None:
    """Have each path read by one of several processes, this one among them.

    What a process reads stays in it, but for what it keeps in files. Where there are threads, of
    which one might hold a lock, or no processor to spare, nothing is read.
    """
    count = min(len(paths) // MANY, _processors(), MOST_PROCESSES)
    if count < 2 or threading.active_count() > 1:
        return
    from multiprocessing import get_context

    largest_first = sorted(paths, key=_size, reverse=True)
    shares = [largest_first[nth::count] for nth in range(count)]
    others = [get_context("fork").Process(target=_help, args=(read, of_it)) for of_it in shares[1:]]
    for other in others:
        other.start()
    _read(read, shares[0])
    for other in others:
        other.join()


def _help(read: Callable[[Path], object], paths: Sequence[Path]) -> None:
    with suppress(KeyboardInterrupt):  # the one who waits for it is interrupted as well
        _read(read, paths)


def _read(read: Callable[[Path], object], paths: Sequence[Path]) -> None:
    for path in paths:
        read(path)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _processors() -> int:
    if not hasattr(os, "fork") or not hasattr(os, "sched_getaffinity"):
        return 1
    return len(os.sched_getaffinity(0))
