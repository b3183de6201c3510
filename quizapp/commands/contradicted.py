"""Options of cards whose text says otherwise than their `holds`: problems of `quiz check`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from quizapp.checking.advice import Facts, Truths
from quizapp.checking.findings import Finding
from quizapp.checking.plan import Plan, draw_key
from quizapp.checking.report import in_draws
from quizapp.checking.sites import SitesByPath
from quizapp.checking.words import site_of
from quizapp.commands.refuted import short
from quizapp.deck.answered import TruthCard
from quizapp.deck.exercise import exercise
from quizapp.deck.model import Card
from quizapp.deck.parts import Spot
from quizapp.deck.problem import Problem
from quizapp.drafting.cards import Judged, judged
from quizapp.drafting.reading.markdown_notes import read_markdown
from quizapp.text.language import mark, tr
from runner.client import Runs
from runner.protocol.wire import Fact

_BEFORE = re.compile(
    r"(?:(?:so|the|here)\s+)*(?:(?:shape|dtype|strides?)\s+of\s+)?(?:the\s+)?", re.IGNORECASE
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


async def contradicted_options(
    plans: Sequence[Plan], truths: Mapping[str, Truths], runner: Runs, torch: str
) -> list[Problem]:
    """Options whose text says of an expression what torch decides otherwise than `holds`."""
    sites = SitesByPath()
    return [
        sites[plan.deck.path].problem(plan.card, one.site, one.what)
        for plan in plans
        for one in await contradicted(plan, truths.get(plan.card.id, {}), runner, torch)
    ]


async def contradicted(plan: Plan, truths: Truths, runner: Runs, torch: str) -> list[Finding]:
    """Such options of one card, each once, in the first draw that shows it."""
    told = set[int]()
    found = []
    known = truths if _states_something(plan.card) else {}
    for draw in plan.draws:
        facts = known.get(draw_key(draw))
        if facts is None:
            continue
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
                message = tr(what, says=one.says, version=short(torch), torch=one.torch)
                site = site_of(one.spot, one.written, zh=one.zh)
                found.append(Finding(site, message + in_draws(draw, 0)))
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
