"""Tests of write cards that pass with something else than the solution: advice of `quiz check`."""
# mypy: disable-error-code="no-untyped-def, attr-defined"

from __future__ import annotations

import ast
import asyncio
import inspect
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quizapp.checking.findings import Site
from quizapp.checking.series import Series
from quizapp.checking.sites import SitesByPath
from quizapp.deck.exercise import Exercise, draws, exercise
from quizapp.deck.gap import GAP
from quizapp.deck.kinds.write import WriteCard
from quizapp.deck.model import Card, Deck
from quizapp.deck.problem import Problem
from quizapp.deck.python_source import names_set, parsed
from quizapp.text.language import tr
from quizapp.values.prediction import NotUnderstood
from runner.client import Runs
from runner.protocol.wire import Outcome, Source

MOST_DRAWS = 4
"""Draws in which something has to pass; it may be right in one."""

_IS_FREE = re.compile(r"\b(?:any|some|whatever|whichever)\b|任意|任何|随意|随便", re.IGNORECASE)
"""In a prompt that may leave to the learner what it comes to."""


async def lenient_tests(cards: Sequence[tuple[Deck, Card]], runner: Runs) -> list[Problem]:
    """Tests that let pass what a gap is not for, tried with what is easily made of the solution."""
    sites = SitesByPath()
    tried = [(deck, card) for deck, card in cards if isinstance(card, WriteCard)]
    passing = await asyncio.gather(*(_passing(deck, card, runner) for deck, card in tried))
    found = []
    for (deck, card), attempts in zip(tried, passing, strict=True):
        if attempts:
            told = ", ".join(f"`{one}`" for one in attempts)
            message = tr("the tests pass with {told} in the gap, too", told=told)
            found.append(sites[deck.path].problem(card, Site("tests"), message))
    return found


async def _passing(deck: Deck, card: WriteCard, runner: Runs) -> list[str]:
    attempts = dict(_attempts(card))
    async with Series(runner, f"{deck.path}: {card.id}, tests", ()) as series:
        for draw in itertools.islice(draws(card), MOST_DRAWS):
            run = exercise(deck, card, draw)
            for told, code in [*attempts.items()]:
                if not await _passes(run, code, series):
                    del attempts[told]
    return [*attempts]


def _attempts(card: WriteCard) -> Iterator[tuple[str, str]]:
    """What is tried, as it is told and as it is run."""
    solution = _computed(card)
    if not solution or card.ranks > 1 or _IS_FREE.search(card.prompt.en):
        return
    name = _first_made(solution, card)
    if name in ("", solution):
        return
    other = _other.__name__
    for told, code in (
        (name, f"{other}({name}, {solution})"),
        ("None", f"{other}(None, {solution})"),
        (f"torch.zeros_like({solution})", f"{other}(0, {solution})"),
        (f"({solution}) * 3", f"{other}(3, {solution})"),
    ):
        if not isinstance(card.read(code), NotUnderstood):
            yield told, code


def _computed(card: WriteCard) -> str:
    """The solution, where it is an expression for a gap that takes a value, and changes nothing."""
    text = card.solution.text.strip()
    gaps = [line for line in card.code.text.split("\n") if GAP.search(line)]
    if not card.has_gap or len(gaps) != 1 or not re.search(r"(?:=|return)\s*\S", gaps[0]):
        return ""
    match parsed(text):
        case ast.Module(body=[ast.Expr(value=value)]):
            pass
        case _:
            return ""
    changing = (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom, ast.Lambda)
    for node in ast.walk(value):
        name = node.attr if isinstance(node, ast.Attribute) else ""
        if isinstance(node, changing) or re.search(r"[^_]_\Z", name):
            return ""
    return text


def _first_made(solution: str, card: WriteCard) -> str:
    """The first name in the solution that the card gives a value, be it as an argument."""
    code = parsed(card.code.text)
    arguments = {one.arg for one in ast.walk(code) if isinstance(one, ast.arg)} if code else set()
    made = names_set(card.code.text) | arguments
    names = [one for one in ast.walk(ast.parse(solution)) if isinstance(one, ast.Name)]
    names.sort(key=lambda one: (one.lineno, one.col_offset))
    return next((one.id for one in names if one.id in made), "")


async def _passes(run: Exercise, code: str, runner: Runs) -> bool:
    attempt = run.attempt(code)
    before = Source(inspect.getsource(_other), "<attempts>")
    after = Source(f"assert {_other.__name__}.was_another", "<attempts>")
    seen = await runner.run(replace(attempt, sources=(before, *attempt.sources, after)))
    return isinstance(seen, Outcome) and seen.raised is None


def _other(instead, right):
    """What stands in place of a tensor: 0 and 3 times it, None, or another tensor as it is."""
    import sys

    torch = sys.modules["torch"]
    if not isinstance(right, torch.Tensor):
        raise TypeError("the solution gives no tensor")
    if isinstance(instead, int):
        if right.dtype == torch.bool:
            raise TypeError("of a truth value there is but one other")
        instead = torch.zeros_like(right) if instead == 0 else right * instead
        is_another = not torch.equal(instead, right)
    else:
        is_another = True
    _other.was_another = getattr(_other, "was_another", False) or is_another
    return instead
