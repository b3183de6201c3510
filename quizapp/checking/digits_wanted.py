"""Wrong numbers that would be graded right, since no `digits` ask for what tells them apart."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

from quizapp.asks.show import show
from quizapp.checking.findings import Finding, Site
from quizapp.checking.lengthy import in_a_line
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.parts import Ask
from quizapp.text.language import tr
from quizapp.values.closeness import ROUNDING, TOLERANCES, USUAL_DIGITS
from runner.protocol.wire import Fact

_SMALL = max(absolute for _, absolute in TOLERANCES.values())
_STORED = 1e-7
"""How far float32 may be from a number that is written, to its size."""
_MOST_DIGITS = 17


def digits_wanted(
    card: PredictCard, number: int, truth: Fact, site: Site, expected: str | None
) -> Iterator[Finding]:
    """For the truth of that ask, given the right answer that the author expects, if any."""
    if card.asks[number].kind == "value" and card.digits is None:
        yield from _of_small_numbers(card, number, truth, site, expected)
        yield from _of_rounded_numbers(card, number, truth, site)


def is_taken_for_noise(card: PredictCard, ask: Ask, expected: str, truth: Fact) -> bool:
    """Whether the author expects a 0 where the code has a small number, of no rounding."""
    if ask.kind != "value" or card.digits is not None:
        return False
    strict = replace(card, digits=USUAL_DIGITS)
    small, noise = (_without(is_left_out, truth) for is_left_out in (_is_small, _is_noise))
    return strict.accepts(ask, expected, small) and not strict.accepts(ask, expected, noise)


def _of_small_numbers(
    card: PredictCard, number: int, truth: Fact, site: Site, expected: str | None
) -> Iterator[Finding]:
    """A 0 that is right for the small number that is meant: noise beside others hardly is."""
    ask, strict = card.asks[number], replace(card, digits=USUAL_DIGITS)
    zero = _without(_is_small, truth)
    if expected is None and not isinstance(truth.data.get("data"), float):
        zero = _without(lambda one: _is_small(one) and not _is_noise(one), truth)
    typed = card.show(number, zero)
    if (
        card.accepts(ask, typed, truth)
        and not strict.accepts(ask, typed, truth)
        and strict.accepts(ask, expected or card.show(number, truth), truth)
    ):
        told = tr(
            "{truth} is as small as what rounding leaves; with `digits: {digits}` it is asked for",
            truth=in_a_line(show(ask.kind, truth)),
            digits=USUAL_DIGITS,
        )
        yield _graded_right(site, ask, zero, told)


def _of_rounded_numbers(
    card: PredictCard, number: int, truth: Fact, site: Site
) -> Iterator[Finding]:
    """A number that is written in the code, and right for the other that half precision has."""
    ask = card.asks[number]
    written = _numbers_in([card.code.text, ask.expression, *chain(*card.vary.values())])
    unrounded = replace(truth, data=_in_halves(partial(_before, written), truth.data))
    answer = card.show(number, unrounded)
    if unrounded == truth or not card.accepts(ask, answer, truth):
        return
    for digits in range(USUAL_DIGITS + 1, _MOST_DIGITS + 1):
        if not replace(card, digits=digits).accepts(ask, answer, truth):
            told = tr(
                "half precision has {truth}; with `digits: {digits}` it is asked for, and"
                " `digits: {usual}` says that it need not be",
                truth=in_a_line(show(ask.kind, truth)),
                digits=digits,
                usual=USUAL_DIGITS,
            )
            yield _graded_right(site, ask, unrounded, told)
            return


def _graded_right(site: Site, ask: Ask, answer: Fact, told: str) -> Finding:
    typed = in_a_line(show(ask.kind, answer))
    return Finding(site, tr("an answer of {answer} is graded right, too", answer=typed), told)


def _numbers_in(codes: Iterable[str]) -> set[float]:
    found = set()
    for code in codes:
        with suppress(SyntaxError):
            for node in ast.walk(ast.parse(code.strip())):
                if isinstance(node, ast.Constant) and isinstance(node.value, float):
                    found |= {node.value, -node.value}
    return found


def _before(written: Set[float], rounding: float, number: float) -> float:
    """The number that was written, where it is rounded to this one."""
    nearest = min(written, key=lambda one: abs(one - number), default=number)
    return nearest if abs(nearest - number) <= rounding * abs(number) else number


def _in_halves(change: Callable[[float, float], float], data: Any) -> Any:
    """A Value with what is made of its numbers of half precision, and of how far that rounds."""
    match data:
        case {"type": "tensor", "dtype": dtype} if dtype in ROUNDING:
            return _changed(partial(change, ROUNDING[dtype]), data)
        case list():
            return [_in_halves(change, one) for one in data]
        case dict():
            return {key: _in_halves(change, one) for key, one in data.items()}
    return data


def _without(is_left_out: Callable[[float], bool], truth: Fact) -> Fact:
    """The truth with 0 for some of its floats."""
    data = _changed(lambda number: 0.0 if is_left_out(number) else number, truth.data)
    return replace(truth, data=data)


def _changed(change: Callable[[float], float], data: Any) -> Any:
    """A Value, or a part of it, with what is made of its floats."""
    match data:
        case float():
            return change(data)
        case list():
            return [_changed(change, one) for one in data]
        case dict():
            return {key: _changed(change, one) for key, one in data.items()}
    return data


def _is_small(number: float) -> bool:
    return abs(number) <= _SMALL


def _is_noise(number: float) -> bool:
    """Whether it may be what rounding left, which is no short decimal such as 1e-7."""
    short = float(f"{number:.{USUAL_DIGITS - 1}e}")
    return _is_small(number) and abs(number - short) > _STORED * abs(number)
