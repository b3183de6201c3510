"""The fields of a query by name."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, timedelta

from quizapp.deck.model import Card
from quizapp.deck.table import CARD_KINDS
from quizapp.memory.acts.act import Standing
from quizapp.memory.review import Rating
from quizapp.memory.schedule import Memory
from quizapp.search.catalogue import Catalogue
from quizapp.search.field import Field, Test, matching, one_of
from quizapp.search.words import folded
from quizapp.text.language import mark, tr
from quizapp.text.spelling import did_you_mean

Property = Callable[[Card, Memory, Catalogue], float | None]

State = Callable[[Card, Memory | None, Standing, Catalogue], bool]


def _aside(why: str) -> State:
    return lambda card, memory, standing, known: standing.aside.get(why, date.min) > known.today


def _days_until_asked(card: Card, memory: Memory, known: Catalogue) -> int:
    days = (memory.due - known.today).days
    return min(days, 0) if card.id in known.once_more else days


STATES: Mapping[str, State] = {
    "new": lambda card, memory, standing, known: memory is None,
    "learning": lambda card, memory, standing, known: memory is not None and not memory.learnt,
    "learnt": lambda card, memory, standing, known: memory is not None and memory.learnt,
    "due": lambda card, memory, standing, known: card.id in known.due,
    "flagged": lambda card, memory, standing, known: standing.flagged,
    "noted": lambda card, memory, standing, known: bool(standing.note),
    **{why: _aside(why) for why in ("buried", "suspended", "known", "leech")},
}

PROPERTIES: Mapping[str, Property] = {
    "r": lambda card, memory, known: known.recall(card.id),
    "s": lambda card, memory, known: memory.stability,
    "d": lambda card, memory, known: memory.difficulty,
    "due": _days_until_asked,
    "reviews": lambda card, memory, known: memory.reps,
    "lapses": lambda card, memory, known: memory.lapses,
}

COUNTS = {"reviews", "lapses"}
"""Properties that a new card has, too: none so far."""

COMPARED = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}

LONGEST_AGO = 36500
"""Days. Beyond it there are no dates."""
MOST_TOPICS = 5
"""Topics that a complaint names, above the query itself."""


def _topic(value: str, known: Catalogue) -> Test:
    if "*" in value:
        met = matching(value)
        topics = {topic for name, topic in known.library.names.items() if met(name)}
        return lambda card: card.topic in topics
    topic = known.library.topic(value, most=MOST_TOPICS)
    return lambda card: card.topic == topic


def _named(
    what: str,
    names_of: Callable[[Card], Iterable[str]],
    all_names: Callable[[Catalogue], Iterable[str]],
) -> Field:
    """A field of names that cards have, of which one is to match; `what` is marked."""

    def test(value: str, known: Catalogue) -> Test:
        met = _matching(value)
        if "*" not in value and not any(map(met, all_names(known))):
            hint = did_you_mean(value, all_names(known)) or tr("; * stands for anything")
            raise ValueError(
                tr("no {what} is '{value}'{hint}", what=tr(what), value=value, hint=hint)
            )
        return lambda card: any(map(met, names_of(card)))

    return Field(test=test, values=all_names)


def _matching(value: str) -> Callable[[str], bool]:
    if not value:
        raise ValueError(tr("a name is missing after the colon"))
    return matching(value)


def _tags(known: Catalogue) -> list[str]:
    return sorted(
        {tag for card in known.library.cards.values() for tag in _with_parents(card.tags)}
    )


def _with_parents(tags: Iterable[str]) -> Iterator[str]:
    """Of `a::b` also `a`, as in Anki."""
    for tag in tags:
        parts = tag.split("::")
        yield from ("::".join(parts[:end]) for end in range(1, len(parts) + 1))


def _card(value: str, known: Catalogue) -> Test:
    """By its id, or by a former one where no card of today has that."""
    met = _matching(value)

    def is_named(id: str) -> bool:
        return met(id) or met(id.partition("/")[2])

    found = {*filter(is_named, known.library.cards)}
    if not found and "*" not in value:
        found = {now for former, now in known.library.renames.items() if is_named(former)}
    return lambda card: card.id in found


def _kind(value: str, known: Catalogue) -> Test:
    kind = one_of(mark("kind"), value, [*CARD_KINDS])
    return lambda card: card.kind == kind


def _level(value: str, known: Catalogue) -> Test:
    level = int(one_of(mark("level"), value, ["1", "2", "3"]))
    return lambda card: card.level == level


def _is(value: str, known: Catalogue) -> Test:
    state = STATES[one_of(mark("state"), value, [*STATES])]
    return lambda card: state(card, known.memories.get(card.id), known.standing(card), known)


def _property(value: str, known: Catalogue) -> Test:
    read = re.fullmatch(r"([a-z]+)(<=|>=|!=|<|>|=)(-?\d+(?:\.\d+)?)", value, re.IGNORECASE)
    if read is None:
        raise ValueError(
            tr(
                "a comparison is expected, such as {examples}",
                examples=" ".join(_comparisons(known)[:3]),
            )
        )
    name, sign, number = read.groups()
    name = one_of(mark("property"), name, [*PROPERTIES])
    of, compare = PROPERTIES[name], COMPARED[sign]
    if name == "r" and not 0 <= float(number) <= 1:
        raise ValueError(tr("r is a chance from 0 to 1: 90% is 0.9"))

    def test(card: Card) -> bool:
        memory = known.memories.get(card.id)
        if memory is None and name not in COUNTS:
            return False
        value = of(card, memory, known) if memory else 0
        return value is not None and bool(compare(value, float(number)))

    return test


def _comparisons(known: Catalogue) -> list[str]:
    return ["r<0.8", "s>30", "d>7", "due<=3", "reviews>=10", "lapses>2"]


def _rated(value: str, known: Catalogue) -> Test:
    days, colon, rating = value.partition(":")
    since = _since(days, known.today)
    ratings = set(Rating)
    if colon:
        known_ones = [str(int(each)) for each in Rating]
        ratings = {Rating(int(one_of(mark("rating"), rating, known_ones)))}
    rated = {card for card, given in known.log.rated_since(since) if given in ratings}
    return lambda card: card.id in rated


def _introduced(value: str, known: Catalogue) -> Test:
    introduced = known.log.introduced_since(_since(value, known.today))
    return lambda card: card.id in introduced


def _added(value: str, known: Catalogue) -> Test:
    since = _since(value, known.today)
    return lambda card: known.added.get(card.id, date.min) >= since


def _since(days: str, today: date) -> date:
    """The first of so many study dates, of which today is the last."""
    if not re.fullmatch(r"0*[1-9]\d{0,4}", days) or int(days) > LONGEST_AGO:
        raise ValueError(
            tr("a number of days is expected, such as 7, from 1 to {most}", most=LONGEST_AGO)
        )
    return today - timedelta(int(days) - 1)


def _note(value: str, known: Catalogue) -> Test:
    if not value:
        raise ValueError(tr("words are missing after the colon; is:noted finds every note"))
    words = folded(value)
    return lambda card: words in folded(known.standing(card).note)


def _words(value: str, known: Catalogue) -> Test:
    words = folded(value)
    return lambda card: known.words(card).hold(words)


FIELDS: Mapping[str, Field] = {
    "": Field(test=_words),
    "topic": Field(
        test=_topic,
        values=lambda known: (*known.library.topics, *known.library.aliases),
    ),
    "is": Field(test=_is, values=lambda known: STATES),
    "tag": _named(mark("tag"), lambda card: _with_parents(card.tags), _tags),
    "kind": Field(test=_kind, values=lambda known: CARD_KINDS),
    "level": Field(test=_level, values=lambda known: "123"),
    "idea": _named(mark("idea"), lambda card: card.ideas, lambda known: known.library.ideas),
    "card": Field(test=_card, values=lambda known: known.library.cards),
    "prop": Field(
        test=_property,
        values=_comparisons,
    ),
    "rated": Field(
        test=_rated,
        values=lambda known: ("1", "7", "7:1", "30"),
    ),
    "added": Field(test=_added, values=lambda known: ("1", "7", "30")),
    "introduced": Field(test=_introduced, values=lambda known: ("1", "7")),
    "note": Field(test=_note),
}
