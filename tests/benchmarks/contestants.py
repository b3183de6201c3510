"""Ways to run a card's code and get the value of an expression back, for a race."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import psutil
import pytest

from runner.client import Runner
from runner.processes import scratch
from runner.protocol.layers import is_full
from runner.protocol.wire import Fact, Look, Outcome, Snippet, Source

if TYPE_CHECKING:
    from jupyter_client.blocking.client import BlockingKernelClient

PATIENCE = 120.0
A_PAUSE = 0.1
"""Seconds; in the pause a learner would at least read the verdict."""


@dataclass(frozen=True)
class Card:
    """Code to run; `look` is what the runner is asked, `expression` what all others are.

    `answer` is how both are to come out.
    """

    name: str
    code: str
    look: Look
    expression: str
    answer: str
    ranks: int = 1


class Isolated:
    """Our runner: a fresh process for every card, every layer of the sandbox around it."""

    def __init__(self) -> None:
        self._loop = asyncio.Runner()
        self._runner = Runner()

    def __enter__(self) -> Self:
        self._loop.__enter__()
        before = set(psutil.Process().children())
        self._loop.run(self._runner.start())
        hello = self._loop.run(self._runner.ready())
        assert hello is not None
        assert is_full(hello.sandbox)
        (self._process,) = (
            child
            for child in set(psutil.Process().children()) - before
            if scratch.VARIABLE in child.environ()
        )
        return self

    def __exit__(self, *error: Any) -> None:
        self._loop.run(self._runner.close())
        self._loop.__exit__(*error)

    def rest(self) -> None:
        """Wait until nothing of it has run for a pause: its spares are there, and warm."""
        seen, since = self._activity(), time.monotonic()
        while time.monotonic() - since < A_PAUSE:
            time.sleep(A_PAUSE / 10)
            if (now := self._activity()) != seen:
                seen, since = now, time.monotonic()

    def answer(self, card: Card) -> str:
        snippet = Snippet((Source(card.code),), (card.look,), timeout=20, ranks=card.ranks)
        # The app's loop runs already: starting one for each card is not the runner's time.
        outcome = self._loop.get_loop().run_until_complete(self._runner.run(snippet))
        assert isinstance(outcome, Outcome), outcome
        (fact,) = outcome.facts
        assert isinstance(fact, Fact), fact
        return str(fact.data["text"] if fact.kind == "value" else fact.data)

    def _activity(self) -> dict[int, str]:
        """What changes while any of its processes runs."""
        activity = {}
        for process in [self._process, *self._process.children(recursive=True)]:
            with suppress(FileNotFoundError, ProcessLookupError):  # it is gone
                times = Path(f"/proc/{process.pid}/schedstat").read_text()
                activity[process.pid] = times
        return activity


class Jupyter:
    """A warm Jupyter kernel, where one card's names, files and crashes are the next one's."""

    def __init__(self, client: BlockingKernelClient) -> None:
        self._client = client

    def answer(self, card: Card) -> str:
        """As a notebook runs a cell: with what it prints, to its end."""
        asked = _for_a_kernel(card)
        reply = self._client.execute_interactive(
            **asked, output_hook=_print_nothing, timeout=PATIENCE
        )
        return _value_in(reply)

    def answer_alone(self, card: Card) -> str:
        """The value and nothing else; what the card prints stays on its way."""
        number = self._client.execute(**_for_a_kernel(card))
        reply: dict[str, Any] = {"parent_header": {}}
        while reply["parent_header"].get("msg_id") != number:
            reply = self._client.get_shell_msg(timeout=PATIENCE)
        return _value_in(reply)


def _for_a_kernel(card: Card) -> dict[str, Any]:
    alone = card.ranks == 1
    return {
        "code": card.code if alone else RANKS_IN_A_KERNEL.format(card=card),
        "user_expressions": {"answer": card.expression if alone else "answer"},
        "store_history": False,
    }


def _value_in(reply: dict[str, Any]) -> str:
    shown = reply["content"]["user_expressions"]["answer"]
    return str(shown["data"]["text/plain"])


def _print_nothing(message: dict[str, Any]) -> None:
    assert message["msg_type"] != "error", message["content"]


@contextmanager
def jupyter(folder: Path) -> Iterator[Jupyter]:
    """A kernel of this very Python, which leaves its files in the folder.

    Skips the race where the extra `benchmark` is not installed.
    """
    pytest.importorskip("ipykernel")
    start_new_kernel = pytest.importorskip("jupyter_client.manager").start_new_kernel
    variables = {"IPYTHONDIR": str(folder), "JUPYTER_RUNTIME_DIR": str(folder)}
    manager, client = start_new_kernel(
        kernel_name="python3",
        env={**os.environ, **variables},
        extra_arguments=["--log-level=ERROR"],  # not that it speaks TCP without encryption
    )
    try:
        yield Jupyter(client)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


class InProcess:
    """No process, no isolation: what torch itself takes."""

    def answer(self, card: Card) -> str:
        names: dict[str, Any] = {}
        exec(card.code, names)
        return repr(eval(card.expression, names))


class Cold:
    """A new Python for every card; torchrun where there are several ranks."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def answer(self, card: Card) -> str:
        shown = f"print(repr({card.expression}))"
        command = [sys.executable, "-c", f"{card.code}\n{shown}"]
        if card.ranks > 1:
            script = self._folder / "ranks.py"
            script.write_text(A_RANK_OF_TORCHRUN.format(card=card))
            command = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
            command += ["--nproc-per-node", str(card.ranks), str(script)]
        run = subprocess.run(command, check=True, capture_output=True, text=True)
        return run.stdout.strip()


A_RANK_OF_TORCHRUN = """
import torch.distributed as dist
dist.init_process_group("gloo")
rank = dist.get_rank()
{card.code}
if rank == 0:
    print(repr({card.expression}))
dist.destroy_process_group()
"""

RANKS_IN_A_KERNEL = """
import multiprocessing, tempfile
import torch, torch.distributed as dist

def run(rank, folder, answers):
    store = dist.FileStore(folder + "/store", {card.ranks})
    dist.init_process_group("gloo", store=store, rank=rank, world_size={card.ranks})
    names = {{"rank": rank}}
    exec({card.code!r}, names)
    if rank == 0:
        answers.send(eval({card.expression!r}, names).tolist())
    dist.destroy_process_group()

with tempfile.TemporaryDirectory() as folder:
    forking = multiprocessing.get_context("fork")
    heard, answers = forking.Pipe()
    ranks = [forking.Process(target=run, args=(n, folder, answers)) for n in range({card.ranks})]
    for process in ranks: process.start()
    answer = torch.tensor(heard.recv())
    for process in ranks: process.join()
"""
