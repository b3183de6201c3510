"""Running snippets with a trace, for tests."""

from __future__ import annotations

from runner.protocol.anatomy import Sighting, Step, Trace
from runner.protocol.wire import Look, Outcome, Snippet, Source
from tests.runner.background import BackgroundRunner

SETUP = Source("import torch\nfrom torch import nn\n", "setup.py")


def outcome_of(runner: BackgroundRunner, snippet: Snippet) -> Outcome:
    outcome = runner.wait_for(runner.runner.run(snippet))
    assert isinstance(outcome, Outcome), outcome
    return outcome


def run(
    runner: BackgroundRunner, code: str, *looks: Look, trace: bool = True, graph: bool = False
) -> Outcome:
    sources = (SETUP, Source(code, "card.py"))
    snippet = Snippet(sources, looks, timeout=20.0, trace=trace, graph=graph)
    return outcome_of(runner, snippet)


def trace_of(runner: BackgroundRunner, code: str) -> Trace:
    trace = run(runner, code).trace
    assert trace is not None
    return trace


def steps_of(runner: BackgroundRunner, code: str) -> tuple[Step, ...]:
    """The steps of a trace that must not be cut short."""
    trace = trace_of(runner, code)
    assert trace.is_whole
    return trace.steps


def told(steps: tuple[Step, ...]) -> list[tuple[int, list[str]]]:
    """Each step's line, and the names of what appeared or changed in it."""
    return [(step.line, [seen.name for seen in step.tensors]) for step in steps]


def last(steps: tuple[Step, ...], name: str) -> Sighting:
    """How a name was last told of."""
    *_, seen = (seen for step in steps for seen in step.tensors if seen.name == name)
    return seen
