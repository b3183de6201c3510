"""What decks are called among others: by a title, which two of them may share."""

from __future__ import annotations

from collections.abc import Iterable

from quizapp.deck.model import Deck
from quizapp.text.language import Language, tr
from quizapp.text.plain import plain_line


def title_in_a_line(deck: Deck, language: Language) -> str:
    """A deck's own title, as a line of text."""
    return plain_line(deck.title.in_language(language))


def title_among(decks: Iterable[Deck], topic: str, language: Language) -> str:
    """The title of a topic's deck; with the topic where another of these has the same."""
    titles = {deck.topic: deck.title.in_language(language) for deck in decks}
    own = plain_line(titles[topic])
    if list(titles.values()).count(titles[topic]) == 1:
        return own
    return tr("{title} ({topic})", title=own, topic=topic)
