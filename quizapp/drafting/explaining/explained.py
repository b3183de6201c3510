"""Why a line gives what it does, in a sentence, where the rule is known from its form."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from quizapp.drafting.explaining.dtypes import of_dtype
from quizapp.drafting.explaining.modules import of_module
from quizapp.drafting.explaining.shapes import of_shape
from quizapp.drafting.explaining.values import of_value
from quizapp.drafting.explaining.words import Words
from quizapp.drafting.running.seen import Error, Facts
from quizapp.text.holes import without_holes
from quizapp.text.plain import in_backticks


def explained(
    what: str,
    node: ast.expr,
    facts: Facts | None,
    inputs: Mapping[str, Facts],
    error: Error | None = None,
    made_by: str = "",
) -> Words | None:
    """The sentence for what is asked of a line, None where no rule is known.

    `facts` are of what it gives, `inputs` those of the tensors that it reads, and `made_by` is the
    class of the module that is called or looked at, such as `Linear`.
    """
    if what == "raises":
        if error is None:
            return None
        message = without_holes(error.message.strip().split("\n")[0][:200].rstrip("."))
        said = in_backticks(message)
        return (f"torch says: {said}.", f"torch 的提示：{said}。") if message else None
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
        case "requires_grad":
            return (
                "As a rule, what is computed requires grad where an input does, unless grad is off "
                "or the input was detached.",
                "一般来说，只要有一个输入需要梯度，结果就需要梯度；关闭梯度或已 detach 时除外。",
            )
        case "is_leaf":
            return (
                "A leaf is a tensor that was not made by an operation that autograd recorded.",
                "叶子张量不是由 autograd 记录的运算得到的。",
            )
        case "grad":
            return (
                "`backward()` adds the derivative to the `.grad` of each leaf that requires it.",
                "`backward()` 把导数累加到各个需要梯度的叶子的 `.grad` 里。",
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
    if what in ("shape", "value") and (known := of_module(node, made_by)):
        return known if what == "shape" else None
    if what == "value" and (known := of_value(node)):
        return known
    if facts is None:
        return None
    if what == "shape":
        return of_shape(node, facts)
    if what == "dtype":
        return of_dtype(node, facts, inputs)
    return None
