"""A Runner on an event loop of its own, for tests that are plain functions."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Self, TypeVar

import psutil

from runner.client import Runner
from runner.processes import scratch
from runner.protocol import faults
from runner.protocol.wire import Fact, Fault, Hello, Look, Outcome, Raised, Snippet, Source

T = TypeVar("T")
LOOK_AGAIN = 0.01
"""Seconds: who looks at all processes without a pause takes the time of those looked for."""


class BackgroundRunner:
    """Runs code for real; every method waits for its answer."""

    def __init__(self, **arguments: Any) -> None:
        self._arguments = arguments
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)

    def __enter__(self) -> Self:
        self._thread.start()
        self.runner = Runner(**self._arguments)
        self.wait_for(self.runner.start())
        return self

    def __exit__(self, *_: object) -> None:
        self.wait_for(self.runner.close())
        self.wait_for(self._loop.shutdown_default_executor())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def wait_for(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def run(
        self,
        *code: str | Source,
        looks: list[tuple[Any, str]] | None = None,
        timeout: float = 20.0,
        seed: int = 0,
    ) -> Outcome | Fault:
        sources = tuple(Source(part) if isinstance(part, str) else part for part in code)
        wanted = tuple(Look(kind, expression) for kind, expression in looks or [])
        return self.end_of(Snippet(sources, wanted, timeout, seed))

    def end_of(self, snippet: Snippet) -> Outcome | Fault:
        """It is tried on where the machine is too busy to tell whether it hangs."""
        while (end := self.wait_for(self.runner.run(snippet))) == faults.too_busy():
            pass
        return end

    def outcome(self, *code: str | Source, **arguments: Any) -> Outcome:
        outcome = self.run(*code, **arguments)
        assert isinstance(outcome, Outcome), outcome
        return outcome

    def fault(self, *code: str | Source, **arguments: Any) -> Fault:
        fault = self.run(*code, **arguments)
        assert isinstance(fault, Fault), fault
        return fault

    def look(self, code: str, kind: str, expression: str = "x", **arguments: Any) -> Any:
        """The data of one look."""
        return self.looks(code, [(kind, expression)], **arguments)[0]

    def looks(self, code: str, looks: list[tuple[str, str]], **arguments: Any) -> list[Any]:
        """The data of several looks, none of which may raise."""
        outcome = self.outcome(code, looks=looks, **arguments)
        for fact in outcome.facts:
            assert isinstance(fact, Fact), fact
        return [fact.data for fact in outcome.facts if isinstance(fact, Fact)]

    def failed_look(self, code: str, kind: str, expression: str = "x") -> Raised:
        """What one look, which must fail, raised."""
        (raised,) = self.outcome(code, looks=[(kind, expression)]).facts
        assert isinstance(raised, Raised), raised
        return raised

    @property
    def server(self) -> psutil.Process:
        """The process that serves, found from outside as an administrator would."""
        self.outcome("pass")  # it is there when it answers
        started = psutil.Process(self._own_pid())
        return started.children()[0] if "namespaces" in self.layers else started

    @property
    def zygote(self) -> psutil.Process:
        """The process that forks for it, where one does."""
        children = self.server.children()
        tree = psutil.Process(self._own_pid()).children(recursive=True)
        assert children, [(one.pid, one.ppid(), one.name(), one.status()) for one in tree]
        return children[0]

    def _own_pid(self) -> int:
        launched = self.runner._zygote
        assert launched is not None
        return launched._process.pid

    @property
    def hello(self) -> Hello:
        """What the runner says of itself, once it is there."""
        hello = self.wait_for(self.runner.ready())
        assert hello is not None
        return hello

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers of the sandbox that are in force."""
        return self.hello.sandbox

    @property
    def scratch(self) -> Path:
        """The folder under which every snippet has its own, by the name that snippets see."""
        return scratch_of(self.server)


def scratch_of(process: psutil.Process) -> Path:
    """The folder under which every snippet of this runner has its own."""
    return Path(process.environ()[scratch.VARIABLE])


def folders_of(zygote: psutil.Process) -> list[Path]:
    """The snippets' own folders, by names under which they are found from outside."""
    return list(Path(f"/proc/{zygote.pid}/root{scratch_of(zygote)}").glob("child-*"))


def the_only_runner() -> psutil.Process:
    """The runner that this process has started; it may have children of other kinds."""
    (started,) = [one for one in psutil.Process().children() if "runner" in one.cmdline()]
    return started


def have_run(started: psutil.Process) -> int:
    """How many of a runner's processes have made a file `ran` in their own folders."""
    below = started.children(recursive=True)
    return sum(Path(f"/proc/{process.pid}/cwd/ran").exists() for process in below)


async def until_running(started: psutil.Process, count: int) -> None:
    """Until so many snippets of a runner have made a file `ran`."""
    while have_run(started) < count:
        await asyncio.sleep(LOOK_AGAIN)


async def until_none_runs(started: psutil.Process) -> None:
    """Until no snippet that has made a file `ran` is left: what is killed takes a moment to go."""
    while have_run(started):
        await asyncio.sleep(LOOK_AGAIN)


def processes_of(root: Path) -> list[psutil.Process]:
    """Every process that a runner, known by its scratch folder, has started, even long ago."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get(scratch.VARIABLE) == str(root):
                found.append(process)
        except (psutil.Error, OSError):
            continue
    return [process for process in found if process.pid != os.getpid()]
