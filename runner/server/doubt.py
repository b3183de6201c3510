"""Whether a snippet's end is its own doing, or that of what ran beside it or had to be imported."""

from __future__ import annotations

import math
from dataclasses import replace

from runner.processes.turns import MOST_HELD_UP, MOST_MORE_TIME, longest
from runner.protocol import faults
from runner.protocol.wire import Fact, Fault, Outcome, Snippet
from runner.server.forked import Forked

MUCH_HELD_UP = 0.5  # of the time that other code gets, before it is said to take longer


def judged(
    child: Forked, end: Outcome | Fault, *, first: Snippet | None
) -> Outcome | Fault | Snippet:
    """The end of a child's snippet, or what is to be run alone to find it out.

    `first` is the snippet that ended in doubt before, which has been run alone now.
    """
    snippet, alone = child.snippet, first is not None
    if isinstance(end, Fault) and end.kind == "timeout":
        if first is None:
            return _with_time(child) or end
        if first.timeout < snippet.timeout:
            return faults.timeout(first, at=(end.path, end.line))
        return end
    if isinstance(end, Fault):
        return end
    if Fact("hangs", True) not in end.facts:
        return end
    had = child.turns
    if had is None:  # it was not beside others, if it was alone: no more can be known
        return end if alone else snippet
    if had.waited - child.given_back <= MOST_HELD_UP * snippet.timeout:
        return end
    if not alone:
        return snippet if snippet.ranks == 1 else replace(snippet, timeout=longest(snippet.timeout))
    enough = had.ran if snippet.ranks == 1 else longest(had.ran)
    return end if enough >= snippet.timeout else faults.too_busy()


def _with_time(child: Forked) -> Snippet | None:
    """A snippet whose time went by while torch was imported for it, or others ran."""
    snippet, had = child.snippet, child.turns
    waited = had.waited if had is not None and snippet.ranks == 1 else 0.0
    more = math.ceil(min(waited, MOST_MORE_TIME)) if waited > MUCH_HELD_UP * snippet.timeout else 0
    if child.knows_all and not more:
        return None
    return replace(snippet, timeout=snippet.timeout + more)
