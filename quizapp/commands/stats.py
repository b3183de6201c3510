"""`quiz stats`: what the log tells of months."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from quizapp.commands.say import say, say_held, say_json
from quizapp.commands.surroundings import now
from quizapp.statistics.figures import STABILITIES, Share
from quizapp.statistics.statistics import OF_LATE, Statistics, statistics
from quizapp.study.study import Study
from quizapp.text.cells import cells, padded
from quizapp.text.words import counted, days_in_words

BAR = 20
"""Columns of a bar that is full."""


def show_statistics(*, as_json: bool) -> None:
    """Print them."""
    with Study.open(say_held) as study:
        found = statistics(study, study.study_date(now()))
    if as_json:
        say_json(_as_json(found))
        return
    for line in _lines(found):
        say(line)


def _lines(found: Statistics) -> Iterator[str]:
    answers = sum(found.answers.values())
    yield (
        f"{counted(answers, 'answer')} on {counted(len(found.answers), 'day')}, "
        f"{counted(found.answers.get(found.today, 0), 'answer')} today, "
        f"{found.streak}-day streak"
    )
    if found.seconds_an_answer:
        yield (
            f"of late {found.minutes_a_day:.0f} minutes on a day of study, "
            f"{found.seconds_an_answer:.0f} seconds an answer"
        )
    ends = f"; at the pace of late all are begun on {found.ends}" if found.ends else ""
    yield f"{found.cards} cards: {found.seen} seen, {found.learnt} learnt{ends}"
    if found.in_all.answers:
        yield ""
        yield "What was recalled of what was learnt on an earlier day, and what FSRS expected"
        yield from _table({"all": found.in_all})
        for part in (found.by_age, found.by_kind, found.by_confidence, found.by_topic):
            if len(part) > 1:
                yield ""
                yield from _table(part)
        yield ""
        yield "By what was expected"
        yield from _table({f"from {begin:.0%}": of for begin, of in found.calibration})
    if found.seen:
        yield ""
        yield "Stability: after how long the chance of recall is 90 %"
        yield from _bars(dict(zip(_spans(), found.stabilities, strict=True)))
        yield ""
        yield f"Cards that fall due in the next {OF_LATE} days, by weeks"
        yield from _bars(_weeks(found.forecast))
    if found.hardest:
        yield ""
        yield "Missed most often"
        yield from _bars(found.hardest)


def _table(part: Mapping[str, Share]) -> Iterator[str]:
    width = max(map(cells, part))
    for name, of in part.items():
        bar = "█" * round(of.recalled * BAR)
        yield (
            f"  {padded(name, width)}  {bar:<{BAR}} {of.recalled:>4.0%}, expected "
            f"{of.expected:>4.0%}  {counted(of.answers, 'answer')}"
        )


def _bars(counts: Mapping[str, int]) -> Iterator[str]:
    width, most = max(map(cells, counts)), max(*counts.values(), 1)
    for name, count in counts.items():
        yield f"  {padded(name, width)}  {'█' * round(count / most * BAR):<{BAR}} {count}"


def _spans() -> list[str]:
    ends = [days_in_words(end) for end in STABILITIES]
    return [*(f"under {end}" for end in ends), f"{ends[-1]} or more"]


def _weeks(forecast: Sequence[int]) -> dict[str, int]:
    names = ("today", "this week", "in a week", "in 2 weeks", "in 3 weeks", "in 4 weeks")
    spans = [forecast[:1], forecast[1:7], *(forecast[at : at + 7] for at in range(7, 35, 7))]
    return {name: sum(span) for name, span in zip(names, spans, strict=True)}


def _as_json(found: Statistics) -> dict[str, object]:
    return asdict(found) | {
        "today": found.today.isoformat(),
        "answers": {day.isoformat(): count for day, count in sorted(found.answers.items())},
        "calibration": [{"from": begin, **asdict(of)} for begin, of in found.calibration],
        "stabilities": dict(zip(_spans(), found.stabilities, strict=True)),
        "ends": found.ends.isoformat() if found.ends else None,
    }
