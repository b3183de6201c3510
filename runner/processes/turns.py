"""How long processes have had a processor, and how long others have kept them from one.

Code that is asked whether it hangs is judged by the clock. What a neighbour's threads kept it
from doing in that time says nothing about it.
"""

from __future__ import annotations

import os
import time
from typing import NamedTuple

from runner.processes import kin, proc

MOST_HELD_UP = 0.1  # of the time that code gets, before it is given back
MORE_TIME = 4  # times as much, since other programs may go on
MOST_MORE_TIME = 20.0  # seconds; a client does not wait for ever


class Turns(NamedTuple):
    """Seconds on a processor, seconds of being ready for one in vain, and when that was."""

    ran: float
    waited: float
    at: float = 0.0

    def since(self, before: Turns) -> Turns:
        """What came between; what a process's own threads and children kept it from is its own."""
        elapsed, ran = self.at - before.at, self.ran - before.ran
        left = max(0.0, elapsed * len(os.sched_getaffinity(0)) - ran)
        return Turns(ran, min(self.waited - before.waited, left), elapsed)


def turns(child: int) -> Turns | None:
    """Those of a child of this process and of all that it forked, so far.

    What waits is their main threads. None where the kernel does not tell.
    """
    try:
        pids = [pid for pid, _ in kin.tree(kin.pid_of(child))]
        used = [proc.read(f"{pid}/stat").rpartition(")")[2].split()[11:13] for pid in pids]
        waited = [proc.read(f"{pid}/schedstat").split()[1] for pid in pids]
        ran = sum(int(ticks) for each in used for ticks in each) / os.sysconf("SC_CLK_TCK")
        return Turns(ran, sum(map(int, waited)) / 1e9, time.monotonic())
    except (OSError, ValueError, IndexError):
        return None


def longest(seconds: float) -> float:
    """How long code that gets so many seconds may take by the clock, others taking the rest."""
    return min(MORE_TIME * seconds, seconds + MOST_MORE_TIME)
