"""Calls of the kernel that Python does not offer, as functions that raise OSError."""

from __future__ import annotations

import ctypes
import os

SET_PDEATHSIG = 1
SET_DUMPABLE = 4
SET_CHILD_SUBREAPER = 36
SET_NO_NEW_PRIVS = 38

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


def call(number: int, *arguments: int | bytes | None) -> int:
    """A system call by its number; bytes are passed by their address."""
    return _checked(_libc.syscall(ctypes.c_long(number), *map(_as_c, arguments)))


def prctl(option: int, argument: int) -> None:
    """Change what the kernel does with this process, or this thread."""
    _checked(_libc.prctl(option, *map(ctypes.c_ulong, (argument, 0, 0, 0))))


def unshare(kinds: int) -> None:
    """Leave the namespaces of these kinds for new ones."""
    _checked(_libc.unshare(kinds))


def setns(descriptor: int, kind: int) -> None:
    """Enter the namespace that the descriptor stands for."""
    _checked(_libc.setns(descriptor, kind))


def mount(kind: str, target: str, flags: int, options: str) -> None:
    """Mount a new file system of this kind."""
    name = kind.encode()
    where = os.fsencode(target)
    _checked(_libc.mount(name, where, name, ctypes.c_ulong(flags), options.encode()))


def unmount(target: str, flags: int) -> None:
    """Take away what is mounted there."""
    _checked(_libc.umount2(os.fsencode(target), flags))


def _as_c(argument: int | bytes | None) -> ctypes.c_long | bytes | None:
    return ctypes.c_long(argument) if isinstance(argument, int) else argument


def _checked(result: int) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result
