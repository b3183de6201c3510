"""`quiz try`: one card, run and graded without being logged."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from typing import Any

import click

from quizapp.commands.lines import Lines, LineTooLong
from quizapp.commands.request import BadRequest, Request, from_json, from_options
from quizapp.commands.trial import Trial, ask_is_right, find_card, try_request, why
from quizapp.commands.warm import warm_runner
from quizapp.grading.show import show
from quizapp.grading.visible import visible
from quizapp.phrases import ask_in_words, hanging
from runner.wire import Fault, Outcome

LONGEST_REQUEST = 1 << 20
"""Bytes."""

SIGNS = {True: "✓ right", False: "✗ wrong", None: "? not understood"}


def try_one(card: str, *, answers: Sequence[str], draw: Sequence[str], as_json: bool) -> int:
    """Run one card and print what came of it. Returns the exit code."""
    trial = asyncio.run(_try_one(from_options(card, answers, draw)))
    if as_json:
        _print_json(trial.as_json())
    else:
        for line in _report(trial):
            click.echo(line)
    return 1 if trial.failed else 0


def try_from_stdin() -> None:
    """Answer requests, one a line, until stdin ends."""
    asyncio.run(_try_from_stdin())


async def _try_one(request: Request) -> Trial:
    find_card(request.card)  # a name that is wrong is told at once, before torch is loaded
    async with warm_runner() as (runner, hello):
        return await try_request(request, runner, hello)


async def _try_from_stdin() -> None:
    lines = Lines.of_stdin(longest=LONGEST_REQUEST)
    async with warm_runner() as (runner, hello):
        while True:
            try:
                line = await lines.next()
                if line is None:
                    return
                if not line.strip():
                    continue
                trial = await try_request(from_json(line), runner, hello)
                _print_json(trial.as_json())
            except LineTooLong:
                _print_json({"error": f"the request is longer than {LONGEST_REQUEST:,} bytes"})
            except BadRequest as error:
                _print_json({"error": str(error)})


def _print_json(thing: Any) -> None:
    click.echo(json.dumps(thing, allow_nan=False))


def _report(trial: Trial) -> Iterator[str]:
    """What torch did, and what that means for the answers, for people."""
    yield trial.exercise.shown_code.rstrip()
    yield ""
    if isinstance(trial.end, Fault):
        yield f"no verdict: {trial.end.message}"
        return
    yield from _seen_by_torch(trial, trial.end)
    if trial.verdict is not None:
        for graded in trial.verdict.asks:
            yield ""
            yield f"{SIGNS[ask_is_right(graded)]}: {ask_in_words(graded.ask)}"
            yield f"  you    {hanging(visible(graded.answer))}"
            yield f"  torch  {hanging(graded.truth)}"
            if reason := why(graded):
                yield f"  {reason}"
    if trial.card.explain is not None:
        yield ""
        yield trial.card.explain.en.rstrip()


def _seen_by_torch(trial: Trial, outcome: Outcome) -> Iterator[str]:
    for ask, fact in zip(trial.card.asks, outcome.facts, strict=False):
        yield f"{ask_in_words(ask)}: {hanging(show(ask.kind, fact))}"
    if outcome.stdout:
        yield "printed:"
        yield visible(outcome.stdout.rstrip("\n"))
    if outcome.raised is not None:
        yield visible(outcome.raised.traceback.rstrip())
