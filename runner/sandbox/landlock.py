"""Which files a process may open, and that it connects to nothing: the kernel's Landlock.

It governs what is opened, made, renamed and removed, not what is merely looked up: that a
file exists, its size, mode and times.
"""

from __future__ import annotations

import os
import stat
import struct
from collections.abc import Iterable

from runner.processes import kernel
from runner.sandbox.syscalls import (
    LANDLOCK_ADD_RULE,
    LANDLOCK_CREATE_RULESET,
    LANDLOCK_RESTRICT_SELF,
)

OLDEST_USEFUL = 3  # Linux 6.2: before it, any file could be cut short

_WHICH_VERSION = 1
_BELOW_A_PATH = 1
_EXECUTE, _WRITE, _READ, _LIST = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_MAKE_CHARACTER_DEVICE, _MAKE_SOCKET, _MAKE_BLOCK_DEVICE = 1 << 6, 1 << 9, 1 << 11
_TRUNCATE, _IOCTL_OF_DEVICES = 1 << 14, 1 << 15
_ON_FILES = _EXECUTE | _WRITE | _READ | _TRUNCATE | _IOCTL_OF_DEVICES
_NEVER = _EXECUTE | _MAKE_CHARACTER_DEVICE | _MAKE_SOCKET | _MAKE_BLOCK_DEVICE | _IOCTL_OF_DEVICES
_BIND_AND_CONNECT_TCP = 3
_ABSTRACT_SOCKETS_AND_SIGNALS = 3


def version() -> int:
    """The version of Landlock in this kernel, 0 without it."""
    try:
        return kernel.call(LANDLOCK_CREATE_RULESET, None, 0, _WHICH_VERSION)
    except OSError:
        return 0


def restrict(
    *,
    read: Iterable[str],
    append: Iterable[str],
    write: Iterable[str],
    drive: Iterable[str] = (),
    sockets: bool = False,
    network: bool = False,
) -> None:
    """Leave this thread, and all that it starts, these paths and what lies below them.

    `append` are devices that take what is written, `drive` those that take commands, too;
    with `sockets` it may make some in `write`, and `network` leaves the network alone.
    Raises OSError.
    """
    current = version()
    handled = (1 << (16 if current >= 5 else 15)) - 1
    connections = 0 if network or current < 4 else _BIND_AND_CONNECT_TCP
    scoped = _ABSTRACT_SOCKETS_AND_SIGNALS if current >= 6 else 0
    known = 24 if current >= 6 else 16 if current >= 4 else 8
    attributes = struct.pack("QQQ", handled, connections, scoped)[:known]
    rules = kernel.call(LANDLOCK_CREATE_RULESET, attributes, known, 0)
    try:
        for path in read:
            _allow(rules, path, _READ | _LIST)
        for path in append:
            _allow(rules, path, _READ | _WRITE)
        for path in drive:
            _allow(rules, path, (_READ | _WRITE | _IOCTL_OF_DEVICES) & handled)
        for path in write:
            _allow(rules, path, handled & ~_NEVER | (_MAKE_SOCKET if sockets else 0))
        kernel.prctl(kernel.SET_NO_NEW_PRIVS, 1)
        kernel.call(LANDLOCK_RESTRICT_SELF, rules, 0)
    finally:
        os.close(rules)


def _allow(rules: int, path: str, what: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            what &= _ON_FILES
        rule = struct.pack("=Qi", what, descriptor)
        kernel.call(LANDLOCK_ADD_RULE, rules, _BELOW_A_PATH, rule, 0)
    finally:
        os.close(descriptor)
