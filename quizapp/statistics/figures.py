"""What is counted of memories and days. Pure: the day is passed in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date, timedelta

from quizapp.memory.schedule import Memory
from quizapp.memory.spread import DAY, Days

STABILITIES = (1, 7, 30, 90, 365)
"""Days. Where one span of stabilities ends and the next one begins."""

HARDEST_DIFFICULTY = 10


def stabilities(memories: Iterable[Memory]) -> list[int]:
    """How many cards have a stability in each span, see STABILITIES; the last one has no end."""
    counts = [0] * (len(STABILITIES) + 1)
    for memory in memories:
        counts[sum(memory.stability >= end for end in STABILITIES)] += 1
    return counts


def difficulties(memories: Iterable[Memory]) -> list[int]:
    """How many cards have a difficulty of 1 to under 2, and so forth; 10 belongs to the last."""
    counts = [0] * (HARDEST_DIFFICULTY - 1)
    for memory in memories:
        counts[max(1, min(int(memory.difficulty), len(counts))) - 1] += 1
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


def longest_streak(studied: Collection[date], days: Days) -> int:
    """The most study days that there were in a row, but for those away."""
    longest = length = 0
    last: date | None = None
    for day in sorted(studied):
        follows = last is not None and days.first_from(last + DAY) >= day
        length = length + 1 if follows else 1
        longest, last = max(longest, length), day
    return longest
