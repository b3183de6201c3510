"""Failures that no card is about: of a name that stands in it by mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quizapp.checking.claims import sentences
from quizapp.checking.examined import Tried
from quizapp.checking.findings import Finding, Site
from quizapp.checking.tautologies import always_true
from quizapp.deck.exercise import Exercise
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.python_source import names_made_from, names_read, names_set
from quizapp.text.language import tr
from runner.protocol.wire import Fact, Outcome, Raised

_MISTYPED = re.compile(r"has no attribute '(\w+)'\. Did you mean: '")
"""What the runner says of an attribute whose name is almost that of another."""

_NAME = re.compile(r"[A-Za-z_]\w*")
_QUOTED = re.compile(rf"`({_NAME.pattern})`")


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


def of_another_name(card: PredictCard) -> Iterator[Finding]:
    """Asks about nothing that the question names, nor what is made from it."""
    prompt, known = card.prompt.en, names_set(card.code.text)
    question = " ".join(one for one in sentences(prompt) if one.endswith("?"))
    named = {*_QUOTED.findall(question)} & known
    made = names_made_from(named, card.code.text)
    read = {name for ask in card.asks for name in _NAME.findall(ask.expression)} & known
    if named and read and made is not None and not read & (made | {*_QUOTED.findall(prompt)}):
        detail = ", ".join(f"`{name}`" for name in sorted(named))
        yield Finding(Site("ask"), tr("it does not read what the prompt asks about"), detail)


_OF_A_NAME = re.compile(
    rf"\b(?:shape|dtype|values?|grad|gradient|strides?|type|device) of `({_NAME.pattern})`"
    rf"|\b(?:does|do|is|are|has|have|will|can) `({_NAME.pattern})`(?! of)"
)
_OF_A_KIND = re.compile(
    r"\b(?:what|which) (?:is the |are the )?(dtype|shape|device|strides|exception)\b", re.IGNORECASE
)
_APART = {"dtype", "shape", "device", "strides", "raises", "fails"}
"""Kinds that answer none of the others' questions."""


def of_another_thing(run: Exercise, card: PredictCard) -> Iterator[Finding]:
    """Asks beside a question about a name that is nowhere, or about what is not asked."""
    question = " ".join(one for one in sentences(card.prompt.en) if one.endswith("?"))
    setup = run.setup.text if run.setup is not None else ""
    asked = [ask.expression for ask in card.asks]
    there = {*_NAME.findall("\n".join([setup, run.shown_code, *asked]))}
    for found in _OF_A_NAME.finditer(question):
        name = found[1] or found[2]
        if name not in there:
            site = Site("prompt", written=found[0])
            yield Finding(site, tr("it asks about `{name}`, which is nowhere", name=name))
            return
    kinds = {ask.kind for ask in card.asks}
    for found in _OF_A_KIND.finditer(question):
        wanted = "raises" if (said := found[1].lower()) == "exception" else said
        if wanted not in kinds and kinds <= _APART:
            yield Finding(Site("ask"), tr("the prompt asks for the {kind}", kind=said))


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
