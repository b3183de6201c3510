"""What all processes of a snippet take together, bounded by the kernel: cgroups, version 2.

A runner has a group where the system lets it make one, in that another for its zygote, and one for
each snippet that has a need. Each is known by its folder; see cgroups(7).
"""

from __future__ import annotations

import contextlib
import os
import select
from pathlib import Path

from runner.processes.forking import succeeds
from runner.protocol.budget import MEMORY, THREADS

_TOP = Path("/sys/fs/cgroup")
_COUNTED = {"memory", "pids"}
_ENTRANCE = "cgroup.procs"
_ZYGOTE = "zygote"
_LONGEST_FILE = 4096  # bytes
_LONGEST_END = 10_000  # milliseconds between a kill and the last process' end


class Group:
    """The processes of a snippet. All calls but `end` may raise OSError."""

    def __init__(self, above: int, name: str, memory: int) -> None:
        """Make it; if its processes come to fill so many bytes, they are all ended."""
        self._above, self._name = above, name
        self._folder = _make(above, name)
        _write(self._folder, "memory.max", str(memory))
        with contextlib.suppress(FileNotFoundError):  # where nothing is ever swapped
            _write(self._folder, "memory.swap.max", "0")
        _write(self._folder, "memory.oom.group", "1")
        _write(self._folder, "pids.max", str(THREADS))

    def entrance(self) -> int:
        """A descriptor for `enter`."""
        return _open(self._folder, _ENTRANCE, os.O_WRONLY)

    def filled_its_memory(self) -> bool:
        """Whether its processes were ended for that."""
        events = _open(self._folder, "memory.events", os.O_RDONLY)
        try:
            return _told(events, "oom_kill") > 0
        finally:
            os.close(events)

    def end(self) -> None:
        """Kill what is in it, and remove it."""
        os.close(self._folder)
        with contextlib.suppress(OSError):  # with the runner's, then
            _remove(self._above, self._name)


class Groups:
    """The group of a runner. It is left to whoever started the runner, too, to `clear_up`."""

    def __init__(self, home: Path, name: str, user: int) -> None:
        """Make it below that of `home`, for this user. Raises OSError."""
        self._home = os.open(home, os.O_DIRECTORY | os.O_CLOEXEC)
        self._name = name
        self._folder = _make(self._home, name)
        self._made = 0
        _write(self._folder, "cgroup.subtree_control", "+memory +pids")
        # While this process may: later it will be that user.
        for path in (".", _ENTRANCE):
            os.chown(path, user, -1, dir_fd=self._folder)
        zygote = _make(self._folder, _ZYGOTE)
        self._entrance = _open(zygote, _ENTRANCE, os.O_WRONLY)
        os.close(zygote)

    def make(self, memory: int) -> Group:
        """A new group for a snippet."""
        self._made += 1
        return Group(self._folder, f"snippet-{self._made}", memory)

    def enter_as_zygote(self) -> None:
        """Go where children may leave for groups of their own, and forget where that is."""
        enter(self._entrance)
        os.close(self._folder)
        os.close(self._home)

    def end(self) -> None:
        """Kill what is in there; remove it as far as this process may."""
        with contextlib.suppress(OSError):
            _remove(self._home, self._name)


def groups_here(name: str, user: int) -> Groups | None:
    """A group by this name for snippets that run as this user, where there is one to be had."""
    if (above := home()) is None:
        return None
    with contextlib.suppress(OSError):
        groups = Groups(above, name, user)
        trial = groups.make(MEMORY)
        is_let_in = succeeds(lambda: enter(trial.entrance()))
        trial.end()
        if is_let_in:
            return groups
    clear_up(name)
    return None


def clear_up(name: str) -> None:
    """Kill and remove what is left of a runner's group by this name, if there is any."""
    if above := home():
        descriptor = os.open(above, os.O_DIRECTORY)
        with contextlib.suppress(OSError):
            _remove(descriptor, name)
        os.close(descriptor)


def enter(entrance: int) -> None:
    """Have this process, which has one thread, in a group, with all that it will fork."""
    os.write(entrance, b"0")
    os.close(entrance)


def home() -> Path | None:
    """The nearest group around this process that counts what those below it take.

    One that does so has no processes of its own: that of this process can be no such.
    """
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            if line.startswith("0::"):
                own = _TOP / line[3:].strip("/")
                above = [own, *own.parents]
                return next(filter(_can_hold_more, above[: above.index(_TOP) + 1]), None)
    return None


def _can_hold_more(group: Path) -> bool:
    try:
        counted = (group / "cgroup.subtree_control").read_text().split()
    except OSError:
        return False
    return set(counted) >= _COUNTED and os.access(group, os.W_OK)


def _make(above: int, name: str) -> int:
    os.mkdir(name, dir_fd=above)
    return _open(above, name, os.O_DIRECTORY)


def _remove(above: int, name: str) -> None:
    folder = _open(above, name, os.O_DIRECTORY)
    try:
        _write(folder, "cgroup.kill", "1")
        _until_empty(folder)
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir():
                    os.rmdir(entry.name, dir_fd=folder)
    finally:
        os.close(folder)
    os.rmdir(name, dir_fd=above)


def _until_empty(folder: int) -> None:
    events = _open(folder, "cgroup.events", os.O_RDONLY)
    changes = select.poll()
    changes.register(events, select.POLLPRI)
    while _told(events, "populated") and changes.poll(_LONGEST_END):
        pass
    os.close(events)


def _told(descriptor: int, what: str) -> int:
    """The number that a file of events has for it."""
    for line in os.pread(descriptor, _LONGEST_FILE, 0).decode().splitlines():
        name, _, count = line.partition(" ")
        if name == what:
            return int(count)
    return 0


def _write(folder: int, name: str, text: str) -> None:
    descriptor = _open(folder, name, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def _open(folder: int, name: str, flags: int) -> int:
    return os.open(name, flags | os.O_CLOEXEC, dir_fd=folder)
