"""When the end of what may hang is a fact, and when it is looked at once more."""

from __future__ import annotations

import os
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from runner.processes.turns import Turns, longest
from runner.protocol import faults
from runner.protocol.wire import Fact, Look, Outcome, Snippet, Source
from runner.server.doubt import judged

WAITS = Snippet((Source("wait()"),), (Look("hangs", "code"),), timeout=1.0)
HANGS = Outcome((Fact("hangs", True),), "", "", None, 1.0)


def stopped(snippet: Snippet, turns: Turns | None, given_back: float = 0.0) -> Any:
    """What is looked at of a child that was stopped at its time-out."""
    return SimpleNamespace(snippet=snippet, turns=turns, given_back=given_back)


def test_who_was_kept_from_running_for_no_longer_than_it_was_given_back_hangs() -> None:
    assert judged(stopped(WAITS, Turns(1, 0.05)), HANGS, first=None) is HANGS
    assert judged(stopped(WAITS, Turns(1, 2), given_back=2), HANGS, first=None) is HANGS
    assert judged(stopped(WAITS, Turns(0, 0)), HANGS, first=None) is HANGS, "it waits by itself"


def test_who_is_kept_from_running_by_its_own_processes_is_not_by_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    before = Turns(1, 5, at=100)
    assert Turns(5, 13, at=102).since(before) == Turns(4, 0, at=2), "it had both processors"
    assert Turns(4, 13, at=102).since(before) == Turns(3, 1, at=2), "others had one for a second"
    assert Turns(2, 6, at=102).since(before) == Turns(1, 1, at=2)


def test_who_was_kept_from_running_for_longer_is_run_once_more_alone() -> None:
    most = longest(WAITS.timeout) - WAITS.timeout
    held_up = stopped(WAITS, Turns(0.2, most + 1), given_back=most)
    assert judged(held_up, HANGS, first=None) is WAITS
    assert judged(held_up, HANGS, first=WAITS) == faults.too_busy()
    assert judged(stopped(WAITS, Turns(1, most + 1)), HANGS, first=WAITS) is HANGS


@pytest.mark.parametrize("first", [None, WAITS])
def test_where_nobody_can_tell_it_is_run_alone_once(first: Snippet | None) -> None:
    end = judged(stopped(WAITS, None), HANGS, first=first)
    assert end is (HANGS if first else WAITS)


def test_ranks_who_end_themselves_in_time_get_more_of_it_alone() -> None:
    ranks = replace(WAITS, ranks=2)
    again = judged(stopped(ranks, Turns(1, 1)), HANGS, first=None)
    assert again == replace(ranks, timeout=longest(1.0))
