"""A learner's decks and log are opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from quizapp.library.library import Library
from quizapp.library.loading import load_library
from quizapp.library.shelf import Shelf
from quizapp.library.shipped import SHIPPED_DECKS
from quizapp.library.trust import TrustedDecks
from quizapp.machine.settings import Places, Settings
from quizapp.memory.database import copy_files, takes_long_to_migrate
from quizapp.memory.errors import LogBusy, LogError, Unwritable
from quizapp.memory.log import ReviewLog
from quizapp.memory.schedule import Scheduling
from quizapp.memory.spread import Days
from quizapp.text.language import tr

UNTOLD_SECONDS = 0.3
"""How long the log may keep one waiting without a word."""

MEMORY = Path("/dev/shm")
"""A folder that is on no disk, where the system has one."""


def open_log(
    where: Places, settings: Settings, library: Library, held: Callable[[str], object]
) -> ReviewLog:
    """The learner's log; `held` tells what one waits for, if it takes long. See ReviewLog.open."""
    scheduling = Scheduling(retention=settings.retention, max_interval=settings.max_interval)
    open_it = partial(
        ReviewLog.open, where.database, scheduling, library.renames, days=Days(settings.easy_days)
    )
    if takes_long_to_migrate(where.database):
        held(
            tr(
                "The review log is brought into the form that this version of quiz needs. "
                "This takes a while, once; to break it off loses nothing."
            )
        )
    try:
        return open_it(patience=UNTOLD_SECONDS)
    except LogBusy:
        held(tr("Another program holds the review log; waiting until it lets go."))
        return open_it()


@contextmanager
def log_to_read(
    where: Places, settings: Settings, library: Library, held: Callable[[str], object]
) -> Iterator[ReviewLog]:
    """The same for who only reads, to be closed by itself: SQLite writes beside a log even to read
    it, so one that lies on a full disk, or may not be written to, is read in a copy."""
    with ExitStack() as stack:
        try:
            log = open_log(where, settings, library, held)
        except Unwritable as why:
            usual = MEMORY if MEMORY.is_dir() else None
            try:
                folder = Path(stack.enter_context(TemporaryDirectory(dir=usual)))
                copy_files(where.database, folder)
                log = open_log(replace(where, data=folder), settings, library, held)
            except (OSError, LogError):
                raise why from None
            held(tr("Nothing can be written where the review log lies, so a copy of it is read."))
        yield stack.enter_context(log)


def all_decks(where: Places, held: Callable[[str], object] = lambda why: None) -> Library:
    """All decks there are: those that come with the app, the learner's own, those added.

    `held` tells what one waits for, where many have to be parsed.
    """
    judge = TrustedDecks(where.trusted_decks).judge
    shelves = [SHIPPED_DECKS, where.decks, *Shelf(where.added_decks).decks()]

    def tell(count: int) -> None:
        held(tr("Getting {count} decks ready. This takes some seconds.", count=count))

    return load_library(shelves, where.cache, judge, slow=tell)
