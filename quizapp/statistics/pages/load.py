"""What is to come: cards that fall due."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import timedelta

from quizapp.inside.spans import Line
from quizapp.statistics.charts.bars import Bar, bars
from quizapp.statistics.charts.columns import columns
from quizapp.statistics.pages.section import Section, Told, joined, nothing_yet, sentence, short_day
from quizapp.statistics.statistics import OF_LATE
from quizapp.text.language import mark, tr
from quizapp.text.words import counted

ROWS = 8

WEEKS = (
    mark("today"),
    mark("next 6 days"),
    mark("in a week"),
    mark("in 2 weeks"),
    mark("in 3 weeks"),
)
"""When cards fall due: today, on the six days after it, and by whole weeks of the forecast."""


def load(of: Told) -> Iterator[Section]:
    if not of.figures.seen:
        what = tr("Once you have begun cards: how many fall due on each of the next days.")
        yield Section(tr("Cards that fall due"), nothing_yet(what))
        return
    yield Section(tr("Cards that fall due"), lambda width: _days(of, width))
    yield Section(tr("By weeks"), lambda width: _weeks(of, width))


def _days(of: Told, width: int) -> list[Line]:
    due = of.figures.forecast
    ticks = {0: tr("today")} | {
        ahead: short_day(of.today + timedelta(ahead)) for ahead in range(7, OF_LATE, 7)
    }
    words = tr(
        "{today} due today, {week} in the next 7 days, {month} in the next 30, to cards that were "
        "begun. More will come: each card stands here by its next date alone, and today as well "
        "where it is to be asked once more.",
        today=counted(due[0], "answer"),
        week=sum(due[:7]),
        month=sum(due),
    )
    told = sentence(words, width)
    if due[0] and (pace := of.figures.seconds_a_card):
        minutes = counted(math.ceil(due[0] * pace / 60), "minute")  # as home has it
        today = tr("Those of today take about {time} at your pace.", time=minutes)
        told += sentence(today, width)
    return joined(columns(due, ticks, width=width, rows=ROWS), told)


def _weeks(of: Told, width: int) -> list[Line]:
    due = of.figures.forecast
    spans = [due[:1], due[1:7], *(due[at : at + 7] for at in range(7, 28, 7))]
    most = max(*map(sum, spans), 1)
    return bars(
        [
            Bar(tr(name), sum(span) / most, [f"{sum(span):,}"])
            for name, span in zip(WEEKS, spans, strict=True)
        ],
        width,
    )
