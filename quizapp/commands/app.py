"""`quiz`: opens the app."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, NoReturn

from quizapp.commands.say import say, say_held
from quizapp.commands.surroundings import (
    is_at_terminal,
    is_dumb,
    is_in_browser,
    now,
    require_terminal,
)
from quizapp.errors import UserError
from quizapp.machine.background import background_asked
from quizapp.machine.echo import unechoed
from quizapp.study.desk import Desk, HeldUp
from quizapp.study.sitting import Sitting
from quizapp.text.language import tr

if TYPE_CHECKING:
    from quizapp.study.study import Study
    from quizapp.tui.base import StudyApp


SELDOM = 500_000
"""New objects for which garbage is looked for at once: the app does so at rest."""


def open_app(first: Sitting | None = None, *, plain: bool = False) -> int:
    """Open the home screen; a sitting on top of it where one is asked for. Returns the exit code.

    Where it is to be plain, or the terminal cannot show it, the sitting, or today's review,
    goes line by line. Raises UserError where there is no terminal.
    """
    if plain or _shows_only_lines():
        from quizapp.commands.plain.review import review_plainly

        gc.enable()
        review_plainly(first or Sitting())
        return 0
    if first is None:
        require_terminal()
        desk = Desk.as_left(now(), _open_study)
        if desk is not None:
            code = _open(desk)
            if not desk.is_held_up:
                return code
    with _study_open() as study:
        first = first and study.understood(first, study.study_date(now()))
        require_terminal()
        return _open(Desk.of(study), first=first)


def open_placement(*, plain: bool = False) -> int:
    """Open the app with a placement. Returns the exit code; raises UserError, see `open_app`."""
    if plain or _shows_only_lines():
        from quizapp.commands.place import place_plainly

        place_plainly()
        return 0
    with _study_open() as study:
        require_terminal()
        return _open(Desk.of(study), placing=True)


@contextmanager
def _study_open() -> Iterator[Study]:
    """With its decks read, which may take a while; what is typed meanwhile is not echoed."""
    from quizapp.study.study import Study

    with ExitStack() as stack:
        with unechoed():
            study = stack.enter_context(Study.open(say_held))
        yield study


def _shows_only_lines() -> bool:
    return is_dumb() and is_at_terminal()


def _open(desk: Desk, *, first: Sitting | None = None, placing: bool = False) -> int:
    """Run; hand what was answered to other machines, where a folder is set for that."""
    with background_asked(desk.settings.theme):
        from quizapp.tui.app import QuizApp

        app = QuizApp(desk, clock=now, rng=random.Random(), first=first, places=placing)
    try:
        code = run(app)
        if desk.is_open and desk.settings.sync:
            _sync(desk.study)
        return code
    finally:
        desk.leave(now())


def _sync(study: Study) -> None:
    import sqlite3

    from quizapp.commands.sync import say_passed_over, sync_with

    try:
        done, settings = sync_with(study, None)
        say_passed_over(done)
        if settings.complaint:
            say(tr("Settings not exchanged: {error}", error=settings.complaint), err=True)
    except (UserError, sqlite3.ProgrammingError) as error:  # a damaged log has been closed
        say(tr("Not synchronised: {error}", error=error), err=True)


def _open_study() -> Study:
    """For home as it was left. A page shows one run of the app: there it waits."""
    from quizapp.study.study import Study

    return Study.open(say_held if is_in_browser() else _held_up)


def _held_up(why: str) -> NoReturn:
    """Home stands already, and cannot say what it waits for."""
    raise HeldUp(why)


def run(app: StudyApp) -> int:
    """Run an app, and tell in full what went wrong inside. Returns the exit code."""
    gc.set_threshold(SELDOM)
    app.run()
    for mishap in app.mishaps:
        say(tr("This went wrong inside, please report it:\n{mishap}", mishap=mishap), err=True)
    return app.return_code or (1 if app.mishaps else 0)
