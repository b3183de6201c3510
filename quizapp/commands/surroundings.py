"""What a command finds around it: the terminal and the time."""

from __future__ import annotations

import os
import shlex
import sys
from datetime import datetime
from pathlib import Path
from typing import TextIO

from quizapp.errors import UserError
from quizapp.text.language import tr


def require_terminal() -> None:
    """Raise UserError where there is no terminal, or one that cannot show the app."""
    if is_in_browser():
        return
    if not is_at_terminal():
        raise UserError(
            tr("the app needs a terminal; 'quiz review --plain' works line by line without one")
        )
    if is_dumb():
        raise UserError(
            tr("the app needs a terminal that can move its cursor; TERM says otherwise")
        )
    for name in ("COLUMNS", "LINES"):  # a size that would be believed, and never changes
        os.environ.pop(name, None)
    if not is_terminal(sys.__stderr__):  # on which Textual draws, whatever it has been led to
        sys.__stderr__ = sys.__stdout__  # type: ignore[misc]


def is_in_browser() -> bool:
    """Whether Textual is told of a driver of its own, as of a page that has no terminal."""
    return bool(os.environ.get("TEXTUAL_DRIVER"))


def is_terminal(stream: TextIO | None) -> bool:
    """Whether it is one; a stream that was closed when Python started is None."""
    return stream is not None and stream.isatty()


def is_at_terminal() -> bool:
    """Whether somebody can type, and see what comes of it."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def is_dumb() -> bool:
    """Whether the terminal, by what it says of itself, shows lines of text and nothing else."""
    return os.environ.get("TERM", "") in ("", "dumb", "unknown")


def require_folder(folder: Path) -> None:
    """Raise UserError where there is no such folder to write into."""
    if not folder.is_dir():
        command = f"mkdir -p {shlex.quote(str(folder))}"
        raise UserError(
            tr(
                "there is no folder {folder}: make it by `{command}`, or name another",
                folder=folder,
                command=command,
            )
        )


def now() -> datetime:
    """The time, in the learner's own time zone. Raises UserError where that is none."""
    try:
        return datetime.now().astimezone()
    except ValueError as error:
        zone = os.environ.get("TZ", "")
        raise UserError(tr("TZ is {zone!r}, a day or more off; set another", zone=zone)) from error
