from collections.abc import Callable
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from quizapp.deck.verdict import AskVerdict

Graded = Callable[..., AskVerdict]

X = torch.tensor([[3.0, 0.0], [3.0, 3.0]])


@pytest.mark.parametrize(
    ("typed", "thing"),
    [
        ("[[3, 0], [3, 3]]", X),
        ("tensor([[3., 0.],\n        [3., 3.]])", X),
        ("((3, 0), (3, 3))", X),
        ("0.5", torch.tensor(0.5)),
        ("1 0", torch.tensor([True, False])),
        ("[True, False]", torch.tensor([True, False])),
        ("1", True),
        ("tensor(2.)", 2.0),
        ("[1, (2, 3)]", (1, [2, 3])),
        ("torch.Size([2, 2])", X.shape),
        ("{2, 1}", {1, 2}),
        ("set()", set()),
        ("{}", set()),
        ("{'b': [1, 2], 'a': None}", {"a": None, "b": torch.tensor([1, 2])}),
        ("{0: 1.0}", {0: 1}),
        ("'mean'", "mean"),
        ("none", "none"),
        ("无", None),
        ("[真, 假]", [True, False]),
        ("8,000", 8000),
        ("-1,024.5", torch.tensor(-1024.5)),
        ("100,200", [100, 200]),
        ("torch.float32", torch.float32),
        ("'float32'", torch.float32),
        ("torch.Tensor", torch.Tensor),
        ("<class 'torch.Tensor'>", torch.Tensor),
        ("[<class 'int'>, 'int']", [int, int]),
        ("[torch.int64, 'bool']", [torch.int64, torch.bool]),
        ("[]", torch.zeros(0)),
        ("[]", torch.zeros(0, 3)),
        ("[[], []]", torch.zeros(2, 0)),
        ("tensor([], size=(2, 0))", torch.zeros(2, 0)),
        ("1+2j", torch.tensor(1 + 2j)),
        ("torch.float", torch.float32),
        ("[torch.long]", [torch.int64]),
        ("torch.nn.Linear", torch.nn.Linear),
        ("torch.optim.SGD", torch.optim.SGD),
        ("{1, 1, 2}", {1, 2}),
        ("frozenset({1, 2})", frozenset({1, 2})),
    ],
)
def test_right_in_any_form(graded: Graded, typed: str, thing: Any) -> None:
    assert graded("value", typed, thing).right


SHAPE = "The numbers are right, the shape is not: yours is {}, torch's is {}."


@pytest.mark.parametrize(
    ("typed", "thing", "why"),
    [
        ("[[1, 0], [-1, 1]]", X, "It first differs at [0, 0]."),
        ("[[3, 0], [3, 2]]", X, "It first differs at [1, 1]."),
        ("[3, 0, 3, 3]", X, SHAPE.format("(4,)", "(2, 2)")),
        ("[[1, 2, 3]]", torch.tensor([1, 2, 3]), SHAPE.format("(1, 3)", "(3,)")),
        ("[2]", torch.tensor(2), SHAPE.format("(1,)", "()")),
        ("2", torch.tensor([2, 2]), "The shape is not right: yours is (), torch's is (2,)."),
        ("[3]", X, "The shape is not right: yours is (1,), torch's is (2, 2)."),
        ("[]", torch.zeros(2, 0), "The shape is not right: yours is (0,), torch's is (2, 0)."),
        ("[[3, 0], [3]]", X, "Rows of different lengths make no tensor."),
        ("[0.07, 0.5]", torch.tensor([0.0706, 0.5]), "Give at least 3 significant digits at [0]."),
        ("[0.07, 0.6]", torch.tensor([0.0706, 0.5]), "It first differs at [1]."),
        ("0.07", 0.0706, "Give at least 3 significant digits."),
        ("True", torch.tensor(1.0), "Yours is a truth value, torch's is a number."),
        ("[0, True]", torch.tensor([0, 1]), "Yours is a truth value, torch's is a number at [1]."),
        ("1.68e7", torch.tensor(16777216), "Give all digits of a whole number."),
        ("[1, 1e1]", [1, 12], "Give all digits of a whole number at [1]."),
        ("1e1", 16, ""),
        ("0,333", torch.tensor(1 / 3), "Is that a decimal comma? Write 0.333."),
        ("-0,5", -0.5, "Is that a decimal comma? Write -0.5."),
        ("0,128,256", torch.tensor([0, 128, 255]), "It first differs at [2]."),
        ("0.6", torch.tensor([0.7]), ""),
        ("0.8", torch.tensor([0.777]), "Give at least 3 significant digits."),
        (".666", 2 / 3, "Round the last digit: what follows it was left out."),
        (
            "[0.5, 0.66]",
            torch.tensor([0.5, 2 / 3]),
            "Round the last digit at [1]: what follows it was left out.",
        ),
        ("[2]", torch.tensor([[2]]), SHAPE.format("(1,)", "(1, 1)")),
        ("[2]", 2, "Yours is a list or tensor, torch's is a number."),
        ("2", [2], "Yours is a number, torch's is a list."),
        ("True", 1, "Yours is a truth value, torch's is a number."),
        ("2", torch.tensor(True), ""),
        ("2.5", 2, ""),
        ("None", X, "Yours is None, torch's is a tensor of shape (2, 2)."),
        ("None", torch.tensor(1.0), "Yours is None, torch's is a number."),
        ("None", torch.tensor(True), "Yours is None, torch's is a truth value."),
        ("tensor([1.])", None, "Yours has values, torch's is None."),
        ("[1, [2]]", [1, None], "Yours has values, torch's is None at [1]."),
        ("tensor([1])", 1, "Yours is a list or tensor, torch's is a number."),
        ("1", None, "Yours is a number, torch's is None."),
        ("1", "1", "Yours is a number, torch's is text."),
        ("[1, 2]", "[1, 2]", "Yours is a list or tensor, torch's is text."),
        ("'1'", 1, "Yours is text, torch's is a number."),
        ("[1, 2]", [1, 2, 3], "The length is not right: yours is 2, torch's is 3."),
        ("[1, 2, 3, 4]", [1, 2, 3], "The length is not right: yours is 4, torch's is 3."),
        ("[1, [2, 4]]", [1, [2, 3]], "It first differs at [1, 1]."),
        ("{1, 3}", {1, 2}, "An element is missing."),
        ("{1, 2, 3}", {1, 2}, "There is an element too many."),
        ("set()", {1}, "An element is missing."),
        ("[1, 2]", {1, 2}, "Yours is a list or tensor, torch's is a set."),
        ("{1}", {1: 2}, "Yours is a set, torch's is a dict."),
        ("{1: 2}", {1, 2}, "Yours is a dict, torch's is a set."),
        ("1", object(), "Yours is a number, torch's is another object."),
        ("{'a': 1}", {"a": 1, "b": 2}, "The key 'b' is missing."),
        ("{'a': 1, 'b': 2}", {"a": 1}, "There is a key too many."),
        ("{'a': [1, 3]}", {"a": torch.tensor([1, 2])}, "It first differs at ['a'][1]."),
        ("'Mean'", "mean", ""),
        ("torch.float64", torch.float32, ""),
        ("torch.double", torch.float32, ""),
        ("torch.float", float, ""),
        ("torch.optim.Linear", torch.nn.Linear, ""),
        ("0", torch.zeros(5000), "The tensor has too many elements to compare."),
    ],
)
def test_wrong_and_why(graded: Graded, typed: str, thing: Any, why: str) -> None:
    verdict = graded("value", typed, thing)
    assert not verdict.right
    assert verdict.why == why


@pytest.mark.parametrize(
    ("typed", "thing", "what"),
    [
        ("torch.float32", X, "a dtype"),
        ("torch.int64", 2, "a dtype"),
        ("torch.int64", None, "a dtype"),
        ("torch.long", torch.zeros(5000), "a dtype"),
        ("torch.strided", True, "a name"),
        ("[1, torch.bool]", [1, 2], "a dtype at [1]"),
        ("int64", X, "a dtype"),
        ("[1, half]", [1, 2], "a dtype at [1]"),
    ],
)
def test_a_name_where_a_value_is_asked_for_is_asked_again_as_what_it_is(
    graded: Graded, typed: str, thing: Any, what: str
) -> None:
    verdict = graded("value", typed, thing)
    assert verdict.unread
    assert verdict.why.startswith(f"Yours is {what}. A value looks like ")


def test_a_name_may_be_another_objects_or_what_a_text_says(graded: Graded) -> None:
    for truth in (torch.float32, "torch.float32"):
        assert graded("value", "torch.float32", truth).right
    wrong = graded("value", "torch.int64", torch.float32)
    assert not (wrong.right or wrong.unread)


def test_a_bare_dtype_is_one_where_the_truth_is_and_no_text(graded: Graded) -> None:
    assert graded("value", "float32", torch.float32).right
    assert graded("value", "[long, half]", [torch.int64, torch.float16]).right
    assert graded("value", "int", int).right
    for wrong in ("float64", "int"):
        verdict = graded("value", wrong, torch.float32)
        assert not (verdict.right or verdict.unread)
    assert graded("value", "float32", "float32").unread


def test_rows_that_make_no_tensor_are_asked_again_unless_it_is_a_list(graded: Graded) -> None:
    assert graded("value", "[[3, 0], [3]]", X).unread
    assert not graded("value", "[[3, 0], [3]]", [[3, 0], [4]]).unread
    assert graded("value", "[[3, 0], [3]]", [[3, 0], [3]]).right


@pytest.mark.parametrize(
    ("typed", "thing", "told"),
    [
        ("0.7", torch.tensor([0.7]), "It is in a tensor of shape (1,)."),
        ("3", torch.tensor([[3]]), "It is in a tensor of shape (1, 1)."),
        ("[1, 2]", [torch.tensor([1]), torch.tensor(2)], ""),
    ],
)
def test_a_bare_number_says_nothing_of_the_shape_of_one_element(
    graded: Graded, typed: str, thing: Any, told: str
) -> None:
    verdict = graded("value", typed, thing)
    assert (verdict.right, verdict.why) == (True, told)


SHAPES = st.lists(st.integers(0, 3), max_size=3)


@given(yours=SHAPES, torchs=SHAPES)
def test_shapes_never_broadcast(graded: Graded, yours: list[int], torchs: list[int]) -> None:
    typed, truth = torch.ones(yours), torch.ones(torchs)
    text = f"tensor([], size={tuple(yours)})" if 0 in yours else str(typed.tolist())
    try:
        torch.testing.assert_close(typed, truth)
        close = True
    except AssertionError:
        close = False
    of_one = yours == [] and truth.numel() == 1
    assert graded("value", text, truth).right == (close or of_one)


@pytest.mark.parametrize(
    ("typed", "thing", "verdict"),
    [
        ("{1.4, 3}", {2**0.5, 3.0}, "coarse"),
        ("{1.41, 3}", {2**0.5, 3.0}, "right"),
        ("{1.4, 4}", {2**0.5, 3.0}, "wrong"),
        ("{1.4, 3, 5}", {2**0.5, 3.0}, "wrong"),
        ("{1.4: 2}", {2**0.5: 2}, "coarse"),
        ("{1.4: 3}", {2**0.5: 2}, "wrong"),
        ("{1.4: 2, 5: 2}", {2**0.5: 2}, "wrong"),
        ("{1.42: 2, 1.41: 3}", {1.41: 3, 1.42: 2}, "right"),
        ("{'a': 1.4}", {"a": 2**0.5}, "coarse"),
        ("[1.4]", [2**0.5], "coarse"),
    ],
)
def test_too_few_digits_are_asked_again_within_every_container(
    graded: Graded, typed: str, thing: Any, verdict: str
) -> None:
    judged = graded("value", typed, thing)
    assert ("right" if judged.right else "coarse" if judged.coarse else "wrong") == verdict
