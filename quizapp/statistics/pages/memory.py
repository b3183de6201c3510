"""How memories stand: their stability and difficulty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quizapp.inside.spans import Line
from quizapp.statistics.charts.bars import Bar, bars
from quizapp.statistics.pages.section import Section, Told, joined, nothing_yet, percent, sentence
from quizapp.text.language import mark, tr
from quizapp.text.words import counted

SPANS = (
    mark("under 1 day"),
    mark("under 7 days"),
    mark("under 4 weeks"),
    mark("under 3 months"),
    mark("under 12 months"),
    mark("12 months or more"),
)
"""Of stabilities, see STABILITIES."""


def memory(of: Told) -> Iterator[Section]:
    figures = of.figures
    if not figures.seen:
        what = tr("Once you have begun cards: how firmly they stand, and how difficult they are.")
        yield Section(tr("Stability"), nothing_yet(what))
        return
    stability = dict(zip(map(tr, SPANS), figures.stabilities, strict=True))
    difficulty = {
        f"{level}–{level + 1}": cards for level, cards in enumerate(figures.difficulties, 1)
    }
    yield Section(tr("Stability"), lambda width: _stability(of, stability, width))
    yield Section(tr("Difficulty"), lambda width: _difficulty(difficulty, width))


def _stability(of: Told, counts: Mapping[str, int], width: int) -> list[Line]:
    figures = of.figures
    what = tr("After how long the chance of recall is 90%.")
    words = tr(
        "Of {seen} seen you would recall about {known:.0f} today, {share}.",
        seen=counted(figures.seen, "card"),
        known=figures.would_recall,
        share=percent(figures.would_recall / figures.seen),
    )
    return joined([*sentence(what, width, "aside"), *_bars(counts, width)], sentence(words, width))


def _difficulty(counts: Mapping[str, int], width: int) -> list[Line]:
    what = tr("From 1 to 10: the more difficult, the less an answer adds to the stability.")
    return [*sentence(what, width, "aside"), *_bars(counts, width)]


def _bars(counts: Mapping[str, int], width: int) -> list[Line]:
    most = max(*counts.values(), 1)
    return bars([Bar(name, count / most, [f"{count:,}"]) for name, count in counts.items()], width)
