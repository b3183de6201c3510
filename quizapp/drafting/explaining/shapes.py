"""Why a line's result has its shape."""

from __future__ import annotations

import ast

from quizapp.drafting.code.calls import REDUCTIONS, is_function, named_call
from quizapp.drafting.explaining.words import Words
from quizapp.drafting.running.seen import Facts

_SHAPES: dict[str, Words] = {
    "cat": (
        "`cat` joins along a dimension that is there: its sizes are summed.",
        "`cat` 沿已有的一维拼接：这一维的大小相加。",
    ),
    "stack": (
        "`stack` adds a dimension, whose size is the number of tensors.",
        "`stack` 新增一维，大小是张量的个数。",
    ),
    "t": ("`t` swaps the two dimensions.", "`t` 交换两个维度。"),
    "transpose": ("`transpose` swaps two dimensions.", "`transpose` 交换两个维度。"),
    "permute": (
        "`permute` lists, for each place of the result, the old dimension that goes there.",
        "`permute` 依次写出结果的各维来自原来的哪一维。",
    ),
    "unsqueeze": (
        "`unsqueeze` puts a dimension of size 1 at the index given.",
        "`unsqueeze` 在给定位置插入大小为 1 的一维。",
    ),
    "squeeze": (
        "`squeeze` drops dimensions of size 1 and keeps the others.",
        "`squeeze` 去掉大小为 1 的维度，保留其余各维。",
    ),
    "expand": (
        "Without copying, `expand` stretches dimensions of size 1 and adds new ones in front.",
        "`expand` 不复制数据：扩展大小为 1 的维度，也可在前面加维。",
    ),
    "repeat": (
        "`repeat` lays copies side by side: each size is multiplied.",
        "`repeat` 真的复制数据：各维的大小相乘。",
    ),
}
_SHAPES["flatten"] = (
    "`flatten` merges the dimensions from `start_dim` to `end_dim` into one.",
    "`flatten` 把 `start_dim` 到 `end_dim` 的各维合成一维。",
)
_SHAPES["chunk"] = (
    "`chunk` is told how many parts, `split` how large each is.",
    "`chunk` 给的是份数，`split` 给的是一份的大小。",
)
_SHAPES["split"] = _SHAPES["chunk"]
_SHAPES["one_hot"] = (
    "Without `num_classes` there are as many as the largest class plus one.",
    "不给 `num_classes` 时，类别数是最大的类别加一。",
)
_SHAPES["pad"] = (
    "`pad` is given pairs, before and after, from the last dimension on.",
    "`pad` 从最后一维开始，成对给出前后的填充。",
)
_SHAPES["T"] = ("`T` reverses the dimensions.", "`T` 把各维倒序。")
_SEVERAL = {"chunk", "split", "unbind", "max", "min", "sort", "topk", "median", "mode"}
_VIEW: Words = (
    "`-1` is worked out: the number of elements stays the same.",
    "`-1` 会自动算出：元素总数不变。",
)


def of_shape(node: ast.expr, facts: Facts) -> Words | None:
    if isinstance(node, ast.Attribute) and node.attr == "T":
        return _SHAPES["T"]
    if isinstance(node, ast.Subscript):
        made = named_call(node.value)  # of several tensors, an index picks one
        return of_shape(node.value, facts) if made and made[1] in _SEVERAL else _index(node)
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.MatMult):
            return (
                "A matrix product sums over the last dimension of the left.",
                "矩阵乘法对左边的最后一维求和。",
            )
        return (
            "Shapes are lined up from the right; where sizes differ, one of them has to be 1.",
            "形状从右对齐；大小不同处，其中一个必须是 1。",
        )
    found = named_call(node)
    if found is None:
        return None
    call, name = found
    if name in REDUCTIONS:
        named = [one.arg for one in call.keywords]
        has_dim = "dim" in named or len(call.args) > is_function(call)
        if not has_dim and facts.shape == ():
            return (
                f"Without `dim`, `{name}` gives one number.",
                f"不给 `dim` 时，`{name}` 得到一个数。",
            )
        if has_dim and "keepdim=True" in ast.unparse(call):
            return (
                "`keepdim=True` keeps the dimension that is reduced, with size 1.",
                "`keepdim=True` 保留被归约的那一维，大小为 1。",
            )
        if has_dim and "keepdim" not in named:
            return (
                "The dimension that is reduced is gone.",
                "被归约的那一维消失了。",
            )
        return None
    if name in ("view", "reshape"):
        return _VIEW if "-1" in ast.unparse(node) else None
    return None if name == "t" and len(facts.shape) != 2 else _SHAPES.get(name)


def _index(node: ast.Subscript) -> Words | None:
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if any(isinstance(one, ast.Constant) and one.value is None for one in parts):
        return (
            "`None` in an index adds a dimension of size 1 there.",
            "下标里的 `None` 在那里新增大小为 1 的一维。",
        )
    if all(isinstance(one, ast.Slice | ast.Constant | ast.UnaryOp) for one in parts):
        return (
            "An index takes its dimension away; a slice keeps it, also of one element.",
            "下标会去掉这一维；切片会保留它，哪怕是一个元素。",
        )
    if len(parts) == 1 and isinstance(parts[0], ast.Compare):
        return (
            "A mask of the same shape picks elements into one dimension.",
            "同形状的掩码把选中的元素排成一维。",
        )
    return None
