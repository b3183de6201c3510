"""Cards that notes are good for: what a line brings about that a plausible rule would get wrong."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quizapp.drafting.comments import Place
from quizapp.drafting.explained import explained
from quizapp.drafting.judge import Judged
from quizapp.drafting.seen import Facts, Seen, Thing
from quizapp.drafting.statements import Statement
from quizapp.drafting.survey import Survey, Surveyed
from quizapp.drafting.vary import Varied, varied
from quizapp.drafting.written import Written
from quizapp.drafting.wrong_rules import Wrong, wrong_dtypes, wrong_shapes, wrong_values

MOST_CARDS = 40
MOST_LINES = 14
MOST_VALUES = 12
MOST_ALIKE = 2
"""Cards that ask the same of the same operation."""

_VIEWING = re.compile(
    r"\.(?:view|reshape|t|T|transpose|permute|expand|narrow|squeeze|unsqueeze|flatten|detach|contiguous"
    r"|numpy|chunk|split|diagonal|clone|to|unfold|select|mT|real)\b|\["
)


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
            _of_statement(statement, place, seen, judged, place.number in block.varies)
        )
        for one in sorted(candidates, key=lambda one: -one.score)[:1]:
            made = _with_code(survey, block, statement, one, seen, judged)
            if made is not None:
                yield made


@dataclass(frozen=True, kw_only=True)
class _Candidate:
    kind: str
    expression: str
    what: str
    node: ast.expr
    wrong: tuple[Wrong, ...]
    score: float
    runs_statement: bool
    """Whether the statement itself belongs to the code; else it is only looked at."""


def _of_statement(
    statement: Statement, place: Place, seen: Seen, judged: Sequence[Judged], varies: bool
) -> Iterator[_Candidate]:
    node = statement.node
    claimed: set[str] = {one.stated.aspect for one in judged if one.stated}
    false = [one for one in judged if one.holds is False]
    if seen.raised is not None:
        if "raises" in claimed or false:
            yield _Candidate(
                kind="raises",
                expression="code",
                what="raises",
                node=ast.Constant(None),
                wrong=(),
                score=3 + 2 * bool(false),
                runs_statement=True,
            )
        return
    if len(seen.things) != 1 or seen.is_cut:
        return
    thing = seen.things[0]
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            made, expression = value, name
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[value], keywords=[])):
            made, expression = value, ast.unparse(value)
        case ast.Expr(value=value):
            made, expression = value, ast.unparse(value)
        case _:
            return
    if isinstance(made, ast.JoinedStr | ast.Constant) or len(expression) > 70:
        return
    is_assigned = isinstance(node, ast.Assign)
    bonus = (1.5 if judged else 0) + 3 * len(false)
    yield from _scored(
        _asks(made, expression, thing, claimed, varies, is_assigned), bonus, false, is_assigned
    )


def _scored(
    candidates: Iterator[_Candidate], bonus: float, false: Sequence[Judged], is_assigned: bool
) -> Iterator[_Candidate]:
    meant = {judged.stated.aspect for judged in false if judged.stated}
    for one in candidates:
        said = [
            Wrong(
                text,
                "One may well expect that; torch gives another result.",
                "这是容易想到的答案，但 torch 的结果不同。",
            )
            for judged in false
            if (text := _as_expression(one.kind, judged)) is not None
        ]
        wrong = tuple({each.expression: each for each in (*said, *one.wrong)}.values())
        yield replace(
            one,
            wrong=wrong[:4],
            score=one.score + bonus + 2 * (one.kind in meant) + 0.7 * min(3, len(wrong)),
            runs_statement=is_assigned or one.runs_statement,
        )


def _as_expression(kind: str, judged: Judged) -> str | None:
    """What the notes wrongly say, as an expression for a mistake."""
    if judged.stated is None or judged.stated.about is not None:
        return None
    what: Written = judged.stated.what
    if kind == "shape" and isinstance(what, list | tuple):
        sizes = tuple(what)
        return str(sizes) if all(isinstance(one, int) for one in sizes) else None
    if kind == "dtype" and judged.stated.aspect == "dtype":
        return f"torch.{what}"
    if kind == "value" and judged.stated.aspect == "value":
        text = judged.stated.says
        if "..." in text or "…" in text or "grad_fn" in text or "\n" in text:
            return None
        try:
            ast.parse(text, mode="eval")
        except SyntaxError:
            return None
        return re.sub(r"^tensor\(", "torch.tensor(", text)
    return None


def _asks(
    made: ast.expr,
    expression: str,
    thing: Thing,
    claimed: set[str],
    varies: bool,
    is_assigned: bool,
) -> Iterator[_Candidate]:
    if isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id == "print":
        return
    looked = None if is_assigned else _looked_at(made)
    if looked is not None:
        kind, expression, what = looked
        if kind == "value" and (varies or not _is_small(thing)):
            return
        yield _Candidate(
            kind=kind,
            expression=expression,
            what=what,
            node=made,
            wrong=(),
            score=1.5 + (what in ("grad", "is_leaf")),
            runs_statement=False,
        )
        return
    facts = thing.facts
    if facts is None:
        is_computed = isinstance(made, ast.Call | ast.BinOp | ast.Compare)
        is_plain = thing.type in ("int", "float", "bool", "tuple", "list")
        if is_computed and is_plain and claimed and not varies and _is_small(thing):
            yield _Candidate(
                kind="bool" if thing.type == "bool" else "value",
                expression=expression,
                what="value",
                node=made,
                wrong=(),
                score=1,
                runs_statement=False,
            )
        return
    yield from _of_tensor(made, expression, thing, facts, claimed, varies)


def _of_tensor(
    made: ast.expr, expression: str, thing: Thing, facts: Facts, claimed: set[str], varies: bool
) -> Iterator[_Candidate]:
    inputs = thing.inputs
    changes = _is_in_place(made)
    plain = not inputs and isinstance(made, ast.Call)
    shapes = tuple(wrong_shapes(made, facts, inputs)) if not changes else ()
    if (shapes or (plain and facts.shape and "shape" in claimed)) and not _says_its_shape(made):
        yield _Candidate(
            kind="shape",
            expression=expression,
            what="shape",
            node=made,
            wrong=shapes,
            score=1.5 + ("shape" in claimed),
            runs_statement=changes,
        )
    dtypes = tuple(wrong_dtypes(made, facts, inputs))
    if (dtypes and inputs) or "dtype" in claimed:
        yield _Candidate(
            kind="dtype",
            expression=expression,
            what="dtype",
            node=made,
            wrong=dtypes,
            score=1.6 + 1.5 * ("dtype" in claimed) - (0 if dtypes else 1),
            runs_statement=changes,
        )
    if not varies and "value" in claimed and _is_small(thing):
        values = () if changes else tuple(wrong_values(made, facts, inputs))
        yield _Candidate(
            kind="value",
            expression=expression,
            what="value",
            node=made,
            wrong=values,
            score=1.8 + (facts.dtype != "float32"),
            runs_statement=changes,
        )
    text = ast.unparse(made)
    base = _base(made)
    may_be_view = isinstance(made, ast.Call | ast.Subscript | ast.Attribute) and not changes
    if base in inputs and may_be_view and _VIEWING.search(text):
        is_view = base in thing.shares
        yield _Candidate(
            kind="bool",
            expression=f"shares({base}, {expression})",
            what="shares" if is_view else "copies",
            node=made,
            wrong=(),
            score=2.2 + 0.5 * is_view,
            runs_statement=False,
        )
    if "requires_grad" in claimed and "requires_grad" not in text:
        yield _Candidate(
            kind="bool",
            expression=f"{_in_brackets(expression)}.requires_grad",
            what="requires_grad",
            node=made,
            wrong=(),
            score=2.5,
            runs_statement=changes,
        )
    if "is_contiguous" in claimed:
        yield _Candidate(
            kind="bool",
            expression=f"{_in_brackets(expression)}.is_contiguous()",
            what="is_contiguous",
            node=made,
            wrong=(),
            score=2.5,
            runs_statement=changes,
        )


_MADE_TO_SIZE = {"zeros", "ones", "rand", "randn", "empty", "eye", "full", "randint"}
_RESHAPED = {"view", "reshape", "expand", "zeros_like", "ones_like"}


def _says_its_shape(node: ast.expr) -> bool:
    """Whether the sizes stand in the code: to read them off is no question."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="torch"), attr=name)):
            return name in _MADE_TO_SIZE
        case ast.Call(func=ast.Attribute(attr=name), args=args):
            return name in _RESHAPED and "-1" not in "".join(map(ast.unparse, args))
    return False


def _in_brackets(expression: str) -> str:
    node = ast.parse(expression, mode="eval").body
    simple = isinstance(node, ast.Name | ast.Attribute | ast.Call | ast.Subscript)
    return expression if simple else f"({expression})"


def _base(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _is_in_place(node: ast.expr) -> bool:
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute):
            name = one.func.attr
            if (name.endswith("_") and not name.endswith("__")) or name in ("backward", "step"):
                return True
    return False


_LOOKS = {
    "shape": ("shape", "shape"),
    "dtype": ("dtype", "dtype"),
    "requires_grad": ("bool", "requires_grad"),
    "is_leaf": ("bool", "is_leaf"),
    "grad": ("value", "grad"),
}


def _looked_at(node: ast.expr) -> tuple[str, str, str] | None:
    """Of a mere look, such as `x.shape`: the kind of ask, its expression, what it is about."""
    match node:
        case ast.Attribute(value=value, attr=name) if name in _LOOKS:
            kind, what = _LOOKS[name]
            text = ast.unparse(value)
            keeps = kind in ("bool", "value")
            return kind, f"{text}.{name}" if keeps else text, what
        case ast.Call(func=ast.Attribute(value=value, attr="size"), args=[]):
            return "shape", ast.unparse(value), "shape"
        case ast.Call(func=ast.Attribute(value=value, attr="stride"), args=[]):
            return "strides", ast.unparse(value), "strides"
        case ast.Call(func=ast.Attribute(attr="is_contiguous"), args=[]):
            return "bool", ast.unparse(node), "is_contiguous"
        case ast.Name(id=name):
            return "value", name, "value"
        case ast.Compare():
            return None
    return None


def _is_small(thing: Thing) -> bool:
    if thing.facts is None:
        return len(thing.text) <= 60
    count = 1
    for size in thing.facts.shape:
        count *= size
    return 0 < count <= MOST_VALUES


def _with_code(
    survey: Survey,
    block: Surveyed,
    statement: Statement,
    one: _Candidate,
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
    lines = [_without_comments(before.text) for before in kept]
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
        operation=_operation(one.node, statement),
        wrong=one.wrong if one.kind != "bool" else (),
        headings=block.block.headings,
        explain=_explain(one, judged, seen),
        score=one.score,
        vary=varied(code) if one.kind == "shape" else None,
    )


def _last_line(
    one: _Candidate, statement: Statement, before: Sequence[Statement]
) -> tuple[str, str]:
    """The line that brings it about, if any, and what is then asked of: `y = …` where it can."""
    text = _without_comments(statement.text)
    if one.runs_statement and (one.kind == "raises" or not isinstance(statement.node, ast.Expr)):
        return text, one.expression
    is_free = "y" not in statement.uses and not any("y" in other.binds for other in before)
    made = ast.unparse(one.node)
    is_made = isinstance(one.node, ast.Call | ast.BinOp | ast.Subscript | ast.Compare)
    if is_free and is_made and _looked_at(one.node) is None and made in one.expression:
        return f"y = {made}", one.expression.replace(made, "y")
    return text if one.runs_statement else "", one.expression


def _literal_shape(one: _Candidate, before: Sequence[Statement], expression: str) -> bool:
    """Whether a name is only looked at whose sizes stand in the line that made it."""
    makers = [made for made in before if expression in made.binds]
    if one.runs_statement or not makers or not isinstance(makers[-1].node, ast.Assign):
        return False
    return _says_its_shape(makers[-1].node.value)


def _failed(survey: Survey) -> set[tuple[int, int, int]]:
    """The statements that raised: they did nothing for those after them."""
    return {
        (number, place.line, place.node.col_offset)
        for number, block in enumerate(survey.surveyed)
        if block.ran is not None
        for place in block.places
        if place.number in block.ran.summary.escaped
    }


def _explain(one: _Candidate, judged: Sequence[Judged], seen: Seen) -> tuple[str, str] | None:
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


def _operation(node: ast.expr, statement: Statement) -> str:
    """The name of what is done, for an id and tags."""
    outer = node
    if isinstance(outer, ast.Constant):
        calls = [one for one in ast.walk(statement.node) if isinstance(one, ast.Call)]
        outer = calls[0] if calls else outer
    while isinstance(outer, ast.Attribute) and outer.attr in _LOOKS:
        outer = outer.value
    match outer:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name.strip("_").lower()
        case ast.BinOp(op=op):
            return {"MatMult": "matmul", "FloorDiv": "floor-div", "Mult": "mul"}.get(
                type(op).__name__, type(op).__name__.lower()
            )
        case ast.Subscript():
            return "index"
        case ast.Compare():
            return "compare"
        case ast.Attribute(attr=name):
            return name.lower()
    return "tensor"


def _without_comments(text: str) -> str:
    """The code without its remarks, which may tell what is asked for."""
    lines = text.split("\n")
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return text
    for token in tokens:
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
    return "\n".join(line for line in lines if line.strip())
