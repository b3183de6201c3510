"""Cards that notes are good for, the surprising ones first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from quizapp.drafting.judging.blocks import Surveyed
from quizapp.drafting.proposing.candidates import of_statement
from quizapp.drafting.proposing.proposal import Proposal, with_code
from quizapp.drafting.survey import Survey

MOST_CARDS = 40


MOST_ALIKE = 2
"""Cards that ask the same of the same operation."""


def propose(survey: Survey) -> list[Proposal]:
    """The proposals, the surprising ones first."""
    found = [one for block in survey.surveyed for one in _of_block(survey, block)]
    found.sort(key=lambda one: -one.score)
    kept: list[Proposal] = []
    alike: Counter[tuple[str, str]] = Counter()
    seen: set[tuple[str, str, str]] = set()
    for one in found:
        key = (one.kind, one.expression, one.code)
        if alike[one.operation, one.what] >= MOST_ALIKE or key in seen:
            continue
        alike[one.operation, one.what] += 1
        seen.add(key)
        kept.append(one)
    return kept[:MOST_CARDS]


def _of_block(survey: Survey, block: Surveyed) -> Iterator[Proposal]:
    if block.ran is None:
        return
    by_place = {(place.line, place.node.col_offset): place for place in block.places}
    for statement in block.statements:
        place = by_place.get((statement.line, statement.column))
        if place is None or place.number not in block.ran.seen:
            continue
        seen = block.ran.seen[place.number]
        judged = [one for one in block.judged if one.claim and one.claim.place is place]
        candidates = list(
            of_statement(statement, place, seen, judged, place.number in block.varies)
        )
        for one in sorted(candidates, key=lambda one: -one.score)[:1]:
            made = with_code(survey, block, statement, one, seen, judged)
            if made is not None:
                yield made
