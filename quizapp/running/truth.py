"""What torch says of an exercise, where it may run here and says what one can be graded by."""

from __future__ import annotations

from quizapp.deck.exercise import Exercise
from quizapp.deck.needs import unmet
from quizapp.grading.gradable import why_not_gradable
from quizapp.library.trust import refusal
from runner.client import Runner
from runner.protocol.wire import Fault, Hello, Outcome


def refused(run: Exercise, hello: Hello) -> Fault | None:
    """Why an exercise may not run on this machine; None where it may."""
    if reason := unmet(run.card, hello):
        return Fault("refused", f"This card {reason}.")
    if reason := refusal(run, hello.sandbox):
        return Fault("refused", f"{run.path} {reason}.")
    return None


async def truth_of(run: Exercise, runner: Runner, hello: Hello) -> Outcome | Fault:
    """What an exercise is graded by, or why there is nothing that it could be graded by.

    The Outcome is empty for a card that has no truth before an answer.
    """
    if fault := refused(run, hello):
        return fault
    if not run.has_truth:
        return Outcome((), "", "", None, 0.0)
    seen = await runner.run(run.snippet())
    if isinstance(seen, Outcome) and (reason := why_not_gradable(run, seen)):
        return Fault("refused", f"This card {reason}.")
    return seen
