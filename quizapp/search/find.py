"""The cards that a query finds."""

from __future__ import annotations

from collections.abc import Iterator

from quizapp.deck.model import Card
from quizapp.errors import UserError
from quizapp.search.catalogue import Catalogue
from quizapp.search.field import Test
from quizapp.search.fields import FIELDS
from quizapp.search.of_anki import ours
from quizapp.search.parse import parse
from quizapp.search.query import AllOf, AnyOf, Not, Query, QueryError, Term
from quizapp.text.language import tr
from quizapp.text.spelling import did_you_mean


def find(text: str, catalogue: Catalogue) -> list[Card]:
    """The cards that meet a query, in the library's order. Raises QueryError."""
    test = _test(parse(text), catalogue, text)
    return [card for card in catalogue.library.cards.values() if test(card)]


def named(text: str, catalogue: Catalogue) -> set[str]:
    """The cards that a query names one by one, by `card:ID`. Raises QueryError."""
    tests = [_test(term, catalogue, text) for term in _names(parse(text))]
    return {card.id for card in catalogue.library.cards.values() if any(t(card) for t in tests)}


def _names(query: Query) -> Iterator[Term]:
    match query:
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from _names(part)
        case Term("card", value) if "*" not in value:
            yield query


def _test(query: Query, catalogue: Catalogue, text: str) -> Test:
    match query:
        case Not(part):
            test = _test(part, catalogue, text)
            return lambda card: not test(card)
        case AllOf(parts):
            tests = [_test(part, catalogue, text) for part in parts]
            return lambda card: all(test(card) for test in tests)
        case AnyOf(parts):
            tests = [_test(part, catalogue, text) for part in parts]
            return lambda card: any(test(card) for test in tests)
    meant = ours(query.field, query.value)
    hint = meant and tr("; here it is {meant}", meant=meant)
    if query.field not in FIELDS:
        named = ", ".join(filter(None, FIELDS))
        what = tr(
            "there is no field '{field}'{hint}; words with a colon go in quotation marks",
            field=query.field,
            hint=hint
            or did_you_mean(query.field, FIELDS)
            or tr("; there are {names}", names=named),
        )
        raise QueryError(what, text, query.at)
    try:
        return FIELDS[query.field].test(query.value, catalogue)
    except (ValueError, UserError) as error:
        told = tr("'{term}' is Anki's{hint}", term=f"{query.field}:{query.value}", hint=hint)
        raise QueryError(told if hint else str(error), text, query.at) from None
