"""One prediction against its truth, with the deck's word on known mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from quizapp.asks.compare import compare
from quizapp.asks.kinds.value import Value
from quizapp.asks.read import read_answer
from quizapp.asks.show import USUAL_DIGITS, show_raised
from quizapp.deck.answered import LONGEST_WHY, Seen
from quizapp.deck.parts import Ask, Mistake
from quizapp.deck.verdict import AskVerdict
from quizapp.text.language import tr
from quizapp.text.visible import visible
from quizapp.values.compare import Comparison
from quizapp.values.prediction import Items, NotUnderstood, Number
from quizapp.values.unknown import says_unknown
from runner.protocol.wire import Fact, Raised

_MOST_DIGITS = 17


class _Told(Protocol):
    """Puts the truth of an ask into words."""

    def __call__(self, ask: Ask, truth: Seen, *, digits: int = ...) -> str: ...


def grade_ask(
    ask: Ask,
    answer: str,
    truth: Seen,
    mistakes: Sequence[tuple[Mistake, Seen]],
    *,
    digits: int | None,
    told: _Told,
) -> AskVerdict:
    """The verdict on an answer to one ask; `mistakes` are those of it, with what was seen."""
    reading = read_answer(ask.kind, answer)
    comparison = _compare(ask, reading, truth, digits)
    unknown = says_unknown(answer) and not comparison.right
    made = None
    if not (comparison.right or unknown or isinstance(reading, NotUnderstood)):
        made = _mistake_made(ask, reading, mistakes, digits)
    # More digits of a mistake are no better: that they are too few says nothing of it.
    why = "" if unknown or (comparison.coarse and made) else comparison.why
    return AskVerdict(
        ask=ask,
        answer=answer,
        truth=told(ask, truth, digits=_digits_to_show(reading, digits)),
        right=comparison.right,
        unknown=unknown,
        coarse=comparison.coarse and made is None,
        unread=comparison.unread and made is None,
        why=visible(why, most=LONGEST_WHY),
        mistake=made.say if made else None,
        idea=made.idea if made else None,
    )


def _compare(ask: Ask, reading: Any, truth: Seen, digits: int | None) -> Comparison:
    if isinstance(reading, NotUnderstood):
        return Comparison(False, reading.hint)
    if isinstance(truth, Raised):
        said = show_raised(truth)
        told = said if truth.rank is not None else tr("It raises {raised}", raised=said)
        return Comparison(False, told)
    return compare(ask.kind, reading, truth, digits=digits)


def _mistake_made(
    ask: Ask, reading: Any, mistakes: Sequence[tuple[Mistake, Seen]], digits: int | None
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
