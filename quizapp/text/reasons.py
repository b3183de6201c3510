"""Why the system did not do what was asked of it, in the language that is spoken."""

from __future__ import annotations

from quizapp.text.language import mark, tr

REASONS = (
    mark("No such file or directory"),
    mark("Permission denied"),
    mark("Operation not permitted"),
    mark("File exists"),
    mark("Not a directory"),
    mark("Is a directory"),
    mark("No space left on device"),
    mark("Disk quota exceeded"),
    mark("Read-only file system"),
    mark("Input/output error"),
    mark("File name too long"),
    mark("File too large"),
    mark("Too many levels of symbolic links"),
    mark("Too many open files"),
    mark("Device or resource busy"),
    mark("Exec format error"),
    mark("Broken pipe"),
    mark("Address already in use"),
    mark("Cannot allocate memory"),
)
"""What Linux says most often; anything else stays in its English."""


def reason(error: OSError) -> str:
    """Its reason alone, without number and file; all that it says where it names none."""
    return tr(error.strerror) if error.strerror else str(error)
