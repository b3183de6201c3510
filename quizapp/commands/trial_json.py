"""A trial as JSON, see `quiz try --help`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from quizapp.commands.trial import Trial, ask_is_right, attempt_is_right, why
from quizapp.deck.answered import TruthCard
from quizapp.deck.verdict import AskVerdict, AttemptVerdict, OptionVerdict, Verdict
from quizapp.text.plain import plain_line
from runner.protocol.wire import Fact, Fault, Outcome, Raised


def trial_as_json(trial: Trial) -> dict[str, Any]:
    """The one object that is printed for a trial."""
    fault = trial.end if isinstance(trial.end, Fault) else None
    return {
        "card": trial.card.id,
        "draw": dict(trial.exercise.draw),
        "outcome": _outcome(trial, trial.end) if isinstance(trial.end, Outcome) else None,
        "verdict": trial.verdict and _verdict(trial, trial.verdict),
        "fault": fault and {"kind": fault.kind, "message": fault.message},
    }


def _outcome(trial: Trial, outcome: Outcome) -> dict[str, Any]:
    return {
        **_truths(trial, outcome),
        "stdout": outcome.stdout,
        "raised": outcome.raised and _raised(outcome.raised),
        "seconds": outcome.seconds,
        **_inside(trial.watched),
    }


def _truths(trial: Trial, outcome: Outcome) -> dict[str, Any]:
    """What each part of the truth is of and was seen to be: `asks`, or `options`."""
    truths: dict[str, Any] = {"asks": [], "options": []}
    card = trial.told
    if isinstance(card, TruthCard):
        seen = enumerate(card.truth(outcome))
        truths[f"{card.noun}s"] = [
            card.described(number) | _seen(fact, card.seen_as) for number, fact in seen
        ]
    return truths


def _seen(fact: Fact | Raised, name: str) -> dict[str, Any]:
    """A fact under a name, or else that of its kind."""
    if isinstance(fact, Raised):
        return {"raised": _raised(fact)}
    return {name or fact.kind: fact.data}


def _raised(raised: Raised) -> dict[str, Any]:
    return {
        "type": raised.type,
        "message": raised.message,
        "path": raised.path,
        "line": raised.line,
        "rank": raised.rank,
    }


def _inside(watched: Outcome | Fault | None) -> dict[str, Any]:
    if watched is None:
        return {}
    seen = watched if isinstance(watched, Outcome) else None
    return {
        "trace": seen and seen.trace and asdict(seen.trace),
        "graph": seen and seen.graph and asdict(seen.graph),
    }


def _verdict(trial: Trial, verdict: Verdict) -> dict[str, Any]:
    return {
        "right": trial.right,
        "asks": [_graded(ask) for ask in verdict.asks],
        "options": list(_options(verdict.options)),
        "tests": verdict.tests and _tests(trial, verdict.tests),
    }


def _graded(ask: AskVerdict) -> dict[str, Any]:
    return {
        "kind": ask.ask.kind,
        "answer": ask.answer,
        "truth": ask.truth,
        "right": ask_is_right(ask),
        "why": why(ask),
    }


def _options(options: tuple[OptionVerdict, ...]) -> Iterator[dict[str, Any]]:
    for number, graded in enumerate(options, 1):
        yield {
            "number": number,
            "text": plain_line(graded.option.text.en),
            "picked": graded.picked,
            "holds": graded.holds,
            "right": graded.right,
        }


def _tests(trial: Trial, attempt: AttemptVerdict) -> dict[str, Any]:
    passed = attempt_is_right(trial.card, attempt)
    return {"passed": passed, "why": attempt.why.en, "line": attempt.line}
