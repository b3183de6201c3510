"""The pages, in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from quizapp.statistics.pages.days import days
from quizapp.statistics.pages.hard import hard
from quizapp.statistics.pages.load import load
from quizapp.statistics.pages.memory import memory
from quizapp.statistics.pages.path import path
from quizapp.statistics.pages.recall import recall
from quizapp.statistics.pages.section import Section, Told
from quizapp.text.language import mark

PAGES: Mapping[str, Callable[[Told], Iterable[Section]]] = {
    mark("days"): days,
    mark("recall"): recall,
    mark("load"): load,
    mark("memory"): memory,
    mark("weak"): hard,
    mark("path"): path,
}
"""By name: what each tells."""
