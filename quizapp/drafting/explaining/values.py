"""Why a line's result has its values."""

from __future__ import annotations

import ast

from quizapp.drafting.code.calls import REDUCTIONS, is_function, named_call
from quizapp.drafting.explaining.words import Words

_VALUES: dict[str, Words] = {
    "triu": (
        "`triu` keeps the diagonal and what is above it.",
        "`triu` 保留对角线及其上方。",
    ),
    "tril": (
        "`tril` keeps the diagonal and what is below it.",
        "`tril` 保留对角线及其下方。",
    ),
    "std": ("Without an argument it divides by n - 1.", "默认除以 n - 1。"),
    "median": (
        "Of an even count `median` takes the lower of the middle two.",
        "个数为偶数时，`median` 取中间两个里较小的。",
    ),
    "round": ("Halves go to the even neighbour.", "恰为一半时舍入到偶数。"),
    "arange": ("`arange` leaves the end out.", "`arange` 不含终点。"),
    "linspace": (
        "`linspace` holds both ends; the last argument is how many there are.",
        "`linspace` 含两端；最后一个参数是个数。",
    ),
    "nonzero": (
        "`nonzero` gives a row of indices for each element that is not zero.",
        "`nonzero` 给出的一行是一个非零元素的下标。",
    ),
    "gather": (
        "The index has the result's shape: along `dim` it says where each element is taken from.",
        "下标的形状就是结果的形状：沿 `dim` 说明各元素取自哪里。",
    ),
    "argsort": (
        "`argsort` says where each element of the sorted order stands in the input.",
        "`argsort` 给出排序后各位置的元素在原来的哪里。",
    ),
    "cumsum": ("Each element is the sum of those up to it.", "各元素是到它为止的和。"),
    "clamp": (
        "What lies outside the limits becomes the nearer one.",
        "超出界限的变成最近的界限。",
    ),
    "flip": ("`flip` reverses the order along that dimension.", "`flip` 沿该维颠倒次序。"),
    "roll": (
        "`roll` moves elements on; those that leave at the end come in at the beginning.",
        "`roll` 循环移动元素，末尾移出的从开头进来。",
    ),
    "fmod": ("`fmod` takes the sign of the left.", "`fmod` 的符号随左边。"),
    "outer": (
        "Each element of the one is multiplied by each of the other.",
        "两边的元素两两相乘。",
    ),
}
_VALUES["var"] = _VALUES["std"]
_VALUES["clip"] = _VALUES["clamp"]
_OPERATORS: dict[type[ast.operator], Words] = {
    ast.Mult: (
        "`*` goes element by element; the matrix product is `@`.",
        "`*` 是逐元素相乘；矩阵乘法是 `@`。",
    ),
    ast.MatMult: (
        "Each element is a row of the left times a column of the right, summed.",
        "左边的行与右边的列相乘再求和。",
    ),
    ast.FloorDiv: ("`//` goes down, also below zero.", "`//` 向下取整，负数也一样。"),
    ast.Mod: ("`%` takes the sign of the right.", "`%` 的符号随右边。"),
}


def of_value(node: ast.expr) -> Words | None:
    if isinstance(node, ast.BinOp):
        has_number = any(isinstance(one, ast.Constant) for one in (node.left, node.right))
        is_product = isinstance(node.op, ast.Mult)
        return None if has_number and is_product else _OPERATORS.get(type(node.op))
    found = named_call(node)
    if found is None:
        return None
    call, name = found
    if name in ("std", "var") and (call.keywords or len(call.args) > is_function(call)):
        return None
    if name in ("triu", "tril", "round") and (call.keywords or len(call.args) > is_function(call)):
        return None
    return _VALUES.get(name) or (_reduction(name, call) if name in REDUCTIONS else None)


def _reduction(name: str, call: ast.Call) -> Words | None:
    place = 1 if is_function(call) else 0
    slot = next((one.value for one in call.keywords if one.arg == "dim"), None)
    slot = slot or next(iter(call.args[place:]), None)
    match slot:
        case _ if any(one.arg == "keepdim" for one in call.keywords):
            return None
        case ast.Name(id="dim"):
            dim = "{= dim}"
        case ast.Constant(value=int(value)):
            dim = str(value)
        case _:
            return None
    return (
        f"`{name}` goes along dimension {dim}, which vanishes.",
        f"`{name}` 沿第 {dim} 维进行，这一维消失。",
    )
