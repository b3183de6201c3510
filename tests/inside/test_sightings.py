"""Tensors in a few words."""

from __future__ import annotations

from typing import Any

import pytest

from quizapp.inside.sightings import ShownTensor, Teller
from tests.inside.made_by_hand import sighting


def told(tensor: ShownTensor) -> str:
    return "  ".join([tensor.name, *(part.text for part in tensor.parts)])


def roles(tensor: ShownTensor) -> dict[str, str]:
    return {part.text: part.role for part in tensor.parts}


def tell(*, leaves: bool = False, **fields: Any) -> str:
    return told(Teller(leaves=leaves).tell(sighting(**fields)))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "x  float32 (2,)  = [1., 2.]"),
        ({"shape": (), "strides": (), "value": "2."}, "x  float32 ()  = 2."),
        ({"value": None}, "x  float32 (2,)"),
        ({"device": "cuda:0"}, "x  float32 (2,)  cuda:0  = [1., 2.]"),
        ({"requires_grad": True}, "x  float32 (2,)  leaf, requires_grad  = [1., 2.]"),
        (
            {"requires_grad": True, "is_leaf": False, "grad_fn": "MulBackward0"},
            "x  float32 (2,)  MulBackward0  = [1., 2.]",
        ),
        ({"grad": "[3., 3.]"}, "x  float32 (2,)  = [1., 2.]  .grad = [3., 3.]"),
        ({"storage": None, "strides": None, "version": None}, "x  float32 (2,)  = [1., 2.]"),
    ],
)
def test_a_new_tensor_is_told_of_in_full_but_for_what_goes_without_saying(
    fields: dict[str, Any], words: str
) -> None:
    assert tell(**fields) == words


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("2.0", "= 2."),
        ("[[1.0, -10.0], [0.5, 100.25]]", "= [[1., -10.], [0.5, 100.25]]"),
        ("[1e-05, 1.0e20, 1.05, inf, nan]", "= [1e-05, 1.0e20, 1.05, inf, nan]"),
        ("[True, 3]", "= [True, 3]"),
    ],
)
def test_elements_stand_as_in_a_verdict(source: str, shown: str) -> None:
    assert tell(value=source).endswith(f"  {shown}")
    assert tell(grad=source).endswith(f"  .grad {shown}")


def test_being_a_leaf_is_worth_a_word_where_anything_requires_a_gradient() -> None:
    assert "leaf" not in tell(leaves=False)
    assert "  leaf  " in tell(leaves=True)


@pytest.mark.parametrize(
    ("shape", "strides", "is_told"),
    [
        ((2, 3), (3, 1), False),
        ((2, 3), (1, 2), True),
        ((2, 3), (0, 1), True),
        ((1, 3), (7, 1), False),
        ((2, 1), (1, 5), False),
        ((0, 3), (1, 1), False),
    ],
)
def test_strides_are_told_where_the_elements_do_not_lie_row_by_row(
    shape: tuple[int, ...], strides: tuple[int, ...], is_told: bool
) -> None:
    assert ("strides" in tell(shape=shape, strides=strides)) is is_told


def test_a_view_names_its_base_and_who_else_shares_its_memory() -> None:
    teller = Teller(leaves=False)
    teller.tell(sighting("x"))
    row = teller.tell(sighting("row", is_view=True, shares_with=("x",)))
    cell = teller.tell(sighting("cell", is_view=True, shares_with=("x", "row")))
    assert "view of x" in roles(row)
    assert "view of x, shares memory with row" in roles(cell)


def test_views_of_what_has_no_name_are_not_said_to_be_views_of_each_other() -> None:
    teller = Teller(leaves=False)
    teller.tell(sighting("a", is_view=True, shares_with=("b",)))
    b = teller.tell(sighting("b", is_view=True, shares_with=("a",)))
    assert "view, shares memory with a" in roles(b)


def test_a_base_is_not_said_to_be_a_view_of_its_views() -> None:
    teller = Teller(leaves=False)
    teller.tell(sighting("x"))
    teller.tell(sighting("v", is_view=True, shares_with=("x",)))
    assert "shares memory with v" in roles(teller.tell(sighting("x", shares_with=("v",))))


def test_what_changed_stands_first_and_values_that_did_not_are_left_out() -> None:
    seen = sighting(requires_grad=True, grad="[3., 3.]", changed=("grad",))
    shown = Teller(leaves=True).tell(seen)
    assert told(shown) == "x  .grad = [3., 3.]  float32 (2,)  leaf, requires_grad"
    assert roles(shown) == {
        ".grad = [3., 3.]": "changed",
        "float32 (2,)": "aside",
        "leaf, requires_grad": "aside",
    }


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"version": 1, "changed": ("value", "version")}, "= [1., 2.]  version 1"),
        ({"value": None, "version": 4, "changed": ("value", "version")}, "other elements"),
        ({"changed": ("storage", "value")}, "= [1., 2.]  new memory"),
        ({"changed": ("shares_with",)}, "shares no memory"),
        ({"shares_with": ("y",), "changed": ("shares_with",)}, "shares memory with y"),
        ({"changed": ("grad",)}, ".grad = None"),
        ({"device": "cpu", "changed": ("device",)}, "cpu"),
        ({"changed": ("strides",)}, "strides (1,)"),
        ({"dtype": "int64", "changed": ("dtype",)}, "int64 (2,)"),
    ],
)
def test_a_change_is_told_even_where_the_new_state_would_go_without_saying(
    fields: dict[str, Any], words: str
) -> None:
    assert tell(**fields).startswith(f"x  {words}")


def test_a_version_is_told_only_when_it_changed() -> None:
    assert "version" not in tell(version=3)
    assert "version" not in tell(version=3, changed=("grad",))


def test_nothing_in_a_tensor_reaches_the_terminal_as_it_is() -> None:
    evil = "\x1b[2J\u202e\n"
    shown = Teller(leaves=True).tell(
        sighting(
            name=f"x{evil}",
            dtype=f"f{evil}",
            device=f"d{evil}",
            grad_fn=f"g{evil}",
            shares_with=(f"s{evil}",),
            value=f"v{evil}",
            grad=f"r{evil}",
        )
    )
    text = told(shown)
    assert text.isprintable()
    assert text.count("\\x1b[2J\\u202e") == 7


def test_endless_words_are_cut() -> None:
    assert len(tell(name="x" * 100_000, value="9" * 100_000)) < 5_000
