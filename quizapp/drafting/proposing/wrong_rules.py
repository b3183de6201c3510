"""Plausible wrong rules, as expressions: what one would answer who believes in them."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from quizapp.drafting.code.calls import REDUCTIONS, is_function, named_call
from quizapp.drafting.running.seen import Facts

_ALONG = {"cumsum", "cumprod", "softmax", "log_softmax", "flip", "sort", "argsort", "unbind"}


@dataclass(frozen=True)
class Wrong:
    """A wrong answer as an expression, and what to say to it in English and Chinese."""

    expression: str
    en: str
    zh: str
    is_literal: bool = False
    """Whether it is a value for the numbers at hand, that others would make senseless."""


def wrong_shapes(node: ast.expr, facts: Facts, inputs: Mapping[str, Facts]) -> Iterator[Wrong]:
    """Shapes that one may expect of an expression, and that it has not."""
    yield from _other_reductions(node)
    yield from _joined(node)
    yield from _other_place(node)
    yield from _index_for_slice(node)
    yield from _other_operations(node, of_values=False)
    for name in _read(node):
        held = inputs.get(name)
        if held is not None and held.shape != facts.shape:
            yield Wrong(
                f"{name}.shape",
                f"That is the shape of `{name}`.",
                f"那是 `{name}` 的形状。",
            )


def wrong_dtypes(node: ast.expr, facts: Facts, inputs: Mapping[str, Facts]) -> Iterator[Wrong]:
    """Dtypes that one may expect."""
    for name in _read(node):
        held = inputs.get(name)
        if held is not None and held.dtype != facts.dtype:
            yield Wrong(
                f"{name}.dtype",
                f"`{name}` is {{= {name}.dtype}}; the result has another dtype.",
                f"`{name}` 的 dtype 是 {{= {name}.dtype}}，结果的不同。",
            )
    dtypes = {held.dtype for held in inputs.values()}
    has_float = any(
        isinstance(one, ast.Constant) and isinstance(one.value, float) for one in ast.walk(node)
    )
    if has_float and facts.dtype == "float32":
        yield Wrong(
            "torch.float64",
            "A Python float is a double, but its width does not count.",
            "Python 的 float 虽是双精度，但它的宽度不起作用。",
        )
    elif facts.dtype == "int64" and not inputs:
        yield Wrong(
            "torch.float32",
            "For that a float would have to come in.",
            "要有浮点数参与才会这样。",
        )
    elif facts.dtype not in ("float32", "int64") and "float32" not in dtypes:
        yield Wrong(
            "torch.float32",
            "That is the default of floats, which is not what comes of this.",
            "那是浮点数的默认类型，这里得到的不是它。",
        )


def wrong_values(
    node: ast.expr, facts: Facts | None, inputs: Mapping[str, Facts]
) -> Iterator[Wrong]:
    """Values that one may expect."""
    yield from _other_reductions(node, keepdims=False)
    yield from _other_operations(node, of_values=True)
    if facts is None:
        return
    for name in _read(node):
        held = inputs.get(name)
        if held is not None and held.shape == facts.shape and held.dtype == facts.dtype:
            yield Wrong(
                name,
                f"That is `{name}` itself, as it was before.",
                f"那是 `{name}` 原来的值。",
            )


def _read(node: ast.expr) -> list[str]:
    names = [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]
    return list(dict.fromkeys(names))[:2]


def _other_reductions(node: ast.expr, *, keepdims: bool = True) -> Iterator[Wrong]:
    found = named_call(node)
    if found is None or found[1] not in REDUCTIONS | _ALONG:
        return
    call, name = found
    place = 1 if is_function(call) else 0
    named = {one.arg: one.value for one in call.keywords}
    if "dim" not in named and len(call.args) <= place:
        return
    if keepdims and name in REDUCTIONS and not isinstance(named.get("keepdim"), ast.Name):
        yield _other_keepdim(call, name, "keepdim" in named)
    other = copy.deepcopy(call)
    slots = [one.value for one in other.keywords if one.arg == "dim"] or other.args[place:]
    match slots:
        case [ast.Constant(value=0 | 1 as was) as slot, *_] if not isinstance(was, bool):
            slot.value = 1 - was
            here, there = f"{was}", f"{1 - was}"
        case [ast.Name(id="dim") as slot, *_]:
            text = _source(other).replace("dim=dim", "dim=1 - dim")
            text = text if text != _source(call) else _source(call).replace("(dim", "(1 - dim")
            yield _over(_values(text, name), "{= dim}", "{= 1 - dim}")
            return
        case _:
            return
    yield _over(_values(_source(other), name), here, there)


def _over(expression: str, here: str, there: str) -> Wrong:
    return Wrong(
        expression,
        f"That goes along dimension {there}; here it is dimension {here}.",
        f"那是沿第 {there} 维；这里是第 {here} 维。",
    )


def _other_keepdim(call: ast.Call, name: str, is_given: bool) -> Wrong:
    changed = copy.deepcopy(call)
    if not is_given:
        changed.keywords.append(ast.keyword("keepdim", ast.Constant(True)))
        return Wrong(
            _values(_source(changed), name),
            "That would be with `keepdim=True`; without it the dimension is gone.",
            "那是加了 `keepdim=True` 的结果；不加时这一维会消失。",
        )
    changed.keywords = [one for one in changed.keywords if one.arg != "keepdim"]
    return Wrong(
        _values(_source(changed), name),
        "`keepdim=True` keeps the dimension, with size 1.",
        "`keepdim=True` 会保留这一维，大小为 1。",
    )


def _source(node: ast.expr) -> str:
    return ast.unparse(node)


def _values(text: str, name: str) -> str:
    """Of those that give indices as well, the values."""
    return f"{text}.values" if name in ("max", "min", "median", "sort") else text


def _joined(node: ast.expr) -> Iterator[Wrong]:
    match named_call(node):
        case (call, "cat"):
            yield Wrong(
                _renamed(call, "stack"),
                "That is `stack`, which adds a dimension; `cat` lengthens one that is there.",
                "那是 `stack`，它会新增一维；`cat` 加长已有的一维。",
            )
        case (call, "stack"):
            yield Wrong(
                _renamed(call, "cat"),
                "That is `cat`, which lengthens a dimension; `stack` adds one.",
                "那是 `cat`，它加长已有的一维；`stack` 会新增一维。",
            )


def _renamed(call: ast.Call, name: str) -> str:
    changed = copy.deepcopy(call)
    assert isinstance(changed.func, ast.Attribute)
    changed.func.attr = name
    return ast.unparse(changed)


def _other_place(node: ast.expr) -> Iterator[Wrong]:
    found = named_call(node)
    if found is None or found[1] != "unsqueeze" or not found[0].args:
        return
    changed = copy.deepcopy(found[0])
    where = changed.args[-1]
    if isinstance(where, ast.Constant) and where.value in (0, 1):
        where.value = 1 - where.value
        yield Wrong(
            ast.unparse(changed),
            f"The new dimension stands at index {1 - where.value} of the result.",
            f"新的一维在结果的第 {1 - where.value} 个位置。",
        )


def _index_for_slice(node: ast.expr) -> Iterator[Wrong]:
    """`x[:, 1]` for `x[:, 1:2]`, and the other way round."""
    if not isinstance(node, ast.Subscript) or isinstance(node.value, ast.Call):
        return
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    for number, part in enumerate(parts):
        match part:
            case ast.Slice(
                lower=ast.Constant(value=int(first)), upper=ast.Constant(value=int(end))
            ):
                if end != first + 1:
                    continue
                other: ast.expr = ast.Constant(first)
            case ast.Slice(lower=None, upper=ast.Constant(value=1)):
                other = ast.Constant(0)
            case ast.Constant(value=int(first)):
                other = ast.Slice(ast.Constant(first), ast.Constant(first + 1))
            case _:
                continue
        changed = copy.deepcopy(node)
        if isinstance(changed.slice, ast.Tuple):
            changed.slice.elts[number] = other
        else:
            changed.slice = other
        said = ast.unparse(ast.fix_missing_locations(changed))
        if isinstance(part, ast.Slice):
            yield Wrong(
                said,
                "An index takes its dimension away; a slice keeps it, also of one element.",
                "下标会去掉这一维；切片会保留它，哪怕是一个元素。",
            )
        else:
            yield Wrong(
                said,
                "A slice of one element keeps the dimension; an index takes it away.",
                "那是一个元素的切片，会保留这一维；下标会去掉它。",
            )
        return


_SWAPPED: Mapping[str, tuple[str, str, str]] = {
    "triu": ("tril", "That is `tril`, the lower triangle.", "那是下三角 `tril`。"),
    "tril": ("triu", "That is `triu`, the upper triangle.", "那是上三角 `triu`。"),
    "argsort": (
        "sort",
        "Those are the sorted values; asked for are their indices.",
        "那是排好序的值；这里要的是下标。",
    ),
    "repeat": (
        "repeat_interleave",
        "That repeats each element; `repeat` lays the whole side by side.",
        "那是逐个元素重复；`repeat` 是整体重复。",
    ),
    "repeat_interleave": (
        "repeat",
        "That lays the whole side by side; here each element is repeated.",
        "那是整体重复；这里是逐个元素重复。",
    ),
}


def _other_operations(node: ast.expr, *, of_values: bool) -> Iterator[Wrong]:
    """Another operation that is easily taken for this one."""
    match node:
        case ast.BinOp(left, ast.Mult(), right) if of_values and _are_names(left, right):
            yield Wrong(
                f"{_source(left)} @ {_source(right)}",
                "That is the matrix product `@`; `*` goes element by element.",
                "那是矩阵乘法 `@`；`*` 是逐元素相乘。",
            )
        case ast.BinOp(left, ast.MatMult(), right) if _are_names(left, right):
            yield Wrong(
                f"{_source(left)} * {_source(right)}",
                "That is the product of the elements, `*`; `@` is the matrix product.",
                "那是逐元素相乘 `*`；`@` 是矩阵乘法。",
            )
        case ast.BinOp(left, ast.FloorDiv(), right) if of_values:
            yield Wrong(
                f"torch.div({_source(left)}, {_source(right)}, rounding_mode='trunc')",
                "That cuts off towards zero; `//` goes down.",
                "那是向零取整；`//` 是向下取整。",
            )
        case ast.BinOp(left, ast.Mod(), right) if of_values:
            yield Wrong(
                f"torch.fmod({_source(left)}, {_source(right)})",
                "That is `fmod`, which takes the sign of the left; `%` takes that of the right.",
                "那是 `fmod`，符号随左边；`%` 的符号随右边。",
            )
    if (found := named_call(node)) is not None:
        yield from _other_calls(*found, of_values=of_values)


def _are_names(*nodes: ast.expr) -> bool:
    return all(isinstance(one, ast.Name | ast.Attribute) for one in nodes)


def _other_calls(call: ast.Call, name: str, *, of_values: bool) -> Iterator[Wrong]:
    first = call.args[0] if is_function(call) and call.args else None
    base = _source(first or call.func.value)  # type: ignore[attr-defined]
    if name in _SWAPPED:
        other, en, zh = _SWAPPED[name]
        tail = ".values" if other == "sort" else ""
        yield Wrong(_renamed(call, other) + tail, en, zh)
    match name:
        case "std" | "var" if of_values and not call.keywords:
            yield Wrong(
                f"{base}.{name}(unbiased=False)",
                "That divides by n, as NumPy does; torch divides by n - 1.",
                "那是除以 n，像 NumPy 那样；torch 除以 n - 1。",
            )
        case "round" if of_values and not call.keywords:
            yield Wrong(
                f"({base} + 0.5).floor()",
                "That rounds halves up; torch rounds them to the even neighbour.",
                "那是逢半进一；torch 把半数舍入到偶数。",
            )
        case "median" if of_values and len(call.args) == (first is not None):
            yield Wrong(
                f"{base}.quantile(0.5)",
                "That is the mean of the middle two; `median` takes the lower of them.",
                "那是中间两个数的平均；`median` 取其中较小的。",
            )
        case "flatten" if call.keywords or len(call.args) > (first is not None):
            yield Wrong(
                f"{base}.flatten()",
                "That flattens it whole; here some dimensions stay.",
                "那是全部展平；这里保留了一些维度。",
            )
        case "permute" if len(call.args) == 3:
            order = [
                one.value
                for one in call.args
                if isinstance(one, ast.Constant) and isinstance(one.value, int)
            ]
            if sorted(order) == [0, 1, 2]:
                back = ", ".join(str(order.index(place)) for place in range(3))
                yield Wrong(
                    f"{base}.permute({back})",
                    "That sends each dimension to the place named; "
                    "the numbers say where each comes from.",
                    "那是把各维送到所写的位置；这些数说的是各维从哪里来。",
                )
