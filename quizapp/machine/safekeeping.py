"""Files of our own: written whole or not at all, and believed only where nobody else wrote them."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from quizapp.text.opened import opened

LEFT_TO_ANSWERS = 32 << 20
"""Bytes of a disk that no cache takes."""


def read_own(path: Path) -> bytes:
    """The bytes of a file that only this user can have written.

    Raises PermissionError for one that others own or may write to, else OSError. Windows knows
    neither: there it is read as it is.
    """
    with opened(path) as file:
        status = os.fstat(file.fileno())
        if os.name == "posix" and not _is_own(status):
            raise PermissionError(0, "others can write to it", str(path))
        return file.read()


def write_if_roomy(path: Path, content: bytes) -> None:
    """Write a file of a cache; where little is left of the disk, that is for answers.

    Raises OSError, then as well.
    """
    import shutil

    folder = next(above for above in path.absolute().parents if above.is_dir())
    if shutil.disk_usage(folder).free < LEFT_TO_ANSWERS:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
    write_at_once(path, content)


def write_at_once(path: Path, content: bytes) -> None:
    """Write a file so that nobody ever sees a part of it, its folder too. Raises OSError."""
    import tempfile  # a warm start does without it

    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _is_own(status: os.stat_result) -> bool:
    written_by_others = stat.S_IWGRP | stat.S_IWOTH
    return status.st_uid == os.geteuid() and not status.st_mode & written_by_others
