"""Calls of the kernel that Python does not offer, as functions that raise OSError."""

from __future__ import annotations

import ctypes
import mmap
import os
import signal

SET_PDEATHSIG = 1
SET_DUMPABLE = 4
SET_CHILD_SUBREAPER = 36
SET_NO_NEW_PRIVS = 38

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long
_SIGNAL_SET = 128  # bytes
_NO_SIGNALS = bytes(_SIGNAL_SET)


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


def clone_to_pause(stack: mmap.mmap, flags: int) -> int:
    """The pid of a new process on this stack, which does nothing but wait for a signal."""
    top = ctypes.addressof(ctypes.c_char.from_buffer(stack)) + len(stack)
    return _checked(_libc.clone(_libc.pause, ctypes.c_void_p(top), flags | signal.SIGCHLD, 0))


def hold_signals_back() -> int:
    """Take no signal any more but SIGTERM; a descriptor to be read from as children end."""
    signals = ctypes.create_string_buffer(_SIGNAL_SET)
    _libc.sigaddset(signals, signal.SIGCHLD)
    descriptor = _checked(_libc.signalfd(-1, signals, os.O_CLOEXEC))
    _libc.sigfillset(signals)
    _libc.sigdelset(signals, signal.SIGTERM)
    _checked(_libc.sigprocmask(signal.SIG_SETMASK, signals, None))
    return descriptor


def take_signals() -> None:
    """Undo that: not by Python's own function, which makes an object of each that was held back."""
    _checked(_libc.sigprocmask(signal.SIG_SETMASK, _NO_SIGNALS, None))


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
