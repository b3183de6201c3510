"""Snippets of a series share a process for as long as each leaves it as it was."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

import pytest

from runner.protocol.wire import Fact, Fault, Look, Outcome, Raised, Snippet, Source
from tests.runner.background import BackgroundRunner

BEFORE = """
colorsys = __import__("colorsys")  # where nobody looks
import torch
before = getattr(colorsys, "before", 0)
colorsys.before = before + 1
"""
LOOKS = (Look("text", "before"), Look("output", "stdout"))


@pytest.fixture(scope="module")
def runner(lent_runner: Sequence[str]) -> Iterator[BackgroundRunner]:
    with BackgroundRunner(command=lent_runner) as runner:
        many = [Snippet((Source("pass"),)) for _ in range(40)]
        in_one_go(runner, many)  # by which all has been imported
        yield runner


def in_one_go(runner: BackgroundRunner, snippets: Sequence[Snippet]) -> list[Outcome | Fault]:
    async def run() -> list[Outcome | Fault]:
        return await asyncio.gather(*map(runner.runner.run, snippets))

    return runner.wait_for(run())


def of_series(*codes: str, series: str = "one") -> list[Snippet]:
    return [Snippet((Source(BEFORE + code),), LOOKS, series=series) for code in codes]


def run_before(ends: Sequence[Outcome | Fault]) -> list[str]:
    """How many snippets ran before each in its process."""
    assert all(isinstance(end, Outcome) for end in ends), ends
    facts = [end.facts[0] for end in ends if isinstance(end, Outcome)]
    return [fact.data if isinstance(fact, Fact) else str(fact) for fact in facts]


def test_a_series_shares_a_process_and_others_do_not(runner: BackgroundRunner) -> None:
    one = of_series("print('a')", "print('b')", "1 / 0", "x = torch.ones(2, requires_grad=True)")
    other = of_series("print('c')", series="other")
    alone = of_series("print('d')", "print('e')", series="")
    ends = in_one_go(runner, [*one, *other, *alone])
    assert run_before(ends) == ["0", "1", "2", "3", "0", "0", "0"]
    printed = [end.stdout for end in ends if isinstance(end, Outcome)]
    assert printed == ["a\n", "b\n", "", "", "c\n", "d\n", "e\n"]
    raised = [end.raised for end in ends if isinstance(end, Outcome)]
    assert [isinstance(one, Raised) for one in raised] == [at == 2 for at in range(7)]


def test_each_of_a_series_has_its_own_names_and_random_numbers(runner: BackgroundRunner) -> None:
    chance = "import random, numpy\nx = (torch.rand(1), random.random(), numpy.random.rand())\n"
    code = f"known = 'x' in vars()\n{chance}print(x, known)"
    ends = in_one_go(runner, of_series(code, code))
    assert run_before(ends) == ["0", "1"]
    first, second = (end.stdout for end in ends if isinstance(end, Outcome))
    assert first == second
    assert "False" in first


def test_a_hook_is_not_known_by_those_before_it(runner: BackgroundRunner) -> None:
    code = "print(torch.nn.Linear(1, 1).register_forward_hook(print).id)"
    ends = in_one_go(runner, of_series(code, code))
    assert run_before(ends) == ["0", "1"]
    first, second = (end.stdout for end in ends if isinstance(end, Outcome))
    assert first == second


@pytest.mark.parametrize(
    "left",
    [
        "torch.set_default_dtype(torch.float64)",
        "torch.set_default_device('meta')",
        "torch.set_grad_enabled(False)",
        "torch.set_num_threads(2)",
        "torch.use_deterministic_algorithms(True)",
        "torch.set_printoptions(precision=2)",
        "torch.set_float32_matmul_precision('medium')",
        "torch.set_flush_denormal(True)",
        "torch._C._set_mkldnn_enabled(False)",
        "torch.autograd.set_detect_anomaly(True)",
        "torch.autocast('cpu').__enter__()",
        "torch.nn.modules.module.register_module_forward_hook(print)",
        "torch.utils.data.get_worker_info = None",
        "torch.nn.Linear.forward = torch.nn.Module.forward",
        "torch.Tensor.twice = lambda self: self * 2",
        "import warnings; warnings.simplefilter('ignore')",
        "torch.ones(2).type(torch.complex64).float()  # warns",
        "import this",
        "import random; random.seed = None",
        "import sys; sys.setrecursionlimit(500)",
        "import sys; sys.stdout = sys.stderr",
        "import os; os.chdir('/')",
        "import os; os.environ['A'] = 'b'",
        "import os; os.umask(0)",
        "import os; os.dup(1)",
        "import signal; signal.signal(signal.SIGALRM, signal.SIG_IGN)",
        "import threading; threading.Thread(target=threading.Event().wait, daemon=True).start()",
        "open('file', 'w').close()",
        "import gc; gc.disable()",
        "import builtins; builtins.x = 1",
        "import decimal; decimal.getcontext().prec = 3",
        "import atexit; atexit.register(print)",
        "import torch.optim.optimizer as o; o.register_optimizer_step_pre_hook(print)",
        "torch.utils.data._utils.collate.default_collate_fn_map[int] = print",
        "torch.sparse.check_sparse_tensor_invariants.enable()",
        "torch.autograd.forward_ad.enter_dual_level()",
        "torch.autograd.graph.save_on_cpu().__enter__()",
        "torch.backends.mha.set_fastpath_enabled(False)",
        "torch.distributions.Distribution.set_default_validate_args(False)",
        "torch.nn.Linear.__init__.__defaults__ = (False, None, None)",
        "torch.special.expit = None",
        "import functools; functools.reduce = None",
        "import logging; logging.disable()",
        "import multiprocessing; multiprocessing.set_start_method('spawn', force=True)",
        "import json; json.dumps = None",
        "import torch.nn.modules.linear as m; m.F = None",
        "import unittest.mock as m; m.patch('json.loads').start()",
        "import collections.abc as c; c.Sequence.register(type('A', (), {}))",
        "import logging; logging.getLogger('a').setLevel(10)",
        "import signal; signal.setitimer(signal.ITIMER_PROF, 1000)",
        "import gc; gc.set_debug(gc.DEBUG_SAVEALL)",
        "import threading; threading.settrace(print)",
        "import numpy; numpy.seterrcall(print)",
        "import os; os.dup2(1, 2)",
        "open('/dev/shm/a', 'w').close()",
        "torch.set_num_interop_threads(3)",
        "torch.set_autocast_enabled('cuda', True)",
        "torch.serialization.set_crc32_options(False)",
        "exec('torch.cuda.is_available = None')",
        "vars(torch.cuda)['is_available'] = None",
        "import operator, json; operator.setitem(json.__dict__, 'dumps', None)",
        "import importlib as i; i.import_module('json').dumps = None",
        "torch._C._set_cublas_allow_fp16_reduced_precision_reduction(False)",
        "def quiet(m): m.is_available = None\nquiet(torch.cuda)",
    ],
)
def test_what_leaves_a_trace_is_followed_by_none(left: str, runner: BackgroundRunner) -> None:
    if "/dev/shm" in left and "namespaces" not in runner.layers:
        pytest.skip("shared memory is everybody's there")
    ends = in_one_go(runner, of_series(left, "pass"))
    assert [end.raised for end in ends if isinstance(end, Outcome)] == [None, None]
    assert run_before(ends) == ["0", "0"]


def test_what_ends_a_process_that_was_used_is_tried_alone(runner: BackgroundRunner) -> None:
    ends = in_one_go(runner, of_series("pass", "import os\nif before: os._exit(3)", "pass"))
    assert run_before(ends)[:2] == ["0", "0"]


def test_what_hangs_in_a_process_that_was_used_is_tried_alone(runner: BackgroundRunner) -> None:
    first, second = of_series("pass", "import threading\nif before: threading.Event().wait()")
    second = Snippet(second.sources, second.looks, timeout=0.5, series=second.series)
    assert run_before(in_one_go(runner, [first, second])) == ["0", "0"]


def of_ranks(*codes: str) -> list[Snippet]:
    joined = [f"{BEFORE}import torch.distributed as dist\n{code}" for code in codes]
    sources = [(Source(code),) for code in joined]
    return [Snippet(one, LOOKS, series="ranks", ranks=2, timeout=5.0) for one in sources]


def test_a_series_on_ranks_shares_their_group(runner: BackgroundRunner) -> None:
    reduced = "x = torch.ones(1) * (rank + 1)\ndist.all_reduce(x)\nprint(x.item(), torch.rand(1))"
    wrapped = "torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(1, 1))"
    sharded = "from torch.distributed.fsdp import fully_shard\nfully_shard(torch.nn.Linear(4, 1))"
    ends = in_one_go(runner, of_ranks(reduced, wrapped, sharded, reduced))
    assert run_before(ends) == ["0", "1", "2", "3"]
    first, *_, last = (end.stdout for end in ends if isinstance(end, Outcome))
    assert first == last
    assert "[rank 1] 3.0" in first


@pytest.mark.parametrize(
    "left",
    [
        "dist.new_group([0, 1])",
        "dist.destroy_process_group()",
        "dist.distributed_c10d._get_default_store().set('a', 'b')",
        "if rank == 1: dist.isend(torch.ones(1), 0)",
        "if rank == 1: dist.broadcast(torch.ones(1), 1, async_op=True)",
        pytest.param(
            "if rank == 1: dist.broadcast(torch.ones(1), 1, **{'async' + '_op': True})",
            marks=pytest.mark.long,
        ),
        "if rank == 1: torch.set_default_dtype(torch.float64)",
        "if rank == 1: 1 / 0",
        "if rank == 1: open('file', 'w').close()",
    ],
)
def test_what_a_rank_leaves_behind_is_met_by_none(left: str, runner: BackgroundRunner) -> None:
    ends = in_one_go(runner, of_ranks(left, "x = torch.ones(1)\ndist.all_reduce(x)"))
    assert run_before(ends)[1] == "0"
    assert [end.raised for end in ends if isinstance(end, Outcome)][1] is None


def test_what_may_hang_has_a_process_that_nobody_has_used(runner: BackgroundRunner) -> None:
    first, second = of_series("pass", "pass")
    asked = Snippet(second.sources, (*LOOKS, Look("hangs", "code")), series=second.series)
    assert run_before(in_one_go(runner, [first, asked])) == ["0", "0"]


def test_those_that_may_hang_wait_for_none(runner: BackgroundRunner) -> None:
    codes = ("import threading; threading.Event().wait()", "pass")
    looks = (Look("hangs", "code"),)
    long, short = (Snippet((Source(code),), looks, timeout=60, series="one") for code in codes)

    async def first_end() -> Snippet:
        runs = {asyncio.ensure_future(runner.runner.run(one)): one for one in (long, short)}
        done, others = await asyncio.wait(runs, return_when=asyncio.FIRST_COMPLETED)
        for run in others:
            run.cancel()
        return runs[done.pop()]

    assert runner.wait_for(first_end()) == short
