"""`quiz check`: what is wrong with decks, live torch being the judge."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from quizapp.checking.check import Checked, check
from quizapp.checking.plan import Plan, plan_check
from quizapp.checking.truths import Truths, read_truths, recorded, write_truths
from quizapp.commands.decks import deck_at, given_decks, usual_folders, usual_library
from quizapp.commands.progress import progress
from quizapp.commands.say import say, say_json
from quizapp.commands.warm import warm_runner
from quizapp.deck.files import find_decks
from quizapp.deck.model import Card, Deck, topic_of
from quizapp.deck.problem import DeckFile, Problem
from quizapp.errors import UserError
from quizapp.library.library import Library
from quizapp.library.trust import refusal
from quizapp.text.spelling import did_you_mean
from quizapp.text.words import counted
from runner.protocol.wire import Hello

GONE = "a card was recorded that is gone,"

Form = Literal["text", "json", "github"]


def check_decks(
    paths: Sequence[Path],
    *,
    card: str | None,
    jobs: int | None,
    form: Form,
    record: Path | None,
    against: Path | None,
) -> int:
    """Check decks and print what was found. Returns the exit code."""
    before = read_truths(against) if against else None
    begun = time.monotonic()
    given = given_decks(paths) if paths else []
    usual = find_decks(usual_folders())
    files = set(map(str, given or usual))
    library = usual_library(before=given)
    cards = [(deck, card) for deck in library.decks if deck.path in files for card in deck.cards]
    problems = [problem for problem in library.problems if problem.path in files]
    problems += _left_out(library, files, [path.resolve() for path in usual])
    if card is not None:
        cards, problems = _only(card, cards, problems)
    elif before:
        problems += _gone(before, cards, problems)
    # The sample of a card with very many draws is the same in every check.
    plans = plan_check(cards, random.Random(0))
    checked, refused, torch = asyncio.run(_run(plans, jobs, before))
    problems += [*refused, *checked.problems]
    problems.sort(key=lambda problem: (problem.path, problem.line, problem.column))
    counts = {"decks": len(files), "cards": len(cards), "runs": checked.runs}
    seconds = time.monotonic() - begun
    if form == "json":
        skipped = [{"card": one.card, "reason": one.reason} for one in checked.skipped]
        found = {"skipped": skipped, "problems": list(map(_as_json, problems))}
        say_json({**counts, **found, "seconds": round(seconds, 3), "torch": torch})
    else:
        for problem in problems:
            if form == "github":
                say(_annotation(problem))
            else:
                say(problem.with_source() if problem.source_line else str(problem))
        for one in checked.skipped:
            say(f"skipped {one.card}: {one.reason}")
        said = [counted(number, noun[:-1]) for noun, number in counts.items()]
        said.append(counted(len(problems), "problem"))
        if checked.skipped:
            said.append(f"{len(checked.skipped)} skipped")
        say(f"{', '.join(said)}, in {seconds:.1f} s on torch {torch}")
    if record:  # last: what was found is told even where this cannot be written
        facts = {
            plan.card.id: {
                draw: recorded(plan.card, seen)
                for draw, seen in checked.truths.get(plan.card.id, {}).items()
            }
            for plan in plans
        }
        write_truths(record, Truths(torch, facts))
    return 1 if problems else 0


def _left_out(library: Library, files: Collection[str], usual: Sequence[Path]) -> Iterator[Problem]:
    """What is wrong with decks that the app leaves out, though nothing else is wrong with them.

    Where a deck lies somewhere else, the app may never see both: that is just said.
    """
    for other, path in library.left_out.items():
        here, there = Path(path).resolve(), Path(other).resolve()
        if path not in files or other in files or here == there:
            continue
        topic = next(claim for claim in deck_at(here).claims if claim.field == "topic")
        message = f"'{topic.target}' is the topic of {other}, too"
        if here not in usual:
            say(f"{path}: {message}; where the app finds both, it leaves one out", err=True)
        elif usual.index(there) < usual.index(here):
            left_out = topic.wrong(f"{message}, so the app leaves this deck out")
            yield replace(left_out, path=path)


def _gone(
    before: Truths, cards: Sequence[tuple[Deck, Card]], problems: Sequence[Problem]
) -> list[Problem]:
    """What is wrong with decks that had cards once, as far as nothing else is told of these."""
    here = {deck.topic: deck for deck, _ in cards}
    known = {name for _, card in cards for name in (card.id, *card.was)}
    known |= {problem.card for problem in problems if problem.card}
    return [
        DeckFile(here[topic].path, "").problem(1, 1, f"{GONE} '{card}'; `was` keeps a former id")
        for card in before.by_card
        if card not in known and (topic := topic_of(card)) in here
    ]


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


async def _run(
    plans: Sequence[Plan], jobs: int | None, before: Truths | None
) -> tuple[Checked, Collection[Problem], str]:
    """Run what may run: what was found, what is said of the decks that may not, and torch."""
    async with warm_runner(jobs) as (runner, hello):
        refused = dict(_refusals(plans, hello))
        allowed = [plan for plan in plans if plan.deck.path not in refused]
        with progress(sum(len(plan.draws) for plan in allowed)) as on_runs:
            checked = await check(allowed, runner, hello, on_runs, before)
        return checked, refused.values(), hello.torch


def _refusals(plans: Sequence[Plan], hello: Hello) -> Iterator[tuple[str, Problem]]:
    """One problem for each deck that may not run, by its path."""
    for deck in {plan.deck.path: plan.deck for plan in plans}.values():
        if reason := refusal(deck, hello.sandbox):
            yield deck.path, DeckFile(deck.path, "").problem(1, 1, reason)


def _annotation(problem: Problem) -> str:
    """A problem as GitHub shows it beside the line, see its workflow commands."""
    message, path = (
        text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
        for text in (problem.message, problem.path)
    )
    path = path.replace(":", "%3A").replace(",", "%2C")
    return f"::error file={path},line={problem.line},col={problem.column}::{message}"


def _as_json(problem: Problem) -> dict[str, object]:
    return {
        "path": problem.path,
        "line": problem.line,
        "column": problem.column,
        "card": problem.card,
        "message": problem.message,
    }
