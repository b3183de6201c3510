"""What the author's expectations come to in all draws of a card, found out in one process.

Only where they cannot depend on what was evaluated before them: expressions over the drawn
values that call nothing but a few functions of Python's own. All others are evaluated with
their own draw.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from quizapp.checking.plan import Plan, draw_key
from quizapp.deck.exercise import Exercise, exercise
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.parts import Draw, Expect
from runner.protocol.wire import Fact, Fault, Look, Outcome, Snippet

_FUNCTIONS = frozenset(
    (
        *("abs", "bool", "float", "int", "len", "list", "max", "min", "range", "repr"),
        *("round", "sorted", "str", "sum", "tuple"),
    )
)
_PLAIN = (
    *(ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Subscript, ast.Slice),
    *(ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp),
    *(ast.JoinedStr, ast.FormattedValue, ast.Attribute),
    *(ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context),
)
_COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp, ast.comprehension)


def expectation_for(card: PredictCard, draw: Draw) -> tuple[int, Expect] | None:
    """The expectation that speaks of a draw, with its number; None where none does."""
    return next((at for at in enumerate(card.expect) if at[1].draw in (None, draw)), None)


def to_be_evaluated(run: Exercise) -> Snippet | None:
    """What evaluates the expectation for all draws in this one; None where nothing has to be."""
    card = run.card
    at = expectation_for(card, run.draw) if isinstance(card, PredictCard) and card.vary else None
    if at is None or at[1].draw is not None:
        return None
    looks = tuple(Look("text", expression) for expression in at[1].texts)
    return replace(run.before(), looks=looks)


@dataclass(frozen=True)
class Expected:
    """What evaluates the expectation for all draws in those in which that is safe, and which."""

    snippet: Snippet
    asked: Sequence[tuple[Draw, tuple[str, ...]]]

    @classmethod
    def of(cls, plan: Plan) -> Self | None:
        """None where each draw's is to be found out with it."""
        card = plan.card
        if not isinstance(card, PredictCard) or len(plan.draws) < 2:
            return None
        setup = plan.deck.setup
        modules = _imported_only(setup.text) if setup else frozenset[str]()
        asked = list(_plain_ones(card, plan.draws, modules))
        if not asked:
            return None
        before = replace(exercise(plan.deck, card, plan.draws[0]), draw={}).before()
        looks = tuple(_look(draw, text) for draw, texts in asked for text in texts)
        return cls(replace(before, looks=looks, ranks=1, on_rank=0), asked)

    def texts(self, seen: Outcome | Fault) -> Mapping[str, tuple[str, ...]]:
        """What its expressions come to, by the key of the draw; nothing where one raises."""
        if not isinstance(seen, Outcome) or seen.raised:
            return {}
        texts = [str(fact.data) for fact in seen.facts if isinstance(fact, Fact)]
        if len(texts) < len(self.snippet.looks):
            return {}
        each = iter(texts)
        return {draw_key(draw): tuple(itertools.islice(each, len(of))) for draw, of in self.asked}


def _plain_ones(
    card: PredictCard, draws: Sequence[Draw], modules: frozenset[str]
) -> Iterator[tuple[Draw, tuple[str, ...]]]:
    for draw in draws:
        at = expectation_for(card, draw)
        if at is None or at[1].draw is not None:
            continue
        values = all(is_plain(value, modules, whole=True) for value in draw.values())
        if values and all(is_plain(text, modules | draw.keys()) for text in at[1].texts):
            yield draw, at[1].texts


def is_plain(expression: str, names: frozenset[str], *, whole: bool = False) -> bool:
    """Whether an expression leaves all as it is, and does not depend on what came before it.

    It may speak of `names`. A `whole` one has nothing in it that is used up by looking at it.
    """
    try:
        tree = ast.parse(expression.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError):
        return False
    nodes = list(ast.walk(tree))
    own = {one.id for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    if own & (names | _FUNCTIONS):
        return False
    called = {node.func for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in _FUNCTIONS - names:
                pass
            case ast.Name(id=name) if name in names | own or node in called:
                pass
            case ast.ListComp() | ast.GeneratorExp() | ast.comprehension() if not whole:
                pass
            case _ if isinstance(node, _PLAIN):
                pass
            case _:
                return False
    return True


def _imported_only(setup: str) -> frozenset[str]:
    """The names that a setup gets from its imports, and from nothing else."""
    try:
        tree = ast.parse(setup)
    except (SyntaxError, ValueError, RecursionError):
        return frozenset()
    imports: set[str] = set()
    others: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                imports |= {(one.asname or one.name).partition(".")[0] for one in names}
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                others.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                others.add(name)
            case ast.ClassDef(name=name):
                others.add(name)
    if others & _FUNCTIONS or "*" in imports:
        return frozenset()
    return frozenset(imports - others)


def _look(draw: Draw, text: str) -> Look:
    drawn = "".join(f"({name} := ({value.strip()})), " for name, value in draw.items())
    return Look("text", f"({drawn}({text.strip()}))[-1]")
