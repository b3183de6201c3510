"""Whether an outcome can grade a prediction at all. Where not, that is the deck's fault."""

from __future__ import annotations

from collections.abc import Mapping

from quizapp.asks.show import show_raised
from quizapp.deck.exercise import YOUR_CODE, Exercise
from quizapp.deck.model import ChoiceCard, PredictCard, TriedCard
from runner.protocol.wire import Outcome, Raised


def why_not_gradable(exercise: Exercise, outcome: Outcome) -> str | None:
    """What keeps an outcome from being a truth, in words; None where it is one.

    An ask may ask what is raised. What raises without being asked about is not a truth that
    anybody could have predicted, and a value too large to be sent cannot be compared. Code that
    raises neither hangs nor comes to its end. Of a card that is tried, the outcome is that of its
    own solution.
    """
    card = exercise.card
    if isinstance(card, ChoiceCard):
        failed = [fact for fact in outcome.facts[: len(card.options)] if isinstance(fact, Raised)]
        raised = outcome.raised or next(iter(failed), None)
        return why_it_fails(raised) if raised else None
    if isinstance(card, TriedCard):
        return why_it_fails(outcome.raised) if outcome.raised else None
    if not isinstance(card, PredictCard):
        return None
    if card.asks_whether_it_hangs and outcome.raised is not None:
        return why_it_fails(outcome.raised)
    for ask, fact in zip(card.asks, outcome.facts, strict=False):
        if isinstance(fact, Raised):
            return why_it_fails(outcome.raised or fact)
        if ask.kind == "value" and _is_too_large(fact.data):
            return f"asks for {ask.expression}, which has too many elements to compare"
    return None


def _is_too_large(value: Mapping[str, object]) -> bool:
    """Whether a Value, see `runner.observed.observe`, has come without what it holds."""
    return value["type"] != "none" and value.get("data", value.get("items", "")) is None


def why_it_fails(raised: Raised) -> str:
    """That a card raises where it should not, in words."""
    of_deck = raised.line and raised.path != YOUR_CODE
    place = f" ({raised.path}, line {raised.line})" if of_deck else ""
    return f"fails here: {show_raised(raised).rstrip('.')}{place}"
