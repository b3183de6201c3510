"""Whether the largest pictures are drawn within a frame."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from quizapp.pictures.boxes import Boxes
from quizapp.pictures.broadcast import broadcast_lines
from quizapp.pictures.grid import value_lines
from quizapp.pictures.moments import moments_of
from quizapp.pictures.ranks import Ranks
from quizapp.pictures.storage import storage_lines
from runner.protocol.anatomy import (
    MOST_DRAWN,
    MOST_NODES,
    MOST_OPERATIONS,
    Elements,
    Graph,
    Operand,
    Operation,
    Portrait,
    Step,
    Trace,
)
from tests.inside.made_by_hand import node, sighting

FRAME = 1 / 60
"""Seconds."""
WIDTH = 160
ROUNDS = 15

SIDE = 16
ELEMENTS = Elements((SIDE, SIDE), (tuple(range(SIDE)),) * 2, tuple(map(float, range(MOST_DRAWN))))
TENSORS = tuple(
    sighting(
        f"tensor_{number}",
        shape=(SIDE, SIDE),
        strides=(SIDE, 1),
        storage=f"s{number // 8}",
        portrait=Portrait("strided", 0, MOST_DRAWN, ELEMENTS, ELEMENTS),
    )
    for number in range(64)
)
ADD = Operation("add", (Operand("a", (4, 1, 3)), Operand("b", (5, 1))), (4, 5, 3))
STEP = Step("deck.yaml", 1, TENSORS, operations=(ADD,) * MOST_OPERATIONS)
MOMENT = moments_of(Trace((STEP,)))[0]
MODEL = Graph(
    (0,),
    tuple(
        node(f"Backward{at}", *(to for to in (at + 1, at + 2, at + 3) if to < MOST_NODES))
        for at in range(MOST_NODES)
    ),
)


def seconds(draw: Callable[[], object]) -> float:
    """Of one drawing, as it usually is."""
    taken = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        draw()
        taken.append(time.process_time() - begun)
    return statistics.median(taken)


def test_the_largest_pictures_are_drawn_within_a_frame() -> None:
    ranks = Ranks([[MOMENT]] * 8)
    boxes = Boxes(MODEL)
    boxes.draw(0, WIDTH)  # it is laid out once
    drawings: dict[str, Callable[[], object]] = {
        "storage": lambda: storage_lines(MOMENT, width=WIDTH),
        "values": lambda: value_lines(MOMENT, width=WIDTH),
        "broadcasting": lambda: broadcast_lines(MOMENT, width=WIDTH),
        "ranks": lambda: ranks.lines(0, width=WIDTH, wanted=lambda moment: ()),
        "the end of ranks": lambda: ranks.lines(1, width=WIDTH, wanted=lambda moment: ()),
        "graph": lambda: boxes.draw(MOST_NODES // 2, WIDTH),
        "graph, laid out": lambda: Boxes(MODEL).draw(0, WIDTH),
    }
    shares = {name: seconds(draw) / FRAME for name, draw in drawings.items()}
    print("\n" + ", ".join(f"{name} {share:.2f}" for name, share in shares.items()), "of a frame")
    assert all(share <= 1 for share in shares.values())
