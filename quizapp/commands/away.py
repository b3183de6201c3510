"""`quiz away`: days on which nothing is to fall due."""

from __future__ import annotations

import random

from quizapp.commands.say import say, say_held, say_json
from quizapp.commands.surroundings import now
from quizapp.errors import UserError
from quizapp.memory.acts.kinds.away import days_away
from quizapp.study.away import (
    Absence,
    absence_in_words,
    go_away,
    return_in_words,
    take_back_away,
    times_away,
)
from quizapp.study.study import Study
from quizapp.text.language import tr


def list_times_away(*, as_json: bool) -> None:
    """Print those that stand."""
    with Study.open(say_held) as study:
        there = times_away(study)
    if as_json:
        say_json([_as_json(absence) for absence in there])
        return
    for absence in there:
        say(absence_in_words(absence))
    if not there:
        say(tr("You are not away. 'quiz away FROM TO' tells of it, by dates such as 2027-01-31."))


def note_time_away(said_first: str, said_last: str, *, as_json: bool) -> None:
    """Log one. Raises UserError for days that are none, or too many."""
    at = now()
    with Study.open(say_held) as study:
        try:
            first, last = days_away(said_first, said_last, study.study_date(at))
        except ValueError as error:
            raise UserError(str(error)) from error
        absence = go_away(study, first, last, at, random.Random())
    if as_json:
        say_json(_as_json(absence))
    else:
        say(absence_in_words(absence))


def undo_time_away(*, as_json: bool) -> None:
    """Take the last one back."""
    with Study.open(say_held) as study:
        undone = take_back_away(study, now(), random.Random())
    if as_json:
        say_json(_as_json(undone) if undone else None)
    elif undone is None:
        say(tr("There is no time away to take back."))
    else:
        say(return_in_words(undone))


def _as_json(absence: Absence) -> dict[str, object]:
    return {
        "from": absence.first.isoformat(),
        "to": absence.last.isoformat(),
        "moved": absence.moved,
        "until": absence.until.isoformat() if absence.until else None,
    }
