"""A deck full of vandals, and an honest card that is graded between and after them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.runner import vandals
from tests.runner.vandals import VANDALS

EVERY = 8
"""Hostile cards from one honest card to the next."""

HONEST = """
import torch
x = torch.tensor([3.0], requires_grad=True)
(x * x).sum().backward()
"""


@pytest.mark.usefixtures("full_sandbox")
@pytest.mark.parametrize("step", [24, pytest.param(1, marks=pytest.mark.long)])
def test_between_hostile_cards_an_honest_one_is_graded_right(
    tmp_path: Path, warm: Callable[[Path], None], step: int
) -> None:
    codes = [vandals.PRELUDE + code for code in [*VANDALS.values()][::step]]
    cards = [card(f"hostile-{number}", code, "x") for number, code in enumerate(codes)]
    deck = tmp_path / "hostile.yaml"
    head = "format: 1\ntopic: hostile\ncards:\n"
    deck.write_text(head + card("honest", HONEST, "x.grad") + "".join(cards))
    requests = []
    for number in range(len(codes)):
        requests.append({"card": f"{deck}::hostile-{number}", "answers": {"value": "7"}})
        if number % EVERY == EVERY - 1 or number == len(codes) - 1:
            requests.append({"card": f"{deck}::honest", "answers": {"value": "[6.0]"}})
            requests.append({"card": f"{deck}::honest", "answers": {"value": "[7.0]"}})
    warm(tmp_path)
    run = subprocess.run(
        [sys.executable, "-m", "quizapp", "try", "--stdin", "--json"],
        input="".join(json.dumps(request) + "\n" for request in requests),
        capture_output=True,
        text=True,
        env=os.environ | {"QUIZ_HOME": str(tmp_path)},
    )
    replies = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(replies) == len(requests), run.stderr
    honest = [
        reply["verdict"]["right"]
        for request, reply in zip(requests, replies, strict=True)
        if str(request["card"]).endswith("::honest")
    ]
    assert honest == [True, False] * (len(honest) // 2)
    assert "\x1b" not in run.stdout


def card(name: str, code: str, expression: str) -> str:
    indented = textwrap.indent(code.strip("\n"), " " * 6)
    return f"""\
  - id: {name}
    prompt: What is it?
    code: |
{indented}
    timeout: 0.5
    ask: {{value: {expression}}}
    explain: It is what it is.
"""
