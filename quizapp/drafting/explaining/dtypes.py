"""Why a line's result has its dtype."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from quizapp.drafting.code.calls import named_call
from quizapp.drafting.explaining.words import Words
from quizapp.drafting.running.seen import Facts

_CASTS = {"long": "int64", "int": "int32", "short": "int16", "byte": "uint8"}
_CASTS |= {"float": "float32", "double": "float64", "half": "float16"}


def of_dtype(node: ast.expr, facts: Facts, inputs: Mapping[str, Facts]) -> Words | None:
    dtypes = {held.dtype for held in inputs.values()}
    found = named_call(node)
    name = found[1] if found else ""
    if name in _CASTS and facts.dtype == _CASTS[name]:
        return (f"In torch `{name}` is {facts.dtype}.", f"torch 里 `{name}` 就是 {facts.dtype}。")
    if name in ("argmax", "argmin", "argsort") and facts.dtype == "int64":
        return ("Indices are int64.", "下标是 int64。")
    whole = all(one.startswith(("int", "uint", "bool")) for one in dtypes)
    if name in ("sum", "prod", "cumsum") and whole and dtypes and facts.dtype == "int64":
        return (
            "Sums and products of integers and bools are int64.",
            "整数和布尔值的和与积是 int64。",
        )
    if name == "tensor" and not dtypes and facts.dtype in ("int64", "float32"):
        return (
            "Python's ints become int64, its floats the default dtype, float32.",
            "Python 的整数变成 int64，小数变成默认类型 float32。",
        )
    if name in ("rand", "randn", "zeros", "ones", "empty", "linspace") and not dtypes:
        return (
            "Unless told otherwise it has the default dtype, float32.",
            "不指定时是默认类型 float32。",
        )
    if name == "full" and facts.dtype == "int64" and not dtypes:
        return (
            "`full` goes by its value: an int gives int64.",
            "`full` 看填充值：整数得到 int64。",
        )
    if isinstance(node, ast.Compare):
        return ("A comparison gives bool.", "比较运算得到 bool。")
    if isinstance(node, ast.BinOp):
        integers = all(one.startswith(("int", "uint", "bool")) for one in dtypes)
        if isinstance(node.op, ast.Div) and integers and facts.dtype == "float32":
            return (
                "True division of integers gives the default float dtype.",
                "整数的真除法得到默认的浮点类型。",
            )
        has_number = any(isinstance(one, ast.Constant) for one in (node.left, node.right))
        if has_number and len(dtypes) == 1 and facts.dtype in dtypes:
            return (
                "A Python number of a higher kind lifts the dtype, as a float does that of ints.",
                "Python 数字的类别更高时才提升 dtype，比如整数张量遇到小数。",
            )
        if has_number and integers and facts.dtype == "float32":
            return (
                "An integer tensor and a Python float give the default float dtype.",
                "整数张量与 Python 小数运算，得到默认的浮点类型。",
            )
        if len(dtypes) > 1 and facts.dtype in dtypes:
            return (
                f"Of the dtypes that meet, `{facts.dtype}` is the one that both are turned into.",
                f"不同的 dtype 相遇，都转成 `{facts.dtype}`。",
            )
    return None
