"""`quiz add`, `quiz update`, `quiz remove`: decks from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from quizapp.commands.decks import deck_at, usual_library
from quizapp.commands.say import say
from quizapp.deck.model import is_trusted
from quizapp.errors import UserError
from quizapp.library.shelf import Shelf, ShelfError, Source
from quizapp.machine.settings import places
from quizapp.text.words import counted


def add_decks(origin: str | None, *, name: str | None) -> None:
    """Add a folder or repository; without one, say what has been added."""
    shelf = Shelf(places().added_decks)
    if origin is None:
        sources = shelf.sources()
        for source in sources:
            say(f"{source.name}: {_what_is_in(source)}, from {source.origin}")
        if not sources:
            say("Nothing has been added.")
        return
    added = shelf.add(origin, name)
    say(f"added {added.name}: {_what_is_in(added)}, from {added.origin}")
    _tell_what_is_left_out(added)


def update_decks(names: Sequence[str], *, discard: bool) -> None:
    """Bring clones up to date: those named, or all."""
    shelf = Shelf(places().added_decks)
    failed = []
    for source in [shelf.named(name) for name in names] or shelf.sources():
        name = source.name
        if not source.is_cloned:
            say(f"{name}: a folder, always as it is")
            continue
        try:
            changed = shelf.update(source, discard=discard)
        except UserError as error:
            failed.append(f"{name}: {error}")
            continue
        say(f"{name}: updated, {_what_is_in(source)}" if changed else f"{name}: nothing new")
    if failed:
        raise ShelfError("\n".join(failed))


def remove_decks(name: str) -> None:
    """Forget a source; what was learnt stays in the log."""
    removed = Shelf(places().added_decks).remove(name)
    kept = "" if removed.is_cloned else f"; {removed.folder} stays as it is"
    say(f"removed {removed.name}{kept}")


def _what_is_in(source: Source) -> str:
    """`2 decks with 40 cards, not trusted`."""
    loaded = [deck_at(path) for path in source.decks()]
    decks = [one.deck for one in loaded if one.deck is not None]
    cards = counted(sum(len(deck.cards) for deck in decks), "card")
    trusted = "" if all(is_trusted(deck.trust) for deck in decks) else ", not trusted"
    problems = sum(len(one.problems) for one in loaded)
    found = f", {counted(problems, 'problem')} (see `quiz check`)" if problems else ""
    return f"{counted(len(loaded), 'deck')} with {cards}{trusted}{found}"


def _tell_what_is_left_out(source: Source) -> None:
    """Say which of its decks the app does not use, since another deck has their topic."""
    library = usual_library()
    left_out = {str(path) for path in source.decks()} & library.left_out.keys()
    for problem in library.problems:
        if problem.path in left_out and problem.card is None:
            say(str(problem), err=True)
