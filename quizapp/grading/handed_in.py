"""Answers that are not predictions: options picked, lines put in order, code.

Options and lines are named by their numbers in the deck, from 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from quizapp.deck.exercise import Exercise, lines_above
from quizapp.deck.gap import fill
from quizapp.deck.model import ChoiceCard, OrderCard, WriteCard
from quizapp.deck.python_source import NotPython, check_python
from quizapp.values.normalise import normalise
from quizapp.values.prediction import NotUnderstood

LONGEST_CODE = 20_000
"""Characters."""

_NUMBERS = re.compile(r"\d{1,3}(?:[\s,]+\d{1,3})*")
_NONE = ("none", "nothing", "-")


def read_choice(card: ChoiceCard, text: str) -> tuple[int, ...] | NotUnderstood:
    """The options picked, in the deck's order."""
    numbers = _numbers(text)
    if numbers is None and card.many and text.strip().lower() in _NONE:
        return ()
    if not numbers or not all(1 <= number <= len(card.options) for number in numbers):
        last = len(card.options)
        how = f"like 1,{last}, or none" if card.many else f"from 1 to {last}"
        return NotUnderstood(hint=f"Name options by their numbers, {how}.")
    if not card.many and len(numbers) > 1:
        return NotUnderstood(hint="Pick one option.")
    return tuple(sorted(set(numbers)))


def read_order(card: OrderCard, text: str) -> tuple[int, ...] | NotUnderstood:
    """Every line's number once, in the order meant."""
    numbers = _numbers(text)
    every = range(1, len(card.lines) + 1)
    if numbers is None or sorted(numbers) != list(every):
        example = " ".join(map(str, every))
        return NotUnderstood(hint=f"Give every line's number once, like {example}.")
    return tuple(numbers)


def read_code(card: WriteCard, text: str) -> str | NotUnderstood:
    """Code that compiles where it is to stand."""
    if not text.strip():
        return NotUnderstood(hint="There is no code yet.")
    if len(text) > LONGEST_CODE:
        return NotUnderstood(hint=f"That is longer than {LONGEST_CODE:,} characters.")
    in_a_gap = card.starter is None
    try:
        check_python(fill(card.code.text, text) if in_a_gap else text, "exec")
    except NotPython as error:
        line = error.line + (lines_above(card) if in_a_gap else 0)
        return NotUnderstood(hint=f"Not Python yet: line {line}, {error.message}.")
    return text


def code_of(exercise: Exercise, answer: str) -> str:
    """The code that an answer, which was understood, stands for."""
    if isinstance(exercise.card, OrderCard):
        numbers = read_order(exercise.card, answer)
        assert not isinstance(numbers, NotUnderstood)
        return exercise.in_order([number - 1 for number in numbers])
    return answer


def _numbers(text: str) -> Sequence[int] | None:
    text = normalise(text).strip().strip("[](){}").strip()
    return [int(part) for part in re.findall(r"\d+", text)] if _NUMBERS.fullmatch(text) else None
