"""How pictures look, as text; run with UPDATE_GOLDEN=1 to accept what has changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from quizapp.inside.spans import plain
from quizapp.pictures.album import Album, Kind
from quizapp.text.ascii import TABLE
from quizapp.text.cells import cells
from tests.pictures.conftest import Draw
from tests.tui.screen import UPDATE

GOLDEN = Path(__file__).with_name("golden")

ODD = """\
import warnings
warnings.simplefilter("ignore")
scalar = torch.tensor(-2.5)
empty = torch.empty(0, 3)
truth = torch.tensor([[True, False]])
pairs = torch.tensor([1 + 2j, complex("nan")])
bounds = torch.tensor([float("inf"), -float("inf"), 1e-30, -0.])
large = torch.tensor([123456789, -5])
cube = torch.arange(24).view(2, 3, 4)
quantised = torch.quantize_per_tensor(torch.tensor([1., -2.]), 0.5, 0, torch.qint8)
sparse = torch.eye(2).to_sparse()
unreal = torch.empty(3, 10**12, device="meta")
jagged = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], layout=torch.jagged)
"""
CODES: dict[str, tuple[Kind, str]] = {
    "views": (
        "storage",
        "x = torch.arange(6.).view(2, 3)\ny = x.t()\nz = x[:, 1:]\nw = x + 1",
    ),
    "repeated": (
        "storage",
        "x = torch.ones(3, 1).expand(3, 4)\ny = torch.arange(5).unfold(0, 3, 1)",
    ),
    "far": ("storage", "x = torch.arange(1000)\ny = x[500:503]"),
    "odd-storage": ("storage", ODD),
    "gradients": (
        "values",
        "x = torch.tensor([[1., 0.], [-2., 2.]], requires_grad=True)\n"
        "z = x.pow(2).sum()\nz.backward()",
    ),
    "odd-values": ("values", ODD),
    "stretched": (
        "broadcasting",
        "a, b = torch.ones(4, 1), torch.ones(3)\nc = a + b\n"
        "d = torch.where(a[:, None] > 0, a, b) + torch.ones(2, 1, 1, 1)\na += torch.ones(1)\n",
    ),
    "clash": ("broadcasting", "x = torch.ones(4, 3)\ny = x * torch.ones(2, 1, 4)"),
    "in-place": ("broadcasting", "x = torch.ones(1, 3)\nx += torch.ones(4, 3)"),
    "reduced": (
        "ranks",
        "import torch.distributed as dist\nt = torch.tensor([1., -1.]) * (rank + 1)\n"
        "u = torch.zeros(1)\nif rank:\n    u += 1\ndist.all_reduce(t)\nv = t * 2",
    ),
    "graph": (
        "graph",
        "X1, X2 = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)\n"
        "a = X1 * X2\nz = a.log() * X2.sin()",
    ),
    "model": (
        "graph",
        "m = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU(), torch.nn.Linear(3, 2))\n"
        "x = torch.ones(1, 2)\nloss = (m(x) + x).pow(2).mean() + m[0].weight.norm()",
    ),
    "huge": ("values", "x = torch.arange(-5e5, 5e5).view(1000, 1000)"),
}


def drawn(album: Album, kind: Kind, width: int) -> str:
    lines = album.lines(kind, album.start(kind), width=width)
    return "".join(f"{plain(line).rstrip()}\n" for line in lines)


@pytest.mark.parametrize("name", CODES)
def test_how_pictures_look(draw: Draw, name: str) -> None:
    kind, code = CODES[name]
    album = draw(code, 2 if kind == "ranks" else 1)
    for width in (80, 160):
        text = drawn(album, kind, width)
        assert max(map(cells, text.splitlines())) <= width
        file = GOLDEN / f"{name}-{width}.txt"
        if UPDATE in os.environ:
            file.write_text(text, encoding="utf-8")
        assert text == file.read_text(encoding="utf-8"), f"looks like:\n{text}"
        assert text.translate(TABLE).isascii()


@pytest.mark.parametrize("width", [1, 8, 30])
def test_every_picture_can_be_drawn_in_any_width_at_every_line(draw: Draw, width: int) -> None:
    album = draw(f"{ODD}one = torch.ones(2, 1) + torch.ones(3, requires_grad=True)", 1)
    for kind in album.kinds:
        for at in album.stops(kind):
            assert album.lines(kind, at, width=width)


def test_every_picture_is_told_in_words_at_every_line(draw: Draw) -> None:
    album = draw(f"{ODD}one = torch.ones(2, 1) + torch.ones(3, requires_grad=True)", 2)
    assert len(album.kinds) == 5
    for kind in album.kinds:
        for at in album.stops(kind) or [0]:
            assert album.words(kind, at)
