"""Snippets that would do real damage, in a bound that holds them should the sandbox not.

In the bound, beside the runner, is a victim; see `tests.runner.bounded`. It is gone as soon as
the bound has had to hold anything.
"""

from __future__ import annotations

import contextlib
import functools
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from runner.protocol.layers import LAYERS
from runner.protocol.wire import Fault, Outcome, Snippet, Source
from tests.runner import bounded
from tests.runner.background import BackgroundRunner
from tests.runner.bombs import BOMBS, FORKS, MEMORY, PRELUDE, SIGNALS
from tests.runner.checks import PATIENCE, answers_right
from tests.runner.hasty import ROOT
from tests.runner.tiers import IS_ROOT, KINDS, ORDINARY, USER, Kind

pytestmark = pytest.mark.long

BY_TIER = {
    USER: BOMBS,
    f"{ORDINARY} without namespaces": SIGNALS,
    "workers": SIGNALS | FORKS | {"threads": MEMORY["threads"]},
    "ranks": SIGNALS,
}
MOST_MEMORY = 4 << 30
"""Bytes: twice what one snippet may take."""

A_GIGABYTE = 1 << 30

TRIES = 3
"""On a machine under load a bomb may take too long to go off."""

A_FEW = 20
"""Processes: a runner with its spares is fewer."""


@dataclass(frozen=True)
class Bound:
    """A runner in its bound."""

    runner: BackgroundRunner
    kind: Kind

    def run(self, code: str, *, timeout: float = 2.0) -> Outcome | Fault:
        snippet = Snippet((Source(PRELUDE), Source(code)), timeout=timeout, **self.kind.rights)
        end = self.runner.wait_for(self.runner.runner.run(snippet))
        assert not (isinstance(end, Fault) and end.kind == "refused"), end  # else it never ran
        return end

    def inside(self) -> list[psutil.Process]:
        return psutil.Process(self.runner._own_pid()).children(recursive=True)

    def victim(self) -> psutil.Process:
        (first,) = psutil.Process(self.runner._own_pid()).children()
        (victim,) = (child for child in first.children() if child.name() == bounded.VICTIM[0])
        return victim


@contextlib.contextmanager
def bound(kind: Kind, memory: int) -> Iterator[Bound]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(ROOT))
        inner = "tests.runner.unprivileged" if kind.ordinary else "runner"
        command = [sys.executable, "-m", "tests.runner.bounded", str(memory)]
        command += [sys.executable, "-m", inner]
        with BackgroundRunner(command=command, without=kind.without) as runner:
            layers = tuple(layer for layer in LAYERS if layer not in kind.without)
            if runner.wait_for(runner.runner.ready()) is None or runner.layers != layers:
                pytest.skip(f"this kernel gives no bound with the layers {layers} in it")
            yield Bound(runner, kind)


@pytest.fixture(scope="module")
def bounds() -> Iterator[Callable[[str], Bound]]:
    """The bound of a tier. There is one at a time: what another's holds would count."""
    with contextlib.ExitStack() as stack:

        @functools.lru_cache(1)
        def bound_of(name: str) -> Bound:
            stack.close()
            return stack.enter_context(bound(KINDS[name], MOST_MEMORY))

        yield bound_of


@pytest.mark.parametrize(
    ("tier", "what"),
    [(name, what) for name in BY_TIER if name in KINDS for what in BY_TIER[name]],
)
def test_nothing_is_damaged_by(bounds: Callable[[str], Bound], tier: str, what: str) -> None:
    if tier == "root" and what in (*FORKS, "threads") and not bounded.holds_root():
        pytest.skip("this kernel does not hold root to a number of processes")
    held = bounds(tier)
    victim = held.victim()
    held.run(BOMBS[what], timeout=2 if what in MEMORY else 0.5)
    answers_right(held.runner)
    assert victim.is_running(), "the bound had to hold it"
    assert victim.status() == psutil.STATUS_SLEEPING
    deadline = time.monotonic() + PATIENCE
    while len(left := held.inside()) > A_FEW:
        assert time.monotonic() < deadline, f"{len(left)} processes are left"


@pytest.mark.parametrize("what", ["a signal to everybody", "shells", "files in memory"])
def test_the_bound_holds_what_an_unprotected_runner_lets_out(what: str) -> None:
    """Else all of the above would prove nothing, and would be a risk."""
    if IS_ROOT and what in FORKS and not bounded.holds_root():
        pytest.skip("this kernel does not hold root to a number of processes")
    outside = psutil.Popen(bounded.VICTIM)
    try:
        free, tasks = bounded.available_memory(), bounded.tasks()
        with bound(Kind(without=LAYERS), A_GIGABYTE) as held:
            victim = held.victim()
            for _ in range(TRIES):
                held.run(BOMBS[what], timeout=20)
                if not victim.is_running():
                    break
            assert not victim.is_running()
            assert outside.status() == psutil.STATUS_SLEEPING
            assert bounded.available_memory() > free - 2 * A_GIGABYTE
            assert bounded.tasks() < tasks + bounded.TASKS
    finally:
        outside.kill()
        outside.wait()


def test_the_bound_keeps_files_from_an_unprotected_runner(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("as it was")
    with bound(Kind(without=LAYERS), A_GIGABYTE) as held:
        end = held.run(f"os.unlink({str(kept)!r})")
    assert isinstance(end, Outcome)
    assert end.raised is not None
    assert "Read-only file system" in end.raised.message
    assert kept.read_text() == "as it was"
