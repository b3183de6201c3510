"""Why a line gives what it does, in a sentence, where the rule is known from its form."""

from __future__ import annotations

import ast

from quizapp.drafting.proposing.wrong_rules import REDUCTIONS
from quizapp.drafting.running.seen import Error, Facts, Thing

Words = tuple[str, str]
"""In English and in Chinese."""

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
        "`permute` 依次写出结果每一维来自原来的哪一维。",
    ),
    "unsqueeze": (
        "`unsqueeze` puts a dimension of size 1 at the index given.",
        "`unsqueeze` 在给定位置插入大小为 1 的一维。",
    ),
    "squeeze": (
        "`squeeze` drops dimensions of size 1, and no others.",
        "`squeeze` 只去掉大小为 1 的维度。",
    ),
    "expand": (
        "Without copying, `expand` stretches dimensions of size 1 and adds new ones in front.",
        "`expand` 不复制数据：拉伸大小为 1 的维度，也可在前面加维。",
    ),
    "repeat": (
        "`repeat` lays copies side by side: each size is multiplied.",
        "`repeat` 真的复制数据：每一维的大小相乘。",
    ),
}
_SHAPES["T"] = ("`T` reverses the dimensions.", "`T` 把各维倒序。")
_VIEW: Words = (
    "`-1` is worked out: the number of elements stays the same.",
    "`-1` 会自动算出：元素总数不变。",
)


def explained(what: str, node: ast.expr, thing: Thing | None, error: Error | None) -> Words | None:
    """The sentence for what is asked of a line, None where no rule is known."""
    if what == "raises":
        if error is None:
            return None
        said = error.message.strip().split("\n")[0][:200].rstrip(".")
        return (f"torch says: {said}.", f"torch 的提示：{said}。") if said else None
    match what:
        case "shares":
            return (
                "Both stand for the same memory: a change of one shows in the other.",
                "两者用同一块内存：改一个，另一个也变。",
            )
        case "copies":
            return (
                "It has memory of its own: a change of one does not show in the other.",
                "它有自己的内存：改一个，另一个不变。",
            )
        case "is_leaf":
            return (
                "A leaf is a tensor that was not made by an operation that autograd recorded.",
                "叶子张量不是由 autograd 记录的运算得到的。",
            )
        case "grad":
            return (
                "`backward()` adds the derivative to the `.grad` of each leaf that requires it.",
                "`backward()` 把导数累加到每个需要梯度的叶子的 `.grad` 里。",
            )
        case "strides":
            return (
                "A stride is how many elements one step along a dimension goes in memory.",
                "步长是沿一维走一步时在内存中跨过的元素个数。",
            )
        case "is_contiguous":
            return (
                "A tensor is contiguous when its elements lie in memory in the order of its rows.",
                "元素在内存中按行顺序排列时，张量才是连续的。",
            )
    if thing is None or thing.facts is None:
        return None
    if what == "shape":
        return _shape(node, thing.facts, thing)
    if what == "dtype":
        return _dtype(node, thing.facts, thing)
    return None


def _called(node: ast.expr) -> tuple[str, ast.Call] | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr, node
    return None


def _shape(node: ast.expr, facts: Facts, thing: Thing) -> Words | None:
    if isinstance(node, ast.Attribute) and node.attr == "T":
        return _SHAPES["T"]
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
    found = _called(node)
    if found is None:
        return None
    name, call = found
    if name in REDUCTIONS:
        named = [one.arg for one in call.keywords]
        place = 1 if ast.unparse(call.func).startswith(("torch.", "F.")) else 0
        has_dim = "dim" in named or len(call.args) > place
        if not has_dim and facts.shape == ():
            return (
                f"Without `dim`, `{name}` makes one number of all elements.",
                f"不给 `dim` 时，`{name}` 把所有元素变成一个数。",
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


def _dtype(node: ast.expr, facts: Facts, thing: Thing) -> Words | None:
    dtypes = {held.dtype for held in thing.inputs.values()}
    if isinstance(node, ast.Compare):
        return ("A comparison gives bool.", "比较运算得到 bool。")
    if isinstance(node, ast.BinOp):
        integers = all(one.startswith(("int", "uint", "bool")) for one in dtypes)
        if isinstance(node.op, ast.Div) and integers and facts.dtype == "float32":
            return (
                "True division of integers gives the default float dtype.",
                "整数的真除法得到默认的浮点类型。",
            )
        if len(dtypes) > 1 and facts.dtype in dtypes:
            return (
                f"Of the dtypes that meet, `{facts.dtype}` is the one that both are turned into.",
                f"不同的 dtype 相遇，都转成 `{facts.dtype}`。",
            )
    return None
