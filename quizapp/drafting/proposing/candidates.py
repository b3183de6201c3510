"""What could be asked of a statement, by what it brings about."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quizapp.drafting.code.statements import Statement
from quizapp.drafting.judging.judge import Judged
from quizapp.drafting.proposing.forms import (
    base_name,
    compared_memory,
    is_in_place,
    looked_at,
    may_view,
    says_its_dtype,
    says_its_shape,
)
from quizapp.drafting.proposing.wrong_rules import Wrong, wrong_dtypes, wrong_shapes, wrong_values
from quizapp.drafting.running.seen import Facts, Seen, Thing
from quizapp.drafting.stating.read_stated import read_stated
from quizapp.drafting.stating.written import Written
from quizapp.values.truth import Listing, Plain

MOST_VALUES = 12


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
    facts: Facts | None = None
    """What is known of the thing that is asked about."""
    is_false: bool = False
    """Whether just this is what the notes say wrongly."""


def of_statement(
    statement: Statement, seen: Seen, judged: Sequence[Judged], varies: bool
) -> Iterator[Candidate]:
    node = statement.node
    judged = [_with_stated(one) for one in judged]
    claimed: set[str] = {one.stated.aspect for one in judged if one.stated}
    false = [one for one in judged if one.holds is False]
    if seen.raised is not None:
        if "raises" in claimed or false:
            # Where the notes name another type, the type is the lesson.
            is_of_type = any(one.stated and one.stated.aspect == "raises" for one in false)
            yield Candidate(
                kind="raises" if is_of_type else "fails",
                expression="code",
                what="raises",
                node=ast.Constant(None),
                wrong=(),
                score=3 + 2 * bool(false),
                runs_statement=True,
                is_false=bool(false),
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
        _asks(made, expression, thing, claimed, varies, is_assigned, bool(false)),
        bonus,
        false,
        is_assigned,
    )


def _with_stated(one: Judged) -> Judged:
    """With what is stated by output that stands below the line."""
    if one.stated is None and one.claim is not None and one.claim.text:
        read = read_stated(one.claim.text)
        if len(read) == 1:
            return _with_stated(replace(one, stated=read[0]))
    stated = one.stated
    if stated is None or stated.aspect != "value" or stated.is_plain:
        return one
    # `(2, 3)` beside a tensor was held against its shape.
    is_shape = isinstance(stated.what, list | tuple) and re.fullmatch(r"\([\d, ]*\)", one.torch)
    return replace(one, stated=replace(stated, aspect="shape")) if is_shape else one


def _scored(
    candidates: Iterator[Candidate], bonus: float, false: Sequence[Judged], is_assigned: bool
) -> Iterator[Candidate]:
    meant = {judged.stated.aspect for judged in false if judged.stated}
    for one in candidates:
        said = [
            Wrong(text, *_easily_thought(one), is_literal=True)
            for judged in false
            if (text := _as_expression(one.kind, judged)) is not None
        ]
        wrong = tuple({each.expression: each for each in (*one.wrong, *said)}.values())
        is_meant = one.kind in meant or one.what in meant
        yield replace(
            one,
            wrong=(*wrong[: 4 - len(said)], *said) if len(wrong) > 4 else wrong,
            is_false=is_meant or (bool(false) and one.kind == "raises"),
            score=one.score + bonus + 2 * is_meant + 0.7 * min(3, len(wrong)),
            runs_statement=is_assigned or one.runs_statement,
        )


def _easily_thought(one: Candidate) -> tuple[str, str]:
    """What to say to who thinks what the notes say."""
    shown = {
        "shape": f"tuple(({one.expression}).shape)",
        "dtype": f"({one.expression}).dtype",
        "value": one.expression,
    }[one.kind]
    computed = "{= " + shown.replace(f"({one.expression})", one.expression) + "}"
    if one.what == "grad":
        return (
            "Which leaves require grad, and how often does `backward()` add to them?",
            "哪些叶子需要梯度，`backward()` 又往里加了几次？",
        )
    if one.kind == "value":
        return (
            "Easily thought, and yet torch gives something else.",
            "容易这样想，但 torch 的结果不同。",
        )
    return f"Easily thought; but it is {computed}.", f"容易这样想，但其实是 {computed}。"


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
    is_false: bool,
) -> Iterator[Candidate]:
    if isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id == "print":
        return
    if not is_assigned and (pair := compared_memory(made)):
        is_shared = thing.text == "True"
        yield Candidate(
            kind="bool",
            expression=expression,
            what="shares" if is_shared else "copies",
            node=next((one for one in pair if not isinstance(one, ast.Name)), pair[1]),
            wrong=(),
            score=2.2 + 0.5 * is_shared + 2 * bool(claimed),
            runs_statement=False,
        )
        return
    looked = None if is_assigned else looked_at(made)
    if looked is not None:
        kind, expression, what = looked
        if kind == "value" and (varies or not _is_small(thing)):
            return
        facts = _facts_of_looked(kind, thing)
        wrong: tuple[Wrong, ...] = ()
        inner = _inner(made)
        if kind == "shape" and says_its_shape(inner) and not is_false:
            return
        if kind == "shape" and facts is not None:
            wrong = tuple(wrong_shapes(inner, facts, thing.inputs))
        elif kind == "dtype" and facts is not None:
            wrong = tuple(wrong_dtypes(inner, facts, thing.inputs))
        yield Candidate(
            kind=kind,
            expression=expression,
            what=what,
            node=inner,
            wrong=wrong,
            facts=facts,
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
    if (dtypes and inputs and not says_its_dtype(made)) or "dtype" in claimed:
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
            score=3.2 + (facts.dtype != "float32"),
            runs_statement=changes,
        )
    text = ast.unparse(made)
    base = base_name(made)
    if base in inputs and not changes and ("shares" in claimed or may_view(made)):
        is_view = thing.shared.get(base, False)
        yield Candidate(
            kind="bool",
            expression=f"shares({base}, {expression})",
            what="shares" if is_view else "copies",
            node=made,
            wrong=(),
            score=2.2 + 0.5 * is_view + 2 * ("shares" in claimed),
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


def _inner(node: ast.expr) -> ast.expr:
    """What is looked at: `x.sum(0)` in `x.sum(0).shape`."""
    match node:
        case ast.Attribute(value=value, attr="shape" | "dtype" | "requires_grad" | "is_leaf"):
            return value
        case ast.Call(func=ast.Attribute(value=value, attr="size" | "stride" | "is_contiguous")):
            return value
    return node


def _facts_of_looked(kind: str, thing: Thing) -> Facts | None:
    """The shape or dtype that a look gave, as facts of what was looked at."""
    shape: tuple[int, ...] = ()
    if kind == "shape":
        items = thing.value.items if isinstance(thing.value, Listing) else ()
        shape = tuple(one.value for one in items if isinstance(one, Plain))  # type: ignore[misc]
    elif kind != "dtype":
        return None
    return Facts(
        shape=shape,
        dtype=thing.text.removeprefix("torch.") if kind == "dtype" else "",
        device="",
        requires_grad=False,
        is_leaf=False,
        grad_fn=None,
        strides=None,
        is_contiguous=None,
    )


def _is_small(thing: Thing) -> bool:
    if thing.facts is None:
        return len(thing.text) <= 60
    count = 1
    for size in thing.facts.shape:
        count *= size
    return 0 < count <= MOST_VALUES
