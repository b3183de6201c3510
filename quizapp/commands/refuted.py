"""Sentences of cards that torch refutes: advice of `quiz check`."""

from __future__ import annotations

from collections.abc import Sequence

from quizapp.checking.findings import Finding
from quizapp.checking.sites import SitesByPath
from quizapp.checking.words import site_of
from quizapp.commands.progress import progress
from quizapp.deck.exercise import draws, exercise
from quizapp.deck.model import Card, Deck
from quizapp.deck.problem import Problem
from quizapp.drafting.cards import Judged, judged
from quizapp.text.language import mark, tr
from runner.client import Runner
from runner.protocol.wire import Hello


async def refuted_sentences(
    cards: Sequence[tuple[Deck, Card]], runner: Runner, hello: Hello
) -> list[Problem]:
    """What cards say of an expression that comes to something else after their code."""
    sites = SitesByPath()
    found = []
    with progress(len(cards), mark("reading")) as on_cards:
        for deck, card in cards:
            for one in await refuted(deck, card, runner, hello):
                found.append(sites[deck.path].problem(card, one.site, one.what))
            on_cards(1)
    return found


async def refuted(deck: Deck, card: Card, runner: Runner, hello: Hello) -> list[Finding]:
    """What one card says of an expression that comes to something else in every draw."""
    return [
        Finding(
            site_of(one.spot, one.written, zh=one.zh),
            tr(
                "says {says}; torch {version}: {torch}",
                says=one.says,
                version=short(hello.torch),
                torch=one.torch,
            ),
        )
        for one in await _in_every_draw(deck, card, runner)
    ]


async def _in_every_draw(deck: Deck, card: Card, runner: Runner) -> list[Judged]:
    """What holds in no draw: a sentence may speak of some of them."""
    first, *others = draws(card)
    found = [one for one in await judged(exercise(deck, card, first), runner) if not one.holds]
    for draw in others:
        if not found:
            break
        again = await judged(exercise(deck, card, draw), runner)
        known = {(one.spot, one.zh, one.number) for one in again if not one.holds}
        found = [one for one in found if (one.spot, one.zh, one.number) in known]
    return found


def short(version: str) -> str:
    """A version of torch without its last number: `2.13`."""
    return ".".join(version.split("+")[0].split(".")[:2])
