"""A bound around a runner, so that what gets out of its sandbox costs a test and no more.

In it are processes, mounts and a network of its own, nothing that can be written to but a
small file system in memory, and a victim. All of it ends as soon as the machine has so many
bytes less or tasks more. Run as `python -m tests.runner.bounded BYTES COMMAND...`.
"""

from __future__ import annotations

import contextlib
import os
import re
import resource
import select
import signal
import struct
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from runner.processes import kernel, scratch
from runner.sandbox.syscalls import MOUNT_SETATTR

TASKS = 1200
MOST_TASKS = 1500
"""Even before anybody can look: they come by the thousand."""

PERIOD = 0.01  # seconds
VICTIM = ("sleep", "1000")

NEW_MOUNTS, NEW_IPC, NEW_USER = 0x00020000, 0x08000000, 0x10000000
NEW_PID, NEW_NETWORK = 0x20000000, 0x40000000
READ_ONLY, PRIVATE, RECURSIVE, HERE = 1, 1 << 18, 0x8000, -100


def main() -> int:
    """Run the command inside; its exit code."""
    folder = Path(os.environ[scratch.VARIABLE])
    folder.mkdir(mode=0o700)
    enter_namespaces()
    most_tasks, least_memory = tasks() + TASKS, available_memory() - int(sys.argv[1])
    watcher = os.getpid()
    if (first := os.fork()) == 0:
        kernel.prctl(kernel.SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() not in (0, watcher):
            os._exit(1)
        os._exit(live(folder, sys.argv[2:]))
    ended = os.pidfd_open(first)
    while not select.select([ended], [], [], PERIOD)[0]:
        if tasks() > most_tasks or available_memory() < least_memory:
            os.kill(first, signal.SIGKILL)  # and with it all others
    _, status = os.waitpid(first, 0)
    folder.rmdir()
    return abs(os.waitstatus_to_exitcode(status))


def enter_namespaces() -> None:
    """Have all that is forked from now on among processes of its own; raises OSError."""
    user, group = os.getuid(), os.getgid()
    if user == 0:
        kernel.unshare(NEW_PID)
        return
    kernel.unshare(NEW_USER | NEW_PID)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def live(folder: Path, command: Sequence[str]) -> int:
    """Be the first process inside, with which all others end."""
    kernel.unshare(NEW_MOUNTS | NEW_IPC | NEW_NETWORK)
    set_all_mounts(propagation=PRIVATE)
    set_all_mounts(attributes=READ_ONLY)
    kernel.mount("proc", "/proc", 0, "")
    for place in (str(folder), "/dev/shm"):
        kernel.mount("tmpfs", place, 0, "size=256m,mode=1777")
    Path("/proc/self/oom_score_adj").write_text("1000")
    resource.setrlimit(resource.RLIMIT_NPROC, (MOST_TASKS, MOST_TASKS))
    if holds_root():
        Path("/proc/sys/kernel/pid_max").write_text(str(MOST_TASKS))
    subprocess.Popen(VICTIM)
    return abs(subprocess.call(command))


def holds_root() -> bool:
    """Whether root can be kept to a number of processes: pids are limited by namespace."""
    return tuple(map(int, re.findall(r"\d+", os.uname().release)[:2])) >= (6, 14)


def set_all_mounts(*, attributes: int = 0, propagation: int = 0) -> None:
    wanted = struct.pack("QQQQ", attributes, 0, propagation, 0)
    kernel.call(MOUNT_SETATTR, HERE, b"/\0", RECURSIVE, wanted, len(wanted))


def tasks() -> int:
    """How many threads there are on this machine."""
    return int(Path("/proc/loadavg").read_text().split()[3].partition("/")[2])


def available_memory() -> int:
    """Bytes that could still be had on this machine."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    (kilobytes,) = (line.split()[1] for line in lines if line.startswith("MemAvailable:"))
    return int(kilobytes) << 10


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(main())
