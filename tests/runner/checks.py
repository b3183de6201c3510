"""What must hold of a runner after anything has happened."""

from __future__ import annotations

import time

from runner.wire import Fact
from tests.runner.background import BackgroundRunner, processes_of

SPARES = 2
OWN_DESCRIPTORS = 7  # 0, 1, 2, the protocol's two, and the two that tell of deaths
FOR_EACH_CHILD = 4
PATIENCE = 30.0


def answers_right(runner: BackgroundRunner) -> None:
    outcome = runner.outcome(
        "import torch\nx = torch.arange(3)\nprint('here')", looks=[("shape", "x"), ("output", "")]
    )
    assert outcome.facts == (Fact("shape", [3]), Fact("output", "here\n"))
    assert (outcome.raised, outcome.stdout, outcome.stderr) == (None, "here\n", "")


def leaves_nothing(runner: BackgroundRunner) -> None:
    """In the end there is a zygote with its spares, and a folder and pipes for each of them.

    It cleans up after it has answered, and takes its time over its spares.
    """
    zygote, scratch = runner.zygote, runner.scratch
    deadline = time.monotonic() + PATIENCE
    seen: tuple[int, ...] = ()
    while time.monotonic() < deadline:
        spares = len(zygote.children())
        processes = len(processes_of(scratch)) - 1
        folders = len(list(scratch.iterdir()))
        descriptors = zygote.num_fds() - OWN_DESCRIPTORS
        seen = (spares, processes, folders, descriptors)
        if seen == (SPARES, SPARES, SPARES, SPARES * FOR_EACH_CHILD):
            return
    raise AssertionError(f"spares, processes, folders, descriptors left: {seen}")
