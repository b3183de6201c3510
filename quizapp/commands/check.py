"""`quiz check`: what is wrong with decks, live torch being the judge."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Sequence
from pathlib import Path

import click

from quizapp.commands.decks import usual_folders, usual_library
from quizapp.commands.progress import progress
from quizapp.commands.warm import warm_runner
from quizapp.deck.check import Checked, Plan, check, plan_check
from quizapp.deck.files import find_decks
from quizapp.deck.model import Card, Deck
from quizapp.deck.problem import Problem
from quizapp.deck.spelling import did_you_mean
from quizapp.errors import UserError
from quizapp.words import counted


def check_decks(paths: Sequence[Path], *, card: str | None, jobs: int | None, as_json: bool) -> int:
    """Check decks and print what was found. Returns the exit code."""
    begun = time.monotonic()
    files = {str(path) for path in find_decks(paths or usual_folders())}
    if not files:
        raise UserError(f"there are no decks in {', '.join(map(str, paths))}")
    library = usual_library(before=paths)
    cards = [(deck, card) for deck in library.decks if deck.path in files for card in deck.cards]
    problems = [problem for problem in library.problems if problem.path in files]
    if card is not None:
        cards, problems = _only(card, cards, problems)
    # The sample of a card with very many draws is the same in every check.
    plans = plan_check(cards, random.Random(0))
    checked, torch = asyncio.run(_run(plans, jobs))
    problems += checked.problems
    problems.sort(key=lambda problem: (problem.path, problem.line, problem.column))
    counts = {"decks": len(files), "cards": len(cards), "runs": checked.runs}
    seconds = time.monotonic() - begun
    if as_json:
        skipped = [{"card": one.card, "reason": one.reason} for one in checked.skipped]
        found = {"skipped": skipped, "problems": list(map(_as_json, problems))}
        click.echo(json.dumps({**counts, **found, "seconds": round(seconds, 3), "torch": torch}))
    else:
        for problem in problems:
            click.echo(problem.with_source())
        for one in checked.skipped:
            click.echo(f"skipped {one.card}: {one.reason}")
        said = [counted(number, noun[:-1]) for noun, number in counts.items()]
        said.append(counted(len(problems), "problem"))
        click.echo(f"{', '.join(said)}, in {seconds:.1f} s on torch {torch}")
    return 1 if problems else 0


def _only(
    name: str, cards: Sequence[tuple[Deck, Card]], problems: Sequence[Problem]
) -> tuple[list[tuple[Deck, Card]], list[Problem]]:
    """What is about one card, given by its full id, or by the part of it that the deck gives."""

    def is_meant(full_id: str | None) -> bool:
        return full_id is not None and name in (full_id, full_id.partition("/")[2])

    kept = [(deck, card) for deck, card in cards if is_meant(card.id)]
    about = [problem for problem in problems if is_meant(problem.card)]
    if not kept and not about:
        of_whole_decks = [problem for problem in problems if problem.card is None]
        if of_whole_decks:  # the card may be in what could not be read
            return [], of_whole_decks
        known = [card.id for _, card in cards]
        raise UserError(f"no deck has a card '{name}'{did_you_mean(name, known, most=3)}")
    return kept, about


async def _run(plans: Sequence[Plan], jobs: int | None) -> tuple[Checked, str]:
    async with warm_runner(jobs) as (runner, hello):
        with progress(sum(len(plan.draws) for plan in plans)) as on_runs:
            return await check(plans, runner, hello, on_runs), hello.torch


def _as_json(problem: Problem) -> dict[str, object]:
    return {
        "path": problem.path,
        "line": problem.line,
        "column": problem.column,
        "card": problem.card,
        "message": problem.message,
    }
