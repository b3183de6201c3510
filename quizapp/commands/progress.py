"""A progress bar for people who watch."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from quizapp.commands.surroundings import is_terminal
from quizapp.text.language import mark, tr
from quizapp.text.words import time_in_words

RECENT = 40
"""Steps that tell how fast it goes: those before were slow, torch was being loaded."""


@contextmanager
def progress(total: int, doing: str = mark("checking")) -> Iterator[Callable[[int], None]]:
    """A bar on stderr where that is a terminal, nothing at all elsewhere.

    Yields what is to be told of each number of steps done.
    """
    if not is_terminal(sys.stderr):
        yield lambda _: None
        return
    ends: deque[float] = deque(maxlen=RECENT)
    with click.progressbar(
        length=total, label=tr(doing), file=sys.stderr, show_eta=False, item_show_func=_or_nothing
    ) as bar:

        def advance(steps: int) -> None:
            ends.extend([time.monotonic()] * steps)
            each = (ends[-1] - ends[0]) / len(ends)
            left = each * (total - bar.pos - steps)
            bar.update(
                steps,
                tr("{time_in_words} left", time_in_words=time_in_words(left))
                if len(ends) == RECENT
                else "",
            )

        yield advance


def _or_nothing(text: str | None) -> str:
    return text or ""
