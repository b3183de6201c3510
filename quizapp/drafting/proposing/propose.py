"""Cards that notes are good for, the surprising ones first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from quizapp.drafting.code.statements import statements_of
from quizapp.drafting.judging.blocks import Surveyed
from quizapp.drafting.judging.sayings import Heard
from quizapp.drafting.proposing.candidates import of_statement
from quizapp.drafting.proposing.forms import CASTS
from quizapp.drafting.proposing.memory import choices_of_memory
from quizapp.drafting.proposing.proposal import Proposal, Spot, with_code
from quizapp.drafting.survey import Survey

MOST_CARDS = 30
MOST_OF_AN_IDEA = 2
"""Cards that are explained by the same sentence, or ask the same of the same operation."""
MOST_OF = {"shares": 2, "copies": 2, "memory": 2, "strides": 2, "is_contiguous": 2, "is_leaf": 2}
MOST_OF |= {"requires_grad": 3, "raises": 5, "value": 9, "dtype": 7, "shape": 10}
"""Cards that ask about the same thing at all."""


def propose(survey: Survey) -> list[Proposal]:
    """The proposals, the surprising ones first."""
    spots = [one for block in survey.surveyed for one in _of_block(block)]
    spots += [spot for one in survey.heard if (spot := _of_words(one)) is not None]
    found = [one for spot in spots for one in _proposals(survey, spot)]
    of_memory = [one for one in found if one.what in ("shares", "copies")]
    found = [one for one in found if one not in of_memory and _is_worth_it(one)]
    found += choices_of_memory(of_memory)
    gathered = {one.expression for one in found if one.choices}
    found = [one for one in found if one.is_false or not _is_told_in(gathered, one)]
    return _without_crowds(sorted(found, key=lambda one: (-one.is_false, -one.score)))


def _is_told_in(gathered: Collection[str], one: Proposal) -> bool:
    """Whether a choice about the same tensor asks as much."""
    return one.kind == "bool" and any(
        one.expression.startswith(f"shares({base},") for base in gathered
    )


def _is_worth_it(one: Proposal) -> bool:
    """Whether one can be wrong about it, and be told why."""
    if one.what == "dtype" and one.operation in CASTS and not one.is_false:
        return False  # `x.double()` says it
    is_yes_or_no = one.what in ("requires_grad", "is_leaf", "is_contiguous")
    can_be_wrong = (
        bool(one.plain.wrong) or is_yes_or_no or one.what in ("raises", "strides", "grad")
    )
    return one.is_false or (one.plain.explain is not None and can_be_wrong)


def _without_crowds(found: Sequence[Proposal]) -> list[Proposal]:
    """What is left where each idea has its few cards, false statements apart."""
    kept: list[Proposal] = []
    ideas: Counter[tuple[str, str]] = Counter()
    seen: set[tuple[str, str]] = set()
    for one in found:
        explain = one.plain.explain
        mine = [("of", one.what), ("operation", f"{one.operation} {one.what}")]
        if explain:
            # What torch says of an error stands in backticks, and is the idea itself.
            said = explain[0] if one.what == "raises" else re.sub(r"`[^`]*`", "", explain[0])
            mine.append(("explain", said))
        is_yes_or_no = one.kind in ("bool", "fails")
        most = [MOST_OF.get(one.what, 4), 1, MOST_OF_AN_IDEA if is_yes_or_no else 1]
        full = any(ideas[idea] >= limit for idea, limit in zip(mine, most, strict=False))
        if (one.expression, one.code) in seen or (full and not one.is_false):
            continue
        ideas.update(mine)
        seen.add((one.expression, one.code))
        kept.append(one)
    return kept[:MOST_CARDS]


def _of_block(block: Surveyed) -> Iterator[Spot]:
    if block.ran is None:
        return
    by_place = {(place.line, place.node.col_offset): place for place in block.places}
    for statement in block.statements:
        place = by_place.get((statement.line, statement.column))
        if place is not None and place.number in block.ran.seen:
            yield Spot(
                statement=statement,
                source=block.block.text,
                seen=block.ran.seen[place.number],
                judged=[one for one in block.judged if one.claim and one.claim.place is place],
                varies=place.number in block.varies,
                headings=block.block.headings,
            )


def _of_words(heard: Heard) -> Spot | None:
    """What a sentence or a table says, as if it stood in a block of its own."""
    if heard.seen is None:
        return None
    (statement,) = statements_of(heard.source, heard.line, -1, -1)
    return Spot(
        statement=statement,
        source=heard.source,
        seen=heard.seen,
        judged=heard.judged,
        varies=heard.varies,
        after=heard.after,
    )


def _proposals(survey: Survey, spot: Spot) -> Iterator[Proposal]:
    candidates = list(of_statement(spot.statement, spot.seen, spot.judged, spot.varies))
    best = sorted(candidates, key=lambda one: -one.score)[:1]
    best += [one for one in candidates if one.what in ("shares", "copies") and one not in best]
    for one in best:
        made = with_code(survey, spot, one)
        if made is not None:
            yield made
