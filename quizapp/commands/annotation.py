"""Findings as GitHub shows them beside a line, see its workflow commands."""

from __future__ import annotations

from typing import Literal


def annotation(
    path: str,
    line: int,
    message: str,
    *,
    column: int | None = None,
    level: Literal["error", "warning"] = "error",
) -> str:
    """The line to print for one finding."""
    message, path = (
        text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
        for text in (message, path)
    )
    path = path.replace(":", "%3A").replace(",", "%2C")
    at = "" if column is None else f",col={column}"
    return f"::{level} file={path},line={line}{at}::{message}"
