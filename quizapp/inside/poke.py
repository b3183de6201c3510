"""Trying things out: the code of an exercise, changed at will, and what an expression comes to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from quizapp.deck.exercise import YOUR_CODE, Exercise
from quizapp.deck.model import AskKind
from quizapp.grading.show import show, show_raised
from quizapp.inside.spans import Line, Span
from runner.client import Runner
from runner.wire import Fact, Fault, Look, Outcome, Raised, Snippet

KINDS: tuple[AskKind, ...] = ("value", "shape", "dtype", "device", "strides", "grad_fn")
"""What is told of an expression, as far as it has it."""


async def poke(runner: Runner, exercise: Exercise, code: str, expression: str) -> Outcome | Fault:
    """Run changed code, and look at an expression after it; nothing of it is graded or logged."""
    return await runner.run(poked(exercise, code, expression))


def poked(exercise: Exercise, code: str, expression: str) -> Snippet:
    """What is to be run: the deck's setup, then this code in place of the exercise's own."""
    looks = tuple(Look(kind, expression) for kind in KINDS) if expression.strip() else ()
    return replace(exercise.instead(code), looks=looks, trace=True)


def first_expression(exercise: Exercise) -> str:
    """What one is likely to look at first: what the card asks about."""
    asks = getattr(exercise.card, "asks", ())
    expressions = [ask.expression for ask in asks if ask.kind not in ("raises", "hangs", "output")]
    return expressions[0] if expressions else ""


def poked_lines(outcome: Outcome, expression: str) -> Iterator[Line]:
    """What came of it: what was printed, what was raised, what the expression is."""
    if printed := (outcome.stdout + outcome.stderr).rstrip():
        yield from (((Span(line, "aside"),)) for line in _lines(show_output(printed)))
    if outcome.raised is not None:
        at = f" (line {outcome.raised.line})" if outcome.raised.path == YOUR_CODE else ""
        yield (Span(f"{show_raised(outcome.raised)}{at}", "bad"),)
    facts = dict(zip(KINDS, outcome.facts, strict=False))
    value = facts.get("value")
    if isinstance(value, Raised):
        if outcome.raised is None:
            yield (Span(show_raised(value), "bad"),)
    elif value is not None:
        first, *others = _lines(show("value", value))
        yield (Span(expression.strip(), "name"), Span(f" = {first}"))
        yield from ((Span(f"    {line}"),) for line in others)
        told = [
            f"{kind} {show(kind, fact)}"
            for kind, fact in facts.items()
            if kind != "value" and isinstance(fact, Fact) and fact.data is not None
        ]
        if told:
            yield (Span("    " + "   ".join(told), "aside"),)


def show_output(printed: str) -> str:
    """Printed text, made safe."""
    return show("output", Fact("output", printed))


def _lines(text: str) -> list[str]:
    return text.split("\n")
