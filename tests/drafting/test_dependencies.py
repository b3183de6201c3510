"""Which lines of some notes a line needs."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from quizapp.drafting.code.dependencies import Dependencies
from quizapp.drafting.code.statements import Statement, statements_of


def needed(*blocks: str, of: str, steps: int | None = 0) -> list[str]:
    """The texts of the statements that one needs, given by how it begins."""
    statements: list[Statement] = []
    for number, text in enumerate(blocks):
        statements += statements_of(text, 1, number, len(statements))
    wanted = [one.index for one in statements if one.text.startswith(of)][-1:]
    found: Sequence[int] = Dependencies(statements).needs(wanted, steps=steps).statements
    return [statements[index].text for index in found]


@pytest.mark.parametrize(
    ("blocks", "of", "needs"),
    [
        (["x = 1\ny = 2", "z = x"], "z", ["x = 1"]),
        (["x = 1\nx = 2", "z = x"], "z", ["x = 2"]),
        (["x = [1]\nx.append(2)", "z = x"], "z", ["x = [1]", "x.append(2)"]),
        (["x = t(1)\nx.sum()", "z = x"], "z", ["x = t(1)"]),
        (["x = t(1)\ny = x.view(1)\ny.add_(1)", "z = x"], "z", None),
        (["x = t(1)\ny = x * 2\ny.add_(1)", "z = x"], "z", ["x = t(1)"]),
        (["w = t(1)\nloss = (w * 2).sum()\nloss.backward()", "z = w.grad"], "z", None),
        (["x = f(1)", "def f(n): return n"], "x", ["def f(n): return n"]),
        (["x = 1\nx += 1", "z = x"], "z", ["x = 1", "x += 1"]),
        (["torch.manual_seed(0)", "z = torch.rand(1)"], "z", ["torch.manual_seed(0)"]),
        (["for i in range(3): s = i", "z = s"], "z", ["for i in range(3): s = i"]),
    ],
)
def test_exactly_the_lines_that_it_needs(
    blocks: list[str], of: str, needs: list[str] | None
) -> None:
    """None stands for all lines before it."""
    found = needed(*blocks, of=of)
    assert found == (blocks[0].split("\n") if needs is None else needs)


HOOKED = """seen = []
m = nn.Linear(1, 1)
h = m.register_forward_hook(lambda *_: seen.append(1))
other = nn.ReLU()
o = m(x)
"""


@pytest.mark.parametrize(
    ("text", "of", "steps", "needs"),
    [
        ("s = [2, 1]\nt = s.sort()\nu = [3]\nz = s", "z", 0, ["s = [2, 1]"]),
        ("s = [2, 1]\nt = s.sort()\nu = [3]\nz = s", "z", 1, ["s = [2, 1]", "t = s.sort()"]),
        ("def f(): s.append(1)\ns = []\nu = f()\nz = s", "z", 1, None),
        (f"{HOOKED}z = seen", "z", 1, [HOOKED.split("\n")[n] for n in (0, 1, 2)]),
        (f"{HOOKED}z = seen", "z", 2, [HOOKED.split("\n")[n] for n in (0, 1, 2, 4)]),
        (f"{HOOKED}z = seen", "z", None, None),
    ],
)
def test_lines_that_may_have_changed_it_are_taken_step_by_step(
    text: str, of: str, steps: int | None, needs: list[str] | None
) -> None:
    """None stands for all lines before it."""
    found = needed(text, of=of, steps=steps)
    assert found == (text.split("\n")[:-1] if needs is None else needs)
