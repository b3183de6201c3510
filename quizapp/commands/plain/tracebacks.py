"""A traceback for who hears it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from quizapp.deck.answered import YOUR_CODE
from quizapp.deck.exercise import Exercise
from quizapp.deck.phrases import traceback_of
from runner.protocol.wire import Raised

_FRAME = re.compile(r'  File "(.*)", line \d+')
_MARKS = re.compile(r" +[~^]+")


def heard(raised: Raised, exercise: Exercise, *, frames_alone: bool = False) -> str:
    """Without rows of ^, and without frames of torch's own; without the error where that is told.

    Empty where nothing is left.
    """
    lines = [
        line
        for line, of_frame in _lines(raised.traceback, {exercise.path, YOUR_CODE})
        if of_frame or not frames_alone
    ]
    return traceback_of(replace(raised, traceback="\n".join(lines))) if lines else ""


def _lines(traceback: str, own: set[str]) -> Iterator[tuple[str, bool]]:
    """The lines, but those of frames elsewhere, and whether each is of a frame."""
    of_frame, is_own = False, True
    for line in traceback.splitlines():
        if frame := _FRAME.match(line):
            of_frame, is_own = True, frame[1] in own
        elif not line.startswith("    "):
            of_frame, is_own = False, True
        if is_own and not _MARKS.fullmatch(line):
            yield line, of_frame
