"""What appeared or changed among the tensors of a snippet since they were last looked at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import torch

from runner.observed import observe
from runner.observed.portraits import Painter
from runner.observed.storages import Storages
from runner.observed.tensors import (
    attempt,
    grad_of,
    has_elements,
    named_tensors,
    own,
    shape_of,
    shortened,
    strides_of,
    unnoticed,
)
from runner.protocol.anatomy import MOST_NAMES, Portrait, Sighting

MOST_ELEMENTS = 16  # that are few enough to be shown

# Doubles show digits that these have not; numpy writes as many as tell a number from the next.
SHORTER = {torch.float16: np.float16, torch.float32: np.float32, torch.complex64: np.complex64}


@dataclass
class Scope:
    """The names of a module or of one call of a function; `prefix` goes before each."""

    prefix: str = ""
    seen: dict[str, _State] = field(default_factory=dict)


class _Grad(NamedTuple):
    shape: tuple[int, ...]
    storage: str | None
    version: int | None
    value: Any


class _State(NamedTuple):
    """A tensor at one moment: what a Sighting tells, and what else tells of a change."""

    identity: int
    shape: tuple[int, ...]
    dtype: torch.dtype
    device: torch.device
    requires_grad: bool
    grad_fn: str | None
    is_leaf: bool
    is_view: bool
    storage: str | None
    offset: int | None
    strides: tuple[int, ...] | None
    version: int | None
    value: Any
    grad: _Grad | None


TOLD = [name for name in _State._fields if name in Sighting.__dataclass_fields__]


class Observer:
    """Tells, each time it looks, which tensors are not as they were.

    It keeps no tensor from one look to the next, since that would keep its memory and its
    graph, which a snippet may count on being gone. What it has seen of them is enough:
    another tensor has another storage, or else differs in something that is told.
    """

    def __init__(self, *, portraits: bool = False) -> None:
        self.is_whole = True
        self._painter = Painter() if portraits else None
        self._storages = Storages()
        self._storages_of_grads = Storages()  # whose labels nobody reads

    def look(self, *scopes: tuple[Scope, Mapping[str, Any]]) -> tuple[Sighting, ...]:
        """What appeared or changed in these scopes, of which the widest is the first.

        Nothing is seen while torch itself records what is done to tensors.
        """
        if torch._C._get_tracing_state() is not None or torch._C._autograd._profiler_enabled():
            return ()
        before: dict[str, _State] = {}
        now: dict[str, _State] = {}
        tensors: dict[str, torch.Tensor] = {}
        with unnoticed():
            for scope, namespace in scopes:
                before |= scope.seen
                own_tensors = self._tensors(scope.prefix, namespace, now.values())
                scope.seen = {name: self._state(each) for name, each in own_tensors.items()}
                now |= scope.seen
                tensors |= own_tensors
            return tuple(
                _sighting(name, state, before.get(name), now, self._portrait(tensors[name]))
                for name, state in now.items()
                if _differ(state, before.get(name))
            )

    def _tensors(
        self, prefix: str, namespace: Mapping[str, Any], elsewhere: Iterable[_State]
    ) -> dict[str, torch.Tensor]:
        known = {state.identity for state in elsewhere}
        tensors, is_whole = named_tensors(namespace)
        self.is_whole &= is_whole
        return {
            shortened(prefix + name): tensor
            for name, tensor in tensors.items()
            # What `self` holds needs no second name where it is known by the module's.
            if name in namespace or id(tensor) not in known
        }

    def _portrait(self, tensor: torch.Tensor) -> Portrait | None:
        return self._painter.portrait(tensor) if self._painter else None

    def _state(self, tensor: torch.Tensor) -> _State:
        grad = grad_of(tensor)
        return _State(
            identity=id(tensor),
            shape=shape_of(tensor),
            dtype=own(tensor, "dtype"),
            device=own(tensor, "device"),
            requires_grad=own(tensor, "requires_grad"),
            grad_fn=attempt(_grad_fn, tensor),
            is_leaf=own(tensor, "is_leaf"),
            is_view=own(tensor, "_is_view")(),
            storage=self._storages.label(tensor),
            offset=attempt(own(tensor, "storage_offset")),
            strides=strides_of(tensor),
            version=attempt(own, tensor, "_version"),
            value=_value(tensor),
            grad=None if grad is None else self._grad(grad),
        )

    def _grad(self, grad: torch.Tensor) -> _Grad:
        return _Grad(
            shape=shape_of(grad),
            storage=self._storages_of_grads.label(grad),
            version=attempt(own, grad, "_version"),
            value=_value(grad),
        )


def _grad_fn(tensor: torch.Tensor) -> str | None:
    node = own(tensor, "grad_fn")
    return None if node is None else shortened(str(observe.grad_fn(node)))


def _value(tensor: torch.Tensor) -> Any:
    return observe.elements(tensor, MOST_ELEMENTS) if has_elements(tensor) else None


def _differ(now: Any, before: Any) -> bool:
    return now != before and repr(now) != repr(before)  # nan is not equal to itself


def _sighting(
    name: str,
    state: _State,
    before: _State | None,
    visible: Mapping[str, _State],
    portrait: Portrait | None,
) -> Sighting:
    sharing = [
        other
        for other, seen in visible.items()
        if other != name and state.storage is not None and seen.storage == state.storage
    ]
    changed = [
        told
        for told in TOLD
        if before is not None and _differ(getattr(state, told), getattr(before, told))
    ]
    return Sighting(
        name=name,
        shape=state.shape,
        dtype=observe.dtype(state.dtype),
        device=str(state.device),
        requires_grad=state.requires_grad,
        grad_fn=state.grad_fn,
        is_leaf=state.is_leaf,
        is_view=state.is_view,
        storage=state.storage,
        shares_with=tuple(sharing[:MOST_NAMES]),
        strides=state.strides,
        version=state.version,
        value=_source(state.value, state.dtype),
        grad=_grad_source(state),
        changed=tuple(changed),
        portrait=portrait,
    )


def _grad_source(state: _State) -> str | None:
    if state.grad is None:
        return None
    if state.grad.value is None:
        return f"tensor of shape {state.grad.shape}"
    return _source(state.grad.value, state.dtype)


def _source(value: Any, dtype: torch.dtype) -> str | None:
    """Elements as Python source, with no more digits than the dtype has."""
    if value is None:
        return None
    if isinstance(value, list):
        return f"[{', '.join(str(_source(element, dtype)) for element in value)}]"
    return str(SHORTER[dtype](value)) if dtype in SHORTER else repr(value)
