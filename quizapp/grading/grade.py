"""A whole answer against an outcome: one verdict an ask, and the deck's word on known mistakes."""

from __future__ import annotations

from collections.abc import Sequence

from quizapp.deck.model import Ask, Mistake, PredictCard, Text
from quizapp.grading.compare import compare
from quizapp.grading.prediction import Items, Number
from quizapp.grading.read import Reading, Value, read_answer
from quizapp.grading.show import USUAL_DIGITS, show
from quizapp.grading.values import Comparison
from quizapp.grading.verdict import AskVerdict, NotUnderstood, Verdict
from quizapp.grading.visible import visible
from runner.wire import Fact, Outcome, Raised

_MOST_DIGITS = 17
_LONGEST_WHY = 400


def grade(card: PredictCard, answers: Sequence[str], outcome: Outcome) -> Verdict:
    """Holds one answer an ask against what the runner saw of the card's snippet.

    An answer that is not understood is wrong here: `read_answer` tells beforehand. Raises
    ValueError where the outcome is not one of this card's snippet.
    """
    number_of_asks = len(card.asks)
    truths = outcome.facts[:number_of_asks]
    mistakes = list(zip(card.mistakes, outcome.facts[number_of_asks:], strict=True))
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
    reading = read_answer(ask, answer)
    comparison = _compare(ask, reading, truth, card.digits)
    mistake = None
    if not (comparison.right or isinstance(reading, NotUnderstood)):
        of_this = [
            (mistake.say, fact)
            for mistake, fact in mistakes
            if mistake.kind == ask.kind and mistake.of in (None, number)
        ]
        mistake = _mistake_made(ask, reading, of_this, card.digits)
    return AskVerdict(
        ask=ask,
        answer=answer,
        truth=show(ask.kind, truth, digits=_digits_to_show(reading, card.digits)),
        right=comparison.right,
        why=visible(comparison.why, most=_LONGEST_WHY),
        mistake=mistake,
    )


def _compare(
    ask: Ask, reading: Reading | NotUnderstood, truth: Fact | Raised, digits: int | None
) -> Comparison:
    if isinstance(reading, NotUnderstood):
        return Comparison(False, reading.hint)
    if isinstance(truth, Raised):
        return Comparison(False, f"It {show(ask.kind, truth)}")
    return compare(ask.kind, reading, truth, digits=digits)


def _mistake_made(
    ask: Ask,
    reading: Reading,
    mistakes: Sequence[tuple[Text, Fact | Raised]],
    digits: int | None,
) -> Text | None:
    """What is said of the first mistake that the answer equals; one that raised equals nothing."""
    for say, fact in mistakes:
        if isinstance(fact, Fact) and compare(ask.kind, reading, fact, digits=digits).right:
            return say
    return None


def _digits_to_show(reading: Reading | NotUnderstood, digits: int | None) -> int:
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
