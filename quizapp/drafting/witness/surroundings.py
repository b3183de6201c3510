"""What surrounds code that is witnessed: a clock, chance, silence."""

from __future__ import annotations

import contextlib
import io
import signal
import sys
import types
from collections.abc import Iterator
from random import getstate
from typing import Any

PATIENCE = 5.0  # seconds for one statement


class TooLong(BaseException):
    """A statement has not come to an end."""


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


@contextlib.contextmanager
def patience() -> Iterator[None]:
    """Stop a statement that does not end, where the system has a clock for it."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise TooLong(f"it ran longer than {PATIENCE:g} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def other_seeds(shift: int) -> Iterator[None]:
    torch = sys.modules.get("torch")
    if not shift or not isinstance(torch, types.ModuleType):
        yield
        return
    seed = torch.manual_seed
    torch.manual_seed = lambda number: seed(number + shift)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        torch.manual_seed = seed  # type: ignore[attr-defined]


def chance_now() -> tuple[Any, ...]:
    """The state of what draws numbers at random."""
    torch, numpy = sys.modules.get("torch"), sys.modules.get("numpy")
    drawn = torch.get_rng_state().tolist() if torch is not None else ()
    other = repr(numpy.random.get_state()) if numpy is not None else ""
    return drawn, other, getstate()
