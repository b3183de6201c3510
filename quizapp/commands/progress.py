"""A progress bar for people who watch."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import click

from quizapp.commands.say import say
from quizapp.commands.surroundings import is_terminal
from quizapp.text.language import mark, tr
from quizapp.text.words import time_in_words

RECENT = 40
"""Reports that tell how fast it goes: those before were slow, torch was being loaded."""

LONG = 3.0
"""Seconds after which one wonders."""

IMPORTING = mark("taking in")


@contextmanager
def progress(total: int, doing: str = mark("checking")) -> Iterator[Callable[[int], None]]:
    """A bar on stderr where that is a terminal, nothing at all elsewhere.

    Yields what is to be told of each number of steps done.
    """
    if not is_terminal(sys.stderr):
        yield lambda _: None
        return
    reports: deque[tuple[float, int]] = deque(maxlen=RECENT)
    with click.progressbar(
        length=total, label=tr(doing), file=sys.stderr, show_eta=False, item_show_func=_or_nothing
    ) as bar:

        def advance(steps: int) -> None:
            done = bar.pos + steps
            reports.append((time.monotonic(), done))
            (begun, first), (now, _) = reports[0], reports[-1]
            left = (total - done) * (now - begun) / max(done - first, 1)
            bar.update(
                steps,
                tr("{time_in_words} left", time_in_words=time_in_words(left))
                if len(reports) == RECENT
                else "",
            )

        yield advance


@contextmanager
def told_when_long(seconds: float = LONG) -> Iterator[None]:
    """Say on stderr, where that is a terminal, that what takes so long is still on its way."""
    if not is_terminal(sys.stderr):
        yield
        return
    told = tr("Still running; ctrl+c stops it.")
    timer = asyncio.get_running_loop().call_later(seconds, partial(say, told, err=True))
    try:
        yield
    finally:
        timer.cancel()


def _or_nothing(text: str | None) -> str:
    return text or ""
