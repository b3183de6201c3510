"""Code that raised where no card asks for it: in whose part, and what its author may do."""

from __future__ import annotations

import re

from quizapp.asks.show import show_raised
from quizapp.checking.findings import Finding, Site
from quizapp.deck.exercise import DRAW_PATH, Exercise
from quizapp.deck.model import RunCard
from runner.client import Runner
from runner.protocol.wire import Outcome, Raised

_NAME = re.compile(r"name '(\w+)' is not defined")


async def broken_before(
    run: Exercise, runner: Runner, raised: Raised | None = None
) -> Finding | None:
    """What raises before the card's own code has begun: the deck's setup, or a value drawn.

    Given what the whole of it raised, where that is known.
    """
    in_card = raised is not None and raised.path == run.path and run.shown_line(raised.line or 0)
    if in_card or not (run.setup or run.draw):
        return None
    seen = await runner.run(run.before())
    if not isinstance(seen, Outcome) or seen.raised is None:
        return None
    if seen.raised.path == DRAW_PATH:
        return Finding(Site("vary"), "a value cannot be drawn", _drawn(run, seen.raised))
    line = seen.raised.line or (run.setup.line if run.setup else 1)
    return Finding(Site("setup", line), "the setup raises", show_raised(seen.raised))


def _drawn(run: Exercise, raised: Raised) -> str:
    told = show_raised(raised)
    missing = _NAME.search(raised.message)
    if missing is None:
        return told
    if isinstance(run.card, RunCard) and missing[1] in run.card.vary:
        return f"{told}; names are drawn in the order written"
    return f"{told}; a text needs quotes of its own: \"'{missing[1]}'\""
