"""Runs the blocks of some notes in their order, and judges all that the notes state."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import shorten

from quizapp.drafting.code.dependencies import Dependencies
from quizapp.drafting.code.statements import Statement
from quizapp.drafting.judging.blocks import BlockJudge, Surveyed
from quizapp.drafting.judging.judge import Judged
from quizapp.drafting.judging.prepared import Prepared, prepare
from quizapp.drafting.judging.sayings import Heard, SayingJudge
from quizapp.drafting.reading.notes import Notes, Saying, Trouble
from runner.client import Runner

LONGEST = 300
"""Characters of what torch says of dead calls that are told."""


@dataclass(frozen=True, kw_only=True)
class Survey:
    """All that was found in a file of notes."""

    notes: Notes
    surveyed: Sequence[Surveyed]
    heard: Sequence[Heard]
    judged: Sequence[Judged]
    """In the order of their lines."""
    deprecated: Sequence[Trouble]
    dependencies: Dependencies


def steps_of(notes: Notes) -> int:
    """How many steps the survey of notes takes, for a progress bar."""
    return len(notes.blocks) + len({one.after for one in notes.sayings})


async def survey(
    notes: Notes,
    runner: Runner,
    *,
    on_steps: Callable[[int], None] = lambda _: None,
    at_once: int = 8,
) -> Survey:
    """Run what there is to be run, and judge it."""
    prepared: list[Prepared] = []
    statements: list[Statement] = []
    for number, block in enumerate(notes.blocks):
        one = prepare(block, number, len(statements))
        prepared.append(one)
        statements += one.statements
    dependencies = Dependencies(statements)
    blocks = BlockJudge(notes.path, dependencies, runner)
    words = SayingJudge(notes.path, dependencies, runner)
    gate = asyncio.Semaphore(at_once)

    async def look_at(one: Prepared) -> Surveyed:
        async with gate:
            found = await blocks.survey(one)
        on_steps(1)
        return found

    async def hear(after: int, sayings: Sequence[Saying]) -> list[Heard]:
        async with gate:
            found = await words.hear(after, sayings)
        on_steps(1)
        return found

    by_place: dict[int, list[Saying]] = {}
    for saying in notes.sayings:
        by_place.setdefault(saying.after, []).append(saying)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(look_at(one)) for one in prepared]
        heard = [group.create_task(hear(after, some)) for after, some in by_place.items()]
    surveyed = [task.result() for task in tasks]
    judged = [one for found in surveyed for one in found.judged]
    said = [one for task in heard for one in task.result()]
    judged += [one for each in said for one in each.judged]
    judged.sort(key=lambda one: one.line)
    return Survey(
        notes=notes,
        surveyed=surveyed,
        heard=said,
        judged=judged,
        deprecated=sorted(set(_deprecated(surveyed)), key=lambda one: one.line),
        dependencies=dependencies,
    )


_DEAD = re.compile(
    r"module '(?:torch|numpy)[\w.]*' has no attribute|deprecated|was removed|been removed"
)


def _deprecated(surveyed: Sequence[Surveyed]) -> Iterator[Trouble]:
    """Calls that torch warns of, or has no more."""
    for one in surveyed:
        if one.ran is None:
            continue
        lines = {place.number: place.line for place in one.places}
        for warned in one.ran.summary.warned:
            says = warned.category in ("FutureWarning", "DeprecationWarning")
            if (says or "deprecat" in warned.message) and warned.number in lines:
                told = shorten(warned.message, LONGEST, placeholder="…")
                yield Trouble(lines[warned.number], told)
        for number in one.ran.summary.escaped:
            seen = one.ran.seen.get(number)
            if seen and seen.raised and _DEAD.search(seen.raised.message) and number in lines:
                told = seen.raised.message.splitlines()[0]
                yield Trouble(lines[number], shorten(told, LONGEST, placeholder="…"))
