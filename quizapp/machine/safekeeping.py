"""Files of our own: written whole or not at all, and believed only where nobody else wrote them."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from quizapp.text.opened import opened, refuse_no_file

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
    """Write a file so that nobody ever sees a part of it, its folder too.

    Raises OSError, also where a device or a pipe would be replaced.
    """
    import glob
    import tempfile  # a warm start does without these

    with said_of(path):
        with suppress(FileNotFoundError):
            refuse_no_file(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f"{partial_of(path).name}-", dir=path.parent)
        draft = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    with suppress(OSError):
        clear_abandoned(path.parent.glob(f"{glob.escape(path.name)}.*.partial-*"))


@contextmanager
def said_of(path: Path) -> Iterator[None]:
    """What the system says of a file that is to take its place is said of it: nobody knows that."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Whoever else wants to change a file by what it says, and asks for this, waits meanwhile.

    The lock is one on its folder, so that a kill leaves nothing. Raises OSError; where the system
    knows no such lock, nobody waits.
    """
    if not path.parent.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
    if os.name != "posix":
        yield
        return
    import fcntl

    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with suppress(OSError):  # as on some folders of a network
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def partial_of(path: Path) -> Path:
    """Where this process writes what is to lie at a path once it is whole."""
    return path.with_name(f"{path.name}.{os.getpid()}.partial")


def clear_abandoned(partials: Iterable[Path]) -> None:
    """Remove those of these files whose writer, told by the name, runs no more."""
    for partial in partials:
        if is_abandoned(partial) and not partial.is_dir():
            partial.unlink(missing_ok=True)


def is_abandoned(partial: Path) -> bool:
    """Whether the process that `partial_of` names runs no more; else another terminal is at it."""
    writer = re.search(r"\.(\d+)\.partial", partial.name)
    return writer is not None and not _is_running(int(writer[1]))


def _is_running(process: int) -> bool:
    """Whether a process with that id is, as far as can be asked."""
    if os.name != "posix":  # where to ask would end it
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        pass
    return True


def put_on_disk(path: Path) -> None:
    """Have the bytes of a file, or the names in a folder, be there after a power cut."""
    if os.name != "posix":  # which has no folder flushed, nor a file that is only read
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:
        if not path.is_dir():  # which some file systems cannot flush
            raise
    finally:
        os.close(handle)


def _is_own(status: os.stat_result) -> bool:
    written_by_others = stat.S_IWGRP | stat.S_IWOTH
    return status.st_uid == os.geteuid() and not status.st_mode & written_by_others
