"""A learner's decks and log are opened."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from quizapp.library.library import Library
from quizapp.library.loading import load_library
from quizapp.library.shelf import Shelf
from quizapp.library.shipped import SHIPPED_DECKS
from quizapp.library.trust import TrustedDecks
from quizapp.machine.settings import Places, Settings
from quizapp.memory.database import takes_long_to_migrate
from quizapp.memory.errors import LogBusy
from quizapp.memory.log import ReviewLog
from quizapp.memory.schedule import Scheduling
from quizapp.memory.spread import Days
from quizapp.text.language import tr

UNTOLD_SECONDS = 0.3
"""How long the log may keep one waiting without a word."""


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


def all_decks(where: Places) -> Library:
    """All decks there are: those that come with the app, the learner's own, those added."""
    judge = TrustedDecks(where.trusted_decks).judge
    shelves = [SHIPPED_DECKS, where.decks, *Shelf(where.added_decks).decks()]
    return load_library(shelves, where.cache, judge)
