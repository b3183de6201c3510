"""What several processes of a snippet take together, where the kernel adds it up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from runner.protocol import faults
from runner.protocol.budget import THREADS
from runner.protocol.wire import Fault, Outcome, Snippet, Source
from runner.sandbox import cgroups
from tests.runner.background import BackgroundRunner, scratch_of

HOME = cgroups.home()
pytestmark = pytest.mark.skipif(HOME is None, reason="no cgroup below which one may be made")

IN_ALL = """
import os, time, torch
for _ in range(3):
    if os.fork() == 0:
        x = torch.ones(3 << 26)  # 768 MiB
        time.sleep(300)
        os._exit(0)
for _ in range(3):
    os.wait()
"""


@pytest.fixture(scope="module")
def runner() -> Iterator[BackgroundRunner]:
    with BackgroundRunner() as runner:
        name = scratch_of(runner.server).name
        yield runner
    assert not groups(name)


def groups(name: str) -> set[str]:
    """By name, that of a runner and those of its snippets; other runners may be at work here."""
    assert HOME is not None
    return {path.name for path in (*HOME.glob(name), *HOME.glob(f"{name}/snippet-*"))}


def end_of(runner: BackgroundRunner, code: str, *, ranks: int = 1) -> Outcome | Fault:
    snippet = Snippet((Source(code),), timeout=300, ranks=ranks, workers=ranks == 1)
    return runner.wait_for(runner.runner.run(snippet))


def test_processes_share_a_bound_of_memory(runner: BackgroundRunner) -> None:
    assert end_of(runner, IN_ALL) == faults.memory()


def test_ranks_share_a_bound_of_memory(runner: BackgroundRunner) -> None:
    code = "import torch\nx = torch.ones(5 << 26)"  # 1280 MiB
    assert end_of(runner, code, ranks=2) == faults.memory()


def test_processes_share_a_bound_of_tasks(runner: BackgroundRunner) -> None:
    end_of(runner, "pass")  # for the next, a process waits
    assert HOME is not None
    own = HOME / scratch_of(runner.server).name
    bounds = [path.read_text() for path in own.glob("snippet-*/pids.max")]
    assert set(bounds) == {f"{THREADS}\n"}


def test_a_group_ends_with_its_snippet(runner: BackgroundRunner) -> None:
    name = scratch_of(runner.server).name
    end_of(runner, "pass")
    for_the_next = groups(name)
    end_of(runner, "import os\nos.fork()")
    end_of(runner, "pass", ranks=2)
    while any(one.startswith("snippet") for one in for_the_next & groups(name)):
        pass
