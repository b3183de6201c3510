"""Traces, graphs and exercises, made by hand."""

from __future__ import annotations

from typing import Any

from quizapp.deck.exercise import Exercise
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.parts import Code, Text
from runner.protocol.anatomy import Node, Saved, Sighting

PATH = "decks/d.yaml"
SETUP_LINE, CODE_LINE = 3, 20
SETUP = "import torch\nbase = torch.ones(2)\n"
CODE = "x = base * k\nfor i in range(2):\n    x += 1\n"


def exercise(code: str = CODE, *, setup: str | None = SETUP, ranks: int = 1) -> Exercise:
    """An exercise in which `k = 2` is drawn; its setup and code begin at the lines above."""
    card = PredictCard(
        id="d/a",
        prompt=Text(en="What?"),
        line=CODE_LINE - 2,
        code=Code(text=code, line=CODE_LINE),
        asks=(),
        vary={"k": ("2",)},
        ranks=ranks,
    )
    above = Code(text=setup, line=SETUP_LINE) if setup is not None else None
    return Exercise(card=card, draw={"k": "2"}, path=PATH, setup=above, trust="trusted")


def sighting(name: str = "x", **fields: Any) -> Sighting:
    """A plain tensor of two elements, with these fields otherwise."""
    plain: dict[str, Any] = {
        "shape": (2,),
        "dtype": "float32",
        "device": "cpu",
        "requires_grad": False,
        "grad_fn": None,
        "is_leaf": True,
        "is_view": False,
        "storage": "s0",
        "shares_with": (),
        "strides": (1,),
        "version": 0,
        "value": "[1., 2.]",
        "grad": None,
    }
    return Sighting(name=name, **{**plain, **fields})


def node(
    name: str,
    *inputs: int | None,
    tensors: tuple[str, ...] = (),
    saved: tuple[tuple[str, str], ...] = (),
) -> Node:
    """A node, with what it saves as pairs of name and text."""
    return Node(name, tensors, tuple(Saved(*pair) for pair in saved), inputs)
