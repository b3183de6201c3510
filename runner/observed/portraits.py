"""What it takes to draw a tensor: where it lies in its storage, and its elements."""

from __future__ import annotations

import math

import torch

from runner.observed import observe
from runner.observed.tensors import attempt, grad_of, has_elements, own, shape_of, strides_of
from runner.protocol.anatomy import MOST_DRAWN, MOST_DRAWN_IN_ALL, Elements, Portrait

AT_THE_EDGES = (16, 8, 6, 4, 3, 2, 1)  # indices of a dimension that are told, the more the better
LARGEST_MADE_DENSE = 1 << 16  # elements of a sparse tensor


class Painter:
    """Makes portraits as long as there are not too many elements in all."""

    def __init__(self) -> None:
        self._left = MOST_DRAWN_IN_ALL

    def portrait(self, tensor: torch.Tensor) -> Portrait:
        """The tensor as it is now."""
        grad = grad_of(tensor)
        storage = attempt(own(tensor, "untyped_storage"))
        is_strided = strides_of(tensor) is not None and storage is not None
        return Portrait(
            layout=str(own(tensor, "layout")).removeprefix("torch."),
            offset=attempt(own(tensor, "storage_offset")) if is_strided else None,
            cells=storage.nbytes() // own(tensor, "itemsize") if is_strided else None,
            elements=self._elements(tensor),
            grad=None if grad is None else self._elements(grad),
        )

    def _elements(self, tensor: torch.Tensor) -> Elements | None:
        shape = shape_of(tensor)
        if own(tensor, "is_meta") or min(shape, default=0) < 0 or not has_elements(tensor):
            return None
        kept = tuple(map(_kept, shape, _shares(shape)))
        count = math.prod(map(len, kept))
        if count > self._left:
            return None
        held = attempt(_read, tensor, kept)
        if held is None:
            return None
        self._left -= count
        return Elements(shape, kept, tuple(observe.plain(held)))


def _shares(shape: tuple[int, ...]) -> tuple[int, ...]:
    """How many indices of each dimension are told, so that it is not too much in all."""
    if math.prod(shape) <= MOST_DRAWN:
        return shape
    for most in AT_THE_EDGES:
        if math.prod(min(size, most) for size in shape) <= MOST_DRAWN:
            break
    return tuple(min(size, most) for size in shape)


def _kept(size: int, share: int) -> tuple[int, ...]:
    """So many indices, from both ends."""
    if share == size:
        return tuple(range(size))
    last = share // 2
    return (*range(share - last), *range(size - last, size))


def _read(tensor: torch.Tensor, kept: tuple[tuple[int, ...], ...]) -> list[object] | None:
    if tensor.layout != torch.strided:
        if tensor.numel() > LARGEST_MADE_DENSE:
            return None
        tensor = tensor.to_dense()
    is_whole = tensor.numel() == math.prod(map(len, kept))
    if tensor.is_quantized:
        if not is_whole and tensor.numel() > LARGEST_MADE_DENSE:
            return None
        tensor = tensor.dequantize()
    if not is_whole:
        where = [torch.tensor(indices, device=tensor.device) for indices in kept]
        tensor = tensor[torch.meshgrid(*where, indexing="ij")]
    return list(tensor.reshape(-1).tolist())
