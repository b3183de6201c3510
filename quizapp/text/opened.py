"""Files, where they are files: to open a named pipe may take for ever."""

from __future__ import annotations

import errno
import os
import stat
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO

from quizapp.text.language import mark, tr

ODD = {
    stat.S_IFIFO: mark("it is a named pipe; put an ordinary file in its place"),
    stat.S_IFSOCK: mark("it is a socket; put an ordinary file in its place"),
    stat.S_IFCHR: mark("it is a device; put an ordinary file in its place"),
    stat.S_IFBLK: mark("it is a device; put an ordinary file in its place"),
}


def opened(path: Path) -> BinaryIO:
    """A file, open to be read. Raises OSError, also for what is no file, and says what it is."""
    refuse_odd(path)
    return path.open("rb")


def text_of(path: Path, most: int) -> str:
    """The text in a file. Raises UnicodeDecodeError, and what `opened` does.

    Of more than `most` characters it is an OSError, too, before they are all read.
    """
    with TextIOWrapper(opened(path), encoding="utf-8-sig") as file:
        if len(text := file.read(most + 1)) > most:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        return text


def refuse_odd(path: Path) -> None:
    """Raise OSError for a pipe, a socket, a device, or what is not there.

    The null device passes, as an empty file that some put in a file's place.
    """
    if not path.samefile(os.devnull):
        refuse_no_file(path)


def refuse_no_file(path: Path) -> None:
    """Raise OSError for any pipe, socket or device, which no file may replace, or nothing there."""
    if told := ODD.get(stat.S_IFMT(path.stat().st_mode)):
        raise OSError(errno.EINVAL, tr(told), str(path))
