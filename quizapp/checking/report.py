"""What was found in exercises, told as problems of decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quizapp.checking.claims import claims
from quizapp.checking.examined import Examined
from quizapp.checking.findings import (
    BY_CIRCUMSTANCE,
    BY_HASHES,
    EQUALS_THE_TRUTH,
    IS_GRADED_RIGHT,
    UNSTEADY,
    Finding,
    Site,
)
from quizapp.checking.plan import Plan
from quizapp.checking.sites import DeckSites, SitesByPath
from quizapp.deck.model import Card
from quizapp.deck.parts import Draw
from quizapp.deck.problem import Problem
from quizapp.text.language import tr
from quizapp.text.words import counted
from runner.protocol.wire import Raised

_RIGHT = (EQUALS_THE_TRUTH, IS_GRADED_RIGHT)
"""What is found of mistakes that are none; in other draws they may be."""
_CHANGES = (UNSTEADY, BY_CIRCUMSTANCE, BY_HASHES)
"""What is found of a truth that is another one in another run."""


def problems(plans: Sequence[Plan], by_card: Sequence[Sequence[Examined]]) -> Iterator[Problem]:
    """One problem for all draws of a card that show the same thing at the same place."""
    sites = SitesByPath()
    told: set[tuple[str, Finding]] = set()
    """What is wrong with decks, and not with each card."""
    for plan, by_draw in zip(plans, by_card, strict=True):
        alike: dict[object, list[tuple[Draw, Finding]]] = {}
        not_run = sum(examined.ended == "not run" for examined in by_draw)
        if plan.speaks_for_all and _never_varies(by_draw):
            same = Finding(Site("vary"), tr("the answer is the same in every draw"))
            alike[same.site, same.what] = [({}, same)]
        for draw, examined in zip(plan.draws, by_draw, strict=True):
            suspected = examined.suspected if plan.speaks_for_all else ()
            of_all_draws = [one for one in suspected if _is_in_all(one, by_draw)]
            for finding in (*examined.found, *of_all_draws):
                alike.setdefault((finding.site, finding.what), []).append((draw, finding))
        for (draw, finding), *others in alike.values():
            path = plan.deck.path
            if finding.site.field == "setup":
                if (path, finding) in told:
                    continue
                told.add((path, finding))
                draw, others = {}, []
            message = f"{finding}{in_draws(draw, len(others))}"
            if not_run and draw:
                message += tr("; {more_draws} not run", more_draws=counted(not_run, "more draw"))
            if finding.site.field == "proof" and finding.site.is_a_line:
                message += _proven_there(plan.card, sites[path])
            if finding.what in map(tr, _RIGHT) and len(others) + 1 < len(plan.draws):
                message += tr("; `when: …` says in which draws it is a mistake")
            yield sites[path].problem(plan.card, finding.site, message)


def _proven_there(card: Card, sites: DeckSites) -> str:
    """Where the sentences stand that a line of the card's proof may be meant for."""
    lines = sorted({sites.place(card, site).line for site, *_ in claims(card)})
    told = ", ".join(map(str, lines))
    return tr("; what it is to prove is said at line {lines}", lines=told) if lines else ""


def _is_in_all(suspected: Finding, by_draw: Sequence[Examined]) -> bool:
    """Whether every draw shows the same, so that it is not chance."""
    return all(
        any((one.site, one.what) == (suspected.site, suspected.what) for one in examined.suspected)
        for examined in by_draw
    )


def _never_varies(by_draw: Sequence[Examined]) -> bool:
    """Whether the truth is one and the same in all of several draws."""
    truths = {repr(examined.truth) for examined in by_draw}
    truth = by_draw[0].truth
    if truth is None or any(isinstance(fact, Raised) for fact in truth):
        return False
    changes = {*map(tr, _CHANGES)}
    if any(one.what in changes for examined in by_draw for one in examined.found):
        return False
    return len(by_draw) > 1 and len(truths) == 1


def in_draws(draw: Draw, others: int) -> str:
    """` (p = 3, and 4 more draws)`; nothing for a card that does not vary."""
    if not draw:
        return ""
    values = ", ".join(f"{name} = {value}" for name, value in draw.items())
    more = tr(", and {more_draws}", more_draws=counted(others, "more draw")) if others else ""
    return f" ({values}{more})"
