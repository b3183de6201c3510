"""`quiz check --advice` of attributes that code sets, and torch does not know."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Quiz

MADE = """\
linear = torch.nn.Linear(2, 2)
optimizer = torch.optim.SGD(linear.parameters(), lr=0.5)
"""


def card(*lines: str, rest: str = "ask: {shape: linear.weight}", prompt: str = "What now?") -> str:
    code = "".join(f"      {line}\n" for line in (*MADE.splitlines(), *lines))
    return f"  - id: one\n    prompt: {json.dumps(prompt)}\n    code: |\n{code}    {rest}\n"


def told(quiz: Quiz, deck: Path) -> list[str]:
    """What is told of attributes, behind its line."""
    advice = json.loads(quiz("check", str(deck), "--advice", "--json").stdout)["advice"]
    return [
        f"{one['line']}: {one['message']}" for one in advice if "no attribute" in one["message"]
    ]


def test_a_misspelt_attribute_that_is_set_is_told(quiz: Quiz) -> None:
    assert told(
        quiz,
        quiz.deck(
            card(
                "for p in linear.parameters():",
                "    p.require_grad = False",
                "optimizer.learning_rate = 0.1",
                "optimizer.lr = 0.1",
                "linear.weight.grads = None",
                "linear.trainning = False",
            )
        ),
    ) == [
        f"{line}: torch knows no attribute `{name}` (did you mean `{meant}`?)"
        for line, name, meant in (
            (11, "require_grad", "requires_grad"),
            (12, "learning_rate", 'param_groups[0]["lr"]'),
            (13, "lr", 'param_groups[0]["lr"]'),
            (14, "grads", "grad"),
            (15, "trainning", "training"),
        )
    ]


def test_one_of_the_setup_or_a_solution_is_told_too(quiz: Quiz) -> None:
    solution = 'solution: "linear.require_grad = 0"\n    wrong: [linear = 0]\n'
    deck = quiz.deck(card("____", rest=f"{solution}    tests: assert linear.weight.numel() == 4"))
    setup = "setup: |\n  import torch\n  w = torch.ones(2)\n  w.require_grad = False\n"
    deck.write_text(deck.read_text().replace("setup: import torch\n", setup))
    assert [one.split(" (")[0] for one in told(quiz, deck)] == [
        "6: torch knows no attribute `require_grad`",
        "14: torch knows no attribute `require_grad`",
    ]


def test_an_attribute_that_is_known_read_spoken_of_or_ones_own_is_not_told(quiz: Quiz) -> None:
    known = (
        "linear.in_features = 4",
        "linear.training = False",
        "linear.bias.data = torch.ones(2)",
        "linear.half_a = linear.half_b = None",
        "linear.layer1 = linear.layer2 = None",
        "linear.origin = 'here'",
        "optimizer.param_groups[0]['lr'] = 0.1",
    )
    assert told(quiz, quiz.deck(card(*known))) == []
    slip = "linear.weight.require_grad = False"
    assert told(quiz, quiz.deck(card(slip, "x = linear.weight.require_grad"))) == []
    asked = "ask: {value: linear.weight.require_grad}"
    assert told(quiz, quiz.deck(card(slip, rest=asked))) == []
    spoken = "What does `weight.require_grad = False` do?"
    assert told(quiz, quiz.deck(card(slip, prompt=spoken))) == []
