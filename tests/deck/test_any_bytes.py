"""Whatever a file holds, it gives a deck or located problems in plain words."""

from __future__ import annotations

import json
import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from quizapp.deck.format.form import HeadForm
from quizapp.deck.format.form_parts import ExpectForm, MistakeForm
from quizapp.deck.format.kinds.predict import PredictForm
from quizapp.deck.format.kinds.recall import RecallForm
from quizapp.deck.format.load import load_bytes
from quizapp.deck.problem import Loaded

GOOD = (Path(__file__).parents[2] / "cards" / "autograd.yaml").read_text(encoding="utf-8")
# A dozen cards are enough to mutate, and quick to load.
SAMPLE = GOOD.split("\n")[:220]
SIGNS = st.sampled_from(list("[]{}:,-#&*!|>'\"%@`?~ \t\n\\0aé求"))
JARGON = re.compile(r"Input should|[Pp]ydantic|validation error|_type|NoneType|Traceback")


def check(loaded: Loaded) -> None:
    assert loaded.deck is not None or loaded.problems
    for problem in loaded.problems:
        assert problem.line >= 1
        assert problem.column >= 1
        assert len(problem.source_line) + 1 >= problem.column
        assert not JARGON.search(problem.message)
        assert problem.with_source().endswith("^")


@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    check(load_bytes(data, "ops.yaml"))


@given(st.text(SIGNS, max_size=60))
def test_any_yaml_like_text(text: str) -> None:
    check(load_bytes(text.encode(), "ops.yaml"))
    check(load_bytes(f"topic: ops\ncards:\n  - id: {text}".encode(), "ops.yaml"))


FIELDS = sorted(
    {*HeadForm.model_fields, *PredictForm.model_fields, *RecallForm.model_fields}
    | {*MistakeForm.model_fields, *ExpectForm.model_fields}
    | {"en", "zh", "from", "to", "x"}
)
VALUES = st.recursive(
    st.sampled_from(["", "x", "2", "-1", "1e400", "x +", "[", "a/b", "code", "99999999999999999"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=9))
def test_any_values_in_any_field(card: dict[str, object]) -> None:
    deck = {"topic": "ops", "cards": [{"id": "a", "prompt": "Why?", **card}]}
    check(load_bytes(json.dumps(deck).encode(), "ops.yaml"))


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """A good deck after some slips of an editor."""
    lines = list(SAMPLE)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        line = lines[at]
        column = draw(st.integers(0, len(line)))
        match draw(st.sampled_from(["delete", "repeat", "swap", "insert", "erase", "truncate"])):
            case "delete":
                del lines[at]
            case "repeat":
                lines.insert(at, line)
            case "swap":
                lines[at] = line[:column] + line[column : column + 2][::-1] + line[column + 2 :]
            case "insert":
                lines[at] = line[:column] + draw(SIGNS) + line[column:]
            case "erase":
                lines[at] = line[:column] + line[column + 1 :]
            case "truncate":
                lines = [*lines[:at], line[:column]]
        lines = lines or [""]
    return "\n".join(lines)


@given(mutations())
def test_a_good_deck_after_slips(text: str) -> None:
    check(load_bytes(text.encode(), "autograd.yaml"))
