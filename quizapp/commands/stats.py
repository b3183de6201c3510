"""`quiz stats`: what the log tells of months."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

from quizapp.commands.say import say, say_held, say_json
from quizapp.commands.surroundings import now
from quizapp.statistics.shares import Share
from quizapp.statistics.statistics import OF_LATE, Statistics, logged, statistics
from quizapp.study.study import Study
from quizapp.text.cells import cells, padded
from quizapp.text.language import mark, tr
from quizapp.text.words import counted

BAR = 20
"""Columns of a bar that is full."""

SPANS = (
    mark("under 1 day"),
    mark("under 7 days"),
    mark("under 4 weeks"),
    mark("under 3 months"),
    mark("under 12 months"),
    mark("12 months or more"),
)
"""Of stabilities, see STABILITIES."""

WEEKS = (
    mark("today"),
    mark("this week"),
    mark("in a week"),
    mark("in 2 weeks"),
    mark("in 3 weeks"),
    mark("in 4 weeks"),
)
"""When cards fall due."""


def show_statistics(*, as_json: bool) -> None:
    """Print them."""
    with Study.open(say_held) as study:
        found = statistics(logged(study, study.study_date(now())))
    if as_json:
        say_json(_as_json(found))
        return
    for line in _lines(found):
        say(line)


def _lines(found: Statistics) -> Iterator[str]:
    answers = sum(found.answers.values())
    yield tr(
        "{answers} on {days}, {today} today, {streak}-day streak",
        answers=counted(answers, "answer"),
        days=counted(len(found.answers), "day"),
        today=counted(found.answers.get(found.today, 0), "answer"),
        streak=found.streak,
    )
    if found.seconds_an_answer:
        yield tr(
            "of late {minutes:.0f} minutes on a day of study, {seconds:.0f} seconds an answer",
            minutes=found.minutes_a_day,
            seconds=found.seconds_an_answer,
        )
    ends = tr("; at the pace of late all are begun on {date}", date=found.ends)
    yield tr(
        "{cards} cards: {seen} seen, {learnt} learnt{ends}",
        cards=found.cards,
        seen=found.seen,
        learnt=found.learnt,
        ends=ends if found.ends else "",
    )
    if found.in_all.answers:
        yield ""
        yield tr("What was recalled of what was learnt on an earlier day, and what FSRS expected")
        yield from _table({tr("all"): found.in_all})
        by_age, by_confidence = _told(found.by_age), _told(found.by_confidence)
        for part in (by_age, found.by_kind, by_confidence, found.by_topic):
            if len(part) > 1:
                yield ""
                yield from _table(part)
        yield ""
        yield tr("By what was expected")
        yield from _table(
            {tr("from {begin:.0%}", begin=begin): of for begin, of in found.calibration}
        )
    if found.seen:
        yield ""
        yield tr("Stability: after how long the chance of recall is 90 %")
        yield from _bars(dict(zip(map(tr, SPANS), found.stabilities, strict=True)))
        yield ""
        yield tr("Cards that fall due in the next {days} days, by weeks", days=OF_LATE)
        yield from _bars(_weeks(found.forecast))
    if found.hardest:
        yield ""
        yield tr("Missed most often")
        yield from _bars(found.hardest)


def _table(part: Mapping[str, Share]) -> Iterator[str]:
    width = max(map(cells, part))
    for name, of in part.items():
        bar = "█" * round(of.recalled * BAR)
        said = tr(
            "{recalled:>4.0%}, expected {expected:>4.0%}",
            recalled=of.recalled,
            expected=of.expected,
        )
        yield f"  {padded(name, width)}  {bar:<{BAR}} {said}  {counted(of.answers, 'answer')}"


def _told(part: Mapping[str, Share]) -> dict[str, Share]:
    return {tr(name): of for name, of in part.items()}


def _bars(counts: Mapping[str, int]) -> Iterator[str]:
    width, most = max(map(cells, counts)), max(*counts.values(), 1)
    for name, count in counts.items():
        yield f"  {padded(name, width)}  {'█' * round(count / most * BAR):<{BAR}} {count}"


def _weeks(forecast: Sequence[int]) -> dict[str, int]:
    spans = [forecast[:1], forecast[1:7], *(forecast[at : at + 7] for at in range(7, 35, 7))]
    return {name: sum(span) for name, span in zip(map(tr, WEEKS), spans, strict=True)}


def _as_json(found: Statistics) -> object:
    spans = {
        "calibration": [{"from": begin, **asdict(of)} for begin, of in found.calibration],
        "stabilities": dict(zip(SPANS, found.stabilities, strict=True)),
    }
    return _plain(asdict(found) | spans)


def _plain(thing: Any) -> Any:
    """With dates as text."""
    match thing:
        case date():
            return thing.isoformat()
        case dict():
            return {str(_plain(key)): _plain(value) for key, value in thing.items()}
        case list() | tuple():
            return [_plain(one) for one in thing]
    return thing
