"""Which system calls code in the sandbox may make: a filter in the kernel's BPF.

All that is not listed fails with EPERM. What the code holds already, memory, threads and
open descriptors, it may use; it gets at no other process, socket, device or mount.
"""

from __future__ import annotations

import ctypes
import errno
import os
import socket
import struct
from dataclasses import dataclass, replace

from runner import kernel
from runner.profile import Profile
from runner.syscalls import Machine

_INSTRUCTION = struct.Struct("HBBI")  # code, jump if true, jump if false, constant
_LOAD, _AND, _RETURN, _IF_EQUAL = 0x20, 0x54, 0x06, 0x15
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data
_ALLOW, _FAIL, _KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
_SET_MODE_FILTER, _ALL_THREADS = 1, 1
_WHOLE = 0xFFFFFFFF

_CLONE_THREAD = 0x10000
_CLONE_NEW_NAMESPACES = 0x7E020080
_TERMINAL_QUERIES = (0x5401, 0x5413)  # TCGETS, by which isatty tells, and TIOCGWINSZ
_DESCRIPTOR_STATES = (0x541B, 0x5421, 0x5450, 0x5451)  # FIONREAD, FIONBIO, FIONCLEX, FIOCLEX
# Duplicates, flags, locks, pipe sizes. Not F_SETOWN and F_SETSIG: they signal any process.
_DESCRIPTOR_COMMANDS = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1031, 1032)
_PR_GET_DUMPABLE, _PR_SET_NAME, _PR_GET_NAME = 3, 15, 16
_PR_GET_SECCOMP, _PR_GET_NO_NEW_PRIVS, _PR_SET_VMA = 21, 39, 0x53564D41
_PR_SET_PDEATHSIG = 1
_MSG_FASTOPEN = 0x20000000
_SOCKET_TYPE = 0xF  # the rest of the argument are flags


@dataclass(frozen=True)
class _Test:
    """Whether the lower half of an argument, masked, is one of some values."""

    argument: int
    values: tuple[int, ...]
    mask: int = _WHOLE


@dataclass(frozen=True)
class _Rule:
    """A call that is allowed where all tests hold, and else fails with an errno."""

    tests: tuple[_Test, ...]
    error: int = errno.EPERM


def _rules(profile: Profile) -> dict[str, _Rule]:
    """The calls that are allowed with certain arguments only."""
    rules = _strictest_rules()
    if profile.workers:
        # What it can signal is in a PID namespace of its own.
        del rules["kill"], rules["tgkill"]
        rules["clone"] = _Rule((_Test(0, (0,), _CLONE_NEW_NAMESPACES),))
        (settings,) = rules["prctl"].tests
        rules["prctl"] = _Rule((replace(settings, values=(*settings.values, _PR_SET_PDEATHSIG)),))
    if profile.device == "cuda":
        del rules["ioctl"]
    internet = (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK)  # gloo's interfaces
    families = (socket.AF_UNIX, *(internet if profile.ranks > 1 else ()))
    # Others reach out of a network namespace, as AF_VSOCK does to the host of the machine.
    rules["socket"] = _Rule((_Test(0, families), _Test(2, (0, socket.IPPROTO_TCP))))
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
    if profile.device == "cuda":
        calls |= machine.gpu
    return calls


def _strictest_rules() -> dict[str, _Rule]:
    this = _Rule((_Test(0, (os.getpid(),)),))
    me = _Rule((_Test(0, (0,)),))  # what these calls take for the caller
    return {
        "clone": _Rule(
            (
                _Test(0, (_CLONE_THREAD,), _CLONE_THREAD),
                _Test(0, (0,), _CLONE_NEW_NAMESPACES),
            )
        ),
        # Its arguments cannot be looked at; libc falls back to clone.
        "clone3": _Rule((_Test(0, ()),), errno.ENOSYS),
        "kill": this,
        "tgkill": this,
        "prlimit64": me,
        "sched_setaffinity": me,
        "ioctl": _Rule((_Test(1, _TERMINAL_QUERIES + _DESCRIPTOR_STATES),), errno.ENOTTY),
        "fcntl": _Rule((_Test(1, _DESCRIPTOR_COMMANDS),)),
        "prctl": _Rule(
            (
                _Test(
                    0,
                    (
                        _PR_SET_NAME,
                        _PR_GET_NAME,
                        _PR_GET_DUMPABLE,
                        _PR_GET_SECCOMP,
                        _PR_GET_NO_NEW_PRIVS,
                        _PR_SET_VMA,
                    ),
                ),
            )
        ),
        "sendto": _Rule((_Test(3, (0,), _MSG_FASTOPEN),)),  # which would connect
        "sendmsg": _Rule((_Test(2, (0,), _MSG_FASTOPEN),)),
        # An event loop wakes itself up through a pair. Datagrams could go to any address.
        "socketpair": _Rule(
            (
                _Test(0, (socket.AF_UNIX,)),
                _Test(1, (socket.SOCK_STREAM,), _SOCKET_TYPE),
            )
        ),
    }


def restrict(machine: Machine, profile: Profile, *, in_namespaces: bool) -> None:
    """Leave this process, for good, the calls that do no harm.

    `in_namespaces` tells that all mounts but its own are read-only, and that the network is
    its own: only then may it change the modes and times of files, and make sockets.
    """
    filter_program = program(machine, profile, in_namespaces=in_namespaces)
    kernel.prctl(kernel.SET_NO_NEW_PRIVS, 1)
    instructions = ctypes.create_string_buffer(filter_program, len(filter_program))
    count = len(filter_program) // _INSTRUCTION.size
    filter_ = struct.pack("HxxxxxxQ", count, ctypes.addressof(instructions))
    kernel.call(machine.seccomp, _SET_MODE_FILTER, _ALL_THREADS, filter_)


def program(machine: Machine, profile: Profile, *, in_namespaces: bool) -> bytes:
    """The filter for this process on such a machine, see `restrict`."""
    calls = _calls(machine, profile, in_namespaces=in_namespaces)
    rules = _rules(profile)
    instructions = [
        _instruction(_LOAD, _MACHINE),
        _instruction(_IF_EQUAL, machine.audit_number, 1, 0),
        _instruction(_RETURN, _KILL_PROCESS),
        _instruction(_LOAD, _NUMBER),
    ]
    for name, number in calls.items():
        verdict = _verdict(rules.get(name))
        instructions += [_instruction(_IF_EQUAL, number, 0, len(verdict)), *verdict]
    instructions.append(_instruction(_RETURN, _FAIL | errno.EPERM))
    return b"".join(instructions)


def _verdict(rule: _Rule | None) -> list[bytes]:
    instructions = []
    for test in rule.tests if rule else ():
        instructions.append(_instruction(_LOAD, _ARGUMENTS + 8 * test.argument))
        if test.mask != _WHOLE:
            instructions.append(_instruction(_AND, test.mask))
        for left, value in zip(range(len(test.values), 0, -1), test.values, strict=True):
            instructions.append(_instruction(_IF_EQUAL, value, left, 0))
        instructions.append(_instruction(_RETURN, _FAIL | (rule.error if rule else 0)))
    return [*instructions, _instruction(_RETURN, _ALLOW)]


def _instruction(code: int, constant: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return _INSTRUCTION.pack(code, if_true, if_false, constant)
