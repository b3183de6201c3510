"""What could be asked of a statement, by what it brings about."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quizapp.drafting.code.statements import Statement
from quizapp.drafting.judging.judge import Judged
from quizapp.drafting.proposing.forms import base_name, is_in_place, looked_at, says_its_shape
from quizapp.drafting.proposing.wrong_rules import Wrong, wrong_dtypes, wrong_shapes, wrong_values
from quizapp.drafting.running.seen import Facts, Seen, Thing
from quizapp.drafting.stating.comments import Place
from quizapp.drafting.stating.written import Written

MOST_VALUES = 12


_VIEWING = re.compile(
    r"\.(?:view|reshape|t|T|transpose|permute|expand|narrow|squeeze|unsqueeze|flatten|detach|contiguous"
    r"|numpy|chunk|split|diagonal|clone|to|unfold|select|mT|real)\b|\["
)


@dataclass(frozen=True, kw_only=True)
class Candidate:
    kind: str
    expression: str
    what: str
    node: ast.expr
    wrong: tuple[Wrong, ...]
    score: float
    runs_statement: bool
    """Whether the statement itself belongs to the code; else it is only looked at."""


def of_statement(
    statement: Statement, place: Place, seen: Seen, judged: Sequence[Judged], varies: bool
) -> Iterator[Candidate]:
    node = statement.node
    claimed: set[str] = {one.stated.aspect for one in judged if one.stated}
    false = [one for one in judged if one.holds is False]
    if seen.raised is not None:
        if "raises" in claimed or false:
            yield Candidate(
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
    candidates: Iterator[Candidate], bonus: float, false: Sequence[Judged], is_assigned: bool
) -> Iterator[Candidate]:
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
) -> Iterator[Candidate]:
    if isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id == "print":
        return
    looked = None if is_assigned else looked_at(made)
    if looked is not None:
        kind, expression, what = looked
        if kind == "value" and (varies or not _is_small(thing)):
            return
        yield Candidate(
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
            yield Candidate(
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
) -> Iterator[Candidate]:
    inputs = thing.inputs
    changes = is_in_place(made)
    plain = not inputs and isinstance(made, ast.Call)
    shapes = tuple(wrong_shapes(made, facts, inputs)) if not changes else ()
    if (shapes or (plain and facts.shape and "shape" in claimed)) and not says_its_shape(made):
        yield Candidate(
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
        yield Candidate(
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
        yield Candidate(
            kind="value",
            expression=expression,
            what="value",
            node=made,
            wrong=values,
            score=1.8 + (facts.dtype != "float32"),
            runs_statement=changes,
        )
    text = ast.unparse(made)
    base = base_name(made)
    may_be_view = isinstance(made, ast.Call | ast.Subscript | ast.Attribute) and not changes
    if base in inputs and may_be_view and _VIEWING.search(text):
        is_view = thing.shared.get(base, False)
        yield Candidate(
            kind="bool",
            expression=f"shares({base}, {expression})",
            what="shares" if is_view else "copies",
            node=made,
            wrong=(),
            score=2.2 + 0.5 * is_view,
            runs_statement=False,
        )
    if "requires_grad" in claimed and "requires_grad" not in text:
        yield Candidate(
            kind="bool",
            expression=f"{_in_brackets(expression)}.requires_grad",
            what="requires_grad",
            node=made,
            wrong=(),
            score=2.5,
            runs_statement=changes,
        )
    if "is_contiguous" in claimed:
        yield Candidate(
            kind="bool",
            expression=f"{_in_brackets(expression)}.is_contiguous()",
            what="is_contiguous",
            node=made,
            wrong=(),
            score=2.5,
            runs_statement=changes,
        )


def _in_brackets(expression: str) -> str:
    node = ast.parse(expression, mode="eval").body
    simple = isinstance(node, ast.Name | ast.Attribute | ast.Call | ast.Subscript)
    return expression if simple else f"({expression})"


def _is_small(thing: Thing) -> bool:
    if thing.facts is None:
        return len(thing.text) <= 60
    count = 1
    for size in thing.facts.shape:
        count *= size
    return 0 < count <= MOST_VALUES
