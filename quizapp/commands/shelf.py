"""`quiz add`, `quiz update`, `quiz remove`: decks from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from quizapp.commands.answered_cards import answered_cards
from quizapp.commands.decks import deck_at, usual_library
from quizapp.commands.say import say
from quizapp.deck.gone import gone, named
from quizapp.deck.model import is_trusted
from quizapp.errors import UserError
from quizapp.library.library import Library
from quizapp.library.shelf import Shelf, ShelfError, Source
from quizapp.machine.settings import SettingsError, load_settings, places
from quizapp.text.language import tr
from quizapp.text.missing import missing
from quizapp.text.visible import visible_path
from quizapp.text.words import counted


def add_decks(origin: str | None, *, name: str | None) -> None:
    """Add a folder or repository; without one, say what has been added."""
    if origin == "":
        raise UserError(tr("'' names no file and no folder."))
    shelf = Shelf(places().added_decks)
    if origin is None:
        sources = shelf.sources()
        library = usual_library()
        for source in sources:
            say(
                tr(
                    "{name}: {what_is_in}, from {origin}",
                    name=source.name,
                    what_is_in=_what_is_in(source, library),
                    origin=visible_path(source.origin),
                )
            )
        if not sources:
            say(tr("Nothing has been added."))
        return
    added = shelf.add(origin, name)
    library = usual_library()
    say(
        tr(
            "added {name}: {what_is_in}, from {origin}",
            name=added.name,
            what_is_in=_what_is_in(added, library),
            origin=visible_path(added.origin),
        )
    )
    _tell_what_is_left_out(added, library)


def update_decks(names: Sequence[str], *, discard: bool) -> None:
    """Bring clones up to date: those named, or all."""
    shelf = Shelf(places().added_decks)
    failed = []
    sources = [shelf.named(name) for name in names] or shelf.sources()
    if not sources:
        say(tr("Nothing has been added."))
        return
    before = usual_library()
    for source in sources:
        name = source.name
        if not source.is_cloned and not source.folder.exists():
            failed.append(f"{name}: {missing(source.folder)}")
            continue
        if not source.is_cloned:
            say(tr("{name}: a folder, always as it is", name=name))
            continue
        try:
            changed = shelf.update(source, discard=discard)
        except UserError as error:
            failed.append(f"{name}: {error}")
            continue
        if not changed:
            say(tr("{name}: nothing new", name=name))
            continue
        library = usual_library()
        say(tr("{name}: updated, {what_is_in}", name=name, what_is_in=_what_is_in(source, library)))
        _tell_what_is_left_out(source, library)
        _tell_what_is_gone(before, library)
        before = library
    if failed:
        raise ShelfError("\n".join(failed))


def remove_decks(name: str, *, discard: bool) -> None:
    """Forget a source; what was learnt stays in the log."""
    removed = Shelf(places().added_decks).remove(name, discard=discard)
    stays = not removed.is_cloned and removed.folder.exists()
    kept = tr("; {folder} stays as it is", folder=removed.folder) if stays else ""
    say(tr("removed {name}{kept}", name=removed.name, kept=kept))


def _what_is_in(source: Source, library: Library) -> str:
    """`2 decks with 40 cards, not trusted, 1 deck left out`: what of it the app uses, then not.

    Of what is not there any more, that.
    """
    if not source.folder.exists():
        return missing(source.folder)
    paths = source.decks()
    used = [path for path in paths if str(path) not in library.left_out]
    loaded = [deck_at(path) for path in used]
    decks = [one.deck for one in loaded if one.deck is not None]
    cards = counted(sum(len(deck.cards) for deck in decks), "card")
    trusted = "" if all(is_trusted(deck.trust) for deck in decks) else tr(", not trusted")
    problems = sum(len(one.problems) for one in loaded)
    found = (
        tr(", {problems} (see `quiz check`)", problems=counted(problems, "problem"))
        if problems
        else ""
    )
    others = len(paths) - len(used)
    left_out = tr(", {decks} left out", decks=counted(others, "deck")) if others else ""
    return tr(
        "{decks} with {cards}{trusted}{found}{left_out}",
        decks=counted(len(used), "deck"),
        cards=cards,
        trusted=trusted,
        found=found,
        left_out=left_out,
    )


def _tell_what_is_left_out(source: Source, library: Library) -> None:
    """Say which of its decks the app does not use, since another deck has their topic."""
    left_out = {str(path) for path in source.decks()} & library.left_out.keys()
    for problem in library.problems:
        if problem.path in left_out and problem.card is None:
            say(str(problem), err=True)


def _tell_what_is_gone(before: Library, library: Library) -> None:
    """Say which cards that were answered were in a deck before, and are in none now."""
    try:
        settings = load_settings(places().config_file)
    except SettingsError:  # `doctor` tells
        return
    answered = answered_cards(settings, lambda: library).lost
    were_lost = {*gone(answered, before.cards.values())}
    if lost := [id for id in answered if id not in were_lost]:
        told = tr(
            "{cards} that you have answered, and no deck has any more: {names}. The answers are "
            "kept; a card goes on with them that comes back, or has another id and says "
            "`was: [{first}]`.",
            cards=counted(len(lost), "card"),
            names=named(lost),
            first=lost[0],
        )
        say(told, err=True)
