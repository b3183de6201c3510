"""What was done: today, in a year, and the time that it took."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from quizapp.inside.spans import Line
from quizapp.memory.review import Rating
from quizapp.statistics.charts.columns import columns
from quizapp.statistics.charts.heat_map import heat_map
from quizapp.statistics.pages.section import (
    Section,
    Told,
    joined,
    nothing_yet,
    sentence,
    short_day,
)
from quizapp.statistics.statistics import OF_LATE
from quizapp.text.language import tr
from quizapp.text.words import counted, time_in_words

TIME_ROWS = 6


def days(of: Told) -> Iterator[Section]:
    yield Section(tr("Today"), lambda width: _today(of, width))
    if not of.figures.answers:
        yield Section(
            tr("The year"),
            nothing_yet(tr("Once you have answered: on which days of the year, and how much.")),
        )
        return
    yield Section(tr("The year"), lambda width: _year(of, width))
    yield Section(tr("Minutes a day"), lambda width: _time(of, width))


def _today(of: Told, width: int) -> list[Line]:
    today = of.figures.done_today
    if not today.answers:
        return sentence(tr("Nothing was answered yet."), width)
    parts = [
        tr(
            "{answers} in {time}",
            answers=counted(today.answers, "answer"),
            time=time_in_words(60 * today.minutes),
        )
    ]
    if today.graded:
        parts.append(tr("{right} of {graded} graded right", right=today.right, graded=today.graded))
    if today.new:
        parts.append(tr("{cards} begun", cards=counted(today.new, "card")))
    ratings = zip(Rating, (today.again, today.hard, today.good, today.easy), strict=True)
    rated = tr(", ").join(f"{rating.word} {count}" for rating, count in ratings)
    return [*sentence(tr(", ").join(parts), width), *sentence(rated, width, "aside")]


def _year(of: Told, width: int) -> list[Line]:
    figures = of.figures
    words = tr(
        "{answers} on {days}; {streak} in a row, longest {longest}",
        answers=counted(sum(figures.answers.values()), "answer"),
        days=counted(len(figures.answers), "day"),
        streak=counted(figures.streak, "day"),
        longest=counted(figures.longest_streak, "day"),
    )
    return joined(heat_map(figures.answers, of.today, width), sentence(words, width))


def _time(of: Told, width: int) -> list[Line]:
    figures = of.figures
    of_late = [of.today - timedelta(away) for away in range(OF_LATE - 1, -1, -1)]
    minutes = [figures.minutes.get(day, 0.0) for day in of_late]
    ticks = {at: short_day(of_late[at]) for at in range(OF_LATE - 1, -1, -7)}
    card = time_in_words(60 * figures.minutes_a_card)
    if max(figures.answers) < of_late[0]:
        words = tr("Nothing was answered in the last 30 days. In all {card} a card.", card=card)
    else:
        words = tr(
            "Of the last 30 days: {time} on a day of study, {seconds} an answer. "
            "In all {card} a card.",
            time=time_in_words(60 * figures.minutes_a_day),
            seconds=counted(round(figures.seconds_an_answer), "second"),
            card=card,
        )
    chart = columns(minutes, dict(sorted(ticks.items())), width=width, rows=TIME_ROWS)
    return joined(chart, sentence(words, width))
