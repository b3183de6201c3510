"""A world of its own: users, mounts, processes, network, without privileges.

The zygote enters new namespaces before it imports anything, with a root that holds
nothing but read-only views of what it needs. Each child then gets a PID namespace, whose
end is the end of all processes in it, and a small file system of its own.
"""

from __future__ import annotations

import contextlib
import fcntl
import mmap
import os
import signal
import socket
import stat
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from runner.processes import kernel, proc, users
from runner.processes.forking import fork_alone
from runner.sandbox.descriptors import close_all_but
from runner.sandbox.syscalls import MOUNT_SETATTR, MOVE_MOUNT, OPEN_TREE, Machine

SCRATCH_SIZE = 64 << 20  # bytes
SCRATCH_FILES = 4096

_NEW_MOUNTS, _NEW_UTS, _NEW_IPC = 0x00020000, 0x04000000, 0x08000000
_NEW_PID, _NEW_NETWORK = 0x20000000, 0x40000000
_NO_SETUID, _NO_DEVICES, _NO_PROGRAMS = 2, 4, 8  # flags of mount(2)
_DETACH = 2
_CLONE_TREE, _RECURSIVE, _EMPTY_PATH, _HERE = 1, 0x8000, 0x1000, -100
_FROM_EMPTY_PATH = 4
_READ_ONLY, _ATTR_NO_SETUID, _PRIVATE = 1, 2, 1 << 18
_ROOT = "/tmp"  # where the new root is put together; any folder that is always there
_CAPABILITIES_VERSION_3 = 0x20080522
_SET_INTERFACE_FLAGS, _UP = 0x8914, 1
_WAITING = 64 << 10  # bytes
CHILD = 2
"""The pid of a child in its own namespace."""
_SHARED_MEMORY, _SHARED_DESCRIPTORS = 0x100, 0x400  # flags of clone(2)
_STACK = 1 << 16  # bytes


def enter(
    machine: Machine,
    *,
    visible: Iterable[str],
    own: str,
    empty: Iterable[str],
    user: int,
) -> None:
    """Go on as the first process of new namespaces; the caller's process waits for its end.

    `visible` stays to be read, `own` is a small folder in memory, `empty` are folders on which
    children can mount, and `user` is who to be. Only for a process of one thread. Raises
    OSError, after which the process is of no more use.
    """
    # What is seen may lie in a folder of root's: nobody else finds the way there.
    views = {path: view(path) for path in visible} if user != os.getuid() else {}
    users.own_namespace(user, kinds=_NEW_PID)
    if first := os.fork():
        _stand_by(first)
    kernel.prctl(kernel.SET_PDEATHSIG, signal.SIGKILL)
    kernel.unshare(_NEW_IPC | _NEW_UTS | _NEW_NETWORK)
    socket.sethostname("sandbox")
    own_mounts()
    # Before there is a new root: what they show may lie below the place where that comes up.
    views = views or {path: view(path) for path in visible}
    _change_root(machine, views, [own, *empty])
    kernel.mount("tmpfs", own, _NO_SETUID | _NO_DEVICES, "size=1m,mode=700")


@dataclass(frozen=True)
class PidNamespace:
    """A namespace of processes, all of which die with its first, which does nothing.

    `descriptor` can be read from once all are gone and its members outside are reaped.
    """

    first: int
    descriptor: int

    def end(self) -> None:
        """Kill all processes in it; does not wait."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.descriptor, signal.SIGKILL)


class PidNamespaces:
    """Namespaces for the children of a process that has entered its own.

    The first process of each is to do nothing, and takes next to nothing: it shares the memory
    and descriptors of this one, and waits in the C library for signals, all of which this one is
    to hold back. What is to be kept from children must not be in there.
    """

    def __init__(self) -> None:
        self._own = proc.own_pid_namespace()
        # For all of them: it holds the same for each, and none ever comes back to it. Were it not
        # private, children could write to it.
        self._stack = mmap.mmap(-1, _STACK, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)

    def fork(self) -> tuple[int, int]:
        """Fork into a new namespace: the pids of its first process and of the child.

        The child gets 0 for itself. Raises OSError.
        """
        first, child = 0, -1
        kernel.unshare(_NEW_PID)
        try:
            first = kernel.clone_to_pause(self._stack, _SHARED_MEMORY | _SHARED_DESCRIPTORS)
            child = fork_alone()
        finally:
            if child:
                kernel.setns(self._own, _NEW_PID)
            if child < 0 and first:
                os.kill(first, signal.SIGKILL)
        return first, child


def own_mounts() -> None:
    """Let this process mount what no other sees."""
    kernel.unshare(_NEW_MOUNTS)
    _set_attributes(_HERE, "/", propagation=_PRIVATE, flags=_RECURSIVE)


def own_file_systems(folders: Iterable[str]) -> None:
    """Give this process an empty file system of limited size at each, that ends with it."""
    kernel.unshare(_NEW_MOUNTS)
    options = f"size={SCRATCH_SIZE},nr_inodes={SCRATCH_FILES},mode=700"
    for folder in folders:
        kernel.mount("tmpfs", folder, _NO_SETUID | _NO_DEVICES | _NO_PROGRAMS, options)


def own_network() -> None:
    """Give this process a network in which it reaches nothing but itself.

    What waits in its connections comes out of the machine's purse, so that it is to be little.
    """
    kernel.unshare(_NEW_NETWORK)
    with contextlib.suppress(OSError):  # a container may show the settings read-only
        for setting in ("tcp_rmem", "tcp_wmem"):
            proc.write(f"sys/net/ipv4/{setting}", f"4096 {_WAITING} {_WAITING}")
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, _SET_INTERFACE_FLAGS, struct.pack("16sH14x", b"lo", _UP))


def drop_capabilities(machine: Machine) -> None:
    """Give up whatever this process may do beyond its user's rights."""
    header = struct.pack("Ii", _CAPABILITIES_VERSION_3, 0)
    kernel.call(machine.capset, header, bytes(24))


def _stand_by(first: int) -> None:
    """Hold nothing, wait for the process, and end as it does."""
    kernel.prctl(kernel.SET_PDEATHSIG, signal.SIGKILL)
    close_all_but()
    _, status = os.waitpid(first, 0)
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)


def _change_root(machine: Machine, views: Mapping[str, int], folders: Iterable[str]) -> None:
    kernel.mount("tmpfs", _ROOT, _NO_SETUID | _NO_DEVICES, "size=1m,mode=755")
    for path, shown in views.items():
        show(shown, _ROOT + path)
    for folder in folders:
        Path(_ROOT + folder).mkdir(parents=True, exist_ok=True)
    _set_attributes(_HERE, _ROOT, attributes=_READ_ONLY)
    os.chdir(_ROOT)
    kernel.call(machine.pivot_root, b".\0", b".\0")
    kernel.unmount(".", _DETACH)
    os.chdir("/")


def view(path: str) -> int:
    """A descriptor of a detached, read-only copy of what is mounted there, and below.

    A device takes what is written to it all the same; but its mode and times are kept.
    """
    flags = _CLONE_TREE | _RECURSIVE | os.O_CLOEXEC
    shown = kernel.call(OPEN_TREE, _HERE, os.fsencode(path) + b"\0", flags)
    attributes = _READ_ONLY | _ATTR_NO_SETUID
    _set_attributes(shown, "", attributes=attributes, flags=_EMPTY_PATH | _RECURSIVE)
    return shown


def show(shown: int, place: str) -> None:
    """Mount a view at a place that is made for it."""
    Path(place).parent.mkdir(parents=True, exist_ok=True)
    if stat.S_ISDIR(os.fstat(shown).st_mode):
        Path(place).mkdir(exist_ok=True)
    else:
        Path(place).touch()
    target = os.fsencode(place) + b"\0"
    kernel.call(MOVE_MOUNT, shown, b"\0", _HERE, target, _FROM_EMPTY_PATH)
    os.close(shown)


def _set_attributes(
    folder: int, path: str, *, attributes: int = 0, propagation: int = 0, flags: int = 0
) -> None:
    wanted = struct.pack("QQQQ", attributes, 0, propagation, 0)
    encoded = os.fsencode(path) + b"\0"
    kernel.call(MOUNT_SETATTR, folder, encoded, flags, wanted, len(wanted))
