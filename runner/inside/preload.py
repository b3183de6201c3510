"""What a zygote does while nobody waits: import torch's lazy parts, then settle its memory."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import sys
from collections.abc import Callable, Iterator

from runner.processes.forking import others_forks_only

# In an order that keeps each step short: a snippet that comes meanwhile waits for one of
# them. Optimizers, schedulers, checkpointing, torch.func, the meta device and the profiler
# all import torch._dynamo at their first use.
ROOTS = (
    "sympy",
    "torch.fx.experimental.symbolic_shapes",
    "torch._functorch.aot_autograd",
    "torch._dynamo",
    "torch.optim.swa_utils",
    "torch.testing",
    "torch.func",
    "torch.utils.checkpoint",
    "torch.utils.data",
    "torch.distributions",
    "torch.profiler",
    "torch.export._trace",
    "torch._dynamo.repro.after_dynamo",
    "torch.fx.experimental.validator",
    "torch._decomp.decompositions_for_jvp",
    "torch.distributed.tensor",
    "torch.distributed.fsdp",
    "torch.distributed.checkpoint",
    "torch.distributed.pipelining",
    "torch.nn.attention.flex_attention",
    "torch.utils.benchmark",
    "torch.profiler._cupti_monitor",
    "encodings.latin_1",
)
HUGE_PAGE = 2 << 20
AT_ONCE = 16 * HUGE_PAGE
MADV_COLLAPSE = 25
POOL = 16 << 10  # bytes, in which Python keeps objects of one size
SIZES = range(48, 513, 16)  # bytes that such an object takes; smaller ones are not to be had alone
MOST_HOLES = 10_000  # of a size: another allocator may never give a whole row

_filling: list[bytes] = []


@contextlib.contextmanager
def without_collecting() -> Iterator[None]:
    """Of what is imported hardly anything is garbage: to look for it takes a third as long again.

    Nor does a process look there that is forked before all is imported.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def steps(rehearse: Callable[[], None]) -> Iterator[None]:
    """Each `next` does one piece of the work. `rehearse` is done once all is imported."""
    yield from imports()
    rehearse()
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    fill_holes()
    gc.disable()  # a collection would write to pages that are shared with the children
    yield from collapse_memory()


def fill_holes() -> None:
    """Fill what imports have left free, so that what a child allocates lies side by side.

    Each page that a child writes to is copied first, which takes longer than to make an object.
    """
    for size in SIZES:
        whole_row, row, last = POOL // size - 2, 0, 0
        for _ in range(MOST_HOLES):
            _filling.append(one := bytes(size - sys.getsizeof(b"")))
            row, last = row + 1 if id(one) == last + size else 0, id(one)
            if row == whole_row:  # a pool that was free
                del _filling[-whole_row:]
                break


def imports() -> Iterator[None]:
    """Each `next` imports one part; a part that this torch has not is passed over."""
    for root in ROOTS:
        with others_forks_only(), without_collecting(), contextlib.suppress(Exception):
            importlib.import_module(root)
        yield


def collapse_memory() -> Iterator[None]:
    """Gather the anonymous memory into huge pages, where the kernel can (Linux 6.1).

    A fork copies the page tables: with huge pages there is a small part of them.
    """
    from runner.processes import proc

    libc = ctypes.CDLL(None)
    for line in proc.read("self/maps").splitlines():
        addresses, permissions, *_, inode, name = [*line.split(maxsplit=5), ""][:6]
        if permissions == "rw-p" and inode == "0" and name in ("", "[heap]"):
            start, end = (int(address, 16) for address in addresses.split("-"))
            start += -start % HUGE_PAGE
            end -= end % HUGE_PAGE
            for address in range(start, end, AT_ONCE):
                size = ctypes.c_size_t(min(AT_ONCE, end - address))
                libc.madvise(ctypes.c_void_p(address), size, MADV_COLLAPSE)
                yield
