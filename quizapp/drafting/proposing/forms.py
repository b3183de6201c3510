"""What expressions do, by their form."""

from __future__ import annotations

import ast
import io
import tokenize

from quizapp.drafting.code.statements import Statement

_MADE_TO_SIZE = {"zeros", "ones", "rand", "randn", "empty", "eye", "full", "randint"}


_RESHAPED = {"view", "reshape", "expand", "zeros_like", "ones_like"}


def says_its_shape(node: ast.expr) -> bool:
    """Whether the sizes stand in the code: to read them off is no question."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="torch"), attr=name)):
            return name in _MADE_TO_SIZE
        case ast.Call(func=ast.Attribute(attr=name), args=args):
            return name in _RESHAPED and "-1" not in "".join(map(ast.unparse, args))
    return False


_MAY_VIEW = {
    *("view", "reshape", "t", "transpose", "permute", "expand", "narrow", "squeeze", "unsqueeze"),
    *("flatten", "detach", "contiguous", "numpy", "diagonal", "clone", "to", "unfold", "select"),
}


def may_view(node: ast.expr) -> bool:
    """Whether one may wonder if it is a view or a copy of what it is made of."""
    match node:
        case ast.Name():
            return True
        case ast.Call(func=ast.Attribute(value=value, attr=name)):
            return name in _MAY_VIEW and may_view(value)
        case ast.Subscript(value=value) | ast.Attribute(value=value, attr="T" | "mT" | "data"):
            return may_view(value)
    return False


CASTS = {"float", "double", "half", "long", "int", "short", "byte", "bool", "bfloat16"}


def says_its_dtype(node: ast.expr) -> bool:
    """Whether the dtype stands in the code: `x.double()`, `x.to(torch.int64)`, `dtype=`."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name), args=args, keywords=keywords):
            named = any(one.arg == "dtype" for one in keywords)
            given = any(ast.unparse(one).startswith("torch.") for one in args)
            return named or name in CASTS or (name in ("to", "type") and given)
    return False


def base_name(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def is_in_place(node: ast.expr) -> bool:
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute):
            name = one.func.attr
            if (name.endswith("_") and not name.endswith("__")) or name in ("backward", "step"):
                return True
    return False


_LOOKS = {
    "shape": ("shape", "shape"),
    "dtype": ("dtype", "dtype"),
    "requires_grad": ("bool", "requires_grad"),
    "is_leaf": ("bool", "is_leaf"),
    "grad": ("value", "grad"),
}


def looked_at(node: ast.expr) -> tuple[str, str, str] | None:
    """Of a mere look, such as `x.shape`: the kind of ask, its expression, what it is about."""
    match node:
        case ast.Attribute(value=value, attr=name) if name in _LOOKS:
            kind, what = _LOOKS[name]
            text = ast.unparse(value)
            keeps = kind in ("bool", "value")
            return kind, f"{text}.{name}" if keeps else text, what
        case ast.Call(func=ast.Attribute(value=value, attr="size"), args=[]):
            return "shape", ast.unparse(value), "shape"
        case ast.Call(func=ast.Attribute(value=value, attr="stride"), args=[]):
            return "strides", ast.unparse(value), "strides"
        case ast.Call(func=ast.Attribute(attr="is_contiguous"), args=[]):
            return "bool", ast.unparse(node), "is_contiguous"
        case ast.Name(id=name):
            return "value", name, "value"
        case ast.Compare():
            return None
    return None


def compared_memory(node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """The two that `shares(x, y)` is of."""
    match node:
        case ast.Call(func=ast.Name(id="shares"), args=[one, other], keywords=[]):
            return one, other
    return None


def operation_of(node: ast.expr, statement: Statement) -> str:
    """The name of what is done, for an id and tags."""
    outer = node
    if isinstance(outer, ast.Constant):
        calls = [one for one in ast.walk(statement.node) if isinstance(one, ast.Call)]
        outer = calls[0] if calls else outer
    while isinstance(outer, ast.Attribute) and outer.attr in _LOOKS:
        outer = outer.value
    match outer:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name.strip("_").lower()
        case ast.BinOp(op=op):
            return {"MatMult": "matmul", "FloorDiv": "floor-div", "Mult": "mul"}.get(
                type(op).__name__, type(op).__name__.lower()
            )
        case ast.Subscript():
            return "index"
        case ast.Compare():
            return "compare"
        case ast.Attribute(attr=name):
            return name.lower()
    return "tensor"


def without_comments(text: str) -> str:
    """The code without its remarks, which may tell what is asked for."""
    lines = text.split("\n")
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return text
    for token in tokens:
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
    return "\n".join(line for line in lines if line.strip())


def called_class(node: ast.expr) -> str:
    """The class in `nn.Linear(…)`, of which a module is made; empty for anything else."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="nn"), attr=name)):
            return name
        case ast.Call(func=ast.Name(id=name)) if name[:1].isupper():
            return name
    return ""
