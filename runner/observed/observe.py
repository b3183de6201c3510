"""Facts about a snippet's objects, as JSON.

A look at a `value` gives a Value, strict JSON of bounded size:

| type | further fields |
|---|---|
| tensor | `shape`, `dtype`, `data`: nested lists; a numpy array counts as one |
| int, float, bool, str, complex, none | `data` |
| list, tuple, set | `items`: list of Value; a torch.Size is a tuple |
| dict | `items`: list of [Value, Value] |
| object | for anything else |

and each has `text`, its repr. `data` or `items` is null where there is too much of it (a
tensor of over 4,096 elements), where it contains itself, or where there is none (a meta
tensor). A float is exact, or one of the strings "nan", "inf", "-inf"; a complex number is
[real, imaginary]. A sparse tensor's data is that of the dense one.
"""

from __future__ import annotations

import inspect
import json
import math
import numbers
from collections.abc import Callable, Sequence, Set
from typing import Any, TypeGuard

import numpy as np
import torch

from runner.protocol.wire import DEEPEST_VALUE, LONGEST_STRING, MOST_ELEMENTS

Json = Any

LONGEST_TEXT = 4_000
LARGEST_VALUE = 256_000  # characters of JSON


def shares(a: Any, b: Any) -> bool:
    """Whether two tensors have the same storage; numpy arrays are followed to theirs."""
    one, other = _storage(a), _storage(b)
    return one._cdata == other._cdata or overlap(one, other)


def shape(thing: Any) -> list[int]:
    """The shape of a tensor or array, or a tuple that is one: a torch.Size, numpy's. No list is."""
    if _is_sizes(thing):
        return list(thing)
    return [int(size) for size in _attribute(thing, "shape")]


def strides(thing: Any) -> list[int]:
    """The strides of a tensor in elements, or a tuple that is some."""
    if _is_sizes(thing):
        return list(thing)
    return [int(step) for step in _attribute(thing, "stride")()]


def dtype(thing: Any) -> str:
    """The name of a dtype, or of a tensor's or array's, without `torch.`."""
    if not isinstance(thing, torch.dtype | np.dtype):
        thing = _attribute(thing, "dtype")
    return str(thing).removeprefix("torch.")


def device(thing: Any) -> str:
    """A device, or a tensor's, as torch writes it."""
    return str(thing if isinstance(thing, torch.device) else _attribute(thing, "device"))


def grad_fn(thing: Any) -> str | None:
    """The name that torch prints for a tensor's `grad_fn`, or for a node of the graph."""
    node = thing if _is_node(thing) else _attribute(thing, "grad_fn")
    if node is None:
        return None
    name = type(node).__name__
    if name == "CppFunction":  # a function written in C++: only the node knows its name
        name = node.name().rpartition("::")[2]
    return str(name)


def truth(thing: Any, expression: str = "it") -> bool:
    """Whether it is true, of what can be true or false: a bool, a number, one of them in a tensor.

    Python takes anything for a truth, a method that nobody has called and the text "False" for
    true: whoever wrote such an expression meant another. Raises TypeError, with a guess at that.
    """
    array = isinstance(thing, torch.Tensor | np.ndarray)
    single = array and math.prod(thing.shape) == 1 and not _holds_objects(thing)
    if single or isinstance(thing, numbers.Number | np.bool_):
        if thing != thing:  # to Python, nan is true
            raise TypeError(f"`{expression}` is nan, neither true nor false")
        return bool(thing)
    is_name = is_dotted_name(expression)
    what = f"of shape {tuple(thing.shape)}" if array else f"of type {type(thing).__name__}"
    meant = ""
    if array and not _holds_objects(thing):
        whole = expression if is_name else f"({expression})"
        meant = f" (did you mean `{whole}.all()`?)"
    elif inspect.isroutine(thing) and is_name:
        meant = f" (did you mean `{expression}()`?)"
    raise TypeError(f"`{expression}` is {what}, neither true nor false{meant}")


def is_dotted_name(expression: str) -> bool:
    """Whether it is only a name, such as `x.view`, and calls nothing."""
    return expression.replace(".", "").isidentifier()


def text(thing: Any) -> str:
    """An object as Python source would write it: a string as it is, a class by its name.

    A tensor's elements are exact, where its repr rounds them.
    """
    if isinstance(thing, str):
        written = thing
    elif isinstance(thing, type):
        written = thing.__name__
    elif isinstance(thing, torch.Tensor) and thing.layout is torch.strided and thing.numel():
        written = repr(thing.tolist())
    else:
        with torch.no_grad():
            written = repr(thing)
    return _shortened(written, LONGEST_STRING)


def value(thing: Any) -> Json:
    """The object as a Value."""
    with torch.no_grad():
        seen = _Valuer().value(thing)
    if "items" in seen and len(json.dumps(seen)) > LARGEST_VALUE:  # all else is bounded anyway
        seen = {key: None if key in ("data", "items") else seen[key] for key in seen}
    return seen


def elements(tensor: torch.Tensor, most: int = MOST_ELEMENTS) -> Any:
    """A tensor's elements as nested lists; None where there are more, or none to be had."""
    if tensor.is_meta or tensor.numel() > most:
        return None
    try:
        if tensor.is_quantized:
            tensor = tensor.dequantize()
        if tensor.layout != torch.strided:
            tensor = tensor.to_dense()
        return tensor.tolist()
    except (RuntimeError, NotImplementedError, TypeError):
        return None  # a dtype of packed bits, a fake tensor: torch itself shows no elements


FACTS: dict[str, Callable[[Any], Json]] = {
    "shape": shape,
    "dtype": dtype,
    "device": device,
    "value": value,
    "bool": truth,
    "strides": strides,
    "grad_fn": grad_fn,
    "text": text,
}


class _Valuer:
    """Turns one object into a Value, counting what it writes."""

    def __init__(self) -> None:
        self._elements_left = MOST_ELEMENTS
        self._inside: list[int] = []

    def value(self, thing: Any) -> Json:
        match thing:
            case None:
                return self._leaf("none", None, thing)
            case bool():
                return self._leaf("bool", bool(thing), thing)
            case int():
                # Past this, Python itself refuses to write the digits.
                small = thing.bit_length() < 8_000
                return self._leaf("int", int(thing) if small else None, thing)
            case float():
                return self._leaf("float", _number(float(thing)), thing)
            case complex():
                return self._leaf("complex", _number(complex(thing)), thing)
            case str():
                short = len(thing) <= LONGEST_STRING
                return self._leaf("str", str(thing) if short else None, thing)
            case np.generic() if not isinstance(plain := thing.item(), np.generic):
                return self.value(plain)
            case torch.Tensor() if not thing.is_nested:
                return _tensor(thing)
            case np.ndarray() if (tensor := _as_tensor(thing)) is not None:
                return _tensor(tensor) | {"text": _repr(thing)}
            case dict():
                return self._container("dict", thing, list(thing.items()))
            case list():
                return self._container("list", thing, thing)
            case tuple():
                return self._container("tuple", thing, thing)
            case Set():
                return self._container("set", thing, list(thing))
            case _:
                return {"type": "object", "text": _repr(thing)}

    def _leaf(self, kind: str, data: Json, thing: Any) -> Json:
        return {"type": kind, "data": data, "text": _repr(thing)}

    def _container(self, kind: str, thing: Any, members: Sequence[Any]) -> Json:
        self._elements_left -= len(members)
        too_much = self._elements_left < 0 or len(self._inside) >= DEEPEST_VALUE
        items: list[Json] | None = None
        if not too_much and id(thing) not in self._inside:
            self._inside.append(id(thing))
            if kind == "dict":
                items = [[self.value(key), self.value(held)] for key, held in members]
            else:
                items = [self.value(member) for member in members]
            self._inside.pop()
        return {"type": kind, "items": items, "text": _repr(thing)}


def _tensor(tensor: torch.Tensor) -> Json:
    return {
        "type": "tensor",
        "shape": [int(size) for size in tensor.shape],
        "dtype": dtype(tensor),
        "data": plain(elements(tensor)),
        "text": _repr(tensor),
    }


def plain(held: Any) -> Json:
    """Elements, in nested lists or one by one, as JSON."""
    if isinstance(held, list):
        return [plain(element) for element in held]
    return _number(held)


def _number(number: Any) -> Json:
    if isinstance(number, complex):
        return [_number(number.real), _number(number.imag)]
    if isinstance(number, float) and not math.isfinite(number):
        return repr(number)
    return number


def _repr(thing: Any) -> str:
    try:
        written = repr(thing)
    except Exception:  # a `__repr__` that raises must not hide what is known otherwise
        written = f"<{type(thing).__name__} whose repr fails>"
    return _shortened(written, LONGEST_TEXT)


def _shortened(written: str, longest: int) -> str:
    return written if len(written) <= longest else written[: longest - 1] + "…"


def _as_tensor(array: np.ndarray[Any, Any]) -> torch.Tensor | None:
    try:
        return torch.from_numpy(array.copy())
    except TypeError:  # strings, objects: dtypes that torch has not
        return None


def _is_sizes(thing: Any) -> TypeGuard[tuple[int, ...]]:
    return isinstance(thing, tuple) and all(type(size) is int for size in thing)


def _holds_objects(array: Any) -> bool:
    return isinstance(array, np.ndarray) and array.dtype.kind not in "biufc"


def _is_node(thing: Any) -> bool:
    return isinstance(thing, torch.autograd.graph.Node)


def _attribute(thing: Any, name: str) -> Any:
    try:
        found = getattr(thing, name)
    except AttributeError:
        raise TypeError(f"{type(thing).__name__} has no {name}") from None
    if isinstance(thing, type) and inspect.isdatadescriptor(found):  # its instances have one
        raise TypeError(f"the class {thing.__name__} has no {name}")
    return found


def _storage(thing: Any) -> torch.UntypedStorage:
    if isinstance(thing, np.ndarray):
        thing = torch.from_numpy(thing)
    if not isinstance(thing, torch.Tensor):
        raise TypeError(f"shares() takes tensors, not {type(thing).__name__}")
    return thing.untyped_storage()


def overlap(one: torch.UntypedStorage, other: torch.UntypedStorage) -> bool:
    """Whether two storages have memory in common."""
    start, other_start = one.data_ptr(), other.data_ptr()
    if not start or not other_start or one.device != other.device:
        return False
    return start < other_start + other.nbytes() and other_start < start + one.nbytes()
