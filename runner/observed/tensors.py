"""The tensors of a namespace by their names, looked at without their noticing.

A snippet may watch its own tensors: with subclasses and modes that see every operation,
with properties in place of torch's, with a profiler. Whoever looks for the learner's sake
must not be among what it sees, and must change nothing: no warning, no random number, no
node of autograd.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any

import torch
from torch.nn.parameter import is_lazy

MOST_TENSORS = 64  # of one namespace
MOST_THINGS = 1_000  # that are looked into for tensors
LARGEST_CONTAINER = 16
DEEPEST = 8  # containers and modules within each other
LONGEST_NAME = 100
NO_NUMBER = -1  # for a size that varies within a nested tensor, or is a symbol


@contextmanager
def unnoticed() -> Iterator[None]:
    """No subclass, mode, functorch transform or autograd sees what is done within."""
    with (
        torch._C.DisableTorchFunction(),
        torch._C._DisableTorchDispatch(),
        torch._C._DisableFuncTorch(),
        torch.no_grad(),
    ):
        yield


def own(tensor: torch.Tensor, name: str) -> Any:
    """An attribute as torch has it, whatever the tensor's class puts in its place."""
    return getattr(torch.Tensor, name).__get__(tensor)


def has_own_dispatch(tensor: torch.Tensor) -> bool:
    """Whether its class runs operations itself, as fake and distributed tensors do."""
    handler = type(tensor).__torch_dispatch__
    return handler is not torch.Tensor.__torch_dispatch__


def attempt(read: Callable[..., Any], *arguments: Any) -> Any:
    """What it gives; None where this kind of tensor has no such thing."""
    try:
        return read(*arguments)
    except (RuntimeError, NotImplementedError):
        return None


def shape_of(tensor: torch.Tensor) -> tuple[int, ...]:
    """Its shape, with NO_NUMBER for what is none."""
    sizes = attempt(own, tensor, "shape")
    if sizes is None:  # a nested tensor tells some of its sizes one by one
        sizes = [attempt(own(tensor, "size"), i) for i in range(own(tensor, "dim")())]
    return tuple(size if type(size) is int else NO_NUMBER for size in sizes)


def strides_of(tensor: torch.Tensor) -> tuple[int, ...] | None:
    """Its strides in elements; None where it has none, or they are symbols."""
    strides = attempt(own(tensor, "stride")) if own(tensor, "layout") is torch.strided else None
    if strides is None or not all(type(stride) is int for stride in strides):
        return None
    return tuple(strides)


def has_elements(tensor: torch.Tensor) -> bool:
    """Whether its elements can be read without running code of others."""
    return not (
        has_own_dispatch(tensor)
        or torch._C._functorch.is_functorch_wrapped_tensor(tensor)
        or (own(tensor, "is_cuda") and torch.cuda.is_current_stream_capturing())
    )


def grad_of(tensor: torch.Tensor) -> torch.Tensor | None:
    """Its grad, where asking for it does not warn."""
    has_grad = own(tensor, "is_leaf") or own(tensor, "retains_grad")
    return own(tensor, "grad") if has_grad else None


def named_tensors(namespace: Mapping[str, Any]) -> tuple[dict[str, torch.Tensor], bool]:
    """Its tensors, in the order in which the names were bound, and whether that is all.

    Those in a module are named as `model.0.weight`, those in small lists, tuples and dicts
    as `pair[0]`.
    """
    found: dict[str, torch.Tensor] = {}
    # Code may put other things than names into its `globals()`.
    bound = [(name, thing, 0) for name, thing in list(namespace.items()) if type(name) is str]
    todo = bound[::-1]
    for _ in range(MOST_THINGS):
        if not todo:
            return found, True
        name, thing, depth = todo.pop()
        if issubclass(type(thing), torch.Tensor):
            if len(found) == MOST_TENSORS:
                return found, False
            if not is_lazy(thing):  # it has no shape yet
                found[shortened(name)] = thing
        elif depth < DEEPEST:
            members = _members(name, thing)
            todo += [(inner, member, depth + 1) for inner, member in reversed(members)]
    return found, False


def shortened(name: str) -> str:
    """A name of bearable length."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _members(name: str, thing: Any) -> list[tuple[str, Any]]:
    """What a module or a small container holds, without running code of the snippet's own."""
    kind = type(thing)
    if issubclass(kind, torch.nn.Module):
        parts = (vars(thing).get(part) for part in ("_parameters", "_buffers", "_modules"))
        return [
            (f"{name}.{key}", member)
            for part in parts
            if isinstance(part, dict)
            for key, member in part.items()
        ]
    keyed: Iterable[tuple[Any, Any]]
    if issubclass(kind, dict):
        keyed = dict.items(thing)
    elif issubclass(kind, list):
        keyed = enumerate(list.__iter__(thing))
    elif issubclass(kind, tuple):
        keyed = enumerate(tuple.__iter__(thing))
    else:
        return []
    few = list(islice(keyed, LARGEST_CONTAINER + 1))
    if len(few) > LARGEST_CONTAINER:
        return []
    return [(f"{name}[{key!r}]", member) for key, member in few if type(key) in (int, str)]
