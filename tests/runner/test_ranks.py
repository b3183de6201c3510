"""Snippets on several torch.distributed ranks, each a process of its own."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from runner.protocol import budget
from runner.protocol.layers import LAYERS
from runner.protocol.wire import Fact, Fault, Look, Outcome, Snippet, Source
from tests.runner.background import BackgroundRunner
from tests.runner.checks import PATIENCE, answers_right, leaves_nothing
from tests.runner.hasty import in_haste

DIST = "import torch\nimport torch.distributed as dist\n"
SKIPPED = DIST + "x = torch.ones(1)\nif rank == 0:\n    dist.all_reduce(x)\n"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BackgroundRunner]:
    """Nobody else's."""
    with in_haste(tmp_path_factory.mktemp("hasty")), BackgroundRunner() as runner:
        yield runner


@pytest.fixture(
    scope="module",
    params=[
        None,
        *(pytest.param(w, marks=pytest.mark.long) for w in [(), ("namespaces",), LAYERS]),
    ],
    ids=lambda w: "lent" if w is None else "-".join(w),
)
def anywhere(
    request: pytest.FixtureRequest,
    runner: BackgroundRunner,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[BackgroundRunner]:
    if request.param is None:
        yield runner
        return
    haste = in_haste(tmp_path_factory.mktemp("hasty"))
    with haste, BackgroundRunner(without=request.param) as other:
        yield other


def run(
    runner: BackgroundRunner, code: str, *looks: tuple[Any, str], ranks: int = 2, **fields: Any
) -> Outcome | Fault:
    wanted = tuple(Look(kind, expression) for kind, expression in looks)
    fields = {"timeout": 20.0} | fields
    snippet = Snippet((Source(code, "deck.yaml", 7),), wanted, ranks=ranks, **fields)
    return runner.end_of(snippet)


def facts(runner: BackgroundRunner, code: str, *looks: tuple[Any, str], **fields: Any) -> list[Any]:
    end = run(runner, code, *looks, **fields)
    assert isinstance(end, Outcome), end
    assert all(isinstance(fact, Fact) for fact in end.facts), end
    return [fact.data for fact in end.facts if isinstance(fact, Fact)]


@pytest.mark.parametrize("ranks", [2, pytest.param(3, marks=pytest.mark.long)])
def test_ranks_reduce_what_each_of_them_holds(anywhere: BackgroundRunner, ranks: int) -> None:
    code = DIST + "x = torch.ones(2) * (rank + 1)\ndist.all_reduce(x)"
    looks = (("text", "x"), ("text", "(rank, world_size)"))
    total = float(sum(range(1, ranks + 1)))
    for on_rank in range(ranks):
        seen = facts(anywhere, code, *looks, ranks=ranks, on_rank=on_rank)
        assert seen == [f"[{total}, {total}]", f"({on_rank}, {ranks})"]


def test_ddp_averages_gradients(runner: BackgroundRunner) -> None:
    code = f"""{DIST}
model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(1, 1, bias=False))
model(torch.full((1, 1), float(rank + 1))).sum().backward()
"""
    assert facts(runner, code, ("text", "model.module.weight.grad")) == ["[[1.5]]"]


def test_broadcast_gather_and_barrier_work(runner: BackgroundRunner) -> None:
    code = f"""{DIST}
x = torch.tensor([rank])
dist.broadcast(x, src=1)
dist.barrier()
every = [torch.empty(1, dtype=torch.int64) for _ in range(world_size)]
dist.all_gather(every, torch.tensor([rank]))
"""
    assert facts(runner, code, ("text", "x"), ("text", "every")) == [
        "[1]",
        "[tensor([0]), tensor([1])]",
    ]


def test_a_sampler_gives_each_rank_its_share(runner: BackgroundRunner) -> None:
    code = """
from torch.utils.data import DistributedSampler
x = list(DistributedSampler(range(5), shuffle=False))
"""
    assert facts(runner, code, ("text", "x")) == ["[0, 2, 4]"]
    assert facts(runner, code, ("text", "x"), on_rank=1) == ["[1, 3, 0]"]


def test_fsdp_shards_parameters_and_an_expression_may_gather_them(
    runner: BackgroundRunner,
) -> None:
    code = f"""{DIST}
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
model = torch.nn.Linear(4, 2, bias=False)
fully_shard(model, mesh=init_device_mesh("cpu", (world_size,)))
model(torch.full((1, 4), float(rank + 1))).sum().backward()
"""
    looks = (
        ("shape", "model.weight.to_local()"),
        ("text", "model.weight.grad.full_tensor().unique()"),
    )
    assert facts(runner, code, *looks) == [[1, 4], "[1.5]"]


@pytest.mark.usefixtures("all_rights")
def test_further_groups_can_be_made(runner: BackgroundRunner) -> None:
    code = DIST + "x = torch.ones(1)\ndist.all_reduce(x, group=dist.new_group([0, 1]))"
    assert facts(runner, code, ("text", "x"), ("output", "stdout")) == ["[2.0]", ""]


def test_the_environment_is_that_of_torchrun(runner: BackgroundRunner) -> None:
    code = "import os\nx = [os.environ[name] for name in ('RANK', 'LOCAL_RANK', 'WORLD_SIZE')]"
    assert facts(runner, code, ("text", "x"), on_rank=1) == ["['1', '1', '2']"]


def test_every_printed_line_says_of_which_rank_it_is(runner: BackgroundRunner) -> None:
    end = run(runner, "print('a', rank)\nprint('b')", ("output", "stdout"), on_rank=1)
    assert isinstance(end, Outcome)
    assert end.stdout == "[rank 0] a 0\n[rank 0] b\n[rank 1] a 1\n[rank 1] b\n"
    assert end.facts == (Fact("output", "a 1\nb\n"),)


def test_a_rank_that_raises_is_named_though_others_fail_in_turn(
    anywhere: BackgroundRunner,
) -> None:
    code = DIST + "if rank == 1:\n    raise ValueError('no')\ndist.barrier()"
    end = run(anywhere, code, ("raises", "code"))
    assert isinstance(end, Outcome)
    assert end.raised is not None
    assert (end.raised.rank, end.raised.type, end.raised.line) == (1, "ValueError", 10)
    (fact,) = end.facts
    assert isinstance(fact, Fact)
    assert fact.data["type"] == "RuntimeError", "rank 0 lost its neighbour"


def test_where_all_ranks_raise_it_is_said_of_the_one_that_is_looked_at(
    runner: BackgroundRunner,
) -> None:
    for _ in range(5):
        end = run(runner, "raise ValueError(rank)", on_rank=1)
        assert isinstance(end, Outcome)
        assert end.raised is not None
        assert (end.raised.rank, end.raised.message) == (1, "1")


@pytest.mark.long
def test_a_rank_that_ends_itself_is_named(
    anywhere: BackgroundRunner, runner: BackgroundRunner
) -> None:
    code = "import os\nif rank == 1:\n    os._exit(3)\n" + DIST + "dist.barrier()"
    message = "Rank 1: The code ended its own process, with exit status 3."
    assert run(anywhere, code) == Fault("killed", message)
    answers_right(anywhere)
    if anywhere is not runner:
        leaves_nothing(anywhere, group=2)


@pytest.mark.long
def test_a_dead_lock_ends_at_the_time_out_and_tells_where_each_rank_was(
    anywhere: BackgroundRunner,
) -> None:
    assert run(anywhere, SKIPPED, timeout=0.5) == Fault(
        "timeout",
        "The code ran longer than 0.5 seconds and was stopped: "
        "rank 0 was at `dist.all_reduce(x)`, rank 1 had come to its end.",
    )
    answers_right(anywhere)


def test_a_dead_lock_may_be_asked_for(runner: BackgroundRunner) -> None:
    assert facts(runner, SKIPPED, ("hangs", "code"), timeout=0.5) == [True]
    assert facts(runner, DIST + "dist.barrier()", ("hangs", "code")) == [False]


def test_code_on_one_process_may_be_asked_for_hanging_too(runner: BackgroundRunner) -> None:
    code = "print('on', flush=True)\nwhile True: pass"
    looks = (("hangs", "code"), ("output", "stdout"))
    assert facts(runner, code, *looks, ranks=1, timeout=0.5) == [True, "on\n"]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("while True: print('flood' * 1000)", "output"),
        ("if rank: x = bytearray(1 << 40)", "memory"),
        ("import os\nif rank: os.kill(os.getpid(), 9)", "killed"),
        ("while True: pass", "timeout"),
    ],
)
def test_bad_ends_of_ranks_are_faults_and_the_next_snippet_runs(
    runner: BackgroundRunner, code: str, kind: str
) -> None:
    end = run(runner, code, timeout=1)
    assert isinstance(end, Fault), end
    assert end.kind == kind, end
    answers_right(runner)


@pytest.mark.long
def test_closing_leaves_no_rank_behind(tmp_path: Path) -> None:
    with in_haste(tmp_path), BackgroundRunner() as runner:
        for _ in range(3):
            assert facts(runner, "x = rank", ("text", "x")) == ["0"]
        leaves_nothing(runner, group=2)


def test_nobody_else_can_connect_to_a_rank(anywhere: BackgroundRunner) -> None:
    if anywhere.layers != ("landlock", "seccomp"):
        pytest.skip("the network is the card's own there, or nothing is held back")
    code = f"""{DIST}
import os, socket
x = torch.ones(1)
dist.all_reduce(x)
for descriptor in range(256):
    try: held = socket.socket(fileno=descriptor)
    except OSError: continue
    x += held.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
    held.detach()
dist.all_reduce(x)
dist.destroy_process_group()
"""
    assert facts(anywhere, code, ("text", "x.tolist()")) == ["[4.0]"]


def test_the_process_between_holds_nothing_but_pipes(own: BackgroundRunner) -> None:
    assert facts(own, "x = rank", ("text", "x")) == ["0"]
    deadline = time.monotonic() + PATIENCE
    seen: object = None
    expected = set[str](), budget.DESCRIPTORS, True
    while seen != expected and time.monotonic() < deadline:
        with contextlib.suppress(psutil.NoSuchProcess, FileNotFoundError):
            between, _ = _group_below(own.zygote)
            links = Path(f"/proc/{between.pid}/fd").iterdir()
            held = {str(link.readlink()) for link in links} - {"/dev/null"}
            held = {name for name in held if not name.startswith("pipe:")}
            memory = between.rlimit(psutil.RLIMIT_DATA)[1]
            seen = held, between.rlimit(psutil.RLIMIT_NOFILE)[1], memory < 2 * budget.MEMORY
    assert seen == expected


@pytest.mark.long
def test_no_zombie_is_left_of_a_spare_group_that_dies(tmp_path: Path) -> None:
    with in_haste(tmp_path), BackgroundRunner(without=("namespaces",)) as runner:
        zygote = runner.zygote
        assert facts(runner, DIST, ("hangs", "")) == [False]  # after that, nothing is prepared
        between, ranks = _group_below(zygote)
        between.kill()
        assert psutil.wait_procs(ranks, timeout=PATIENCE)[1] == []


def _group_below(zygote: psutil.Process) -> tuple[psutil.Process, list[psutil.Process]]:
    """The process between the zygote and a group of spares, and these, as soon as there is one.

    They live in one namespace, as what makes namespaces does not with what it makes.
    """
    while True:
        for child in zygote.children():
            with contextlib.suppress(psutil.NoSuchProcess, FileNotFoundError):
                if ranks := child.children():
                    spaces = {Path(f"/proc/{one.pid}/ns/pid").readlink() for one in (child, *ranks)}
                    if len(spaces) == 1:
                        return child, ranks
