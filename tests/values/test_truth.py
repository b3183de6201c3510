import contextlib
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from quizapp.values.truth import Opaque, Plain, Tensor, read_truth
from runner.observed.observe import value

SCALAR = {"type": "tensor", "shape": [], "dtype": "int64", "data": 1, "text": "tensor(1)"}


@pytest.mark.parametrize(
    "malformed",
    [
        None,
        [],
        {},
        {"type": "int"},
        {"type": "int", "data": "x"},
        {"type": "list", "items": 3},
        {"type": "dict", "items": [[SCALAR]]},
        {"type": "complex", "data": [1]},
        {"type": "object"},
        SCALAR | {"shape": [2]},
        SCALAR | {"shape": [2], "data": [1]},
        SCALAR | {"shape": [1] * 5000},
        SCALAR | {"dtype": "float32", "data": [1.0]},
    ],
)
def test_what_is_no_value_is_a_value_error(malformed: Any) -> None:
    with pytest.raises(ValueError):
        read_truth(malformed)


def test_bottomless_nesting_is_a_value_error() -> None:
    nested: Any = SCALAR
    for _ in range(100):
        nested = {"type": "list", "items": [nested]}
    with pytest.raises(ValueError, match="deep"):
        read_truth(nested)


TYPES = ["tensor", "int", "float", "complex", "str", "list", "dict", "none", "object"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.fixed_dictionaries(
            {"type": st.sampled_from(TYPES)},
            optional=dict.fromkeys(("shape", "dtype", "data", "items", "text"), inner),
        )
    ),
)


@given(JSON)
def test_whatever_a_snippet_sends_is_a_value_or_a_value_error(sent: Any) -> None:
    with contextlib.suppress(ValueError):
        read_truth(sent)


def test_elements_come_with_their_index() -> None:
    truth = read_truth(value(torch.tensor([[1.0, 2.0]])))
    assert isinstance(truth, Tensor)
    assert list(truth.elements()) == [((0, 0), 1.0), ((0, 1), 2.0)]


def test_an_empty_tensor_as_wide_as_an_ocean_has_no_elements() -> None:
    truth = read_truth(value(torch.empty(10**12, 0)[:3]) | {"shape": [0, 10**12], "data": []})
    assert isinstance(truth, Tensor)
    assert list(truth.elements()) == []


def test_a_quantized_tensor_is_seen_dequantized() -> None:
    sent = SCALAR | {"shape": [1], "dtype": "qint8", "data": [0.5]}
    assert read_truth(sent) == Tensor((1,), "qint8", [0.5], "tensor(1)")


def test_what_is_too_large_to_be_sent_is_known_by_its_repr() -> None:
    assert read_truth({"type": "int", "data": None, "text": "123…"}) == Opaque("123…")
    assert read_truth({"type": "list", "items": None, "text": "[…"}) == Opaque("[…")
    assert read_truth({"type": "none", "data": None, "text": "None"}) == Plain(None)
