"""What is asked or told of code that ends may itself never end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from quizapp.checking.findings import Site, is_too_slow
from quizapp.checking.words import site_of, words_after
from quizapp.deck.answered import TruthCard
from quizapp.deck.computed import look_of
from quizapp.deck.exercise import Exercise
from runner.client import Runs
from runner.protocol.wire import Look, Snippet


async def endless_look(run: Exercise, snippet: Snippet, runner: Runs) -> tuple[Site, str] | None:
    """The expression for which a snippet is too slow, with its place; None where its code is."""
    if not snippet.looks or is_too_slow(await runner.run(replace(snippet, looks=()))):
        return None
    for look, site, expression in _looks(run):
        if is_too_slow(await runner.run(replace(snippet, looks=(look,)))):
            return site, expression
    return None


def _looks(run: Exercise) -> Iterator[tuple[Look, Site, str]]:
    if isinstance(run.card, TruthCard):
        for look, spot in run.card.looks_at():
            yield look, Site(spot.field, spot.number), look.expression
    for spot, hole, written in words_after(run.card):
        yield look_of(hole), site_of(spot, written), hole.expression
