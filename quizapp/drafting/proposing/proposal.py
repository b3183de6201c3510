"""A card to be, with the lines of the notes that it needs."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from quizapp.drafting.code.dependencies import Needs
from quizapp.drafting.code.statements import Statement
from quizapp.drafting.explaining.explained import explained
from quizapp.drafting.explaining.words import Words
from quizapp.drafting.judging.judge import Judged
from quizapp.drafting.proposing.candidates import Candidate
from quizapp.drafting.proposing.forms import (
    base_name,
    called_class,
    looked_at,
    operation_of,
    says_its_shape,
    without_comments,
)
from quizapp.drafting.proposing.idle import failed_statements, idle_statements
from quizapp.drafting.proposing.ids import card_id
from quizapp.drafting.proposing.noted import noted
from quizapp.drafting.proposing.vary import Varied, variations
from quizapp.drafting.proposing.wrong_rules import Wrong, wrong_shapes, wrong_values
from quizapp.drafting.running.seen import Seen
from quizapp.drafting.survey import Survey
from quizapp.text.holes import without_holes

MOST_LINES = 14
FEW_LINES = 9
"""Where the notes say nothing false."""


@dataclass(frozen=True, kw_only=True)
class Way:
    """What of a card varies, and what belongs to that."""

    vary: Varied | None
    wrong: tuple[Wrong, ...]
    explain: Words | None


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """A card to be."""

    id: str
    kind: str
    expression: str
    what: str
    """What is asked about: `shape`, `shares`, `is_leaf` …"""
    code: str
    imports: tuple[str, ...]
    line: int
    operation: str
    headings: tuple[str, ...] = ()
    score: float = 0
    is_false: bool = False
    """Whether the notes say it wrongly."""
    choices: tuple[tuple[str, str], ...] = ()
    """Of a choice: each option's text, and the expression that decides."""
    ways: tuple[Way, ...]
    """What may vary in it, the best first; the last varies nothing."""
    noted: tuple[str, ...]
    """What the notes' own run gave for each thing that is asked, as `noted` writes it."""
    fuller: Proposal | None = None
    """The same with more of the lines before, for where its own code gives something else."""

    @property
    def plain(self) -> Way:
        return self.ways[-1]


@dataclass(frozen=True, kw_only=True)
class Spot:
    """A statement of the notes, or an expression in their words, with what is known of it."""

    statement: Statement
    source: str
    """The text that the statement was parsed from."""
    seen: Seen
    judged: Sequence[Judged]
    varies: bool
    headings: tuple[str, ...] = ()
    after: int | None = None
    """Of an expression in words, how many statements stand before it."""


def with_code(survey: Survey, spot: Spot, one: Candidate) -> Proposal | None:
    """The card that asks this, where it takes few lines."""
    least = _with_lines(survey, spot, one, 0)
    if least is None:
        return None
    fuller = None
    for steps in (None, 2, 1):  # the fullest first, as each has the next fuller one within it
        more = _with_lines(survey, spot, one, steps)
        if more is not None and more.code not in (least.code, fuller and fuller.code):
            fuller = replace(more, fuller=fuller)
    return replace(least, fuller=fuller)


def _needs(survey: Survey, spot: Spot, one: Candidate, steps: int | None) -> Needs:
    """What of the notes runs before what is asked, see `Dependencies.needs`."""
    aspect = _aspect(one, spot.statement)
    idle = idle_statements(survey, aspect) if steps == 0 else failed_statements(survey)
    settings = steps not in (0, 1)
    of = survey.dependencies
    if spot.after is None:
        return of.needs([spot.statement.index], settings=settings, idle=idle, steps=steps)
    return of.needs_of_expression(
        spot.source, spot.after, settings=settings, idle=idle, steps=steps
    )


def _with_lines(survey: Survey, spot: Spot, one: Candidate, steps: int | None) -> Proposal | None:
    statement, seen, judged = spot.statement, spot.seen, spot.judged
    needs = _needs(survey, spot, one, steps)
    earlier = [survey.dependencies.statements[index] for index in needs.statements]
    kept = [one for one in earlier if not isinstance(one.node, ast.Import | ast.ImportFrom)]
    if steps != 0:
        kept = [one for one in kept if one.calls or not isinstance(one.node, ast.Expr)]
    imports = [one.text for one in earlier if one not in kept]
    lines = [without_comments(before.text) for before in kept]
    line, expression = _last_line(one, statement, kept, spot.source)
    lines += [line] if line else []
    code = "\n".join(lines)
    most = MOST_LINES if one.is_false or steps != 0 else FEW_LINES
    if not code.strip() or code.count("\n") >= most:
        return None
    if one.kind == "shape" and not one.is_false and _literal_shape(one, kept, expression):
        return None
    explain = _explain(_as_made(one, kept), judged, seen, _made_by(one.node, kept))
    wrong = one.wrong if one.kind != "bool" else ()
    if line.startswith("y = ") and expression == "y":
        wrong = tuple(_renamed(each, one.expression) for each in wrong)
    plain = Way(vary=None, wrong=wrong, explain=explain)
    ways = [
        way
        for vary in (variations(code, one.kind) if one.kind in ("shape", "dtype", "value") else ())
        if (way := _varied(vary, one, plain, seen)) is not None
    ]
    return Proposal(
        id=card_id(one.what, _outermost(statement.node) if one.what == "raises" else one.node),
        kind=one.kind,
        expression=expression,
        what=one.what,
        code=code,
        imports=tuple(dict.fromkeys([*needs.imports, *imports])),
        line=statement.line,
        operation=operation_of(one.node, statement),
        headings=spot.headings,
        score=one.score - (0 if explain else 1) - 0.3 * max(0, code.count("\n") - 3),
        is_false=one.is_false,
        ways=(*ways, plain),
        noted=(noted(one, seen),),
    )


def _aspect(one: Candidate, statement: Statement) -> str:
    """What is asked; of a line that raises, its form where it speaks of no gradient."""
    if one.what == "raises" and not re.search(r"backward|grad\b|step|_\(", statement.text):
        return "shape"
    return one.what


def _as_made(one: Candidate, before: Sequence[Statement]) -> Candidate:
    """Of a name that is only looked at, as if the line were looked at that made it."""
    makers = [made for made in before if ast.unparse(one.node) in made.binds]
    match makers[-1:]:
        case [Statement(node=ast.Assign(targets=[ast.Name()], value=value))]:
            return replace(one, node=value)
    return one


def _outermost(node: ast.stmt) -> ast.expr | None:
    value = getattr(node, "value", None)
    return value if isinstance(value, ast.expr) else None


def _renamed(wrong: Wrong, expression: str) -> Wrong:
    """What is said of an expression, of the `y` that it is in the card's code."""
    pattern = "{= " + expression
    return replace(
        wrong,
        en=wrong.en.replace(pattern, "{= y").replace(f"tuple({expression}", "tuple(y"),
        zh=wrong.zh.replace(pattern, "{= y").replace(f"tuple({expression}", "tuple(y"),
    )


def _varied(vary: Varied, one: Candidate, plain: Way, seen: Seen) -> Way | None:
    """The card with something that varies: wrong answers and words must go with it."""
    rules = [each for each in plain.wrong if not each.is_literal]
    if plain.wrong and not rules:
        return None  # the one mistake is a number, which would be senseless in other draws
    if vary.name == "dtype":
        return Way(vary=vary, wrong=tuple(rules), explain=_of_dtypes(one, seen))
    if vary.name not in ("dim", "keepdim") and one.kind != "value":
        return Way(vary=vary, wrong=tuple(rules), explain=plain.explain)
    last = ast.parse(vary.code).body[-1]
    node = getattr(last, "value", None)
    thing = seen.things[0] if seen.things else None
    facts = one.facts or (thing.facts if thing else None)
    if not isinstance(node, ast.expr) or thing is None or facts is None:
        return None
    find = wrong_shapes if one.kind == "shape" else wrong_values
    if vary.name == "keepdim":
        rules = [each for each in rules if "keepdim" not in each.expression + each.en]
    else:
        rules = list(find(node, facts, thing.inputs))
    return Way(
        vary=vary,
        wrong=tuple(rules)[:4],
        explain=explained(one.what, node, facts, thing.inputs)
        if vary.name == "dim"
        else plain.explain,
    )


def _of_dtypes(one: Candidate, seen: Seen) -> Words | None:
    """What meets, and what comes of it, in any draw."""
    names = list(seen.things[0].inputs)
    if not names or not one.expression.isidentifier():
        return None
    met = " and ".join(f"{{= {name}.dtype}}" for name in names)
    made = f"{{= {one.expression}.dtype}}"
    return (f"From {met} comes {made}.", f"{met.replace(' and ', ' 和 ')} 得到 {made}。")


def _made_by(node: ast.expr, before: Sequence[Statement]) -> str:
    """The class of the module that is called, or looked at."""
    if isinstance(node, ast.Call) and (own := called_class(node.func)):
        return own
    base = base_name(node)
    for statement in reversed(before):
        if base in statement.binds and isinstance(statement.node, ast.Assign):
            return called_class(statement.node.value)
    return ""


def _last_line(
    one: Candidate, statement: Statement, before: Sequence[Statement], block: str
) -> tuple[str, str]:
    """The line that brings it about, if any, and what is then asked of: `y = …` where it can."""
    text = without_comments(statement.text)
    if one.runs_statement and (one.kind == "raises" or not isinstance(statement.node, ast.Expr)):
        return text, one.expression
    is_free = "y" not in statement.uses and not any("y" in other.binds for other in before)
    made = ast.unparse(one.node)
    is_made = isinstance(one.node, ast.Call | ast.BinOp | ast.Subscript | ast.Compare)
    if is_free and is_made and looked_at(one.node) is None and made in one.expression:
        written = ast.get_source_segment(block, one.node)
        shown = written if written and "\n" not in written else made
        return f"y = {shown}", re.sub(r"\(y\)\.", "y.", one.expression.replace(made, "y"))
    return text if one.runs_statement else "", one.expression


def _literal_shape(one: Candidate, before: Sequence[Statement], expression: str) -> bool:
    """Whether a name is only looked at whose sizes stand in the line that made it."""
    makers = [made for made in before if expression in made.binds]
    if one.runs_statement or not makers or not isinstance(makers[-1].node, ast.Assign):
        return False
    return says_its_shape(makers[-1].node.value)


def _explain(one: Candidate, judged: Sequence[Judged], seen: Seen, made_by: str) -> Words | None:
    """A rule that is known, or else what the notes say beside a result that holds."""
    thing = seen.things[0] if seen.things else None
    facts = one.facts or (thing.facts if thing else None)
    known = explained(
        one.what, one.node, facts, thing.inputs if thing else {}, seen.raised, made_by
    )
    if known is not None:
        return known
    for said in judged:
        words = (
            said.stated.tail.strip(" ,;.:()-—–。，；：！!") if said.stated and said.holds else ""
        )
        if 16 <= len(words) <= 160 and "\n" not in words:
            sentence = words[0].upper() + words[1:]
            sentence = without_holes(sentence)
            return f"{sentence}.", f"{sentence}。"
    return None
