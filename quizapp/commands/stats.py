"""`quiz stats`: what the log tells of months."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import date
from typing import Any

from quizapp.commands.say import say, say_held, say_json
from quizapp.commands.surroundings import now
from quizapp.inside.spans import plain
from quizapp.statistics.pages.memory import SPANS
from quizapp.statistics.pages.section import Told, told
from quizapp.statistics.pages.table import PAGES
from quizapp.statistics.statistics import Statistics, logged, statistics
from quizapp.study.study import Study

WIDTH = 80
"""Columns."""


def show_statistics(*, as_json: bool) -> None:
    """Print them."""
    with Study.to_read(say_held) as study:
        figures = statistics(logged(study, study.study_date(now())))
        of, lost = told(study, figures), study.lost()
    if lost:
        say(lost, err=True)
    if as_json:
        say_json(_as_json(figures))
        return
    for line in _lines(of):
        say(line)


def _lines(of: Told) -> Iterator[str]:
    """All pages, below each other."""
    for at, section in enumerate(section for page in PAGES.values() for section in page(of)):
        yield from [""] if at else []
        yield section.title
        yield from (f"  {plain(line)}".rstrip() for line in section.lines(WIDTH - 2))


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
