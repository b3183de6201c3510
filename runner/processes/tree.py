"""Process trees: what a snippet leaves behind ends up with the zygote, and is killed there."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Collection
from pathlib import Path

from runner.processes import kernel


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent dies."""
    kernel.prctl(kernel.SET_CHILD_SUBREAPER, 1)


def die_with_parent(parent: int) -> None:
    """Have the kernel kill this process when its parent, of that pid, dies."""
    kernel.prctl(kernel.SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def wake_up_when_parent_dies() -> None:
    """Have the kernel continue this process, were it stopped, so that it sees its end."""
    kernel.prctl(kernel.SET_PDEATHSIG, signal.SIGCONT)


def kill(pid: int) -> None:
    """Kill a child of this process and reap it. What it leaves becomes a stray."""
    with contextlib.suppress(ProcessLookupError, ChildProcessError):
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def kill_strays(known: Collection[int]) -> None:
    """Kill and reap all children but the known ones, until none is left.

    A stray's own children become strays as it dies, so each round reaches one
    generation further; all descendants are killed in every round, so that a tree that
    goes on forking loses.
    """
    while strays := children() - set(known):
        for pid in _descendants(strays):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for pid in strays:
            kill(pid)


def children() -> set[int]:
    """The pids of this process' children, zombies among them."""
    return _children("self")


def _descendants(pids: Collection[int]) -> set[int]:
    found: set[int] = set()
    todo = list(pids)
    while todo:
        pid = todo.pop()
        if pid not in found:
            found.add(pid)
            todo.extend(_children(pid))
    return found


def _children(pid: int | str) -> set[int]:
    found: set[int] = set()
    # A process or thread that ends while it is looked at has no children any more.
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                found.update(map(int, (task / "children").read_text().split()))
    return found
