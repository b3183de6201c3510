"""A card to be."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from quizapp.drafting.code.statements import Statement
from quizapp.drafting.judging.blocks import Surveyed
from quizapp.drafting.judging.judge import Judged
from quizapp.drafting.proposing.candidates import Candidate
from quizapp.drafting.proposing.explained import explained
from quizapp.drafting.proposing.forms import (
    looked_at,
    operation_of,
    says_its_shape,
    without_comments,
)
from quizapp.drafting.proposing.vary import Varied, varied
from quizapp.drafting.proposing.wrong_rules import Wrong
from quizapp.drafting.running.seen import Seen
from quizapp.drafting.survey import Survey

MOST_LINES = 14


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """A card to be."""

    kind: str
    expression: str
    what: str
    """What is asked about: `shape`, `shares`, `is_leaf` …"""
    code: str
    imports: tuple[str, ...]
    line: int
    operation: str
    wrong: tuple[Wrong, ...] = ()
    headings: tuple[str, ...] = ()
    explain: tuple[str, str] | None = None
    """In English and in Chinese."""
    score: float = 0
    vary: Varied | None = None


def with_code(
    survey: Survey,
    block: Surveyed,
    statement: Statement,
    one: Candidate,
    seen: Seen,
    judged: Sequence[Judged],
) -> Proposal | None:
    dependencies = survey.dependencies
    needs = dependencies.needs([statement.index], settings=False)
    earlier = [dependencies.statements[index] for index in needs.statements]
    failed = _failed(survey)
    kept = [
        before
        for before in earlier
        if not isinstance(before.node, ast.Import | ast.ImportFrom)
        and (before.block, before.line, before.column) not in failed
    ]
    imports = [
        before.text for before in earlier if isinstance(before.node, ast.Import | ast.ImportFrom)
    ]
    lines = [without_comments(before.text) for before in kept]
    line, expression = _last_line(one, statement, kept)
    lines += [line] if line else []
    code = "\n".join(lines)
    if not code.strip() or code.count("\n") >= MOST_LINES:
        return None
    if one.kind == "shape" and _literal_shape(one, kept, expression):
        return None
    return Proposal(
        kind=one.kind,
        expression=expression,
        what=one.what,
        code=code,
        imports=tuple(dict.fromkeys([*needs.imports, *imports])),
        line=statement.line,
        operation=operation_of(one.node, statement),
        wrong=one.wrong if one.kind != "bool" else (),
        headings=block.block.headings,
        explain=_explain(one, judged, seen),
        score=one.score,
        vary=varied(code) if one.kind == "shape" else None,
    )


def _last_line(
    one: Candidate, statement: Statement, before: Sequence[Statement]
) -> tuple[str, str]:
    """The line that brings it about, if any, and what is then asked of: `y = …` where it can."""
    text = without_comments(statement.text)
    if one.runs_statement and (one.kind == "raises" or not isinstance(statement.node, ast.Expr)):
        return text, one.expression
    is_free = "y" not in statement.uses and not any("y" in other.binds for other in before)
    made = ast.unparse(one.node)
    is_made = isinstance(one.node, ast.Call | ast.BinOp | ast.Subscript | ast.Compare)
    if is_free and is_made and looked_at(one.node) is None and made in one.expression:
        return f"y = {made}", one.expression.replace(made, "y")
    return text if one.runs_statement else "", one.expression


def _literal_shape(one: Candidate, before: Sequence[Statement], expression: str) -> bool:
    """Whether a name is only looked at whose sizes stand in the line that made it."""
    makers = [made for made in before if expression in made.binds]
    if one.runs_statement or not makers or not isinstance(makers[-1].node, ast.Assign):
        return False
    return says_its_shape(makers[-1].node.value)


def _failed(survey: Survey) -> set[tuple[int, int, int]]:
    """The statements that raised: they did nothing for those after them."""
    return {
        (number, place.line, place.node.col_offset)
        for number, block in enumerate(survey.surveyed)
        if block.ran is not None
        for place in block.places
        if place.number in block.ran.summary.escaped
    }


def _explain(one: Candidate, judged: Sequence[Judged], seen: Seen) -> tuple[str, str] | None:
    """A rule that is known, or else what the notes say beside a result that holds."""
    thing = seen.things[0] if seen.things else None
    known = explained(one.what, one.node, thing, seen.raised)
    if known is not None:
        return known
    for said in judged:
        words = (
            said.stated.tail.strip(" ,;.:()-—–。，；：！!") if said.stated and said.holds else ""
        )
        if 16 <= len(words) <= 160 and "\n" not in words:
            sentence = words[0].upper() + words[1:]
            return f"{sentence}.", f"{sentence}。"
    return None
