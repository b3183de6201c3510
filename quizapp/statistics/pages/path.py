"""How far one has come on the path, and when it ends."""

from __future__ import annotations

from collections.abc import Iterator

from quizapp.inside.spans import Line
from quizapp.statistics.charts.bars import Bar, bars
from quizapp.statistics.pages.section import Section, Told, joined, on_day, sentence
from quizapp.text.language import tr
from quizapp.text.words import counted


def path(of: Told) -> Iterator[Section]:
    yield Section(tr("The path"), lambda width: _path(of, width))


def _path(of: Told, width: int) -> list[Line]:
    figures = of.figures
    words = tr(
        "{cards} to be asked here: {seen} begun, {learnt} learnt.",
        cards=counted(figures.cards, "card"),
        seen=figures.seen,
        learnt=figures.learnt,
    )
    rows = [
        Bar(
            of.titles.get(one.topic, one.topic),
            one.seen / one.cards,
            [
                f"{one.seen}/{one.cards}",
                f"{one.learnt}",
                f"{one.mature}",
                "✓" if one.seen == one.cards else f"{one.ends or '–'}",
            ],
        )
        for one in figures.path
    ]
    heads = [tr("begun"), tr("learnt"), tr("mature"), tr("all begun on")]
    sentences = [*sentence(words, width), *sentence(_end(of), width)]
    parts = [sentences, bars(rows, width, heads) if rows else []]
    return joined(*filter(None, parts))


def _end(of: Told) -> str:
    figures = of.figures
    if figures.seen == figures.cards:
        return tr("All are begun.")
    if figures.ends is None:
        return tr("No card was begun in the last 30 days, so nobody knows when all will be.")
    return tr(
        "{pace:.1f} new cards a day over {days}: at this pace all are begun {day}.",
        pace=figures.new_a_day,
        days=counted(figures.pace_days, "day"),
        day=on_day(figures.ends, of.today),
    )
