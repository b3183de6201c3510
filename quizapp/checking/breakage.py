"""Code that raised where no card asks for it: in whose part, and what its author may do."""

from __future__ import annotations

import re

from quizapp.asks.show import show_raised
from quizapp.checking.findings import Finding, Site
from quizapp.checking.refused import explained
from quizapp.deck.exercise import DRAW_PATH, Exercise
from quizapp.deck.model import RunCard
from quizapp.running.truth import raised_before
from quizapp.text.language import tr
from runner.client import Runs
from runner.protocol.wire import Raised

_NAME = re.compile(r"name '(\w+)' is not defined")


_TRUTHS = ("yes", "no", "on", "off")
"""Words for truth in older YAML."""


async def broken_before(
    run: Exercise, runner: Runs, raised: Raised | None = None
) -> Finding | None:
    """What raises before the card's own code has begun: the deck's setup, or a value drawn.

    Given what the whole of it raised, where that is known.
    """
    early = await raised_before(run, runner, raised)
    if early is None:
        return None
    if early.path == DRAW_PATH:
        return Finding(Site("vary"), tr("a value cannot be drawn"), _drawn(run, early))
    line = early.line or (run.setup.line if run.setup else 1)
    return Finding(Site("setup", line), tr("the setup raises"), explained(early))


def _drawn(run: Exercise, raised: Raised) -> str:
    told = show_raised(raised)
    missing = _NAME.search(raised.message)
    if missing is None:
        return told
    if missing[1].lower() in _TRUTHS:
        return tr("{told}; the truth values are `True` and `False`", told=told)
    if isinstance(run.card, RunCard) and missing[1] in run.card.vary:
        return tr("{told}; names are drawn in the order written", told=told)
    return tr(
        "{told}; a text needs quotes of its own: \"'{missing}'\"", told=told, missing=missing[1]
    )
