"""Ideas that a deck names and no card is about: advice of `quiz check`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from quizapp.commands.decks import deck_at
from quizapp.deck.files import find_decks, real_path
from quizapp.deck.model import Deck
from quizapp.deck.problem import Problem
from quizapp.library.library import Library
from quizapp.text.language import tr


def unused_ideas(decks: Sequence[Deck], library: Library) -> Iterator[Problem]:
    """Those of sound decks; a card that cannot be read may be about one."""
    used = {idea for deck in library.decks for card in deck.cards for idea in card.ideas}
    troubled = {problem.path for problem in library.problems}
    for deck in decks:
        unused = deck.ideas.keys() - used
        if not unused or deck.path in troubled:
            continue
        beside = list(_texts_beside(Path(deck.path)))
        for claim in deck_at(Path(deck.path)).claims:
            if claim.field != "ideas" or claim.target not in unused:
                continue
            if not any(claim.target in text for text in beside):
                yield claim.wrong(tr("no card is about '{idea}'", idea=claim.target))


def _texts_beside(path: Path) -> Iterator[str]:
    """What the other decks of its folder say, whether they are the learner's or not."""
    for other in find_decks([path.parent]):
        if real_path(other) != real_path(path):
            with suppress(OSError):  # which is told of elsewhere
                yield other.read_text(encoding="utf-8", errors="replace")
