"""What torch says of an exercise, where it may run here and says what one can be graded by."""

from __future__ import annotations

from quizapp.deck.answered import TriedCard, why_it_fails
from quizapp.deck.exercise import Exercise
from quizapp.deck.needs import unmet
from quizapp.library.trust import refusal
from quizapp.text.language import tr
from quizapp.text.visible import visible_path
from runner.client import Runs
from runner.protocol.wire import Fault, Hello, Outcome, Raised


def refused(run: Exercise, hello: Hello) -> Fault | None:
    """Why an exercise may not run on this machine; None where it may."""
    if reason := unmet(run.card, hello):
        return Fault("refused", tr("This card {reason}.", reason=reason))
    if reason := refusal(run, hello.sandbox):
        return Fault("refused", f"{visible_path(run.path)} {reason}.")
    return None


async def truth_of(run: Exercise, runner: Runs, hello: Hello) -> Outcome | Fault:
    """What an exercise is graded by, or why there is nothing that it could be graded by.

    Where a card has no truth before an answer, the Outcome says no more than what its words come
    to, if that. No card is graded by what its deck's setup raises, and none that its own solution
    does not pass.
    """
    nothing = Outcome((), "", "", None, 0.0)
    if fault := refused(run, hello):
        return fault if run.runs_code else nothing
    tried = isinstance(run.card, TriedCard)
    if tried or run.has_truth:
        end = await runner.run(run.attempt(run.solution) if tried else run.snippet())
        if isinstance(end, Fault):
            return end
        reason = run.card.why_not_gradable(end)
        if end.raised and (early := await raised_before(run, runner, end.raised)):
            reason = why_it_fails(early)
        if reason:
            return Fault("refused", tr("This card {reason}.", reason=reason))
        if run.has_truth:
            return end
    words = await runner.run(run.to_be_told()) if run.has_words else nothing
    return nothing if isinstance(words, Fault) else words


async def raised_before(run: Exercise, runner: Runs, raised: Raised | None = None) -> Raised | None:
    """What raises before the card's own code has begun: the deck's setup, or a value drawn.

    Given what the whole of it raised, where that is known.
    """
    in_card = raised is not None and raised.path == run.path and run.shown_line(raised.line or 0)
    if in_card or not (run.setup or run.draw):
        return None
    seen = await runner.run(run.before())
    return seen.raised if isinstance(seen, Outcome) else None
