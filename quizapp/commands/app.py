"""`quiz`: opens the app."""

from __future__ import annotations

import os
import random
import sys
from datetime import datetime

from quizapp.errors import UserError
from quizapp.study import Study
from quizapp.tui.size import NEEDED, too_small


def open_app(
    *, topics: tuple[str, ...] = (), limit: int | None = None, review: bool = False
) -> int:
    """Open the home screen; a sitting on top of it where one is asked for. Returns the exit code.

    Raises UserError where there is no terminal, or one too small.
    """
    with Study.open() as study:
        for topic in topics:
            study.require(topic)
        require_terminal()
        from quizapp.tui.app import QuizApp, Sitting

        first = Sitting(topics, limit) if topics or review else None
        app = QuizApp(study, clock=now, rng=random.Random(), first=first)
        app.run()
        return app.return_code or 0


def require_terminal() -> None:
    """Raise UserError where there is no terminal, or one too small."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UserError(
            "the app needs a terminal; 'quiz review --plain' works line by line without one"
        )
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    if too_small(columns, rows):
        raise UserError(f"{NEEDED}, this one has {columns} and {rows}")
    for name in ("COLUMNS", "LINES"):  # a size that would be believed, and never changes
        os.environ.pop(name, None)


def now() -> datetime:
    """The time, in the learner's own time zone."""
    return datetime.now().astimezone()
