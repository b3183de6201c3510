"""Calls of torch's functions and of tensors' methods."""

from __future__ import annotations

import ast

REDUCTIONS = {"sum", "mean", "max", "min", "prod", "std", "var", "amax", "amin", "argmax", "argmin"}
REDUCTIONS |= {"all", "any", "norm", "logsumexp", "median", "nansum"}
_OF_TORCH = ("torch", "F")


def named_call(node: ast.expr) -> tuple[ast.Call, str] | None:
    """A call of a method or of a module's function, and its last name: `sum` of `x.sum()`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node, node.func.attr
    return None


def is_function(call: ast.Call) -> bool:
    """Of one that `named_call` gives: `torch.linalg.norm(x, …)`, and not `x.norm(…)`."""
    whose = call.func
    while isinstance(whose, ast.Attribute):
        whose = whose.value
    return isinstance(whose, ast.Name) and whose.id in _OF_TORCH
