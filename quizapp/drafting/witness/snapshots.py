"""Things as they are now: copies that later statements do not alter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quizapp.drafting.witness.surroundings import TooLong

Json = dict[str, Any]
MOST_ELEMENTS = 1_000  # of a tensor whose elements are told
MOST_MEMBERS = 64  # of a container
LONGEST = 3_000  # characters of a repr
DEEPEST = 4


def is_tensor(thing: Any) -> bool:
    # Asked of its class: an object's own `__getattr__` may do anything.
    return all(
        hasattr(type(thing), name) for name in ("requires_grad", "is_leaf", "dtype", "stride")
    )


def snapshot(thing: Any) -> Json:
    """A copy that later statements do not alter, with what else can be said of it."""
    seen: Json = {"thing": _copy(thing), "type": type(thing).__name__, "text": _text(thing)}
    if is_tensor(thing):
        seen["facts"] = facts_of(thing)
    if memory := memory_of(thing):
        seen["memory"] = list(memory)
    return seen


def facts_of(tensor: Any) -> Json:
    node = _attempt(lambda: tensor.grad_fn)
    strides = _attempt(lambda: list(tensor.stride()))
    return {
        "shape": [int(size) for size in tensor.shape],
        "dtype": str(tensor.dtype),
        "device": str(tensor.device),
        "requires_grad": bool(tensor.requires_grad),
        "is_leaf": bool(tensor.is_leaf),
        "grad_fn": None if node is None else type(node).__name__,
        "strides": strides,
        "is_contiguous": _attempt(lambda: bool(tensor.is_contiguous())),
    }


def memory_of(thing: Any) -> tuple[int, int] | None:
    """Where in memory the elements of a tensor or an array lie: from, up to."""
    if is_tensor(thing):
        storage = _attempt(lambda: thing.untyped_storage())
        start = _attempt(lambda: storage.data_ptr())
        length = _attempt(lambda: storage.nbytes())
    else:
        start = _attempt(lambda: thing.__array_interface__["data"][0])
        length = _attempt(lambda: thing.nbytes)
    return (start, start + length) if start and length else None


def _copy(thing: Any, depth: int = 0) -> Any:
    if thing is None or isinstance(thing, bool | int | float | complex | str):
        return thing
    if is_tensor(thing):
        return _copy_of_tensor(thing)
    if type(thing).__module__ == "numpy" and hasattr(thing, "copy"):
        return thing.copy() if getattr(thing, "size", 0) <= MOST_ELEMENTS else _Told(_text(thing))
    if depth < DEEPEST and isinstance(thing, tuple | list) and len(thing) <= MOST_MEMBERS:
        members = [_copy(one, depth + 1) for one in thing]
        return members if isinstance(thing, list) else tuple(members)
    if depth < DEEPEST and isinstance(thing, dict) and len(thing) <= MOST_MEMBERS:
        return {_copy(key, depth + 1): _copy(held, depth + 1) for key, held in thing.items()}
    return _Told(_text(thing))


def _copy_of_tensor(tensor: Any) -> Any:
    if tensor.is_meta or tensor.numel() > MOST_ELEMENTS:
        return _Told(_text(tensor))
    copy = _attempt(lambda: tensor.detach().clone())
    return _Told(_text(tensor)) if copy is None else copy


class _Told:
    """In place of a thing of which only its repr is kept."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _text(thing: Any) -> str:
    return str(_attempt(lambda: repr(thing)))[:LONGEST]


def _attempt(look: Callable[[], Any]) -> Any:
    try:
        return look()
    except TooLong:
        raise
    except BaseException:  # a `__repr__` may raise anything, SystemExit too
        return None


def error_of(error: BaseException) -> Json:
    bases = [base.__name__ for base in type(error).__mro__ if base is not object]
    message = error.msg if isinstance(error, SyntaxError) else _attempt(lambda: str(error))
    return {"type": type(error).__name__, "bases": bases, "message": str(message)[:LONGEST]}
