"""A zygote that dies is started again, and whoever killed it is found out."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence

import pytest

from runner import client
from runner.protocol.layers import LAYERS
from runner.protocol.wire import Fact, Fault, Look, Outcome, Snippet, Source
from tests.runner.background import BackgroundRunner, processes_of
from tests.runner.checks import answers_right

KILLED = Fault("killed", "The code ended the runner itself, which has been started again.")


def run_together(runner: BackgroundRunner, *codes: str) -> list[Outcome | Fault]:
    snippets = [Snippet((Source(code),), (Look("text", "x"),), timeout=20) for code in codes]

    async def gather() -> list[Outcome | Fault]:
        return await asyncio.gather(*map(runner.runner.run, snippets))

    return runner.wait_for(gather())


pytestmark = pytest.mark.usefixtures("in_haste")
DAEMON = """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0: time.sleep(1000)
    os._exit(0)
os.wait()
"""


@pytest.mark.parametrize(
    ("number", "before"),
    [(signal.SIGKILL, DAEMON), pytest.param(signal.SIGTERM, "", marks=pytest.mark.long)],
)
def test_who_kills_the_zygote_gets_a_fault_and_the_others_their_answer(
    number: signal.Signals, before: str
) -> None:
    code = f"import os, time\n{before}\nos.kill(os.getppid(), {int(number)})\ntime.sleep(1000)"
    with BackgroundRunner(jobs=2, without=LAYERS) as runner:
        scratch = runner.scratch
        guilty, *others = run_together(runner, code, "x = 1", "x = 2", "x = 3")
        assert guilty == KILLED
        seen = [other.facts[0] for other in others if isinstance(other, Outcome)]
        assert seen == [Fact("text", text) for text in ("1", "2", "3")]
        answers_right(runner)
        assert not scratch.exists()
        assert not processes_of(scratch)


@pytest.mark.long
@pytest.mark.parametrize("without", [(), LAYERS])
def test_a_zygote_that_dies_while_it_is_idle_is_not_missed(without: Sequence[str]) -> None:
    with BackgroundRunner(without=without) as runner:
        runner.server.kill()
        answers_right(runner)
        runner.zygote.kill()
        answers_right(runner)


@pytest.mark.long
def test_a_zygote_that_has_been_stopped_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "SILENCE_LIMIT", 0.3)
    code = "import os, signal, time\nos.kill(os.getppid(), signal.SIGSTOP)\ntime.sleep(1000)"
    with BackgroundRunner(without=LAYERS) as runner:
        scratch = runner.scratch
        assert runner.fault(code, timeout=0.3) == KILLED
        answers_right(runner)
        assert not scratch.exists()


@pytest.mark.long
@pytest.mark.parametrize("without", [(), LAYERS])
def test_a_zygote_that_was_stopped_can_be_closed(
    monkeypatch: pytest.MonkeyPatch, without: Sequence[str]
) -> None:
    monkeypatch.setattr(client, "CLOSE_LIMIT", 0.1)
    with BackgroundRunner(without=without) as runner:
        scratch = runner.scratch
        runner.server.send_signal(signal.SIGSTOP)
    assert not processes_of(scratch)
    assert not scratch.exists()
