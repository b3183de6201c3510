"""Snippets of every kind in a row, by the thousand, and what is left of them: nothing."""

from __future__ import annotations

import asyncio
import random
import tempfile
import threading
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil
import pytest

from runner.protocol.wire import Fact, Fault, Look, Outcome, Snippet, Source
from tests.runner.background import BackgroundRunner, processes_of, until_running
from tests.runner.checks import answers_right, leaves_nothing

PARTS = 5
"""After each of them the runner is weighed; the first warms it up."""

AT_ONCE = 2
MOST_GROWTH = 2 << 20
"""Bytes, from the first weighing to the last: 2.5 KiB for each of a thousand snippets."""

TENSOR = "import torch\nx = torch.ones(2, requires_grad=True)\n"
MIXTURE: dict[str, tuple[str, str, int]] = {
    # How it ends, and how many times as often as the rarest.
    "a shape": (TENSOR, "outcome", 12),
    "a gradient": (f"{TENSOR}(x * x).sum().backward()", "outcome", 12),
    "a step": (
        f"{TENSOR}o = torch.optim.AdamW([x])\n(x * x).sum().backward()\no.step()",
        "outcome",
        4,
    ),
    "an exception": ("def f():\n    raise ValueError('no')\nf()", "outcome", 6),
    "a mistake": ("x = = 1", "outcome", 2),
    "a time-out": ("while True: pass", "timeout", 1),
    "a wait": ("import time\ntime.sleep(99)", "timeout", 1),
    "a flood": ("while True: print('x' * 4096)", "output", 2),
    "a flood of errors": ("import os\nwhile True: os.write(2, b'x' * 4096)", "output", 2),
    "a huge tensor": ("import torch\nx = torch.ones(1 << 34)", "memory", 2),
    "many tensors": (
        "import torch\nx = []\nwhile True: x.append(torch.empty(1 << 26))",
        "memory",
        2,
    ),
    "a kill": ("import os\nos.kill(os.getpid(), 9)", "killed", 2),
    "an abort": ("import os\nos.abort()", "killed", 1),
    "an exit": ("import os\nos._exit(3)", "killed", 2),
    "a crash": ("import ctypes\nctypes.string_at(0)", "killed", 1),
    "a forgery": (
        """
import os
for descriptor in range(3, 256):
    try: os.write(descriptor, b'\\0\\0\\0\\2{}')
    except OSError: pass
""",
        "internal",
        2,
    ),
    "threads": (
        """
import threading, time
for _ in range(8): threading.Thread(target=time.sleep, args=[99]).start()
""",
        "outcome",
        2,
    ),
    "files": (
        """
import os
for number in range(50): open(f'f{number}', 'w').write('x' * 1000)
os.makedirs('a/b/c')
os.symlink('/', 'a/root')
os.chmod('a/b', 0)
""",
        "outcome",
        4,
    ),
    "descriptors": ("import os\nx = [os.pipe() for _ in range(50)]", "outcome", 2),
    "a cancel": ("open('ran', 'w').close()\nwhile True: pass", "cancelled", 2),
    "a cancel while it waits": ("x = 1", "cancelled at once", 2),
    "forks": (
        """
import os, time
for _ in range(3):
    if os.fork() == 0: time.sleep(99)
""",
        "outcome of workers",
        2,
    ),
    "a daemon": (
        """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0: time.sleep(99)
    os._exit(0)
os.wait()
""",
        "outcome of workers",
        1,
    ),
    "ranks": (
        "import torch.distributed as dist\nimport torch\ndist.all_reduce(torch.ones(2))",
        "outcome of ranks",
        1,
    ),
    "a dead-lock": (
        "import torch.distributed as dist\nif rank: dist.barrier()",
        "timeout of ranks",
        1,
    ),
}
RIGHTS: dict[str, dict[str, Any]] = {"workers": {"workers": True}, "ranks": {"ranks": 2}}


@pytest.mark.long
@pytest.mark.parametrize("snippets", [60, 1000])
def test_snippets_leave_nothing_behind(
    snippets: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # tests beside this one use the usual
    names = mixture(snippets)
    assert set(names) == set(MIXTURE)
    with BackgroundRunner(jobs=AT_ONCE) as runner:
        runner.outcome("", looks=[("hangs", "")])  # after that, all has been imported
        part = snippets // PARTS
        weights = []
        for number in range(0, snippets, part):
            wrong = runner.wait_for(run_all(runner, names[number : number + part]))
            assert not wrong
            weights.append(weigh(runner))
        assert len({counted for counted, _ in weights}) == 1, weights
        assert weights[-1][1] - weights[0][1] <= MOST_GROWTH, weights
        scratch = runner.scratch
    assert not processes_of(scratch)
    assert not any(tmp_path.iterdir())


def mixture(count: int) -> list[str]:
    """Of every kind one, and the rest by how often it comes."""
    chance = random.Random(0)
    often = [times for _, _, times in MIXTURE.values()]
    names = [*MIXTURE, *chance.choices([*MIXTURE], often, k=count - len(MIXTURE))]
    chance.shuffle(names)
    return names


async def run_all(runner: BackgroundRunner, names: Sequence[str]) -> Counter[tuple[str, str]]:
    """Run them in turn, some at once; which ended otherwise than they should, and how."""
    waiting = list(reversed(names))
    wrong: Counter[tuple[str, str]] = Counter()

    async def one_after_the_other() -> None:
        while waiting:
            name = waiting.pop()
            code, expected, _ = MIXTURE[name]
            end, _, right = expected.partition(" of ")
            if (seen := await how_it_ends(runner, code, end, RIGHTS.get(right, {}))) != end:
                wrong[name, seen] += 1

    await asyncio.gather(*[one_after_the_other() for _ in range(AT_ONCE)])
    return wrong


async def how_it_ends(
    runner: BackgroundRunner, code: str, expected: str, rights: dict[str, Any]
) -> str:
    looks = (Look("output", ""), Look("raises", "code"))
    short = 0.1 if expected == "timeout" else 20.0
    run = runner.runner.run(Snippet((Source(code),), looks, timeout=short, **rights))
    if expected.startswith("cancelled"):
        waiting = asyncio.create_task(run)
        await asyncio.sleep(0)
        if expected == "cancelled":
            await until_running(psutil.Process(runner._own_pid()), 1)
        waiting.cancel()
        await asyncio.wait([waiting])
        return expected if waiting.cancelled() else "no cancel"
    end = await run
    if isinstance(end, Fault):
        return end.kind
    assert isinstance(end, Outcome)
    return "outcome" if all(isinstance(fact, Fact) for fact in end.facts) else "failed looks"


def weigh(runner: BackgroundRunner) -> tuple[tuple[int, ...], int]:
    """What must not grow at all: descriptors and the like of ours; and the runner's memory."""
    runner.run("pass")
    runner.wait_for(how_it_ends(runner, "pass", "outcome", RIGHTS["workers"]))
    answers_right(runner)
    leaves_nothing(runner, group=1)
    process = psutil.Process()
    own = (process.num_fds(), len(asyncio.all_tasks(runner._loop)), threading.active_count())
    return own, sum(one.memory_info().rss for one in (runner.server, runner.zygote))
