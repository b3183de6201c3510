"""Times away: what falls due then comes back later, and all of it is taken back at will."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime

from quizapp.memory.acts.act import OF_ALL, Act
from quizapp.memory.acts.kinds import away, shifted
from quizapp.memory.acts.kinds.away import AWAY
from quizapp.memory.acts.kinds.shifted import SHIFTED
from quizapp.memory.backlog import shifted as new_days
from quizapp.memory.uuid7 import uuid7
from quizapp.study.study import Study
from quizapp.text.language import tr
from quizapp.text.words import counted


@dataclass(frozen=True)
class Absence:
    """A time away."""

    first: date
    last: date
    moved: int
    """Cards that fell due then, and come back later."""
    until: date | None
    """The last day on which one of them does."""


def absence_in_words(absence: Absence) -> str:
    if absence.until is None:
        return tr(
            "Away from {first} to {last}: nothing falls due then.",
            first=absence.first,
            last=absence.last,
        )
    return tr(
        "Away from {first} to {last}: {cards} that would fall due then come back after it, the "
        "most urgent first, the last on {until}.",
        first=absence.first,
        last=absence.last,
        cards=counted(absence.moved, "card"),
        until=absence.until,
    )


def return_in_words(undone: Absence) -> str:
    """What is told once it is taken back."""
    return tr(
        "{first} to {last} is taken back, and {cards} due as before.",
        first=undone.first,
        last=undone.last,
        cards=counted(undone.moved, "card"),
    )


def go_away(study: Study, first: date, last: date, now: datetime, rng: random.Random) -> Absence:
    """Log a time away, and the later day of each card that falls due in it."""
    today, log = study.study_date(now), study.log
    memories = {card: one for card, one in log.memories().items() if card in study.library.cards}
    days = log.days
    moved = new_days(
        *(memories, first, last, today, study.settings.reviews_per_day, log.scheduling),
        replace(days, away=(*days.away, (first, last))),
    )

    def act(card: str, name: str, value: str) -> Act:
        return Act(id=uuid7(now, rng), card=card, at=now, study_date=today, name=name, value=value)

    log.act_on_all(
        [
            act(OF_ALL, AWAY, away.as_value(first, last)),
            *(act(card, SHIFTED, shifted.as_value(first, last, to)) for card, to in moved.items()),
        ]
    )
    return Absence(first, last, len(moved), max(moved.values(), default=None))


def times_away(study: Study) -> list[Absence]:
    """Those that stand, in the order in which they were entered."""
    moved, until = Counter[datetime](), dict[datetime, date]()
    for act in study.log.acts():
        if act.name == SHIFTED:
            with suppress(ValueError):  # what was damaged moves nothing
                _, _, to = shifted.of_value(act.value)
                moved[act.at] += 1
                until[act.at] = max(to, until.get(act.at, to))
    return [
        Absence(first, last, moved[act.at], until.get(act.at))
        for act, first, last in study.log.absences()
    ]


def take_back_away(study: Study, now: datetime, rng: random.Random) -> Absence | None:
    """Undo the time away that was entered last, if there is one, and what it has moved."""
    there = times_away(study)
    if not there:
        return None
    latest = study.log.absences()[-1][0]
    undone = [
        act for act in study.log.acts() if act.at == latest.at and act.name in (AWAY, SHIFTED)
    ]
    study.log.undo_acts([(act, uuid7(now, rng)) for act in undone], now)
    return there[-1]
