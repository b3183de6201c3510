"""Which elementwise operations stretched their operands, or could not."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from runner.observed.tensors import shape_of, shortened
from runner.protocol.anatomy import MOST_OPERANDS, MOST_OPERATIONS, Operand, Operation

LONGEST_SOURCE = 40  # characters of an operand

# Not elementwise by torch's own tags, but they stretch what they are given.
STRETCHING = {torch.ops.aten.copy_.default, torch.ops.aten.expand.default}

SYMBOLS: dict[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.Pow: "pow",
    ast.Mod: "remainder",
    ast.FloorDiv: "floor_divide",
    ast.BitAnd: "bitwise_and",
    ast.BitOr: "bitwise_or",
    ast.BitXor: "bitwise_xor",
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}


class Operations(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Notes operations while it is entered, those of a backward pass apart.

    `visible` gives the namespaces in which an operand may have a name.
    """

    def __init__(self, visible: Callable[[], Iterable[Mapping[str, Any]]]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._visible = visible
        self._noted: list[Operation] = []
        self._left = MOST_OPERATIONS

    @classmethod
    def is_infra_mode(cls) -> bool:
        """So that `torch.compile` compiles all the same."""
        return True

    def take(self) -> tuple[Operation, ...]:
        """What has been noted since this was last asked."""
        noted, self._noted = tuple(self._noted), []
        return noted

    def __torch_dispatch__(
        self,
        func: Any,
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        operands = self._operands(func, args)
        if not operands:
            return func(*args, **kwargs or {})
        try:
            result = func(*args, **kwargs or {})
        except Exception:
            self._note(func, operands, None)
            raise
        if isinstance(result, torch.Tensor):
            self._note(func, operands, shape_of(result))
        return result

    def _operands(self, func: Any, args: tuple[Any, ...]) -> tuple[Operand, ...]:
        """The tensors that it is applied to, where it is of the kind that is told of."""
        is_told = torch.Tag.pointwise in func.tags or func in STRETCHING
        if not is_told or self._left == 0 or torch._C._current_graph_task_id() != -1:
            return ()
        tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
        if not 1 <= len(tensors) <= MOST_OPERANDS:
            return ()
        return tuple(Operand(self._name_of(tensor), shape_of(tensor)) for tensor in tensors)

    def _name_of(self, tensor: torch.Tensor) -> str:
        for namespace in self._visible():
            for name, thing in list(namespace.items()):
                if thing is tensor and type(name) is str:
                    return shortened(name)
        return ""

    def _note(
        self, func: Any, operands: tuple[Operand, ...], result: tuple[int, ...] | None
    ) -> None:
        shapes = {operand.shape for operand in operands} | {result}
        if len(shapes) > 1:
            self._left -= 1
            name = func.overloadpacket.__name__
            self._noted.append(Operation(shortened(name), operands, result))


def told_apart(
    operations: tuple[Operation, ...], tree: ast.Module, lines: range
) -> tuple[Operation, ...]:
    """The same, with the source of operands without a name, where it is sure which those are."""
    if all(operand.text for done in operations for operand in done.operands):
        return operations
    applied = list(_applied(tree, lines))
    names = [done.name.rstrip("_") for done in operations]
    return tuple(
        _with_source(done, [sides for name, sides in applied if name == own])
        if names.count(own) == 1
        else done
        for done, own in zip(operations, names, strict=True)
    )


def _with_source(done: Operation, sides: list[list[ast.expr]]) -> Operation:
    if len(sides) != 1 or len(sides[0]) != len(done.operands):
        return done
    texts = [ast.unparse(side) for side in sides[0]]
    return replace(
        done,
        operands=tuple(
            replace(operand, text=operand.text or (text if len(text) <= LONGEST_SOURCE else ""))
            for operand, text in zip(done.operands, texts, strict=True)
        ),
    )


def _applied(tree: ast.Module, lines: range) -> Iterator[tuple[str, list[ast.expr]]]:
    """The operators in some lines by the names of their operations, with their two sides."""
    for node in ast.walk(tree):
        if getattr(node, "lineno", 0) not in lines:
            continue
        match node:
            case (
                ast.BinOp(left=left, op=op, right=right)
                | ast.Compare(left=left, ops=[op], comparators=[right])
            ):
                yield SYMBOLS.get(type(op), ""), [left, right]
            case ast.AugAssign(target=left, op=op, value=right):
                yield SYMBOLS.get(type(op), ""), [left, right]
