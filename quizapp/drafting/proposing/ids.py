"""Ids of cards to be: what is asked, and of which operation. They never tell the answer."""

from __future__ import annotations

import ast
import re

MOST_WORDS = 6
_ASKED = {
    "shape": "shape-of",
    "dtype": "dtype-of",
    "value": "value-of",
    "grad": "grad-of",
    "strides": "strides-of",
    "raises": "does-it-raise",
    "shares": "memory-of",
    "copies": "memory-of",
    "memory": "which-share-memory-with",
    "requires_grad": "requires-grad",
    "is_leaf": "is-leaf",
    "is_contiguous": "is-contiguous",
}
_OPERATORS = {
    ast.MatMult: "matmul",
    ast.Mult: "times",
    ast.Add: "plus",
    ast.Sub: "minus",
    ast.Div: "divided",
    ast.FloorDiv: "floor-divided",
    ast.Mod: "modulo",
    ast.Pow: "power",
}


def slug(text: str) -> str:
    """Lower-case words of ASCII with hyphens between them."""
    return "-".join(re.findall(r"[a-z0-9]+", re.sub(r"(?<!\w)-(?=\d)", " minus ", text.lower())))


def card_id(what: str, node: ast.expr | None) -> str:
    """An id that says what is asked, for instance `shape-of-sum-dim-1-keepdim`."""
    words = slug(" ".join(_words(node)) if node is not None else "").split("-")
    asked = _ASKED.get(what, what.replace("_", "-"))
    return "-".join(filter(None, [asked, *words[:MOST_WORDS]]))


def _words(node: ast.expr) -> list[str]:
    """An expression as words, the operation first."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=args, keywords=keywords):
            plain = [ast.unparse(one) for one in args if _is_short(one)]
            named = [word for one in keywords for word in _of_argument(one)]
            inner = _words(value) if isinstance(value, ast.Call | ast.Subscript) else []
            return [*inner, name, *plain, *named]
        case ast.Call(func=ast.Call() as made):
            return _words(made)
        case ast.Call(func=ast.Name(id=name), args=args):
            return [name, *(ast.unparse(one) for one in args if _is_short(one))]
        case ast.BinOp(left=left, op=op, right=right):
            return [*_words(left), _OPERATORS.get(type(op), "with"), *_words(right)]
        case ast.Compare(left=left, comparators=[right]):
            return [*_words(left), "compared", *_words(right)]
        case ast.Subscript(value=value, slice=index):
            return [*_words(value), *_of_index(index)]
        case ast.Attribute(value=value, attr=name):
            return [*_words(value), *([name] if name != "grad" else [])]
        case ast.Name(id=name):
            return [name]
        case ast.Constant(value=value):
            return [str(value)]
    return []


def _is_short(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant | ast.Name | ast.UnaryOp)


def _of_argument(one: ast.keyword) -> list[str]:
    if isinstance(one.value, ast.Constant) and one.value.value is True:
        return [str(one.arg)]
    return [str(one.arg), ast.unparse(one.value)] if len(ast.unparse(one.value)) < 12 else []


def _of_index(index: ast.expr) -> list[str]:
    words = []
    for part in index.elts if isinstance(index, ast.Tuple) else [index]:
        match part:
            case ast.Slice():
                words.append("slice")
            case ast.Constant(value=None):
                words.append("new-axis")
            case ast.Constant(value=value) if value is not Ellipsis:
                words.append(f"at-{value!r}")
            case ast.List() | ast.Name() | ast.Call():
                words.append("by-list" if isinstance(part, ast.List) else "by-tensor")
            case ast.Compare():
                words.append("by-mask")
    return words
