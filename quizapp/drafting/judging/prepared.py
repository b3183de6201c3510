"""A block with what its notes state of it, before it is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quizapp.drafting.code.statements import Statement, parse, statements_of
from quizapp.drafting.reading.notes import Block
from quizapp.drafting.stating.comments import Claim, Place, claims_in_comments, places_of
from quizapp.drafting.stating.hedges import is_hedged
from quizapp.drafting.stating.read_stated import read_stated
from quizapp.drafting.stating.stated import Stated


@dataclass(frozen=True, kw_only=True)
class Prepared:
    """A block taken apart: its statements, what is claimed of them and what to ask of them."""

    block: Block
    statements: Sequence[Statement]
    places: Sequence[Place]
    claims: Sequence[Claim]
    questions: dict[int, list[str]]


def prepare(block: Block, number: int, index: int) -> Prepared:
    """Take apart the block of that number, whose first statement has that index."""
    tree = parse(block.text)
    places = places_of(tree, block.line)
    claims = list(claims_in_comments(block, tree, places))
    claims += _stored_claims(block, tree, places)
    claims.sort(key=lambda claim: claim.line)
    questions: dict[int, list[str]] = {}
    for claim in claims:
        for text in questions_of(claim.stated):
            asked = questions.setdefault(claim.place.number, [])
            if text not in asked:
                asked.append(text)
    meant = {claim.place.line for claim in claims if says_it_raises(claim)}
    return Prepared(
        block=block,
        statements=[
            # A line that raises binds nothing: what its names meant before, they still mean.
            replace(one, binds=frozenset()) if one.line in meant else one
            for one in statements_of(block.text, block.line, number, index)
        ],
        places=places,
        claims=claims,
        questions=questions,
    )


def says_it_raises(claim: Claim) -> bool:
    return any(one.aspect == "raises" for one in claim.stated) and not claim.is_hedged


def _stored_claims(block: Block, tree: ast.Module, places: Sequence[Place]) -> Iterator[Claim]:
    outer = [place for place in places if place.node in tree.body]
    for stored in block.stored:
        if stored.after is not None:
            ending = [one for one in outer if one.end == stored.after]
        else:
            ending = outer
        if not ending:
            continue
        if stored.kind == "said":
            told = read_stated(stored.text)
            if told:
                yield Claim(
                    line=stored.line,
                    says=stored.text,
                    place=ending[-1],
                    stated=told,
                    is_hedged=is_hedged(stored.text),
                )
        elif stored.kind == "raised":
            said = Stated(aspect="raises", says=stored.text, what=stored.text)
            yield Claim(
                line=stored.line,
                says=stored.text,
                place=ending[-1],
                stated=(said,),
                may_be_wrong=False,
            )
        else:
            yield Claim(
                line=stored.line,
                says=stored.text,
                place=ending[-1],
                text=stored.text,
                is_of_block=stored.after is None and stored.kind == "printed",
            )


def questions_of(stated: Sequence[Stated]) -> Iterator[str]:
    for one in stated:
        if one.about is not None:
            yield one.about
        if isinstance(one.what, list | tuple):
            yield from (name for name in one.what if isinstance(name, str) and name.isidentifier())
