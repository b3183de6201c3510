"""FSRS-6: what an answer does to a card's memory, and when the card is due again.

Pure functions over fsrs_rs_python, in whole days between study dates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from fsrs_rs_python import DEFAULT_PARAMETERS, FSRS, ItemState, MemoryState, NextStates

from quizapp.memory.review import MOVES_MEMORY, Grading, Rating
from quizapp.memory.spread import EVERY_DAY, Days, band, position, spread

LOWEST_RETENTION, HIGHEST_RETENTION = 0.70, 0.97
LEARNT_STABILITY = 1.0
"""Days. A card that would be remembered tomorrow with 90 % probability counts as learnt."""


@dataclass(frozen=True, kw_only=True)
class Scheduling:
    """What the schedule depends on besides the reviews. Raises ValueError when out of range."""

    retention: float = 0.9
    """The probability of recall at which a card is due."""
    max_interval: int = 365
    """Days."""
    parameters: tuple[float, ...] = tuple(DEFAULT_PARAMETERS)
    """FSRS-6's 21 weights."""

    def __post_init__(self) -> None:
        if not LOWEST_RETENTION <= self.retention <= HIGHEST_RETENTION:
            raise ValueError(
                f"the desired retention must be from {LOWEST_RETENTION} to {HIGHEST_RETENTION}, "
                f"not {self.retention}"
            )
        if self.max_interval < 1:
            raise ValueError(f"the maximum interval must be a day or more, not {self.max_interval}")
        if len(self.parameters) != 21 or not all(map(math.isfinite, self.parameters)):
            raise ValueError("FSRS-6 takes 21 finite parameters")


DEFAULT_SCHEDULING = Scheduling()


@dataclass(frozen=True, slots=True)
class Memory:
    """How well a card is remembered. A card that was never reviewed has none."""

    stability: float
    """Days until the probability of recall has fallen to 90 %."""
    difficulty: float
    """From 1 to 10."""
    last_study_date: date
    due: date
    reps: int
    """Reviews that moved this memory."""
    lapses: int
    """How many of them, after the first, were answered wrong."""

    @property
    def learnt(self) -> bool:
        return self.stability >= LEARNT_STABILITY

    def is_ahead(self, study_date: date) -> bool:
        """Whether the last answer is of a later day than it can be anywhere on earth by now: a
        clock was wrong then, or is now.
        """
        return (self.last_study_date - study_date).days > 1


@dataclass(frozen=True, slots=True)
class Interval:
    days: int
    due: date


def retrievability(
    memory: Memory, study_date: date, scheduling: Scheduling = DEFAULT_SCHEDULING
) -> float:
    """The probability of recall on a study date."""
    return forgetting(study_date, scheduling)(memory)


def forgetting(study_date: date, scheduling: Scheduling) -> Callable[[Memory], float]:
    """The `retrievability` of one memory after another.

    The forgetting curve of FSRS-6, R(t, S) = (1 + factor · t / S) ** -w20, with the factor
    that makes R(S, S) = 0.9: github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm.
    """
    decay = -scheduling.parameters[20]
    factor = 0.9 ** (1 / decay) - 1

    def recalled(memory: Memory) -> float:
        days = max(0, (study_date - memory.last_study_date).days)
        return float((1 + factor * days / memory.stability) ** decay)

    return recalled


def days_until(
    retention: float, stability: float, scheduling: Scheduling = DEFAULT_SCHEDULING
) -> float:
    """Days until a memory of that stability, in days, has faded to a retention: see above."""
    decay = -scheduling.parameters[20]
    factor = 0.9 ** (1 / decay) - 1
    return float(stability / factor * (retention ** (1 / decay) - 1))


def intervals(
    memory: Memory | None, study_date: date, scheduling: Scheduling = DEFAULT_SCHEDULING
) -> dict[Rating, int]:
    """FSRS's own intervals in whole days, a day at least, before due dates are spread."""
    states = _next(memory, study_date, scheduling)
    return {rating: _whole_days(getattr(states, of), scheduling) for rating, of in _STATES.items()}


def preview(
    card: str,
    memory: Memory | None,
    study_date: date,
    scheduling: Scheduling = DEFAULT_SCHEDULING,
    load: Mapping[date, int] | None = None,
    days: Days = EVERY_DAY,
) -> dict[Rating, Interval]:
    """When the card comes back under each rating, due dates spread over the lighter days.

    A review logged with the `due` shown here comes back then. `load` says how many other cards
    are due on a date. A card already answered on this study date stays due when it is,
    whatever the rating.
    """
    if memory is not None and study_date <= memory.last_study_date:
        settled = Interval((memory.due - study_date).days, memory.due)
        return dict.fromkeys(Rating, settled)
    at = position(card, memory.reps if memory else 0)
    shown = {}
    for rating, interval in intervals(memory, study_date, scheduling).items():
        near = band(interval, scheduling.max_interval)
        due = spread(near, at, study_date, load or {}, days)
        shown[rating] = Interval((due - study_date).days, due)
    return shown


def after(
    memory: Memory | None, review: Grading, scheduling: Scheduling = DEFAULT_SCHEDULING
) -> Memory | None:
    """The card's memory after a review: only the first one of a study date moves it."""
    if review.kind not in MOVES_MEMORY:
        return memory
    if memory is not None and review.study_date <= memory.last_study_date:
        return memory
    return after_rating(memory, review.rating, review.study_date, scheduling, review.due)


def after_rating(
    memory: Memory | None,
    rating: Rating,
    study_date: date,
    scheduling: Scheduling = DEFAULT_SCHEDULING,
    due: date | None = None,
) -> Memory:
    """The memory after an answer on a later study date than the last; without the day on which
    it is due, that is after FSRS's own interval.
    """
    state: ItemState = getattr(_next(memory, study_date, scheduling), _STATES[rating])
    return Memory(
        stability=state.memory.stability,
        difficulty=state.memory.difficulty,
        last_study_date=study_date,
        due=due or study_date + timedelta(_whole_days(state, scheduling)),
        reps=memory.reps + 1 if memory else 1,
        lapses=memory.lapses + (rating is Rating.AGAIN) if memory else 0,
    )


def propose(
    *, right: bool, hint: bool, guess: bool, seconds: float, usual_seconds: float | None
) -> Rating:
    """The rating that a verdict suggests; partly right is not right.

    Easy needs an answer in under half the time that the learner usually takes for this card,
    so the first answers to a card, whose usual time is None, are Good at best.
    """
    if not right:
        return Rating.AGAIN
    if hint or guess:
        return Rating.HARD
    if usual_seconds is not None and seconds < usual_seconds / 2:
        return Rating.EASY
    return Rating.GOOD


_STATES = {
    Rating.AGAIN: "again",
    Rating.HARD: "hard",
    Rating.GOOD: "good",
    Rating.EASY: "easy",
}
"""What the engine calls the state after each rating."""


def _next(memory: Memory | None, study_date: date, scheduling: Scheduling) -> NextStates:
    if memory is None:
        before, days = None, 0
    else:
        before = MemoryState(memory.stability, memory.difficulty)
        days = (study_date - memory.last_study_date).days
    return _engine(scheduling.parameters).next_states(before, scheduling.retention, days)


@lru_cache(maxsize=2)
def _engine(parameters: tuple[float, ...]) -> FSRS:
    return FSRS(parameters=parameters)


def _whole_days(state: ItemState, scheduling: Scheduling) -> int:
    return min(max(1, round(state.interval)), scheduling.max_interval)
