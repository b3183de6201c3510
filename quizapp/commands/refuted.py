"""Sentences of cards that torch refutes: advice of `quiz check`."""

from __future__ import annotations

from collections.abc import Sequence

from quizapp.checking.sites import SitesByPath
from quizapp.checking.words import site_of
from quizapp.commands.progress import progress
from quizapp.deck.exercise import draws, exercise
from quizapp.deck.model import Card, Deck
from quizapp.deck.problem import Problem
from quizapp.drafting.cards import Refuted, refuted
from quizapp.text.language import mark, tr
from runner.client import Runner
from runner.protocol.wire import Hello


async def refuted_sentences(
    cards: Sequence[tuple[Deck, Card]], runner: Runner, hello: Hello
) -> list[Problem]:
    """What cards say of an expression that comes to something else after their code."""
    sites = SitesByPath()
    version = ".".join(hello.torch.split("+")[0].split(".")[:2])
    found = []
    with progress(len(cards), mark("reading")) as on_cards:
        for deck, card in cards:
            for one in await _in_every_draw(deck, card, runner):
                message = tr(
                    "says {says}; torch {version}: {torch}",
                    says=one.says,
                    version=version,
                    torch=one.torch,
                )
                site = site_of(one.spot, one.expression)
                found.append(sites[deck.path].problem(card, site, message))
            on_cards(1)
    return found


async def _in_every_draw(deck: Deck, card: Card, runner: Runner) -> list[Refuted]:
    """What holds in no draw: a sentence may speak of some of them."""
    first, *others = draws(card)
    found = await refuted(exercise(deck, card, first), runner)
    for draw in others:
        if not found:
            break
        again = await refuted(exercise(deck, card, draw), runner)
        known = {(one.spot, one.number) for one in again}
        found = [one for one in found if (one.spot, one.number) in known]
    return found
