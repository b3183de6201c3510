"""Failures that no card is about: of a name that stands in it by mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quizapp.checking.examined import Tried
from quizapp.checking.findings import Finding, Site
from quizapp.checking.tautologies import always_true
from quizapp.deck.exercise import Exercise
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.python_source import names_read, names_set
from quizapp.text.language import tr
from runner.protocol.wire import Fact, Outcome, Raised

_MISTYPED = re.compile(r"has no attribute '(\w+)'\. Did you mean: '")
"""What the runner says of an attribute whose name is almost that of another."""


def of_asks(run: Exercise, card: PredictCard, outcome: Outcome) -> Iterator[Finding]:
    """What fails for a name that the code sets nowhere, and so not for what is asked about."""
    known = names_set(card.code.text)
    if run.setup is not None:  # what it reads in vain is told of it, and not of each card
        known |= names_set(run.setup.text) | names_read(run.setup.text)
    for number, fact in enumerate(outcome.facts):
        match fact:
            case Fact("fails" | "raises" as kind, {"type": "NameError", "message": str(message)}):
                if kind == "raises" and "NameError" in " ".join(_said(card)):
                    continue
                if not known.intersection(re.findall(r"\w+", message)):
                    yield _no_value(Site("ask", number), f"NameError: {message}")
            case Fact("fails", {"type": "AttributeError", "message": str(message)}):
                mistyped = _MISTYPED.search(message)
                code = f"{card.code.text}\n{card.asks[number].expression}"
                if mistyped and re.search(rf"\.{mistyped[1]}\b", code):  # what is drawn is meant
                    told = tr("{message} (where that is the lesson, ask `raises`)", message=message)
                    yield _no_attribute(Site("ask", number), f"AttributeError: {told}")


def _said(card: PredictCard) -> Iterator[str]:
    """What the author says of the answers."""
    yield from (text.en for _, text in card.texts())
    for expect in card.expect:
        yield from expect.texts


def of_names_alone(
    field: str, expressions: Sequence[str], facts: Sequence[Fact | Raised]
) -> Iterator[Finding]:
    """What is true in any case, as it is written; where NaN is met, `x == x` is not."""
    for number, (expression, fact) in enumerate(zip(expressions, facts, strict=False)):
        if fact == Fact("bool", True) and always_true(expression):
            yield Finding(Site(field, number), tr("it is true whatever ran"), expression)


def of_wrong(wrong: Sequence[Tried]) -> Iterator[Finding]:
    """What is given as wrong, and shows nothing of the tests."""
    for number, tried in enumerate(wrong):
        why = tried.why or ""
        if "NameError: " in why:
            yield _no_value(Site("wrong", number), why)
        elif _MISTYPED.search(why):
            yield _no_attribute(Site("wrong", number), why)


def _no_value(site: Site, raised: str) -> Finding:
    return Finding(
        site, tr("it fails for a name that nothing gives a value, a slip perhaps"), raised
    )


def _no_attribute(site: Site, raised: str) -> Finding:
    return Finding(site, tr("it fails for an attribute that is not there, a slip perhaps"), raised)
