"""Words that are computed, line by line and in JSON."""

from __future__ import annotations

import json

from tests.cli.conftest import Quiz

DECK = """\
topic: own
setup: import torch
cards:
  - id: pick
    prompt: What is the sum of {= n} ones?
    hint: Each of {= n} counts.
    vary: {n: [3]}
    level: 1
    code: x = torch.ones(n)
    choices:
      - {text: "{= x.sum().item()}", holds: true}
      - {text: "{= x.sum().item() + 1}", holds: false, say: "It is {= x.sum():.1f}."}
    explain: There are {= len(x)}.
    source: notes.md:7
  - id: back
    prompt: How large is float16?
    back: Up to {= torch.finfo(torch.float16).max}.
    level: 3
    proof: assert torch.finfo(torch.float16).max > 65503
  - id: gap
    prompt: Make it three.
    code: y = ____
    tests: assert y == 3
    solution: 1 + 2
    wrong: ["2"]
    explain: The sum is {= y}.
    source: notes.md:41
"""


def test_words_are_told_line_by_line(quiz: Quiz) -> None:
    (quiz.decks / "own.yaml").write_text(DECK)
    told = quiz("review", "--plain", "--topic", "own", input=":hint\n1\n\n3\n.\n\n\n\n\n\n").stdout
    for words in (
        "What is the sum of `3` ones?",
        "Hint: Each of `3` counts.",
        "`3.0`",
        "`4.0`",
        "There are `3`.",
        "The sum is `3`.",
        "Up to `65504.0`.",
        "1 assertion stands behind this.",
        "source: notes.md:41",
    ):
        assert words in told


def test_a_tried_card_tells_its_words(quiz: Quiz) -> None:
    path = quiz.decks / "own.yaml"
    path.write_text(DECK)
    shown = json.loads(quiz("try", f"{path}::pick", "--choose", "2", "--json").stdout)
    assert [option["text"] for option in shown["outcome"]["options"]] == ["`3.0`", "`4.0`"]
    as_text = quiz("try", f"{path}::pick", "--choose", "2").stdout
    assert "It is `3.0`." in as_text
    assert "There are `3`.\n\nsource: notes.md:7" in as_text
    listed = json.loads(quiz("list", "--topic", "own", "--json").stdout)
    assert "What is the sum of `n` ones?" in [card["prompt"] for card in listed]
