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
    title = titles.get(topic, topic)  # its deck may not load any more
    if list(titles.values()).count(title) <= 1:
        return plain_line(title)
    return tr("{title} ({topic})", title=plain_line(title), topic=topic)
