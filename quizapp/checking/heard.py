"""What the words of a card were heard to say, where that is not so."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from quizapp.checking.advice import Truths
from quizapp.checking.findings import Finding
from quizapp.checking.plan import Plan
from runner.client import Runner
from runner.protocol.wire import Hello


@dataclass(frozen=True)
class Heard:
    problems: tuple[Finding, ...] = ()
    advice: tuple[Finding, ...] = ()


Listen = Callable[[Plan, Truths, Runner, Hello], Awaitable[Heard]]
"""Reads the words of a card, given what torch said of its asks."""


async def heard_nothing(plan: Plan, truths: Truths, runner: Runner, hello: Hello) -> Heard:
    """For whoever does not listen."""
    return Heard()
