"""Forks of a process that has one thread and holds no lock.

Modules register what is to be done at each fork, most of it about locks that another thread
may hold. Where there is no other thread that changes nothing, and what it touches is memory that
is shared with the child until then: it takes longer than the fork itself.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator

_is_alone = False


def fork_alone() -> int:
    """As os.fork, but that nothing is done that was registered within `others_forks_only`."""
    global _is_alone
    if sys.platform == "win32":
        raise OSError("nothing forks here")
    _is_alone = True
    try:
        return os.fork()
    finally:
        _is_alone = False


def succeeds(attempt: Callable[[], object]) -> bool:
    """Whether a process of its own gets through this."""
    if sys.platform == "win32":  # nothing forks there
        return False
    if (pid := os.fork()) == 0:
        try:
            attempt()
            os._exit(0)
        except BaseException:
            os._exit(1)
    _, status = os.waitpid(pid, 0)
    return status == 0


def answer_of(question: Callable[[], Iterable[str]]) -> tuple[str, ...]:
    """The lines that a process of its own answers, so that this one stays as it is.

    None where that process came to no answer.
    """
    read, write = os.pipe()
    with os.fdopen(read) as answer:
        succeeds(lambda: os.write(write, "\n".join(question()).encode()))
        os.close(write)
        return tuple(answer.read().splitlines())


@contextlib.contextmanager
def others_forks_only() -> Iterator[None]:
    """What is registered within the block is done at every fork but those of `fork_alone`."""
    if sys.platform == "win32":
        yield
        return
    register = os.register_at_fork

    def register_for_others(**actions: Callable[[], object]) -> None:
        register(**{when: _for_others(act) for when, act in actions.items()})

    os.register_at_fork = register_for_others  # type: ignore[assignment]
    try:
        yield
    finally:
        os.register_at_fork = register


def _for_others(act: Callable[[], object]) -> Callable[[], None]:
    def act_for_others() -> None:
        if not _is_alone:
            act()

    return act_for_others
