"""Trying things out: the code of an exercise, changed at will, and what an expression comes to."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from quizapp.asks.refused import of_the_sandbox
from quizapp.asks.show import show, show_raised
from quizapp.asks.table import KINDS
from quizapp.deck.answered import YOUR_CODE
from quizapp.deck.exercise import Exercise
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.parts import Ask, Code
from quizapp.deck.phrases import labelled
from quizapp.inside.spans import Line, Span, flow, in_a_line
from quizapp.text.cells import cells
from quizapp.text.language import tr
from quizapp.text.visible import visible
from quizapp.text.words import counted
from runner.client import Runner
from runner.protocol.wire import Fact, Fault, Kind, Look, Outcome, Raised, Snippet

TOLD: tuple[Kind, ...] = ("value", "shape", "dtype", "device", "strides", "grad_fn")
"""What is told of an expression, as far as it has it."""

MOST_PRINTED = 10
"""Lines of output that are shown; and so many characters of each."""
LONGEST_PRINTED = 200

LOOKED_AT = "looked_at"
LONGEST_NAME = 40
"""Characters of an expression over its picture."""

DIGITS = (6, 5, 4, 3)
"""Significant ones of a number: the most for which there is room."""
INDENT = "  "


async def poke(runner: Runner, exercise: Exercise, code: str, expression: str) -> Outcome | Fault:
    """Run changed code, and look at an expression after it; nothing of it is graded or logged."""
    return await runner.run(poked(exercise, code, expression))


def poked(exercise: Exercise, code: str, expression: str) -> Snippet:
    """What is to be run: the deck's setup, then this code in place of the exercise's own."""
    looks = tuple(Look(kind, expression) for kind in TOLD) if expression.strip() else ()
    return replace(exercise.instead(code), looks=looks, trace=True)


def pictured(exercise: Exercise, code: str, expression: str) -> Snippet:
    """The same to be drawn: what the expression comes to is there under `LOOKED_AT`."""
    if _is_to_be_made(expression):
        code = f"{code.rstrip()}\n{LOOKED_AT} = ({expression})\n"
    return replace(exercise.instead(code), picture=True, graph=True)


def in_own_words(outcome: Outcome, expression: str) -> Outcome:
    """The outcome of `pictured` with the expression where its name was made up."""
    if outcome.trace is None:
        return outcome

    def name(of: str) -> str:
        return in_a_line(expression.strip(), most=LONGEST_NAME) if of == LOOKED_AT else of

    steps = tuple(
        replace(
            step,
            tensors=tuple(
                replace(seen, name=name(seen.name), shares_with=tuple(map(name, seen.shares_with)))
                for seen in step.tensors
            ),
        )
        for step in outcome.trace.steps
    )
    return replace(outcome, trace=replace(outcome.trace, steps=steps))


def _is_to_be_made(expression: str) -> bool:
    """Whether it is an expression, of something that has no name yet and is no gradient."""
    try:
        tree = ast.parse(expression.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return not isinstance(tree, ast.Name) and not expression.rstrip().endswith(".grad")


def as_written(exercise: Exercise, code: str, expression: str = "") -> Exercise:
    """The exercise as if this were its code, and asked for this, to show where lines stand."""
    asked = exercise.card
    asks = (Ask(kind="value", expression=expression),) if expression.strip() else ()
    written = Code(text=code, line=1)
    card = PredictCard(id=asked.id, prompt=asked.prompt, line=1, code=written, asks=asks)
    # Without the setup, whose lines have numbers of their own that would be taken for these.
    return replace(exercise, card=card, draw={}, path=YOUR_CODE, setup=None)


def first_expression(exercise: Exercise) -> str:
    """What one is likely to look at first: what the card asks about."""
    asks = getattr(exercise.card, "asks", ())
    expressions = [ask.expression for ask in asks if KINDS[ask.kind].is_of_a_thing]
    return expressions[0] if expressions else ""


def given_lines(
    exercise: Exercise, outcome: Outcome, width: int, *, sandboxed: bool
) -> Iterator[Line]:
    """What came of the exercise itself, as it was answered; in a full sandbox or not."""
    yield from _raised_lines(outcome, failed_line(exercise, outcome), sandboxed)
    if isinstance(exercise.card, PredictCard):
        for ask, fact in zip(exercise.card.asks, outcome.facts, strict=False):
            said_already = ask.kind == "output" or (ask.is_what_the_code_raises and outcome.raised)
            if isinstance(fact, Fact) and not said_already:
                yield from _ask_lines(exercise.card, ask, fact, width)
    yield from _printed_lines(outcome.stdout + outcome.stderr)


def poked_lines(
    outcome: Outcome, expression: str, width: int, *, sandboxed: bool
) -> Iterator[Line]:
    """What came of changed code: what was raised, what the expression is, what was printed."""
    raised = outcome.raised
    line = raised.line if raised and raised.path == YOUR_CODE else None
    yield from _raised_lines(outcome, line, sandboxed)
    facts = dict(zip(TOLD, outcome.facts, strict=False))
    value = facts.get("value")
    if isinstance(value, Raised):
        if raised is None:
            yield _raised_line(value, "", sandboxed)
    elif value is not None:
        yield from _named_lines(expression.strip(), value, width)
        also = [
            Span(f"{kind} {show(kind, fact)}", "aside")
            for kind, fact in facts.items()
            if kind != "value" and isinstance(fact, Fact) and fact.data is not None
        ]
        if also:
            yield from flow((), also, width=width, hang=(Span(INDENT),))
    yield from _printed_lines(outcome.stdout + outcome.stderr)


def fault_lines(fault: Fault) -> Iterator[Line]:
    """Why nothing can be said of the code, and how a flood of output began."""
    yield (Span(visible(fault.message), "bad"),)
    yield from _printed_lines(fault.printed, is_all=False)


def failed_line(exercise: Exercise, outcome: Outcome) -> int | None:
    """The line of the code as it is shown that raised."""
    raised = outcome.raised
    if raised is None or raised.line is None:
        return None
    if raised.path == YOUR_CODE:
        return raised.line
    return exercise.shown_line(raised.line) if raised.path == exercise.path else None


def _raised_lines(outcome: Outcome, line: int | None, sandboxed: bool) -> Iterator[Line]:
    if outcome.raised is not None:
        at = tr(" (line {line})", line=line) if line is not None else ""
        yield _raised_line(outcome.raised, at, sandboxed)


def _raised_line(raised: Raised, at: str, sandboxed: bool) -> Line:
    refused = of_the_sandbox(raised.type, raised.message) if sandboxed else ""
    return (Span(f"{show_raised(raised)}{at}", "bad"), *([Span(refused)] if refused else []))


def _ask_lines(card: PredictCard, ask: Ask, fact: Fact, width: int) -> Iterator[Line]:
    if ask.kind == "value":
        yield from _named_lines(ask.expression, fact, width)
    else:
        yield (Span(labelled(ask, card.truth_of(ask, fact))),)


def _named_lines(expression: str, value: Fact, width: int) -> Iterator[Line]:
    """`x = 3`; rows stand below, in columns, with as many digits as the width has room for."""
    lines: list[str] = []
    for digits in DIGITS:
        lines = show("value", value, digits=digits).split("\n")
        if all(cells(INDENT + line) <= width for line in lines):
            break
    if len(lines) == 1:
        yield (Span(expression, "name"), Span(f" = {lines[0]}"))
        return
    yield (Span(expression, "name"), Span(" ="))
    yield from ((Span(INDENT + line),) for line in lines)


def _printed_lines(printed: str, *, is_all: bool = True) -> Iterator[Line]:
    """The first lines that were printed, made safe, and how many more there are."""
    lines = printed.rstrip().split("\n")
    if lines == [""]:
        return
    yield (Span(tr("printed"), "aside"),)
    for line in lines[:MOST_PRINTED]:
        yield (Span(INDENT + visible(line, most=LONGEST_PRINTED)),)
    if (more := len(lines) - MOST_PRINTED) > 0:
        yield (
            Span(f"{INDENT}… {counted(more, 'more line')}" if is_all else f"{INDENT}…", "aside"),
        )
