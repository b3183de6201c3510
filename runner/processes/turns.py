"""How long processes have had a processor, and how long others have kept them from one.

Code that is asked whether it hangs is judged by the clock. What a neighbour's threads kept it
from doing in that time says nothing about it.
"""

from __future__ import annotations

from typing import NamedTuple

from runner.processes import kin, proc

MOST_HELD_UP = 0.1  # of the time that code gets, before it is given back
MORE_TIME = 4  # times as much, since other programs may go on
MOST_MORE_TIME = 20.0  # seconds; a client does not wait for ever


class Turns(NamedTuple):
    """Seconds on a processor, and seconds of being ready for one in vain."""

    ran: float
    waited: float

    def since(self, before: Turns) -> Turns:
        return Turns(self.ran - before.ran, self.waited - before.waited)


def turns(child: int) -> Turns | None:
    """Those of the main threads of a child of this process and of all that it forked, so far.

    None where the kernel does not tell.
    """
    try:
        each = [proc.read(f"{pid}/schedstat").split() for pid, _ in kin.tree(kin.pid_of(child))]
        return Turns(*(sum(int(told[at]) for told in each) / 1e9 for at in (0, 1)))
    except (OSError, ValueError, IndexError):
        return None


def longest(seconds: float) -> float:
    """How long code that gets so many seconds may take by the clock, others taking the rest."""
    return min(MORE_TIME * seconds, seconds + MOST_MORE_TIME)
