"""Paths that begin at the home of somebody."""

from __future__ import annotations

from pathlib import Path

from quizapp.errors import UserError
from quizapp.text.language import tr


def expanded(path: str) -> Path:
    """A path with a home in the place of its `~`. Raises UserError where nobody knows that."""
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise UserError(tr("{path}: it is not known where that home is", path=path)) from error
