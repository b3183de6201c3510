"""The words of a card that are computed: what its texts say in a draw, once its code has run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from quizapp.deck.answered import TruthCard
from quizapp.deck.drawn import NotDrawn, Symbol, value_in
from quizapp.deck.model import Card, RunCard
from quizapp.deck.parts import Draw, Text
from quizapp.deck.texts import with_texts
from quizapp.text.holes import Hole, filled, holes
from quizapp.text.language import tr
from quizapp.text.visible import visible
from quizapp.values.show import show_value
from quizapp.values.truth import Listing, Plain, Truth, read_truth
from runner.protocol.wire import Fact, Look, Raised

DIGITS = 4
"""Significant ones of a number in a sentence."""

PENDING = "…"
"""Stands for a word while the code has yet to run."""

BEFORE: tuple[Literal["prompt"], Literal["hint"]] = ("prompt", "hint")
"""Shown before an answer: these speak of nothing but what is drawn."""

Facts = Mapping[Look, Fact | Raised]
C = TypeVar("C", bound=Card)


def holes_of(text: Text) -> list[tuple[Hole, str]]:
    """The holes of a text in every language, each with what is written there."""
    written = (text.en, text.zh or "")
    return [(hole, one[hole.start : hole.end]) for one in written for hole in holes(one)]


def look_of(hole: Hole) -> Look:
    """How the runner looks at what stands in a hole."""
    if hole.form:
        return Look("text", f"format({hole.expression}, {hole.form!r})")
    return Look("value", hole.expression)


def word_looks(card: Card) -> tuple[Look, ...]:
    """What is looked at once the code has run, for the words shown then.

    Of code that may hang nothing can be seen but that.
    """
    if isinstance(card, RunCard) and card.may_hang:
        return ()
    told = (text for spot, text in card.texts() if spot.field not in BEFORE)
    return tuple(dict.fromkeys(look_of(hole) for text in told for hole, _ in holes_of(text)))


def words_seen(card: Card, facts: Sequence[Fact | Raised]) -> Facts:
    """What was seen of the card's words, given all facts of `Exercise.to_be_told`."""
    behind = len(card.parts) if isinstance(card, TruthCard) else 0
    return dict(zip(word_looks(card), facts[behind:], strict=False))


def with_drawn_words(card: C, draw: Draw) -> C:
    """The card with the words of its prompt and its hint in this draw."""
    return _with_texts(card, lambda text: _filled(text, draw, {}, None), before=True)


def with_words(card: C, draw: Draw, facts: Facts, *, pending: bool = False) -> C:
    """The card with the words of all its other texts.

    A word that could not be computed is told as the expression that it stands for, which claims
    nothing; one that is `pending` by a sign.
    """
    unknown = PENDING if pending else None
    return _with_texts(card, lambda text: _filled(text, draw, facts, unknown), before=False)


def as_written(text: Text) -> Text:
    """The text where nothing is drawn: expressions stand for themselves."""
    return _filled(text, {}, {}, None)


def drawn_word(hole: Hole, draw: Draw) -> str:
    """What stands in a hole by the draw alone. Raises NotDrawn."""
    value = value_in(draw, hole.expression)
    if hole.form:
        try:
            return format(value, hole.form)
        except (TypeError, ValueError) as error:
            raise NotDrawn(
                tr("has no form `{form}`: {error}", form=hole.form, error=error)
            ) from error
    return _shown(_as_truth(value))


def word_of(fact: Fact) -> str:
    """What stands in a hole, as the runner saw it. Raises ValueError where that is no value."""
    if fact.kind == "text":
        return visible(str(fact.data)).strip()
    return _shown(read_truth(fact.data))


def _shown(truth: Truth) -> str:
    if isinstance(truth, Plain) and isinstance(truth.value, str) and truth.value.strip():
        return visible(truth.value).strip()
    return visible(" ".join(show_value(truth, DIGITS).split()))


def _as_truth(value: Any) -> Truth:
    match value:
        case Symbol(source=source):
            return Plain(source)
        case list() | tuple():
            return Listing(type(value).__name__, tuple(map(_as_truth, value)))
    return Plain(value)


def _filled(text: Text, draw: Draw, facts: Facts, unknown: str | None) -> Text:
    def word(hole: Hole) -> str:
        fact = facts.get(look_of(hole))
        if isinstance(fact, Fact):
            return word_of(fact)
        try:
            return drawn_word(hole, draw)
        except NotDrawn:
            return hole.expression if unknown is None else unknown

    zh = None if text.zh is None else filled(text.zh, word)
    return Text(en=filled(text.en, word), zh=zh)


def _with_texts(card: C, change: Callable[[Text], Text], *, before: bool) -> C:
    """The card with texts changed that are shown before the answer, or those shown after it.

    The card itself where none of them holds a hole.
    """
    texts = [(spot, text) for spot, text in card.texts() if (spot.field in BEFORE) is before]
    if not any("{=" in f"{text.en}{text.zh}" for _, text in texts):
        return card
    return with_texts(card, ((spot, change(text)) for spot, text in texts))
