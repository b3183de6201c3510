"""What a remark states of a result, and which remarks state none."""

from __future__ import annotations

import pytest

from quizapp.drafting.stating.read_stated import read_stated


def summary(text: str) -> list[tuple[str, str, str | None]]:
    return [(one.aspect, one.says, one.about) for one in read_stated(text)]


@pytest.mark.parametrize(
    ("text", "aspect"),
    [
        ("tensor([2., 4.])", "value"),
        ("-> True", "value"),
        ("→ torch.Size([2, 3])", "shape"),
        ("shape: (2, 3)", "shape"),
        ("输出形状：torch.Size([32, 5])", "shape"),
        ("形状变为（3，2）", "shape"),
        ("随机值，形状 (2, 3)", "shape"),
        ("2x3 matrix", "shape"),
        ("float32", "dtype"),
        ("still float32, not float64", "dtype"),
        ("类型是 int64", "dtype"),
        ("RuntimeError: bad", "raises"),
        ("raises ValueError", "raises"),
        ("error", "raises"),
        ("会报错：维度不匹配", "raises"),
        ("requires_grad=True", "requires_grad"),
        ("is_leaf=False", "is_leaf"),
        ("grad_fn=<MulBackward0>", "grad_fn"),
        ("stride = (3, 1)", "strides"),
        ("cpu", "device"),
        ("≈ 0.333", "value"),
        ("最后一列：tensor([ 3.,  7., 11.])", "value"),
        ("提升为 torch.float32", "dtype"),
        ("broadcast: (3,1) + (1,4) -> (3,4)", "value"),
        ("转置后形状变为 (4, 3)", "shape"),
        ("// (2, 12)", "value"),
        ("a copy, not tensor([1])", "shares"),
        ("no copy: it is that already", "shares"),
        ("结果是一个视图", "shares"),
        ("与 x 共享内存", "shares"),
        ("requires grad because the weights do", "requires_grad"),
        ("非叶子节点", "is_leaf"),
        ("the result is an integer tensor", "family"),
        ("works by broadcasting", "fine"),
    ],
)
def test_a_result_is_read(text: str, aspect: str) -> None:
    assert [one.aspect for one in read_stated(text)] == [aspect]


@pytest.mark.parametrize(
    "text",
    [
        "(2, 3)?",
        "形状是 (2, 3)？",
        "2 rows",
        "1. first step",
        "1e-3 is a good default",
        "error function",
        "True or False",
        "copy the weights",
        "view as rows",
        "broadcast: (6, 3) - (3,)",
        "6 elements",
        "keepdim default: False",
        "same as torch.tensor([1, 2])",
        "use torch.float32 for speed",
        "2 个",
        "no grad",
        "100%",
        "(a + b)",
        "TODO: shape",
        "见 3.2 节",
        "3D",
        "-",
        "",
    ],
)
def test_a_remark_that_only_looks_like_one_is_not(text: str) -> None:
    assert read_stated(text) == ()


def test_what_it_speaks_of_is_told_apart() -> None:
    assert summary("x.grad = tensor([2., 4.])") == [("value", "tensor([2., 4.])", "x.grad")]
    assert summary("x's dtype is float64") == [("dtype", "dtype is float64", "x")]
    assert [one.partner for one in read_stated("a view of x")] == ["x"]
    assert summary("y: (2, 3), float64") == [("value", "(2, 3)", "y"), ("dtype", "float64", "y")]


def test_several_results_are_read_in_their_order() -> None:
    assert [one.aspect for one in read_stated("torch.Size([2, 3]) torch.float32")] == [
        "shape",
        "dtype",
    ]
