"""Statements of notes that are taken to have done nothing for those after them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from quizapp.drafting.code.statements import Statement
from quizapp.drafting.proposing.forms import base_name
from quizapp.drafting.running.seen import Seen
from quizapp.drafting.survey import Survey

_OF_METADATA = {"shape", "dtype", "strides", "requires_grad", "is_leaf", "is_contiguous"}
_OF_METADATA |= {"shares", "copies", "memory"}


def idle_statements(survey: Survey, what: str) -> frozenset[int]:
    """Indices of the statements that are taken to have done nothing for those after them.

    Such raised, or only called something on a tensor that its name does not say to change.
    What is asked of a tensor's form is no other after `backward()`, either.
    """
    return failed_statements(survey) | {
        statement.index
        for statement, _, seen in _watched(survey)
        if (what in _OF_METADATA and _keeps_forms(statement.node)) or _is_idle(statement.node, seen)
    }


def failed_statements(survey: Survey) -> frozenset[int]:
    """Indices of the statements that raised."""
    return frozenset(statement.index for statement, failed, _ in _watched(survey) if failed)


def _watched(survey: Survey) -> Iterator[tuple[Statement, bool, Seen]]:
    """The statements that were watched, whether each raised, and what was seen of it."""
    for block in survey.surveyed:
        if block.ran is None:
            continue
        by_place = {(one.line, one.node.col_offset): one.number for one in block.places}
        for statement in block.statements:
            number = by_place.get((statement.line, statement.column))
            if number is not None and number in block.ran.seen:
                failed = number in block.ran.summary.escaped
                yield statement, failed, block.ran.seen[number]


_REFORMING = {"t_", "transpose_", "swapaxes_", "squeeze_", "unsqueeze_", "resize_", "set_"}
_REFORMING |= {"requires_grad_", "detach_", "resize_as_", "as_strided_", "append", "extend", "pop"}
_REFORMING |= {"insert", "update", "register_buffer", "register_parameter", "add_module", "to"}
_LEARNING = {"backward", "step", "zero_grad"}


def _keeps_forms(node: ast.stmt) -> bool:
    """Whether it changes elements and gradients of tensors at most, and not what they are."""
    names = {
        one.func.attr
        for one in ast.walk(node)
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute)
    }
    is_learning = isinstance(node, ast.For | ast.While | ast.With) and bool(names & _LEARNING)
    if names & (_REFORMING - {"append"} if is_learning else _REFORMING):
        return False
    match node:
        case ast.Expr(value=ast.Call()):
            return any(name.endswith("_") or name in _LEARNING for name in names)
        case ast.Assign(targets=[ast.Subscript()]):
            return True
    return is_learning


def _is_idle(node: ast.stmt, seen: Seen) -> bool:
    match node:
        case ast.Expr(value=value) if seen.things:
            calls = [one for one in ast.walk(value) if isinstance(one, ast.Call)]
            names = [one.func.attr for one in calls if isinstance(one.func, ast.Attribute)]
            in_place = any(name.endswith("_") and not name.endswith("__") for name in names)
            base = base_name(value)
            on_tensor = base in seen.things[0].inputs or base == "torch"
            return on_tensor and not in_place and not {"backward", "step"} & set(names)
    return False
