"""Labels for the storages of tensors: which share memory, and which were there before."""

from __future__ import annotations

from itertools import count
from typing import NamedTuple

import torch
from torch.multiprocessing.reductions import StorageWeakRef

from runner.observed import observe
from runner.observed.tensors import attempt, has_own_dispatch, own


class _Storage(NamedTuple):
    reference: StorageWeakRef
    start: int
    end: int
    label: str


class Storages:
    """Gives labels `s0`, `s1` and so on, equal for storages that have memory in common.

    It holds weak references: such a storage frees its memory as any other does, but its
    place is not taken by another one, so a label never comes to mean two storages.
    """

    def __init__(self) -> None:
        self._known: dict[int, _Storage] = {}
        self._numbers = count()

    def label(self, tensor: torch.Tensor) -> str | None:
        """The label of a tensor's storage; None where it has none of its own."""
        storage = attempt(own(tensor, "untyped_storage"))
        if storage is None:
            return None
        known = self._known.get(storage._cdata)
        if known is None:
            # A fake tensor warns whoever asks for its address.
            start = 0 if has_own_dispatch(tensor) else storage.data_ptr()
            end = start + storage.nbytes() if start else 0
            label = self._label_at(start, end, storage) or f"s{next(self._numbers)}"
            reference = StorageWeakRef(storage)  # type: ignore[no-untyped-call]
            known = _Storage(reference, start, end, label)
            self._known[storage._cdata] = known
        return known.label

    def _label_at(self, start: int, end: int, storage: torch.UntypedStorage) -> str | None:
        """The label of a storage in the same place, as there are where numpy is between them."""
        for known in self._known.values():
            if start < known.end and known.start < end:
                other = torch.UntypedStorage._new_with_weak_ptr(known.reference.cdata)
                if other is not None and observe.overlap(storage, other):
                    return known.label
        return None
