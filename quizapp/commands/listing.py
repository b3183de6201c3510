"""`quiz list`: the cards, and how each stands."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from datetime import date

from quizapp.commands.say import say, say_held, say_json
from quizapp.commands.surroundings import now
from quizapp.deck.computed import as_written
from quizapp.deck.model import Deck, is_trusted
from quizapp.library.titles import title_in_a_line
from quizapp.library.trust import refusal
from quizapp.machine.isolation import layers_here
from quizapp.search.find import find
from quizapp.study.card_row import CardRow, card_rows
from quizapp.study.phrases import standing_in_words, state_in_words
from quizapp.study.study import Study
from quizapp.text.cells import cut, padded
from quizapp.text.language import tr
from quizapp.text.plain import plain_line, plain_text
from quizapp.text.visible import visible_path
from quizapp.text.words import counted, day_in_words

STATE, DUE = 8, 12
"""Columns for how far a card is learnt, and when it is due."""

LONGEST = 500
"""Columns of each thing that an author says of a deck."""


@dataclass(frozen=True, kw_only=True)
class AboutDeck:
    """A deck, as its author presents it; what is not said is empty."""

    topic: str
    title: str
    cards: int
    version: str
    author: str
    license: str
    about: str
    path: str

    @property
    def says_more(self) -> bool:
        """Whether its author says anything of it beyond the title."""
        return bool(self.version or self.author or self.license or self.about)

    def in_words(self) -> str:
        """`views: Views, 12 cards, version 1.2, by Somebody, CC-BY-4.0. What it is about.`"""
        title, version, author, license, about = (
            cut(said, LONGEST)
            for said in (self.title, self.version, self.author, self.license, self.about)
        )
        parts = [title, counted(self.cards, "card")]
        parts += [tr("version {version}", version=version)] if version else []
        parts += [tr("by {author}", author=author)] if author else []
        parts += [license] if license else []
        facts = tr("{topic}: {facts}", topic=self.topic, facts=visible_path(tr(", ").join(parts)))
        return tr("{facts}. {about}", facts=facts, about=about) if about else facts


def list_cards(*, query: str, topics: tuple[str, ...], due_only: bool, as_json: bool) -> None:
    """Print the cards that a query finds, of some topics or of all.

    With `due_only`, those that home counts as due.
    """
    with Study.to_read(say_held) as study:
        topics = tuple(map(study.library.topic, topics))
        today = study.study_date(now())
        known = study.catalogue(today)
        cards = [card for card in find(query, known) if not topics or card.topic in topics]
        if due_only:
            due = study.due(today)
            cards = [card for card in cards if card.id in due]
        rows = card_rows(cards, known)
    if as_json:
        say_json([_as_json(row, study, today) for row in rows])
        return
    width = max((len(row.card.id) for row in rows), default=0)
    for row in rows:
        state, due = padded(state_in_words(row), STATE), padded(_due_in_words(row, today), DUE)
        standing = standing_in_words(row.standing, today)
        say(f"{row.card.id:<{width}}  {state}  {due}  {standing}".rstrip())
    say(counted(len(rows), "card"), err=True)
    for told in _decks(study, topics):
        if told.says_more:
            say(told.in_words(), err=True)
    for deck, reason in _refused(study, {row.card.topic for row in rows}):
        say(f"{visible_path(deck.path)} {reason}", err=True)


def list_decks(*, topics: tuple[str, ...], as_json: bool) -> None:
    """Print the decks, of some topics or of all: what they are about, and who made them."""
    with Study.to_read(say_held) as study:
        topics = tuple(map(study.library.topic, topics))
        decks = list(_decks(study, topics or study.library.topics))
    if as_json:
        say_json([asdict(deck) for deck in decks])
        return
    for deck in decks:
        say(deck.in_words())


def _decks(study: Study, topics: Collection[str]) -> Iterator[AboutDeck]:
    for deck in study.library.decks:
        if deck.topic in topics:
            language = study.language
            about = plain_line(deck.about.in_language(language)) if deck.about else ""
            yield AboutDeck(
                topic=deck.topic,
                title=title_in_a_line(deck, language),
                cards=len(deck.cards),
                version=deck.version,
                author=deck.author,
                license=deck.license,
                about=about,
                path=deck.path,
            )


def _refused(study: Study, topics: Collection[str]) -> Iterator[tuple[Deck, str]]:
    """Decks of these topics whose code does not run here, and why not.

    Of another machine's sandbox nothing is known before its runner has been started.
    """
    decks = [
        deck
        for deck in study.library.decks
        if deck.topic in topics and deck.runs_code and not is_trusted(deck.trust)
    ]
    if not decks or study.settings.runner_command:
        return
    layers = layers_here()
    for deck in decks:
        if reason := refusal(deck, layers):
            yield deck, reason


def _due_in_words(row: CardRow, today: date) -> str:
    """Empty for what is not asked."""
    if row.due is None or not row.standing.is_asked(today):
        return ""
    if row.once_more:
        return tr("once more")
    return tr("due {day_in_words}", day_in_words=day_in_words(max(row.due, today), today))


def _as_json(row: CardRow, study: Study, today: date) -> dict[str, object]:
    card, memory = row.card, row.memory
    return {
        "card": card.id,
        "level": card.level,
        "state": row.state,
        "due": row.due.isoformat() if row.due else None,
        "once_more": row.once_more,
        "added": row.added.isoformat() if row.added else None,
        "reviews": memory.reps if memory else 0,
        "lapses": memory.lapses if memory else 0,
        "stability": memory.stability if memory else None,
        "difficulty": memory.difficulty if memory else None,
        "recall": row.recall,
        "prompt": plain_text(as_written(card.prompt).in_language(study.language)),
        "trust": study.library.deck_of(card.id).trust,
        "standing": row.standing.words(today),
        "note": row.standing.note,
    }
