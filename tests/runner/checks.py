"""What must hold of a runner after anything has happened."""

from __future__ import annotations

import time
from pathlib import Path

from runner.protocol.wire import Fact
from tests.runner.background import (
    LOOK_AGAIN,
    BackgroundRunner,
    folders_of,
    processes_of,
    scratch_of,
)

SPARES = 2
OWN_DESCRIPTORS = 11  # 0, 1, 2, two each of protocol and signals, orders, deaths, end, /proc
DESCRIPTORS_OF_THE_ZYGOTE = 7  # 0, 1, 2, orders, deaths, signals, /proc
FOR_EACH_CHILD = 4
OF_GROUPS = 3  # where the runner's is, the runner's, and its entrance for the zygote
PATIENCE = 30.0


def answers_right(runner: BackgroundRunner) -> None:
    outcome = runner.outcome(
        "import torch\nx = torch.arange(3)\nprint('here')", looks=[("shape", "x"), ("output", "")]
    )
    assert outcome.facts == (Fact("shape", [3]), Fact("output", "here\n"))
    assert (outcome.raised, outcome.stdout, outcome.stderr) == (None, "here\n", "")


def leaves_nothing(runner: BackgroundRunner, *, group: int = 0) -> None:
    """In the end there are a server and a zygote with its spares, each with a folder and pipes.

    With namespaces, a spare is accompanied by the first process of its own, and the server
    by the process that waits for it. Where there is a GPU, one spare more is for it. Where the
    kernel can add up what processes take together, a spare that has need of it has a group.
    `group` is how many ranks the snippets ran on that had
    other rights than most: one spare more is for these; several are accompanied by a process
    that waits for them.

    It cleans up after it has answered, and takes its time over its spares.
    """
    server, zygote, hello = runner.server, runner.zygote, runner.hello
    scratch = scratch_of(server)
    namespaces = "namespaces" in runner.layers
    on_a_gpu = hello.devices[-1].startswith("cuda")
    spares = SPARES + on_a_gpu + bool(group)
    children = spares * (1 + namespaces)
    ranks = group if group > 1 else 0
    streams = 2 * (group - 1) if group else 0
    descriptors = spares * (FOR_EACH_CHILD + namespaces) + streams
    if hello.groups:
        bounded = SPARES if {"namespaces", "seccomp"} <= set(runner.layers) else 0
        descriptors += OF_GROUPS + spares - bounded
    expected = (
        children,
        spares,
        DESCRIPTORS_OF_THE_ZYGOTE + namespaces,
        descriptors,
        1 + children + ranks,
    )
    beneath = Path(f"/proc/{zygote.pid}/task/{zygote.pid}/children")
    deadline = time.monotonic() + PATIENCE
    seen: tuple[int, ...] = ()
    while time.monotonic() < deadline:
        below = len(beneath.read_text().split())
        folders = len(folders_of(server))
        descriptors = server.num_fds() - OWN_DESCRIPTORS - namespaces
        seen = (below, folders, zygote.num_fds(), descriptors)
        if seen == expected[:4]:  # else nobody looks at every process of this machine
            seen += (len(processes_of(scratch)) - 1 - namespaces,)
            if seen == expected:
                return
        time.sleep(LOOK_AGAIN)
    raise AssertionError(f"children, folders, descriptors, processes left: {seen}, not {expected}")
