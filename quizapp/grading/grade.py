"""A whole answer against an outcome: one verdict an ask, and the deck's word on known mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from quizapp.asks.compare import compare
from quizapp.asks.kinds.value import Value
from quizapp.asks.read import read_answer
from quizapp.asks.show import USUAL_DIGITS, show, show_raised
from quizapp.deck.exercise import YOUR_CODE
from quizapp.deck.model import (
    Ask,
    Card,
    ChoiceCard,
    Mistake,
    OrderCard,
    PredictCard,
    RecallCard,
    TriedCard,
    WriteCard,
)
from quizapp.deck.seen import mistakes_seen
from quizapp.grading.handed_in import read_choice
from quizapp.grading.unknown import UNKNOWN, says_unknown
from quizapp.grading.verdict import AskVerdict, AttemptVerdict, OptionVerdict, Verdict
from quizapp.text.visible import visible
from quizapp.values.compare import Comparison
from quizapp.values.prediction import Items, NotUnderstood, Number
from runner.protocol.wire import Fact, Outcome, Raised

_MOST_DIGITS = 17
_LONGEST_WHY = 400


def grade(card: Card, answers: Sequence[str], outcome: Outcome) -> Verdict:
    """Holds answers against what the runner saw: one for each ask, or else just one.

    The outcome is that of the card's snippet, or of the attempt that the answer is. An answer
    that is not understood is wrong here: there are functions to tell that beforehand. Raises
    ValueError where the outcome is not one of this card's, TypeError for a recall card.
    """
    match card:
        case PredictCard():
            return _grade_predictions(card, answers, outcome)
        case ChoiceCard():
            return _grade_choice(card, *answers, outcome=outcome)
        case WriteCard() | OrderCard():
            return _grade_attempt(card, *answers, outcome=outcome)
    raise TypeError(f"{card.id} is graded by the learner")


def grade_unknown(card: Card, outcome: Outcome | None) -> Verdict | None:
    """The verdict where a learner does not know; none on a recall card.

    The outcome is that of the card's snippet; a card without a truth of its own needs none.
    """
    match card:
        case PredictCard() if outcome is not None:
            return _grade_predictions(card, [UNKNOWN] * len(card.asks), outcome)
        case ChoiceCard() if outcome is not None:
            graded = _grade_choice(card, UNKNOWN, outcome=outcome)
            return Verdict(options=tuple(replace(each, unknown=True) for each in graded.options))
        case WriteCard() | OrderCard():
            return Verdict(tests=AttemptVerdict(answer="", passed=False, unknown=True))
        case RecallCard():
            return None
    raise TypeError(f"{card.id} has a truth, which needs an outcome")


def _grade_choice(card: ChoiceCard, answer: str, *, outcome: Outcome) -> Verdict:
    picked = read_choice(card, answer)
    if isinstance(picked, NotUnderstood):
        picked = ()
    options = enumerate(zip(card.options, outcome.facts, strict=False), 1)
    return Verdict(
        options=tuple(
            OptionVerdict(
                option=option,
                picked=number in picked,
                holds=isinstance(fact, Fact) and fact.data is True,
            )
            for number, (option, fact) in options
        )
    )


def _grade_attempt(card: TriedCard, answer: str, *, outcome: Outcome) -> Verdict:
    raised = outcome.raised
    if raised is None:
        return Verdict(tests=AttemptVerdict(answer=answer, passed=True))
    line = raised.line if raised.path == YOUR_CODE else None
    why = _why_it_failed(card, raised)
    return Verdict(
        tests=AttemptVerdict(
            answer=answer, passed=False, why=visible(why, most=_LONGEST_WHY), line=line
        )
    )


def _why_it_failed(card: TriedCard, raised: Raised) -> str:
    """An assertion's own message; one without is told by its line."""
    if raised.path == YOUR_CODE or raised.type != "AssertionError":
        where = f" (line {raised.line} of your code)" if raised.path == YOUR_CODE else ""
        return f"{show_raised(raised).rstrip('.')}{where}."
    if raised.message:
        return raised.message
    lines = dict(enumerate(card.tests.text.splitlines(), card.tests.line))
    return f"This does not hold: {lines.get(raised.line or 0, 'one of the tests').strip()}"


def _grade_predictions(card: PredictCard, answers: Sequence[str], outcome: Outcome) -> Verdict:
    truths = outcome.facts[: len(card.asks)]
    seen = mistakes_seen(card, outcome.facts)
    mistakes = [(mistake, fact) for mistake, fact, here in seen if here == Fact("bool", True)]
    return Verdict(
        asks=tuple(
            _grade_ask(card, number, ask, answer, truth, mistakes)
            for number, (ask, answer, truth) in enumerate(
                zip(card.asks, answers, truths, strict=True), 1
            )
        )
    )


def _grade_ask(
    card: PredictCard,
    number: int,
    ask: Ask,
    answer: str,
    truth: Fact | Raised,
    mistakes: Sequence[tuple[Mistake, Fact | Raised]],
) -> AskVerdict:
    reading = read_answer(ask.kind, answer)
    comparison = _compare(ask, reading, truth, card.digits)
    unknown = says_unknown(answer) and not comparison.right
    made = None
    if not (comparison.right or unknown or isinstance(reading, NotUnderstood)):
        of_this = [
            (mistake, fact)
            for mistake, fact in mistakes
            if mistake.kind == ask.kind and mistake.of in (None, number)
        ]
        made = _mistake_made(ask, reading, of_this, card.digits)
    return AskVerdict(
        ask=ask,
        answer=answer,
        truth=told(card, ask, truth, digits=_digits_to_show(reading, card.digits)),
        right=comparison.right,
        unknown=unknown,
        why="" if unknown else visible(comparison.why, most=_LONGEST_WHY),
        mistake=made.say if made else None,
        idea=made.idea if made else None,
    )


def told(card: PredictCard, ask: Ask, truth: Fact | Raised, *, digits: int = USUAL_DIGITS) -> str:
    """The truth of an ask in words: what was raised, with the rank where there are several.

    What code warns of is long, and told with what it printed.
    """
    if isinstance(truth, Raised) or truth.data is None:
        return show(ask.kind, truth, digits=digits)
    if ask.kind == "warns":
        return f"yes, {truth.data['type']}"
    if ask.kind not in ("raises", "fails"):
        return show(ask.kind, truth, digits=digits)
    raised = show("raises", truth)
    if ask.is_what_the_code_raises and card.ranks > 1:
        raised = f"rank {card.on_rank} raised {raised}"
    return f"yes, {raised}" if ask.kind == "fails" else raised


def _compare(ask: Ask, reading: Any, truth: Fact | Raised, digits: int | None) -> Comparison:
    if isinstance(reading, NotUnderstood):
        return Comparison(False, reading.hint)
    if isinstance(truth, Raised):
        return Comparison(False, f"It {show(ask.kind, truth)}")
    return compare(ask.kind, reading, truth, digits=digits)


def _mistake_made(
    ask: Ask,
    reading: Any,
    mistakes: Sequence[tuple[Mistake, Fact | Raised]],
    digits: int | None,
) -> Mistake | None:
    """The first mistake that the answer equals; one that raised equals nothing."""
    for mistake, fact in mistakes:
        if isinstance(fact, Fact) and compare(ask.kind, reading, fact, digits=digits).right:
            return mistake
    return None


def _digits_to_show(reading: Any, digits: int | None) -> int:
    """Enough to see a difference in the last digit typed."""
    typed = _most_digits(reading.prediction) + 1 if isinstance(reading, Value) else 0
    return min(max(USUAL_DIGITS, typed, digits or 0), _MOST_DIGITS)


def _most_digits(prediction: object) -> int:
    match prediction:
        case Number(value=float() | complex(), real=real, imaginary=imaginary):
            return max(part.digits if part else 0 for part in (real, imaginary))
        case Items(items=items):
            return max(map(_most_digits, items), default=0)
    return 0
