"""`quiz trust`: which decks may run without a full sandbox."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from quizapp.commands.decks import given_decks, usual_trust
from quizapp.commands.say import say
from quizapp.deck.files import read_deck
from quizapp.deck.format.load import load_bytes
from quizapp.deck.model import Deck, RunCard
from quizapp.library.shipped import is_shipped
from quizapp.library.trust import TrustedDecks, digest
from quizapp.text.language import tr
from quizapp.text.reasons import reason
from quizapp.text.visible import visible_path
from quizapp.text.words import counted


def trust_decks(paths: Sequence[Path]) -> int:
    """Show what each deck is, and trust it as it is now. Returns the exit code."""
    to_trust: dict[Path, bytes] = {}
    failed = False
    for path in given_decks(paths):
        if is_shipped(path):
            say(tr("{path}: comes with quiz, which trusts it", path=path))
            continue
        try:
            data = read_deck(path)
        except OSError as error:
            say(
                tr(
                    "{path}: cannot be read: {strerror}; not trusted",
                    path=path,
                    strerror=reason(error),
                ),
                err=True,
            )
            failed = True
            continue
        loaded = load_bytes(data, str(path))
        if loaded.deck is None:
            say(tr("{problems}; not trusted", problems=loaded.problems[0]), err=True)
            failed = True
            continue
        say(f"{visible_path(path)}: {_in_words(loaded.deck)}, {digest(data)}")
        to_trust[path] = data
    if to_trust:
        usual_trust().trust(to_trust)
        say(
            tr("{decks} trusted, each until it changes", decks=counted(len(to_trust), "deck")),
            err=True,
        )
    return 1 if failed else 0


def list_trusted() -> None:
    """Print each deck that was trusted, and whether it still is."""
    trusted = usual_trust()
    names = sorted(trusted.digests())
    if not names:
        say(tr("No deck is trusted but those that come with quiz."))
    for name in names:
        say(f"{_standing(trusted, Path(name)):<8}  {visible_path(name)}")


def forget_decks(paths: Sequence[Path]) -> int:
    """Trust these decks, and all in these folders, no more. Returns the exit code."""
    forgotten = usual_trust().forget(paths)
    for name in forgotten:
        say(tr("{name}: no longer trusted", name=visible_path(name)))
    if not forgotten:
        say(tr("none of these was trusted; `quiz trust --list` shows which decks are"), err=True)
    return 0 if forgotten else 1


def _in_words(deck: Deck) -> str:
    running = sum(isinstance(card, RunCard) for card in deck.cards)
    code = (
        tr("none of which runs code")
        if not running
        else tr("{running} with code to run", running=running)
    )
    return tr(
        "topic {topic}, {cards}, {code}",
        topic=deck.topic,
        cards=counted(len(deck.cards), "card"),
        code=code,
    )


def _standing(trusted: TrustedDecks, path: Path) -> str:
    try:
        return trusted.judge(path, read_deck(path))
    except OSError:
        return "gone"
