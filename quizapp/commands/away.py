"""`quiz away`: days on which nothing is to fall due."""

from __future__ import annotations

import random
from datetime import date

from quizapp.commands.say import say, say_held, say_json
from quizapp.commands.surroundings import now
from quizapp.errors import UserError
from quizapp.memory.acts.kinds.away import LONGEST
from quizapp.study.away import Absence, go_away, take_back_away, times_away
from quizapp.study.study import Study
from quizapp.text.language import tr
from quizapp.text.words import counted


def list_times_away(*, as_json: bool) -> None:
    """Print those that stand."""
    with Study.open(say_held) as study:
        there = times_away(study)
    if as_json:
        say_json([_as_json(absence) for absence in there])
        return
    for absence in there:
        say(_in_words(absence))
    if not there:
        say(tr("You are not away. 'quiz away FROM TO' tells of it, by dates such as 2027-01-31."))


def note_time_away(said_first: str, said_last: str, *, as_json: bool) -> None:
    """Log one. Raises UserError for days that are none, or too many."""
    first, last = _day(said_first), _day(said_last)
    at = now()
    with Study.open(say_held) as study:
        today = study.study_date(at)
        if last < first:
            raise UserError(tr("FROM {first} is after TO {last}", first=first, last=last))
        if (last - first).days >= LONGEST or abs((first - today).days) > LONGEST:
            raise UserError(tr("a time away lasts, and begins within, a year at most"))
        absence = go_away(study, first, last, at, random.Random())
    if as_json:
        say_json(_as_json(absence))
    else:
        say(_in_words(absence))


def undo_time_away(*, as_json: bool) -> None:
    """Take the last one back."""
    with Study.open(say_held) as study:
        undone = take_back_away(study, now(), random.Random())
    if as_json:
        say_json(_as_json(undone) if undone else None)
    elif undone is None:
        say(tr("There is no time away to take back."))
    else:
        say(
            tr(
                "{first} to {last} is taken back, and {cards} due as before.",
                first=undone.first,
                last=undone.last,
                cards=counted(undone.moved, "card"),
            )
        )


def _day(said: str) -> date:
    try:
        return date.fromisoformat(said)
    except ValueError:
        raise UserError(tr("'{said}' is no date such as 2027-01-31", said=said)) from None


def _in_words(absence: Absence) -> str:
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


def _as_json(absence: Absence) -> dict[str, object]:
    return {
        "from": absence.first.isoformat(),
        "to": absence.last.isoformat(),
        "moved": absence.moved,
        "until": absence.until.isoformat() if absence.until else None,
    }
