"""The layout of graphs, and the walk through their boxes."""

from __future__ import annotations

import random
from itertools import pairwise

from quizapp.inside.spans import plain
from quizapp.pictures.boxes import Boxes
from quizapp.pictures.layers import GAP, MOST_SPOTS, laid_out
from quizapp.text.cells import cells
from runner.protocol.anatomy import MOST_NODES, Graph
from tests.inside.made_by_hand import node


def chance_graph(seed: int) -> tuple[list[list[int]], list[int]]:
    rng = random.Random(seed)
    count = rng.randint(1, 30)
    ends = [
        sorted(rng.sample(range(one + 1, count), rng.randint(0, min(3, count - one - 1))))
        for one in range(count)
    ]
    return ends, [rng.randint(3, 20) for _ in range(count)]


def test_no_two_boxes_touch_and_every_edge_goes_down_a_layer_at_a_time() -> None:
    for seed in range(50):
        leads_to, widths = chance_graph(seed)
        layout = laid_out(leads_to, widths)
        assert layout is not None
        for layer in layout.layers:
            assert all(left.x + left.width + GAP <= right.x for left, right in pairwise(layer))
        assert min(spot.x for layer in layout.layers for spot in layer) == 0
        assert set(layout.edges) == {
            (one, other) for one, others in enumerate(leads_to) for other in others
        }
        for (one, other), way in layout.edges.items():
            assert (way[0].node, way[-1].node) == (one, other)
            assert [spot.layer for spot in way] == list(range(way[0].layer, way[-1].layer + 1))
        assert all(layout.nodes[index].width == width for index, width in enumerate(widths))


def test_a_graph_that_would_be_too_large_is_told_as_a_tree() -> None:
    count = MOST_NODES
    leads_to = [list(range(one + 1, count)) for one in range(count)]
    assert count**3 / 6 > MOST_SPOTS and laid_out(leads_to, [3] * count) is None
    nodes = tuple(node(f"N{one}", *others) for one, others in enumerate(leads_to))
    boxes = Boxes(Graph((0,), nodes))
    assert "└─ " in "\n".join(map(plain, boxes.draw(0, 80).lines))
    assert boxes.beyond(0, 1, 0) == 0


DIAMOND = Graph(
    (0,),
    (
        node("MulBackward0", 1, 2, tensors=("z",)),
        node("LogBackward0", 3),
        node("SinBackward0", 4),
        node("MulBackward0", None, 4, tensors=("a",)),
        node("AccumulateGrad", tensors=("w",)),
    ),
)


def test_one_walks_down_to_a_leaf_up_again_and_across() -> None:
    boxes = Boxes(DIAMOND)
    assert boxes.begin(["nobody"]) == boxes.begin(["w"]) == 4
    walked = [at := 4]
    for across, down in [(0, -1), (0, -1), (0, -1), (0, -1), (0, 1), (1, 0), (1, 0), (-1, 0)]:
        walked.append(at := boxes.beyond(at, across, down))
    up = walked[:4]
    assert up in ([4, 2, 0, 0], [4, 3, 1, 0])
    assert walked[5] in (1, 2) and walked[6:] == [2, 2, 1]


def test_the_way_of_the_chosen_gradient_is_lit_and_no_other() -> None:
    text = "\n".join(map(plain, Boxes(DIAMOND).draw(1, 80).lines))
    boxes = {row.strip() for row in text.splitlines()}
    assert any("┃▸LogBackward0" in row for row in boxes)
    assert any("│ SinBackward0 │" in row for row in boxes)
    assert any(row.startswith("┃ MulBackward0 ┃") for row in boxes)


def test_of_a_wide_graph_what_stands_around_the_chosen_box_is_drawn() -> None:
    leaves = [node("AccumulateGrad", tensors=(f"w{one}",)) for one in range(20)]
    boxes = Boxes(Graph((0,), (node("CatBackward0", *range(1, 21)), *leaves)))
    assert not boxes.fits(80)
    for chosen in (1, 10, 20):
        drawn = boxes.draw(chosen, 80)
        lines = [plain(line) for line in drawn.lines]
        assert max(map(cells, lines)) <= 80
        rows = lines[drawn.rows.start : drawn.rows.stop]
        assert any(f"fills w{chosen - 1}.grad" in row for row in rows)
        assert "the graph goes on: " in "\n".join(lines)
