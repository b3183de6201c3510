"""What is written into a deck by drafting's own words."""

from __future__ import annotations

import ast
import inspect
import re

import yaml

from quizapp.checking.claims import claims
from quizapp.deck.format.load import load_bytes
from quizapp.drafting.explaining import dtypes, explained, modules, shapes, values
from quizapp.drafting.proposing import memory, wrong_rules
from quizapp.drafting.proposing.imports import one_each
from quizapp.drafting.running.seen import Error

TELLING = (dtypes, explained, modules, shapes, values, memory, wrong_rules)


def sentences() -> list[str]:
    """All that drafting may say of a card, whatever stands in its place for names."""
    found = []
    for module in TELLING:
        tree = ast.parse(inspect.getsource(module))
        written = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr)  # a docstring
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr | ast.Constant) and id(node) not in written:
                parts = node.values if isinstance(node, ast.JoinedStr) else [node]
                text = "".join(
                    str(one.value) if isinstance(one, ast.Constant) else "x" for one in parts
                )
                is_whole = re.search(r"\w \w|[\u4e00-\u9fff]", text) and "{" not in text
                found += [text] if is_whole else []
    return found


def test_no_sentence_of_its_own_generalises_as_a_strict_check_would_tell() -> None:
    told = sentences()
    assert len(told) > 120
    cards = [{"id": f"c{n}", "prompt": "What?", "back": one} for n, one in enumerate(told)]
    deck = load_bytes(yaml.safe_dump({"format": 1, "cards": cards}).encode(), "deck.yaml").deck
    assert deck is not None
    assert len(deck.cards) == len(told)
    assert [found for card in deck.cards for _, *found in claims(card)] == []


def test_what_torch_says_of_an_error_is_quoted() -> None:
    error = Error(type="ValueError", bases=(), message="Expected `more` than 1 value.\nNo.")
    words = explained.explained("raises", ast.Constant(None), None, {}, error)
    assert words is not None
    assert words[0] == "torch says: `` Expected `more` than 1 value ``."


def test_each_thing_is_imported_once() -> None:
    notes = [
        "import torch",
        "import torch, torch.nn as nn",
        "from torch import nn, Tensor",
        "import torch.nn.functional as F",
        "from torch.nn import functional as F",
        "import torch.utils.data",
    ]
    assert one_each(notes) == [
        "import torch",
        "import torch.nn as nn",
        "from torch import Tensor",
        "import torch.nn.functional as F",
        "import torch.utils.data",
    ]
