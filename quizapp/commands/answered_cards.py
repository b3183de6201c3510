"""Which cards were answered, for commands that do without the log where it cannot be read."""

from __future__ import annotations

from collections.abc import Callable

from quizapp.deck.gone import Answered, gone, unread
from quizapp.library.library import Library
from quizapp.machine.settings import Settings, places
from quizapp.memory.errors import LogError
from quizapp.study.opening import log_to_read


def answered_cards(settings: Settings, read: Callable[[], Library]) -> Answered:
    """What was answered, and is in no deck of the library; nothing where that cannot be read."""
    where = places()
    if not where.database.exists():
        return Answered()
    library = read()
    try:
        with log_to_read(where, settings, library, lambda why: None) as log:
            ids = log.answers_by_card()
    except LogError:
        return Answered()
    hidden = unread(library.decks, library.problems)
    return Answered(frozenset(ids), tuple(gone(ids, library.cards.values(), hidden)))
