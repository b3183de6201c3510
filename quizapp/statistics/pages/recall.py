"""What was remembered: true retention against what FSRS predicted, and one's own confidence."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from datetime import date

from quizapp.inside.spans import Line
from quizapp.statistics.charts.bars import Bar, bars
from quizapp.statistics.charts.curve import POINT, Points, curve
from quizapp.statistics.charts.rows import rows
from quizapp.statistics.pages.section import Section, Told, joined, nothing_yet, percent, sentence
from quizapp.statistics.shares import BINS, EVER, MATURE, YOUNG, Share
from quizapp.text.language import tr
from quizapp.text.words import counted

CURVE_ROWS = 9
FEWEST = 10
"""Answers for which a point is drawn."""

MOST_MONTHS = 24


def recall(of: Told) -> Iterator[Section]:
    figures = of.figures
    if not figures.in_all.answers:
        yield Section(
            tr("True retention"),
            nothing_yet(
                tr(
                    "Once cards have come back on a later day: how many of them you recalled, "
                    "young and mature, by topic and kind, and how many FSRS expected."
                )
            ),
        )
    else:
        yield Section(tr("True retention"), lambda width: _retention(of, width))
        yield Section(tr("What was expected, and what came"), lambda width: _calibration(of, width))
        yield Section(tr("By month"), lambda width: _months(of, width))
        yield Section(tr("By what was expected"), lambda width: _spans(of, width))
        titles = {of.titles.get(topic, topic): one for topic, one in figures.by_topic.items()}
        yield Section(tr("By topic"), lambda width: _shares(titles, width))
        yield Section(tr("By kind of card"), lambda width: _shares(figures.by_kind, width))
    yield Section(tr("Sure, and guessed"), lambda width: _confidence(of, width))


def _retention(of: Told, width: int) -> list[Line]:
    figures, head = of.figures, [tr("young"), tr("mature"), tr("all")]
    body = [
        [
            tr(period),
            *(_percent(ages[age]) for age in (YOUNG, MATURE, EVER)),
            percent(ages[EVER].expected) if ages[EVER].answers else "–",
            f"{ages[EVER].answers:,}",
        ]
        for period, ages in figures.by_period.items()
    ]
    return rows(["", *head, tr("expected"), tr("answers")], body, width)


def _percent(one: Share) -> str:
    return percent(one.recalled) if one.answers else "–"


def _calibration(of: Told, width: int) -> list[Line]:
    figures = of.figures
    points = [
        (one.expected, one.recalled) for _, one in figures.calibration if one.answers >= FEWEST
    ]
    legend = tr("{point} recalled, over what FSRS expected; the line: as expected", point=POINT)
    words = tr(
        "{recalled} recalled, {expected} expected. The spans are off by {off:.1%} (RMSE); log loss "
        "{loss:.3f}.",
        recalled=percent(figures.in_all.recalled),
        expected=percent(figures.in_all.expected),
        off=figures.off_by,
        loss=figures.log_loss,
    )
    if not points:
        return sentence(words, width)
    low = _floor(min(min(point) for point in points))
    ticks = {low: percent(low), (low + 1) / 2: percent((low + 1) / 2), 1.0: percent(1)}
    drawn = curve(
        points,
        [(low, low), (1, 1)],
        low=(low, low),
        high=(1, 1),
        x_ticks=ticks,
        y_ticks=ticks,
        width=width,
        rows=CURVE_ROWS,
    )
    return joined([*drawn, *sentence(legend, width, "aside")], sentence(words, width))


def _spans(of: Told, width: int) -> list[Line]:
    return rows(
        [tr("expected"), tr("recalled"), tr("answers")],
        [
            [f"{begin:.0%}–{begin + 1 / BINS:.0%}", percent(one.recalled), f"{one.answers:,}"]
            for begin, one in of.figures.calibration
        ],
        width,
    )


def _floor(share: float) -> float:
    """The tenth below, such that there is something to be seen."""
    return min(math.floor(share * 10) / 10, 0.9)


def _months(of: Told, width: int) -> list[Line]:
    months = list(of.figures.by_month.items())[-MOST_MONTHS:]
    if len(months) < 2:
        return nothing_yet(tr("Once there are answers of two months: how recall has changed."))(
            width
        )
    recalled: Points = [(at, one.recalled) for at, (_, one) in enumerate(months)]
    expected: Points = [(at, one.expected) for at, (_, one) in enumerate(months)]
    low = _floor(min(y for _, y in [*recalled, *expected]))
    last = len(months) - 1
    drawn = curve(
        recalled,
        expected,
        low=(0, low),
        high=(last, 1),
        x_ticks={float(at): _month(months[at][0]) for at in (0, last // 2, last)},
        y_ticks={low: percent(low), (low + 1) / 2: percent((low + 1) / 2), 1.0: percent(1)},
        width=width,
        rows=CURVE_ROWS,
    )
    legend = tr("{point} recalled; the line: as FSRS expected", point=POINT)
    return [*drawn, *sentence(legend, width, "aside")]


def _month(text: str) -> str:
    """`Mar 2026`."""
    return tr("{day:%b} {day.year}", day=date.fromisoformat(f"{text}-01"))


def _shares(part: Mapping[str, Share], width: int) -> list[Line]:
    return bars(
        [
            Bar(
                tr(name),
                one.recalled,
                [percent(one.recalled), percent(one.expected), f"{one.answers:,}"],
                one.expected,
            )
            for name, one in part.items()
        ],
        width,
        [tr("recalled"), tr("FSRS │"), tr("answers")],
    )


def _confidence(of: Told, width: int) -> list[Line]:
    figures = of.figures
    if not figures.sure.answers and not figures.guesses.answers:
        what = tr("Once torch has judged answers: how often those marked as a guess are right.")
        return nothing_yet(what)(width)
    drawn = bars(
        [
            Bar(name, one.right, [percent(one.right) if one.answers else "–", f"{one.answers:,}"])
            for name, one in ((tr("sure"), figures.sure), (tr("guess"), figures.guesses))
        ],
        width,
        [tr("right"), tr("answers")],
    )
    wrong = round(figures.sure.answers * (1 - figures.sure.right))
    words = tr("Wrong, and not marked as a guess: {answers}.", answers=counted(wrong, "answer"))
    return [*drawn, *sentence(words, width, "aside")]
