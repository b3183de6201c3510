"""Which picture is to be seen first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.parts import Ask
from quizapp.pictures.album import Album
from runner.protocol.anatomy import Graph, Operand, Operation, Step, Trace
from runner.protocol.wire import Outcome
from tests.inside.made_by_hand import exercise, node, sighting

ADD = Operation("add", (Operand("a", (4, 1)), Operand("b", (3,))), (4, 3))
SEEN = Outcome(
    facts=(),
    stdout="",
    stderr="",
    raised=None,
    seconds=0.0,
    trace=Trace((Step("deck.yaml", 7, (sighting(),), operations=(ADD,)),)),
    graph=Graph((0,), (node("AccumulateGrad"),)),
)


@pytest.mark.parametrize(
    ("kind", "expression", "code", "first"),
    [
        ("grad_fn", "x", "x = 1", "graph"),
        ("bool", "x.is_leaf", "x = 1", "graph"),
        (
            "value",
            "len(saved)",
            "with torch.autograd.graph.saved_tensors_hooks(f, g): pass",
            "graph",
        ),
        ("strides", "x", "x = 1", "storage"),
        ("bool", "shares(x, y)", "x = 1", "storage"),
        ("value", "x.grad", "x = 1", "values"),
        ("shape", "x", "x = 1", "broadcasting"),
        ("dtype", "x", "x = 1", "values"),
    ],
)
def test_the_first_picture_is_of_what_the_card_is_about(
    kind: str, expression: str, code: str, first: str
) -> None:
    of = exercise(code)
    assert isinstance(of.card, PredictCard)
    card = replace(of.card, asks=(Ask(kind=kind, expression=expression),))
    assert Album(SEEN, replace(of, card=card)).first == first
