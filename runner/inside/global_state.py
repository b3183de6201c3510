"""What a snippet may leave behind in its process, as far as that can be told.

Where it is the same before and after, the next snippet of a series finds the process as the first
did. Code that speaks of what cannot be told is followed by none.
"""

from __future__ import annotations

import atexit
import contextlib
import copyreg
import decimal
import gc
import locale
import logging
import math
import multiprocessing
import os
import re
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import torch
from torch.utils.hooks import RemovableHandle

from runner.inside import imported
from runner.inside.tables import Tables, can_be_read, classes
from runner.protocol.wire import Snippet
from runner.sandbox.visible import SHARED_MEMORY

_REMEMBERED_ELSEWHERE = re.compile(
    r"warn|(torch\.|import )compile|dynamo|\bjit\b|librar|profil|pytree|ctypes|hangs|subclasses__"
    r"|__(code|defaults|kwdefaults|dict|wrapped|enter)__|setattr"
    r"|(import|from) +(contextvars|faulthandler|resource|socket)\b"
    r"|\.register\(|register_(error|package)|delattr|\bmock\b|monkeypatch|getLogger|addLevelName"
    r"|interop_threads|reconfigure|putenv|dup2|set_blocking|siginterrupt|audithook|fx\.wrap|set_logs"
    r"|vars\(\w|import_module|setitem|rlimit|_C\._\w*set"
)
"""Of what torch and Python remember that it has been, in places that cannot be looked at."""

_UNDER_WAY_BETWEEN_RANKS = re.compile(r"send|recv|P2P|async_op|monitored|rpc|[sS]tore|_timeout")
"""What ranks may have sent each other that nobody has taken yet, and what their group keeps."""

_OF_TORCH = """
    get_default_dtype get_default_device is_grad_enabled is_inference_mode_enabled
    is_anomaly_enabled is_anomaly_check_nan_enabled is_warn_always_enabled get_num_threads
    get_float32_matmul_precision get_deterministic_debug_mode is_autocast_cache_enabled
    _C._get_deterministic_fill_uninitialized_memory _C._is_multithreading_enabled
    _C._is_torch_function_enabled _C._len_torch_function_stack _C._len_torch_dispatch_stack
    _C._get_mkldnn_enabled _C._get_mkldnn_deterministic _C._get_onednn_allow_tf32
    _C._get_nnpack_enabled _C._get_math_sdp_enabled _C._get_flash_sdp_enabled
    _C._get_mem_efficient_sdp_enabled _C._get_cudnn_enabled _C._get_cudnn_benchmark
    _C._get_cudnn_deterministic _C._get_cudnn_allow_tf32 _C._get_cublas_allow_tf32
    _C._get_cudnn_sdp_enabled _C._get_math_sdp_allow_fp16_bf16_reduction
    _C._get_autograd_fallback_mode
    _C._functorch.maybe_current_level multiprocessing.get_sharing_strategy
    serialization.get_safe_globals serialization.get_default_load_endianness
    serialization.get_crc32_options serialization.get_default_mmap_options
    __future__.get_overwrite_module_params_on_conversion
    __future__.get_swap_module_params_on_conversion
    utils.data.get_worker_info distributed.is_initialized distributed.get_debug_level
    sparse.check_sparse_tensor_invariants.is_enabled _C._is_view_replay_enabled _C._get_qengine
"""
"""Functions of torch's that say how it is set; another version may lack some."""

_REGISTRIES_OF_TORCH = """
    utils.data._utils.collate.default_collate_fn_map distributions.kl._KL_REGISTRY
    distributions.biject_to._registry distributions.transform_to._registry
"""
"""Where things are registered for good."""

_OPTIMIZER = "torch.optim.optimizer"  # which torch.optim does not name

State = tuple[Any, ...]

_tables: Tables | None = None
_first_hook = 0


def prepare_to_read() -> None:
    """Note how namespaces are, for this process and all that it forks."""
    global _tables, _first_hook
    if can_be_read():
        _do_what_is_done_once()
        _first_hook = RemovableHandle.next_id
        _tables = Tables()


def _do_what_is_done_once() -> None:
    """To classes, when there is a first object of them, and when that is copied."""
    optimizers: list[Any] = []
    for cls in classes():
        copyreg._slotnames(cls)  # type: ignore[attr-defined]
        if issubclass(cls, torch.optim.Optimizer):
            optimizers.append(cls)
    for optimizer in optimizers:
        with contextlib.suppress(Exception):  # of one that takes more
            optimizer([torch.zeros(1)])


def read(scratch: str) -> State | None:
    """Something that is equal where the state is, given the folder that may be written to.

    None where it cannot be told.
    """
    with contextlib.suppress(Exception):  # of whatever a snippet has put in the place of something
        return _read(scratch)
    return None


def is_still(before: State | None, scratch: str, *, after: Snippet) -> bool:
    """Whether the state is what it was, as far as that can be told after such a snippet."""
    if before is None or _tables is None or after.workers or _is_told_elsewhere(after):
        return False
    with contextlib.suppress(Exception):
        return read(scratch) == before
    return False


def _is_told_elsewhere(snippet: Snippet) -> bool:
    expressions = (look.expression.strip() for look in snippet.looks)
    if imported.is_changed_by([*(source.text for source in snippet.sources), *expressions]):
        return True
    texts = [repr(text) for text in (*snippet.sources, *snippet.looks)]
    if snippet.ranks > 1 and any(map(_UNDER_WAY_BETWEEN_RANKS.search, texts)):
        return True
    return any(map(_REMEMBERED_ELSEWHERE.search, texts))


def _read(scratch: str) -> State:
    sys.modules["__main__"] = ModuleType("__main__")
    gc.collect()  # what was the snippet's, and now only refers to itself, is as good as gone
    RemovableHandle.next_id = _first_hook  # of which none is left that could have the same number
    of_names = _tables.sum() if _tables else None
    return (of_names, *_of_torch(), *_of_python(), *_of_the_process(scratch))


def _of_torch() -> Iterator[Any]:
    yield from (function() for function in _those_of_torch(_OF_TORCH))
    yield from (list(one.values()) for one in _those_of_torch(_REGISTRIES_OF_TORCH))
    for device in ("cpu", "cuda"):
        yield torch.is_autocast_enabled(device), torch.get_autocast_dtype(device)
    yield list(vars(torch._tensor_str.PRINT_OPTS).values())
    of_modules = (vars(sys.modules[name]) for name in ("torch.nn.modules.module", _OPTIMIZER))
    named = (item for names in of_modules for item in names.items())
    hooks = [hooks for name, hooks in named if name.startswith("_global_")]
    yield [len(one) if isinstance(one, dict) else one for one in hooks]
    group = torch.distributed.distributed_c10d._world
    yield group.default_pg, len(group.pg_map), group.group_count, len(group.pg_coalesce_state)


def _those_of_torch(names: str) -> Iterator[Any]:
    for name in names.split():
        with contextlib.suppress(AttributeError):
            yield attrgetter(name)(torch)


def _of_python() -> Iterator[Any]:
    yield len(sys.modules), list(sys.path), list(sys.meta_path), list(sys.argv)
    yield sys.stdin, sys.stdout, sys.stderr, sys.displayhook, sys.excepthook
    yield sys.getrecursionlimit(), sys.gettrace(), sys.getprofile(), sys.getswitchinterval()
    yield sys.get_asyncgen_hooks(), sys.get_coroutine_origin_tracking_depth()
    yield gc.isenabled(), gc.get_threshold(), gc.get_debug(), list(gc.callbacks)
    yield list(warnings.filters), warnings.showwarning
    yield threading.active_count(), threading.excepthook, threading.current_thread().name
    yield threading.gettrace(), threading.getprofile(), threading.stack_size()
    yield locale.setlocale(locale.LC_ALL), repr(decimal.getcontext()), np.geterr()
    yield np.geterrcall(), np.getbufsize(), repr(np.get_printoptions()), atexit._ncallbacks()
    yield sys.get_int_max_str_digits(), list(copyreg.dispatch_table.values())
    yield logging.root.level, len(logging.root.handlers), logging.root.manager.disable
    yield multiprocessing.get_start_method(allow_none=True)
    yield math.ldexp(1.0, -1074) > 0  # unless what is so small is taken for nothing


def _of_the_process(scratch: str) -> Iterator[Any]:
    lowest = os.dup(0)
    os.close(lowest)
    yield lowest  # a descriptor that was left open would have taken its place
    umask = os.umask(0o077)
    os.umask(umask)
    yield umask, Path.cwd(), dict(os.environ)
    yield [signal.getsignal(number) for number in signal.valid_signals()]
    if sys.platform != "win32":
        timers = (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)
        yield list(map(signal.getitimer, timers)), signal.pthread_sigmask(signal.SIG_BLOCK, ())
    if sys.platform == "linux":
        yield os.sched_getaffinity(0)
        with contextlib.suppress(OSError):  # it may not be the snippet's own
            yield list(Path(SHARED_MEMORY).iterdir())
    # Ranks have one in there, by which they have found each other.
    yield {path: path.read_bytes() for path in Path(scratch).iterdir()}
