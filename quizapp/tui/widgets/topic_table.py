"""The table of topics on home: what is due in each, and how much of it is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import NamedTuple

from textual.content import Content

from quizapp.memory.counts import TopicCounts
from quizapp.study.overview import Overview
from quizapp.study.overview_in_words import waits_in_words
from quizapp.text.bar import bar
from quizapp.text.cells import cells, padded
from quizapp.text.language import tr
from quizapp.text.words import brief_date, day_in_words

FAINT = "$text 60%"
NUMBER, FIGURES, PERCENT, CARDS = 6, 21, 6, 11
"""Columns of a number of cards, of these or the next date, of a percentage, and of `30/45`."""
FEWEST_OF_A_TITLE, FEWEST_OF_A_BAR, MOST_OF_A_BAR = 11, 5, 26


class Columns(NamedTuple):
    """How wide what is of variable width is drawn."""

    title: int
    percent: int
    bar: int
    """0, as before, where there is no room for one."""
    has_cards: bool


def fitting(longest: int, room: int) -> Columns:
    """The columns of a table whose longest title takes so many, in so much room."""
    percent = PERCENT if room >= FEWEST_OF_A_TITLE + FIGURES + PERCENT else 0
    title = max(min(longest, room - FIGURES - percent), FEWEST_OF_A_TITLE)
    left = room - title - FIGURES - percent
    has_cards = left - CARDS >= MOST_OF_A_BAR
    bar = min(left - CARDS * has_cards, MOST_OF_A_BAR)
    return Columns(title, percent, bar if bar >= FEWEST_OF_A_BAR else 0, has_cards)


def topic_table(
    overview: Overview, all_topics: str, title_of: Callable[[str], str], room: int
) -> Sequence[Content]:
    """Its head, a row for all topics, then a row for each."""
    names = [all_topics, *(title_of(counts.topic) for counts in overview.topics)]
    titles = [Content(name) for name in names]
    columns = fitting(max(title.cell_length for title in titles), room)
    head = padded(tr("topic"), columns.title) + padded(tr("   due   new"), FIGURES)
    head += padded(tr("mastery") if columns.bar else "", columns.bar + columns.percent)
    if columns.has_cards:
        head += " " * (CARDS - cells(tr("learnt"))) + tr("learnt")
    counts = [overview.in_all, *overview.topics]
    news = [overview.new, *(overview.new_of.get(one.topic, 0) for one in counts[1:])]
    rows = [
        title.truncate(columns.title, ellipsis=True, pad=True)
        + _figures(one, new, overview, title_of)
        + (_mastery(one, columns) if not one.waits_for else Content())
        for title, one, new in zip(titles, counts, news, strict=True)
    ]
    rows = [
        row.stylize(FAINT) if one.waits_for else row for row, one in zip(rows, counts, strict=True)
    ]
    return [row.rstrip().truncate(room, ellipsis=True) for row in (Content(head), *rows)]


def _figures(
    counts: TopicCounts, new: int, overview: Overview, title_of: Callable[[str], str]
) -> Content:
    if counts.waits_for:
        return Content(f"   {waits_in_words(counts, title_of)}")
    if not counts.due and not new and counts.next_due is not None:
        next_due, today = counts.next_due, overview.study_date
        in_words = day_in_words if next_due < today + timedelta(7) else brief_date
        words = tr("  next {when}", when=in_words(next_due, today))
        return Content.styled(padded(f" {words}", FIGURES), FAINT)
    numbers = [
        (f"{number or '–':>{NUMBER}}", "" if number else FAINT) for number in (counts.due, new)
    ]
    return Content.assemble(*numbers, " " * (FIGURES - 2 * NUMBER))


def _mastery(counts: TopicCounts, columns: Columns) -> Content:
    full, rest = bar(counts.mastery, columns.bar)
    return Content.assemble(
        (full, "$text-accent"),
        (rest, "$text 30%"),
        f"{counts.mastery:>{columns.percent}.0%}" if columns.percent else "",
        (f"{f'{counts.learnt}/{counts.cards}':>{CARDS}}" if columns.has_cards else "", FAINT),
    )
