"""Makes `quizapp/asks/operations.txt` anew: what a node of the autograd graph may be called after.

Run it by the Python of the checkout's environment, after another torch was installed. Names that
only an earlier torch had stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import torch

from quizapp.asks.operations import operation, operations

TARGET = Path(__file__).parents[1] / "quizapp" / "asks" / "operations.txt"


def found() -> Iterator[str]:
    """Of every node that torch has, and of every function and method after which one may be."""
    yield from dir(torch._C._functions)
    yield from dir(torch.Tensor)
    yield from dir(torch.nn.functional)
    for schema in torch._C._jit_get_all_schemas():
        namespace, _, name = schema.name.partition("::")
        if namespace == "aten":
            yield name


if __name__ == "__main__":
    names = operations() | {operation(name)[0] for name in found()}
    TARGET.write_text("\n".join(sorted(filter(None, names))) + "\n")
