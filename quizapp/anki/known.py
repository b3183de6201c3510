"""Which cards of a package stand in decks that were made of an earlier state of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from quizapp.anki.history import answer_id
from quizapp.anki.recall import LINK, LONGEST_ID, Recall, prompt_slug
from quizapp.deck.model import Card
from quizapp.memory.review import Grading

_SPELLING = re.compile(
    r"^[ >]*(?:#{1,6} |-{3}$|\|[-:| ]+\|$)|^[ >]+|(?<=```)[\w+#.-]+$|<(?=https?:)|[\s\\*`{|]+", re.M
)
"""What one field may be written with, and without, by what has made the deck."""

Tell = Callable[[Sequence[str], str, str], Iterable[str]]
"""What a card is known by: of the words that its ids are made of, its front and its back."""


def _as_told(text: str) -> str:
    """A text as it has been said to be at all times."""
    return _SPELLING.sub("", LINK.sub(r"\1", text))


def _by_sides(words: Sequence[str], front: str, back: str) -> Iterable[str]:
    return [f"{_as_told(front)}\n{_as_told(back)}"]


def _by_front(words: Sequence[str], front: str, back: str) -> Iterable[str]:
    return [_as_told(front)]


def _by_words(words: Sequence[str], front: str, back: str) -> Iterable[str]:
    """The front was changed here, and its id was not: where that holds all words of the front."""
    return [f"{each}\n{_as_told(back)}" for each in words if len(each) < LONGEST_ID]


def known_cards(
    cards: Mapping[str, Recall], there: Iterable[Card], answers: Iterable[Grading]
) -> dict[str, Recall]:
    """The cards of a package that are there, by the ids under which their answers are logged.

    A card is known by an answer that is logged, else by its sides, but not by the id that it would
    be given now: that goes by the order of all cards. `answers` are those logged so far.
    """
    logged = {answer.at: answer for answer in answers}
    here, left = {card.id: card for card in there}, dict(cards)
    found: dict[str, Recall] = {}

    def take(id: str, name: str) -> None:
        card, names = left.pop(id), (name, *here.pop(name).was)
        known = {logged[entry.at].id for entry in card.history if entry.at in logged}
        as_logged = (
            each
            for each in names
            if not known.isdisjoint(answer_id(each, entry.at) for entry in card.history)
        )
        found[next(as_logged, name)] = card

    for id, card in cards.items():
        names = {logged[entry.at].card for entry in card.history if entry.at in logged}
        if len(names) == 1 and here.keys() >= names:
            take(id, *names)
    for tell in (_by_sides, _by_front, _by_words):
        theirs, ours = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
        for id, card in left.items():
            for key in tell([prompt_slug(card.prompt)], card.prompt, card.back):
                theirs[key].append(id)
        for name, known in here.items():
            words = [each.partition("/")[2] for each in (name, *known.was)]
            back = known.behind.en if known.behind else ""
            for key in tell(words, known.prompt.en, back):
                ours[key].append(name)
        for key, ids in theirs.items():
            names_here = [name for name in ours.get(key, ()) if name in here]
            if tell is _by_sides or len(ids) == len(names_here) == 1:
                for id, name in zip(ids, names_here, strict=False):
                    take(id, name)
    return found
