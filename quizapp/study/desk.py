"""The learner's desk: home shows it as it was left, before decks and log are opened.

To open these takes longer than to paint. What home shows is therefore kept as the app is left,
for that day and the next ones, and holds as long as no file that it was made from has changed.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from quizapp.errors import UserError
from quizapp.machine.pickled import pickled, unpickled
from quizapp.machine.safekeeping import read_own, write_if_roomy
from quizapp.machine.settings import Places, Settings, load_settings, places
from quizapp.memory.study_day import study_date
from quizapp.study.placing import Placing
from quizapp.text.language import spoken

if TYPE_CHECKING:
    from quizapp.study.overview import Overview
    from quizapp.study.study import Study

DAYS_KEPT = 4
"""The day on which the app is left, and those after it."""

_MADE_OF = {
    ("datetime", "date"): None,
    ("quizapp.memory.counts", "TopicCounts"): "memory/counts.py",
    ("quizapp.memory.fitted", "Figures"): "memory/fitted.py",
    ("quizapp.memory.fitted", "Fitted"): "memory/fitted.py",
    ("quizapp.study.desk", "Glance"): "study/desk.py",
    ("quizapp.study.overview", "Overview"): "study/overview.py",
}
"""The classes of what is kept, and where they stand in the package."""

OpenStudy = Callable[[], "Study"]
"""Opens decks and log. Raises UserError."""

Stamps = Mapping[str, tuple[int, int] | None]
"""When each file was changed, in nanoseconds, and its size; None for one that is not there."""


class HeldUp(UserError):
    """The log cannot be opened at once; the message says what for."""


@dataclass(frozen=True)
class Glance:
    """All that home shows of decks and log."""

    overview: Overview
    titles: Mapping[str, str]
    problems: int
    """How many there are in the decks."""
    refused: tuple[str, ...]
    """Topics whose code may not run here, as far as is known: their decks are not trusted."""
    offers_placement: bool
    placement_begun: bool

    def title_of(self, topic: str) -> str:
        """A topic's name, in the learner's language."""
        return self.titles[topic]


class Desk:
    """Settings, and all else from when it is needed on."""

    def __init__(self, where: Places, settings: Settings, open_study: OpenStudy) -> None:
        self.places = where
        self._settings = settings
        self._open_study = open_study
        self._study: Study | None = None
        self._kept: Mapping[date, Glance] = {}
        self.is_held_up = False
        """Whether the log would take longer to open than home can stand there for."""

    @classmethod
    def of(cls, study: Study) -> Desk:
        """With all on it open."""
        desk = cls(study.places, study.settings, lambda: study)
        desk._study = study
        return desk

    @classmethod
    def as_left(cls, now: datetime, open_study: OpenStudy) -> Desk | None:
        """With nothing open yet, where it is known how it was left. Raises SettingsError."""
        where = places()
        desk = cls(where, load_settings(where.config_file), open_study)
        desk._kept = _kept(where)
        return desk if study_date(now, desk._settings.rollover_hour) in desk._kept else None

    def open(self) -> Study:
        """Open decks and log, unless they are. Raises UserError where that cannot be."""
        if self._study is None:
            try:
                self._study = self._open_study()
            except HeldUp:
                self.is_held_up = True
                raise
        return self._study

    @property
    def study(self) -> Study:
        """Decks and log, opened when they are first asked for."""
        return self.open()

    @property
    def is_open(self) -> bool:
        """Whether decks and log are."""
        return self._study is not None

    @property
    def settings(self) -> Settings:
        return self._settings if self._study is None else self._study.settings

    def glance(self, now: datetime) -> Glance:
        """How all stands. Raises UserError where decks and log have to be opened and cannot be."""
        if self._study is None:
            kept = self._kept.get(study_date(now, self._settings.rollover_hour))
            if kept is not None:
                return kept
        return _glance(self.study, now)

    def leave(self, now: datetime) -> None:
        """Close the log, and keep how all stands for the next start."""
        if (study := self._study) is None:
            return
        import sqlite3  # by now it is there

        try:
            days = [now + timedelta(days=ahead) for ahead in range(DAYS_KEPT)]
            glances = {study.study_date(day): _glance(study, day) for day in days}
        except (UserError, sqlite3.Error):  # of which the learner has been told
            glances = {}
        study.log.close()  # which writes the last of it to its file
        with suppress(OSError):
            kept = (_whose(self.places), _stamps(_made_from(study)), glances)
            write_if_roomy(_file(self.places), pickled(kept))


def _glance(study: Study, now: datetime) -> Glance:
    overview, offers_placement = study.overview(now), Placing(study).is_offered
    return Glance(
        overview=overview,
        titles={counts.topic: study.title_of(counts.topic) for counts in overview.topics},
        problems=len(study.library.problems),
        refused=tuple(deck.topic for deck in study.refused_decks),
        offers_placement=offers_placement,
        placement_begun=offers_placement and Placing(study).is_begun,
    )


def _kept(where: Places) -> Mapping[date, Glance]:
    """What was kept, if all that it was made from is as it was then."""
    try:
        kept = unpickled(read_own(_file(where)), _MADE_OF)
    except OSError:
        return {}
    match kept:
        case (whose, dict(stamps), dict(glances)) if whose == _whose(where):
            return glances if _stamps(stamps) == stamps else {}
    return {}


def _whose(where: Places) -> tuple[str, ...]:
    """Several learners may share the folder; and one of them may speak several languages."""
    return spoken(), str(where.config), str(where.data)


def _made_from(study: Study) -> Iterator[str]:
    """The files that a glance is made from, and the folders in which there may be others."""
    from quizapp.study.last_hello import hello_file  # a warm start does without it

    where, package = study.places, Path(__file__).parents[1]
    folders = {Path(deck.path).parent for deck in study.library.decks}
    folders |= {where.decks, where.added_decks}
    yield from map(str, folders)
    for folder in folders:
        with suppress(OSError):
            yield from (entry.path for entry in os.scandir(folder))
    log = str(where.database)
    yield from (str(where.config_file), str(where.trusted_decks), log, log + "-wal")
    yield str(hello_file(where.cache))
    yield from (str(package / file) for file in {*_MADE_OF.values()} if file)


def _stamps(files: Iterable[str]) -> Stamps:
    return {file: _stamp(file) for file in files}


def _stamp(file: str) -> tuple[int, int] | None:
    """An empty file is as good as none: what SQLite writes ahead may be left so."""
    try:
        status = Path(file).stat()
    except OSError:
        return None
    is_empty = stat.S_ISREG(status.st_mode) and not status.st_size
    return None if is_empty else (status.st_mtime_ns, status.st_size)


def _file(where: Places) -> Path:
    return where.cache / "home"
