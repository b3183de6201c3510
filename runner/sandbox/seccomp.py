"""Which system calls code in the sandbox may make: a filter in the kernel's BPF.

All that is not listed fails with EPERM. What the code holds already, memory, threads and
open descriptors, it may use; it gets at no other process, socket, device or mount.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import itertools
import os
import socket
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from runner.processes import kernel
from runner.protocol.profile import Profile
from runner.sandbox.syscalls import Machine

_INSTRUCTION = struct.Struct("HBBI")  # code, jump if true, jump if false, constant
_LOAD, _AND, _RETURN, _IF_EQUAL, _IF_ABOVE, _IF_AT_LEAST = 0x20, 0x54, 0x06, 0x15, 0x25, 0x35
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data
_ALLOW, _FAIL, _KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
_SET_MODE_FILTER, _ALL_THREADS = 1, 1
_WHOLE = 0xFFFFFFFF

_CLONE_THREAD, _CLONE_PARENT = 0x10000, 0x8000
_CLONE_NEW_NAMESPACES = 0x7E020080
_TERMINAL_QUERIES = (0x5401, 0x5413)  # TCGETS, by which isatty tells, and TIOCGWINSZ
_DESCRIPTOR_STATES = (0x541B, 0x5421, 0x5450, 0x5451)  # FIONREAD, FIONBIO, FIONCLEX, FIOCLEX
# Duplicates, flags, a pipe's size. Not F_SETOWN and F_SETSIG: they signal any process;
# nor F_SETPIPE_SZ: all pipes of a user come out of one purse.
_DESCRIPTOR_COMMANDS = (0, 1, 2, 3, 4, 1030, 1032)
_LOCKS = (5, 6, 7, 36, 37, 38)  # others outside may wait for that of a library, or of a device
_PR_GET_DUMPABLE, _PR_SET_NAME, _PR_GET_NAME = 3, 15, 16
_PR_GET_SECCOMP, _PR_GET_NO_NEW_PRIVS, _PR_SET_VMA = 21, 39, 0x53564D41
_PR_SET_PDEATHSIG = 1
_SETTINGS = (
    *(_PR_SET_NAME, _PR_GET_NAME, _PR_GET_DUMPABLE),
    *(_PR_GET_SECCOMP, _PR_GET_NO_NEW_PRIVS, _PR_SET_VMA),
)
_MATRIX_UNITS = (0x1021, 0x1022, 0x1023)  # ARCH_*_XCOMP_*: whether AMX may be used
_OWN_BARRIERS = (0, 8, 16, 32, 64)  # not MEMBARRIER_CMD_GLOBAL: all processors would wait
_SOCKET_TIMEOUTS = (20, 21, 66, 67)  # for receiving and sending, in either form of a time
_MSG_FASTOPEN = 0x20000000
_SOCKET_TYPE = 0xF  # the rest of the argument are flags
_MAP_SHARED, _MAP_ANONYMOUS = 0x1, 0x20


@dataclass(frozen=True)
class _Test:
    """Whether the lower half of an argument, masked, is one of some values."""

    argument: int
    values: tuple[int, ...]
    mask: int = _WHOLE


_Way = tuple[_Test, ...]
"""Tests that all hold."""


@dataclass(frozen=True)
class _Rule:
    """A call that is allowed in any of these ways, and else fails with an errno."""

    ways: tuple[_Way, ...]
    error: int = errno.EPERM


def _rules(profile: Profile, process: int, *, in_namespaces: bool) -> dict[str, _Rule]:
    """The calls that are allowed with certain arguments only."""
    rules = _strictest_rules(process)
    if profile.workers:
        # What it can signal is in a PID namespace of its own.
        del rules["kill"], rules["tgkill"]
        # A sibling would be the zygote's to reap, and it knows of none.
        rules["clone"] = _only(_Test(0, (0,), _CLONE_NEW_NAMESPACES | _CLONE_PARENT))
        rules["prctl"] = _only(_Test(0, (*_SETTINGS, _PR_SET_PDEATHSIG)))
    if profile.device == "cuda":
        rules["ioctl"] = _Rule((*rules["ioctl"].ways, *_OF_THE_GPU_DRIVER), errno.ENOTTY)
        rules["fcntl"] = _only(_Test(1, _DESCRIPTOR_COMMANDS + _LOCKS))  # of its cache of kernels
        del rules["mmap"]
        if in_namespaces:  # where every process is the snippet's own
            del rules["sched_setscheduler"]
    # Others reach out of a network namespace, as AF_VSOCK does to the host of the machine.
    rules["socket"] = _Rule((_UNIX_STREAM, *(_INTERNET if profile.ranks > 1 else ())))
    return rules


def _calls(machine: Machine, profile: Profile, *, in_namespaces: bool) -> dict[str, int]:
    calls = dict(machine.harmless)
    if in_namespaces:
        calls |= machine.metadata
    if profile.workers:
        calls |= machine.processes
    if profile.workers or profile.ranks > 1:
        calls |= machine.messages
        if in_namespaces:  # where they lead nowhere else
            calls |= machine.sockets
    if profile.ranks > 1:
        calls |= machine.groups
    if profile.device == "cuda":
        calls |= machine.gpu
    return calls


def _strictest_rules(process: int) -> dict[str, _Rule]:
    this = _only(_Test(0, (process,)))
    me = _only(_Test(0, (0,)))  # what these calls take for the caller
    return {
        "clone": _only(
            _Test(0, (_CLONE_THREAD,), _CLONE_THREAD),
            _Test(0, (0,), _CLONE_NEW_NAMESPACES | _CLONE_PARENT),
        ),
        # Its arguments cannot be looked at; libc falls back to clone.
        "clone3": _Rule((), errno.ENOSYS),
        "kill": this,
        "tgkill": this,
        "prlimit64": me,
        "sched_setaffinity": me,
        "sched_setscheduler": me,
        "ioctl": _Rule(((_Test(1, _TERMINAL_QUERIES + _DESCRIPTOR_STATES),),), errno.ENOTTY),
        "fcntl": _only(_Test(1, _DESCRIPTOR_COMMANDS)),
        # What is filled of shared memory without a name stays as long as a page of it is mapped,
        # and no limit counts it.
        "mmap": _only(_Test(3, (0, _MAP_SHARED, _MAP_ANONYMOUS), _MAP_SHARED | _MAP_ANONYMOUS)),
        "prctl": _only(_Test(0, _SETTINGS)),
        "arch_prctl": _only(_Test(0, _MATRIX_UNITS)),
        "membarrier": _only(_Test(0, _OWN_BARRIERS)),
        "sendto": _only(_Test(3, (0,), _MSG_FASTOPEN)),  # which would connect
        "sendmsg": _only(_Test(2, (0,), _MSG_FASTOPEN)),
        # An event loop wakes itself up through a pair. Datagrams could go to any address.
        "socketpair": _Rule((_UNIX_STREAM,)),
        "setsockopt": _Rule(_SOCKET_OPTIONS),
    }


# As its open kernel modules number them: of /dev/nvidia* by their kind, of /dev/nvidia-uvm bare.
_OF_THE_GPU_DRIVER = (
    (_Test(1, (ord("F") << 8,), 0xFF00),),
    (_Test(1, (0,), 0xFFFFFF00),),
    (_Test(1, (0x30000001, 0x30000002)),),
)


def _only(*tests: _Test) -> _Rule:
    return _Rule((tests,))


def _sockets(family: int, kinds: tuple[int, ...], protocols: tuple[int, ...] = (0,)) -> _Way:
    return (_Test(0, (family,)), _Test(1, kinds, _SOCKET_TYPE), _Test(2, protocols))


_UNIX_STREAM = _sockets(socket.AF_UNIX, (socket.SOCK_STREAM,))
# gloo's connections, and how it finds its interface.
_INTERNET = (
    _sockets(socket.AF_INET, (socket.SOCK_STREAM,), (0, socket.IPPROTO_TCP)),
    _sockets(socket.AF_INET6, (socket.SOCK_STREAM,), (0, socket.IPPROTO_TCP)),
    _sockets(socket.AF_INET, (socket.SOCK_DGRAM,)),
    _sockets(socket.AF_INET6, (socket.SOCK_DGRAM,)),
    _sockets(socket.AF_NETLINK, (socket.SOCK_RAW,)),  # of protocol 0: NETLINK_ROUTE
)
_SOCKET_OPTIONS = (
    (
        _Test(1, (socket.SOL_SOCKET,)),
        _Test(2, (socket.SO_REUSEADDR, socket.SO_KEEPALIVE, *_SOCKET_TIMEOUTS)),
    ),
    (_Test(1, (socket.IPPROTO_TCP,)), _Test(2, (socket.TCP_NODELAY,))),
)


def restrict(machine: Machine, profile: Profile, *, in_namespaces: bool) -> None:
    """Leave this process, for good, the calls that do no harm.

    `in_namespaces` tells that all mounts but its own are read-only, and that the network is
    its own: only then may it change the modes and times of files, and make sockets.
    """
    filter_program = program(machine, profile, os.getpid(), in_namespaces=in_namespaces)
    kernel.prctl(kernel.SET_NO_NEW_PRIVS, 1)
    instructions = ctypes.create_string_buffer(filter_program, len(filter_program))
    count = len(filter_program) // _INSTRUCTION.size
    filter_ = struct.pack("HxxxxxxQ", count, ctypes.addressof(instructions))
    kernel.call(machine.seccomp, _SET_MODE_FILTER, _ALL_THREADS, filter_)


@functools.cache
def program(machine: Machine, profile: Profile, process: int, *, in_namespaces: bool) -> bytes:
    """The filter for a process, known to itself by that pid, on such a machine; see `restrict`."""
    calls = _calls(machine, profile, in_namespaces=in_namespaces)
    rules = _rules(profile, process, in_namespaces=in_namespaces)
    instructions = [
        _instruction(_LOAD, _MACHINE),
        _instruction(_IF_EQUAL, machine.audit_number, 1, 0),
        _instruction(_RETURN, _KILL_PROCESS),
        _instruction(_LOAD, _NUMBER),
    ]
    for first, last in _runs(number for name, number in calls.items() if name not in rules):
        instructions += [
            _instruction(_IF_ABOVE, last, 2, 0),
            _instruction(_IF_AT_LEAST, first, 0, 1),
            _instruction(_RETURN, _ALLOW),
        ]
    for name, number in calls.items():
        if rule := rules.get(name):
            verdict = _verdict(rule)
            instructions += [_instruction(_IF_EQUAL, number, 0, len(verdict)), *verdict]
    instructions.append(_instruction(_RETURN, _FAIL | errno.EPERM))
    return b"".join(instructions)


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """First and last of each that leaves none out: the kernel goes through a filter for each call
    that there is, when it is set, and through all that comes before one that is made."""
    ordered = sorted(numbers)
    starts = [0, *(at for at in range(1, len(ordered)) if ordered[at] != ordered[at - 1] + 1)]
    for start, end in itertools.pairwise([*starts, len(ordered)]):
        yield ordered[start], ordered[end - 1]


def _verdict(rule: _Rule) -> list[bytes]:
    ways = [[*_if_all(way), _instruction(_RETURN, _ALLOW)] for way in rule.ways]
    return [*itertools.chain(*ways), _instruction(_RETURN, _FAIL | rule.error)]


def _if_all(way: _Way) -> list[bytes]:
    """What comes after them, and one more, is passed over where a test does not hold."""
    instructions: list[bytes] = []
    for test in reversed(way):
        *others, last = test.values
        instructions = [
            _instruction(_LOAD, _ARGUMENTS + 8 * test.argument),
            *([_instruction(_AND, test.mask)] if test.mask != _WHOLE else []),
            *(
                _instruction(_IF_EQUAL, value, left, 0)
                for left, value in zip(range(len(others), 0, -1), others, strict=True)
            ),
            _instruction(_IF_EQUAL, last, 0, len(instructions) + 1),
            *instructions,
        ]
    return instructions


def _instruction(code: int, constant: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return _INSTRUCTION.pack(code, if_true, if_false, constant)
