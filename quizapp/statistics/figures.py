"""What is counted of answers. Pure: the day is passed in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from quizapp.memory.schedule import Memory
from quizapp.statistics.recalls import Recall

BINS = 10
STABILITIES = (1, 7, 30, 90, 365)
"""Days. Where one span of stabilities ends and the next one begins."""


@dataclass(frozen=True, slots=True)
class Share:
    """How much was remembered, and how much FSRS expected."""

    answers: int
    recalled: float
    """From 0 to 1; 0 where there is no answer."""
    expected: float


def share(of: Sequence[Recall]) -> Share:
    if not of:
        return Share(0, 0.0, 0.0)
    recalled = sum(one.recalled for one in of) / len(of)
    return Share(len(of), recalled, sum(one.expected for one in of) / len(of))


def shares(of: Iterable[Recall], by: Callable[[Recall], str]) -> dict[str, Share]:
    """The share of each group, the largest first."""
    groups: dict[str, list[Recall]] = {}
    for one in of:
        groups.setdefault(by(one), []).append(one)
    named = {name: share(group) for name, group in groups.items()}
    return dict(sorted(named.items(), key=lambda item: (-item[1].answers, item[0])))


def calibration(of: Iterable[Recall]) -> list[tuple[float, Share]]:
    """For each tenth of expected recall that has answers, where it begins and its share.

    Where memories are as FSRS has them, what was recalled is what was expected.
    """
    tenths: dict[int, list[Recall]] = {}
    for one in of:
        tenths.setdefault(min(int(one.expected * BINS), BINS - 1), []).append(one)
    return [(tenth / BINS, share(group)) for tenth, group in sorted(tenths.items())]


def stabilities(memories: Iterable[Memory]) -> list[int]:
    """How many cards have a stability in each span, see STABILITIES; the last one has no end."""
    counts = [0] * (len(STABILITIES) + 1)
    for memory in memories:
        counts[sum(memory.stability >= end for end in STABILITIES)] += 1
    return counts


def hardest(memories: Mapping[str, Memory], most: int) -> list[str]:
    """The cards that were missed most often, of equals those that FSRS has as more difficult."""
    missed = [card for card, memory in memories.items() if memory.lapses]
    missed.sort(key=lambda card: (-memories[card].lapses, -memories[card].difficulty, card))
    return missed[:most]


def ends_on(left: int, introduced: int, days: int, today: date) -> date | None:
    """When the cards that are left will have been begun, at the pace of the last days."""
    if not introduced:
        return None
    try:
        return today + timedelta(-(-left * days // introduced))
    except OverflowError:
        return None
