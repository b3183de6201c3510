"""Sentences of cards that torch refutes: advice of `quiz check`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quizapp.checking.claims import sentences
from quizapp.checking.findings import Finding, Site
from quizapp.checking.report import in_draws
from quizapp.checking.sites import SitesByPath
from quizapp.checking.words import site_of
from quizapp.commands.progress import progress
from quizapp.deck.exercise import draws, exercise
from quizapp.deck.model import Card, Deck
from quizapp.deck.parts import Draw
from quizapp.deck.problem import Problem
from quizapp.drafting.cards import Judged, judged
from quizapp.drafting.code_of_cards import (
    Commented,
    Fenced,
    refuted_comments,
    refuted_fences,
)
from quizapp.text.language import mark, tr
from runner.client import Runs

SEVERAL = 8
"""Draws by which it is told what holds in some alone."""

_OF_SOME = re.compile(r"\b(?:here|for|with|at|say|draws?|this time)\b|这里|这次|例如|比如|抽")


async def refuted_sentences(
    cards: Sequence[tuple[Deck, Card]], runner: Runs, torch: str
) -> list[Problem]:
    """What cards say of an expression that comes to something else after their code."""
    sites = SitesByPath()
    found = []
    with progress(len(cards), mark("reading")) as on_cards:
        for deck, card in cards:
            for one in await refuted(deck, card, runner, torch):
                found.append(sites[deck.path].problem(card, one.site, one.what))
            on_cards(1)
    return found


async def refuted(deck: Deck, card: Card, runner: Runs, torch: str) -> list[Finding]:
    """What one card says of an expression that comes to something else, in some draws or in all."""
    found = []
    for one, draw in await _refuted(deck, card, runner):
        message = tr(
            "says {says}; torch {version}: {torch}",
            says=one.says,
            version=short(torch),
            torch=one.torch,
        )
        if draw:
            message += in_draws(draw, 0) + tr("; `{= …}` tells what it comes to in each draw")
        found.append(Finding(site_of(one.spot, one.written, zh=one.zh), message))
    return [*found, *await _in_code(deck, card, runner, torch)]


async def _in_code(deck: Deck, card: Card, runner: Runs, torch: str) -> list[Finding]:
    """What the code and fenced code say of their lines that is not so, in some draws or in all."""
    wrong: dict[tuple[Site, str], list[tuple[Commented | Fenced, Draw]]] = {}
    some = list(draws(card))[:SEVERAL]
    for draw in some:
        run = exercise(deck, card, draw)
        said: list[Commented | Fenced] = [*await refuted_comments(run, runner)]
        said += await refuted_fences(run, runner)
        for one in said:
            wrong.setdefault((_site(one), one.says), []).append((one, draw))
    found = []
    for (site, _), times in wrong.items():
        one, draw = times[0]
        if len(times) < len(some) and isinstance(one, Fenced) and _is_of_some(card, one, draw):
            continue
        message = tr(
            "says {says}; torch {version}: {torch}",
            says=one.says,
            version=short(torch),
            torch=one.torch,
        )
        if len(times) < len(some):
            message += in_draws(draw, 0)
        found.append(Finding(site, message))
    return found


def _site(one: Commented | Fenced) -> Site:
    if isinstance(one, Commented):
        return Site("code", one.line)
    return site_of(one.spot, one.written, one.line, zh=one.zh)


def _is_of_some(card: Card, one: Fenced, draw: Draw) -> bool:
    """Whether fenced code may be for some draws alone: its text names what is drawn, or says so."""
    text = dict(card.texts())[one.spot].in_language("zh" if one.zh else "en")
    words = re.findall(r"\w+", text, re.ASCII)
    return bool(draw.keys() & {*words}) or _OF_SOME.search(text) is not None


async def _refuted(deck: Deck, card: Card, runner: Runs) -> list[tuple[Judged, Draw]]:
    """What holds in no draw; and what in some, with one where it does not.

    A sentence may speak of some draws: where it seems to, it is to hold in none of all.
    """
    every = list(draws(card))
    some = every[:SEVERAL]
    wrong: dict[object, tuple[Judged, Draw, int]] = {}
    for draw in some:
        said = await judged(exercise(deck, card, draw), runner)
        if not said:
            break
        for one in said:
            if not one.holds:
                first, where, times = wrong.get(_key(one), (one, draw, 0))
                wrong[_key(one)] = first, where, times + 1
    in_all = {key for key, (_, _, times) in wrong.items() if times == len(some)}
    for draw in every[SEVERAL:]:
        if not in_all:
            break
        again = await judged(exercise(deck, card, draw), runner)
        in_all &= {_key(one) for one in again if not one.holds}
    return [
        (one, {} if key in in_all else draw)
        for key, (one, draw, _) in wrong.items()
        if key in in_all or not _speaks_of_some(card, one, draw)
    ]


def _speaks_of_some(card: Card, one: Judged, draw: Draw) -> bool:
    """Whether a sentence names what is drawn, or is of a mistake that some draws alone have."""
    if one.spot.field == "mistakes":
        return True
    text = dict(card.texts())[one.spot].in_language("zh" if one.zh else "en")
    around = " ".join(said for said in sentences(text) if one.written in said) or text
    words = re.findall(r"\w+", around.replace(one.written, ""), re.ASCII)
    return bool(draw.keys() & {*words}) or _OF_SOME.search(around) is not None


def _key(one: Judged) -> object:
    return one.spot, one.zh, one.number


def short(version: str) -> str:
    """A version of torch without its last number: `2.13`."""
    return ".".join(version.split("+")[0].split(".")[:2])
