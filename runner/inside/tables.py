"""The namespaces of modules and classes, held against what they were, without touching them.

To read a name in Python counts a reference, which writes to memory that a child shares with its
zygote: a page is copied for it, and of thousands of names that takes longer than most snippets.
So what CPython keeps a namespace in is compared as bytes, where it lies.
"""

from __future__ import annotations

import ctypes
import gc
import sys
import sysconfig
from array import array
from collections.abc import Iterator
from itertools import repeat
from types import MappingProxyType, ModuleType
from typing import Any
from zlib import crc32

MODULES = (
    *("builtins", "collections", "copyreg", "datetime", "functools", "itertools", "logging"),
    *("math", "os", "random", "string", "time", "numpy", "numpy.random", "torch"),
    *("torch._tensor", "torch.autograd", "torch.autograd.forward_ad", "torch.autograd.function"),
    *("torch.autograd.graph", "torch.backends.mha", "torch.backends.opt_einsum"),
    *("torch.distributed", "torch.distributed.device_mesh", "torch.distributed.distributed_c10d"),
    *("torch.distributed.tensor", "torch.distributed.tensor._random", "torch.distributions"),
    *("torch.distributions.distribution", "torch.fft", "torch.func", "torch.functional"),
    *("torch.hub", "torch.linalg", "torch.nn", "torch.nn.functional", "torch.nn.init"),
    *("torch.nn.parallel", "torch.nn.utils", "torch.nn.utils.parametrize", "torch.optim"),
    *("torch.optim.lr_scheduler", "torch.overrides", "torch.random", "torch.serialization"),
    *("torch.special", "torch.utils.checkpoint", "torch.utils.data"),
)
"""Those that code is likely to change something in, with the classes that they name."""

_KEYS = 32  # where a dict has the address of its table
_HEADER = 32  # bytes of a table that change as it is read
_POINTER = ctypes.sizeof(ctypes.c_void_p)
_MADE_AT_RUN_TIME = 1 << 9  # a flag of classes: of no others can an attribute be set


class Tables:
    """Of all that `MODULES` name, as they were when this was made."""

    def __init__(self) -> None:
        namespaces = {id(one): one for one in _namespaces()}
        self._slots = array("Q", [at + _KEYS for at in namespaces])
        self._held = b"".join(map(ctypes.string_at, self._slots, repeat(_POINTER)))
        self._places = array("Q", [at + _HEADER for at in array("Q", self._held)])
        empty = sys.getsizeof({})
        sizes = (sys.getsizeof(one) - empty - _HEADER for one in namespaces.values())
        self._sizes = array("Q", [max(0, size) for size in sizes])

    def sum(self) -> int | None:
        """A checksum of what is in all of them; None where one has grown."""
        if b"".join(map(ctypes.string_at, self._slots, repeat(_POINTER))) != self._held:
            return None
        return crc32(b"".join(map(ctypes.string_at, self._places, self._sizes)))


def can_be_read() -> bool:
    """Whether this Python keeps names as is reckoned with here: tried on a class of our own."""
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        return False
    module = ModuleType("tried")
    module.name = old = object()  # type: ignore[attr-defined]
    keys = ctypes.c_void_p.from_address(id(vars(module)) + _KEYS).value
    size = sys.getsizeof(vars(module)) - sys.getsizeof({})
    return keys is not None and id(old).to_bytes(_POINTER, sys.byteorder) in ctypes.string_at(
        keys + _HEADER, size - _HEADER
    )


def classes() -> Iterator[type]:
    """Those that `MODULES` name, of which an attribute can be set."""
    for name in MODULES:
        for thing in list(vars(sys.modules.get(name, sys)).values()):
            # isinstance asks the thing, and some give warnings when they are asked.
            if issubclass(type(thing), type) and thing.__flags__ & _MADE_AT_RUN_TIME:
                yield thing


def _namespaces() -> Iterator[dict[str, Any]]:
    yield from (vars(sys.modules[name]) for name in MODULES if name in sys.modules)
    yield from (_behind(vars(cls)) for cls in classes())


def _behind(view: MappingProxyType[str, Any]) -> dict[str, Any]:
    (namespace,) = gc.get_referents(view)
    return namespace  # type: ignore[no-any-return]
