"""Sentences of cards that torch refutes: advice of `quiz check`, and problems where options lie."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from quizapp.checking.advice import Facts, Truths
from quizapp.checking.plan import Plan, draw_key
from quizapp.checking.report import in_draws
from quizapp.checking.sites import SitesByPath
from quizapp.checking.words import site_of
from quizapp.commands.progress import progress
from quizapp.deck.answered import TruthCard
from quizapp.deck.exercise import draws, exercise
from quizapp.deck.model import Card, Deck
from quizapp.deck.parts import Spot
from quizapp.deck.problem import Problem
from quizapp.drafting.cards import Judged, judged
from quizapp.drafting.reading.markdown_notes import read_markdown
from quizapp.text.language import mark, tr
from runner.client import Runner
from runner.protocol.wire import Fact, Hello

_BEFORE = re.compile(
    r"(?:(?:so|the|here)\s+)*(?:(?:shape|dtype|strides?)\s+of\s+)?(?:the\s+)?", re.I
)
_BEHIND = re.compile(r"[\s.!。！]*")
_OF_THE_FALSE = re.compile(
    r"\b(?:false|wrong|not|\w+n't|cannot|no|never|untrue|incorrect|mistaken|lies?|myths?)\b|错|不|误|假",
    re.IGNORECASE,
)
"""In a prompt that may ask for what does not hold."""
_OF_MORE = re.compile(
    r"\b(?:why|reasons?|because|causes?|explains?|best|most|least|first|follows?)\b|为什么|原因|为何|最",
    re.IGNORECASE,
)
"""In a prompt that may ask for more than what is so."""
_OF_ANOTHER_MOMENT = re.compile(
    r"\b(?:after|afterwards|then|later|next|would|had|was|were|instead)\b|后|再|先|原来",
    re.IGNORECASE,
)
_DOES_MORE = re.compile(r"_\(|:=|\blambda\b|\b(?:backward|step|exec|eval|raises|append|pop)\(")
"""In a `holds` that may change what its text speaks of."""


async def refuted_sentences(
    cards: Sequence[tuple[Deck, Card]], runner: Runner, hello: Hello
) -> list[Problem]:
    """What cards say of an expression that comes to something else after their code."""
    sites = SitesByPath()
    found = []
    with progress(len(cards), mark("reading")) as on_cards:
        for deck, card in cards:
            for one in await _in_every_draw(deck, card, runner):
                message = tr(
                    "says {says}; torch {version}: {torch}",
                    says=one.says,
                    version=_short(hello.torch),
                    torch=one.torch,
                )
                site = site_of(one.spot, one.written, zh=one.zh)
                found.append(sites[deck.path].problem(card, site, message))
            on_cards(1)
    return found


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


async def contradicted_options(
    plans: Sequence[Plan], truths: Mapping[str, Truths], runner: Runner, hello: Hello
) -> list[Problem]:
    """Options whose text says of an expression what torch decides otherwise than `holds`.

    Each once, in the first draw that shows it.
    """
    sites = SitesByPath()
    found = []
    for plan in plans:
        told = set[int]()
        for draw in plan.draws:
            facts = truths.get(plan.card.id, {}).get(draw_key(draw))
            if facts is None or not _states_something(plan.card):
                break
            said = await judged(exercise(plan.deck, plan.card, draw), runner, _is_an_option)
            for one in _contradicted(plan.card, facts, said):
                if one.spot.number not in told:
                    told.add(one.spot.number)
                    what = (
                        mark("it holds, and its text says {says}; torch {version}: {torch}")
                        if not one.holds
                        else mark(
                            "it does not hold, and its text says {says}; torch {version}: {torch}"
                        )
                    )
                    message = tr(
                        what, says=one.says, version=_short(hello.torch), torch=one.torch
                    ) + in_draws(draw, 0)
                    site = site_of(one.spot, one.written, zh=one.zh)
                    found.append(sites[plan.deck.path].problem(plan.card, site, message))
    return found


def _contradicted(card: Card, facts: Facts, said: Sequence[Judged]) -> Iterator[Judged]:
    """Sayings that do not hold of options that do; and those that do, and are all of an option."""
    asked = f"{card.prompt.en}\n{card.prompt.zh or ''}"
    if _OF_THE_FALSE.search(asked) or not isinstance(card, TruthCard):
        return
    texts = dict(card.texts())
    for one in said:
        held = facts[one.spot.number]
        if not isinstance(held, Fact) or held.data is one.holds:
            continue
        text = texts[one.spot].in_language("zh" if one.zh else "en")
        look, _ = card.looks_at()[one.spot.number]
        if _OF_ANOTHER_MOMENT.search(text) or _DOES_MORE.search(look.expression):
            continue
        if not one.holds or (_is_all_of(text, one.written) and not _OF_MORE.search(asked)):
            yield one


def _is_all_of(text: str, written: str) -> bool:
    before, found, behind = text.partition(written)
    return bool(found and _BEFORE.fullmatch(before.lstrip()) and _BEHIND.fullmatch(behind))


def _states_something(card: Card) -> bool:
    """Whether an option of the card says something of an expression, which few do."""
    return any(
        read_markdown(written, "").sayings
        for spot, text in card.texts()
        if _is_an_option(spot)
        for written in (text.en, text.zh or "")
    )


def _is_an_option(spot: Spot) -> bool:
    return (spot.field, spot.part) == ("choices", "text")


def _short(version: str) -> str:
    return ".".join(version.split("+")[0].split(".")[:2])
