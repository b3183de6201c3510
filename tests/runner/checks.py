"""What must hold of a runner after anything has happened."""

from __future__ import annotations

import time
from pathlib import Path

from runner.protocol.wire import Fact
from tests.runner.background import BackgroundRunner, folders_of, processes_of, scratch_of

SPARES = 2
OWN_DESCRIPTORS = (
    12  # 0, 1, 2, two each of the protocol, of deaths, of the rehearsal (twice), /proc
)
FOR_EACH_CHILD = 4
PATIENCE = 30.0


def answers_right(runner: BackgroundRunner) -> None:
    outcome = runner.outcome(
        "import torch\nx = torch.arange(3)\nprint('here')", looks=[("shape", "x"), ("output", "")]
    )
    assert outcome.facts == (Fact("shape", [3]), Fact("output", "here\n"))
    assert (outcome.raised, outcome.stdout, outcome.stderr) == (None, "here\n", "")


def leaves_nothing(runner: BackgroundRunner, *, group: int = 0) -> None:
    """In the end there is a zygote with its spares, and a folder and pipes for each of them.

    With namespaces, a spare is accompanied by the first process of its own, and the zygote
    by the process that waits for it and one that makes such first processes, one of them ahead.
    `group` is how many ranks the snippets ran on that had
    other rights than most: one spare more is for these; several are accompanied by a process
    that waits for them.

    It cleans up after it has answered, and takes its time over its spares.
    """
    zygote = runner.zygote
    scratch = scratch_of(zygote)
    namespaces = "namespaces" in runner.layers
    spares = SPARES + bool(group)
    children = spares + namespaces
    firsts = namespaces * (spares + 1)
    ranks = group if group > 1 else 0
    streams = 2 * (group - 1) if group else 0
    expected = (
        children,
        spares,
        spares * (FOR_EACH_CHILD + namespaces) + streams,
        children + firsts + ranks,
    )
    beneath = Path(f"/proc/{zygote.pid}/task/{zygote.pid}/children")
    deadline = time.monotonic() + PATIENCE
    seen: tuple[int, ...] = ()
    while time.monotonic() < deadline:
        below = len(beneath.read_text().split())
        folders = len(folders_of(zygote))
        descriptors = zygote.num_fds() - OWN_DESCRIPTORS - 2 * namespaces
        seen = (below, folders, descriptors)
        if seen == expected[:3]:  # else nobody looks at every process of this machine
            seen += (len(processes_of(scratch)) - 1 - namespaces,)
            if seen == expected:
                return
    raise AssertionError(f"spares, folders, descriptors, processes left: {seen}, not {expected}")
