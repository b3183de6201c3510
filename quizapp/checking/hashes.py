"""Whether code may come to what differs from one Python to the next: by the hashes of texts."""

from __future__ import annotations

import ast

from runner.protocol.wire import Snippet

_NAMES = {"set", "frozenset", "hash", "__hash__", "id"}
_KEYS = {"keys", "items"}
"""What gives views of a dict, of which operators make sets."""


def may_depend_on_hashes(snippet: Snippet) -> bool:
    """Whether the snippet makes sets, or asks for hashes or for the identity of objects."""
    texts = [source.text for source in snippet.sources]
    return any(map(_may, (*texts, *(look.expression for look in snippet.looks))))


def _may(text: str) -> bool:
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except SyntaxError:
        return False
    return any(
        isinstance(node, ast.Set | ast.SetComp)
        or (isinstance(node, ast.Name) and node.id in _NAMES)
        or (isinstance(node, ast.Attribute) and node.attr in _NAMES)
        or (isinstance(node, ast.BinOp) and _is_view(node.left))
        for node in nodes
    )


def _is_view(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _KEYS
    )
