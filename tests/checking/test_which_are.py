"""Options whose `holds` is otherwise than torch says of what the prompt asks of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from quizapp.checking.advice import advise
from quizapp.deck.format.load import load_text
from tests.checking.checks import checked

LONG = pytest.mark.long
DECK = """\
topic: own
setup: import torch
cards:
  - id: one
    prompt: "{prompt}"
    code: |
      w = torch.ones(2, 3, requires_grad=True)
      u = torch.ones(2, 3)
      v = w * u
    choose: many
    choices:
      - {{text: "`u`", holds: {u}}}
      - {{text: "`v`", holds: {v}}}
      - {{text: "`w`", holds: {w}}}
      - {{text: "`u + v`.", holds: {sum}}}
      - {{text: "`w.T`", holds: {turned}}}
"""


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("Which of these require grad?", "requires_grad"),
        pytest.param("Which of `u`, `v` and `w` require a gradient?", "requires_grad", marks=LONG),
        pytest.param("哪些要求梯度？", "requires_grad", marks=LONG),
        ("以下哪些张量需要梯度？", "requires_grad"),
        pytest.param("Which of these are leaves?", "is_leaf", marks=LONG),
        ("哪些是叶子节点？", "is_leaf"),
        ("Look. Which tensors are contiguous?", "is_contiguous()"),
        pytest.param("下面哪些是连续的？", "is_contiguous()", marks=LONG),
    ],
)
def test_what_torch_decides_otherwise_than_a_holds_that_is_written_down_is_told(
    tmp_path: Path, lent_runner: Sequence[str], prompt: str, told: str
) -> None:
    options = {"u": "u", "v": "v", "w": "w", "sum": "(u + v)", "turned": "w.T"}
    truth = {
        "requires_grad": (False, True, True, True, True),
        "is_leaf": (True, False, True, False, False),
        "is_contiguous()": (True, True, True, True, False),
    }[told]
    right = {name: str(held).lower() for name, held in zip(options, truth, strict=True)}
    swapped = {name: str(not held).lower() for name, held in zip(options, truth, strict=True)}

    def messages(held: dict[str, str]) -> list[str]:
        text = DECK.format(prompt=prompt, **held)
        return [one.message for one in checked(tmp_path, lent_runner, text).problems]

    assert messages(right) == []
    assert messages(swapped) == [
        f"`{code}.{told}` is {held} where `holds` is {not held}"
        for code, held in zip(options.values(), truth, strict=True)
    ]


@pytest.mark.parametrize(
    "prompt",
    [
        "Which of these do not require grad?",
        "Which require grad once `u` does?",
        "Suppose that `u` does. Which require grad?",
        "Which leaves require grad?",
        "哪些不要求梯度？",
        "反向传播后哪些要求梯度？",
    ],
)
def test_what_a_prompt_asks_beside_that_is_left_to_its_author(
    tmp_path: Path, lent_runner: Sequence[str], prompt: str
) -> None:
    held = dict.fromkeys(("u", "w", "v", "sum"), "true") | {"turned": "false"}
    found = checked(tmp_path, lent_runner, DECK.format(prompt=prompt, **held))
    assert found.problems == ()


def test_a_name_whose_holds_runs_nothing_is_advised_about() -> None:
    held = {"u": "false", "w": '"w.grad_fn is None"', "v": "true", "sum": "true", "turned": "true"}
    loaded = load_text(DECK.format(prompt="Which are dear to `w`?", **held), "own.yaml")
    assert loaded.deck is not None, loaded.problems
    told = [one.message for one in advise([(loaded.deck, loaded.deck.cards[0])], {})]
    assert told.count("its `holds` does not run its code") == 4
