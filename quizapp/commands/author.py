"""`quiz author PATH`: a live preview of a deck."""

from __future__ import annotations

import tempfile
from pathlib import Path

from quizapp.commands.answered_cards import answered_cards
from quizapp.commands.app import run
from quizapp.commands.decks import (
    deck_meant,
    refuse_notes,
    usual_folders,
    usual_library,
    usual_trust,
)
from quizapp.commands.listening import listen
from quizapp.commands.surroundings import now, require_terminal
from quizapp.deck.translation import deck_translated_by
from quizapp.errors import UserError
from quizapp.library.library import Library
from quizapp.library.trust import Authored
from quizapp.machine.background import background_asked
from quizapp.machine.settings import load_settings, places
from quizapp.memory.log import ReviewLog
from quizapp.study.study import Study
from quizapp.text.language import tr
from quizapp.text.opened import opened
from quizapp.text.reasons import reason


def author_deck(path: Path) -> int:
    """Show a deck as its learners will see it, on every save, until the author leaves.

    Returns the exit code.
    """
    if english := deck_translated_by(path):
        raise UserError(
            tr(
                "{path} holds the Chinese of {deck}, which is read with that; open {deck}",
                path=path,
                deck=english,
            )
        )
    try:
        opened(path).close()
    except FileNotFoundError as error:
        hint = deck_meant(path) or tr("; `quiz new` makes one")
        raise UserError(tr("there is no deck {path}{hint}", path=path, hint=hint)) from error
    except OSError as error:
        raise UserError(
            tr("{path} cannot be read: {strerror}", path=path, strerror=reason(error))
        ) from error
    refuse_notes(path)
    require_terminal()
    where = places()
    settings, others = load_settings(where.config_file), usual_folders()
    answered = answered_cards(settings, usual_library)
    with background_asked(settings.theme):
        from quizapp.tui.author.app import AuthorApp
    with tempfile.TemporaryDirectory() as folder:
        log = ReviewLog.open(Path(folder) / "trial.db")
        with Study(where, settings, Library(()), log) as study:
            authored = Authored(usual_trust())
            return run(AuthorApp(path, study, authored, now, others, answered, listen))
