"""Section: a heading and its lines. Told: what there is to tell of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from quizapp.inside.spans import Line, Role, Span
from quizapp.statistics.statistics import Statistics
from quizapp.study.study import Study
from quizapp.text.language import tr
from quizapp.text.plain import plain_line
from quizapp.text.words import on_date
from quizapp.text.wrap import wrapped

PROSE = 90
"""Columns at most of a sentence."""


@dataclass(frozen=True)
class Told:
    """The figures, and what the things they are about are called."""

    figures: Statistics
    titles: Mapping[str, str]
    """Of topics, in the learner's language."""
    ideas: Mapping[str, str]

    @property
    def today(self) -> date:
        return self.figures.today


def told(study: Study, figures: Statistics) -> Told:
    language = study.language
    ideas = {
        name: plain_line(text.in_language(language)) for name, text in study.library.ideas.items()
    }
    return Told(figures, {topic: study.title_of(topic) for topic in study.library.topics}, ideas)


@dataclass(frozen=True)
class Section:
    """One thing that is told."""

    title: str
    lines: Callable[[int], Sequence[Line]]
    """What stands below the title in so many columns."""


def sentence(text: str, width: int, role: Role = "plain") -> list[Line]:
    """A text in as many lines as it needs."""
    return [(Span(line, role),) for line in wrapped(text, min(width, PROSE))]


def nothing_yet(what: str) -> Callable[[int], list[Line]]:
    """Says what will stand here."""
    return lambda width: sentence(what, width, "aside")


def percent(share: float) -> str:
    return f"{share:.0%}"


def short_day(day: date) -> str:
    """`3 Mar`."""
    return tr("{day.day} {day:%b}", day=day)


def on_day(day: date, today: date) -> str:
    return on_date(day, with_year=day.year != today.year)


def joined(*parts: Iterable[Line]) -> list[Line]:
    """The parts below each other, a blank line between."""
    lines: list[Line] = []
    for part in parts:
        lines += [*([()] if lines else []), *part]
    return lines
