"""The process that serves: its first words, its spares, what it does in its leisure."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

from runner.wire import Fact, Fault, Look, Outcome, Snippet, Source
from tests.runner.background import BackgroundRunner, folders_of
from tests.runner.checks import leaves_nothing

A_FLOOD = 32  # snippets


def test_the_first_words_tell_the_versions_and_devices(runner: BackgroundRunner) -> None:
    hello = runner.wait_for(runner.runner.ready())
    assert hello is not None
    assert hello == runner.runner.hello
    assert hello.python == ".".join(map(str, sys.version_info[:3]))
    assert hello.devices[0] == "cpu"
    assert runner.look("import torch", "text", "torch.__version__") == hello.torch


def test_a_warm_process_is_waiting_for_the_next_snippet(runner: BackgroundRunner) -> None:
    zygote = runner.zygote

    def was_waiting() -> bool:
        leaves_nothing(runner)  # but two spares
        spares = {folder.name for folder in folders_of(zygote)}
        return runner.look("import os.path", "text", "os.path.basename(os.getcwd())") in spares

    assert any(was_waiting() for _ in range(3))


def test_what_torch_imports_lazily_is_there_after_a_while_of_any_use(
    runner: BackgroundRunner,
) -> None:
    code = "import sys\nx = {'torch._dynamo', 'torch.distributed.tensor'} <= sys.modules.keys()"
    assert any(runner.look(code, "bool") for _ in range(500))


def test_a_flood_of_snippets_is_answered_after_the_lazy_imports() -> None:
    code = "import sys\nx = 'torch.distributed.checkpoint' in sys.modules"
    snippet = Snippet((Source(code),), (Look("bool", "x"),), timeout=20)

    async def flood() -> list[Outcome | Fault]:
        return await asyncio.gather(*[runner.runner.run(snippet) for _ in range(A_FLOOD)])

    with BackgroundRunner(jobs=2) as runner:
        ends = runner.wait_for(flood())
    seen = [end.facts for end in ends if isinstance(end, Outcome)]
    assert seen == [(Fact("bool", True),)] * A_FLOOD


def test_ctrl_c_in_the_terminal_does_not_reach_the_zygote(runner: BackgroundRunner) -> None:
    zygote = runner.zygote
    assert os.getsid(zygote.pid) != os.getsid(0)
    zygote.send_signal(signal.SIGINT)
    assert runner.look("x = 1", "text") == "1"
    assert runner.zygote == zygote


def test_what_may_hang_runs_only_when_torch_has_been_imported_whole() -> None:
    code = "import sys\nprint('torch.distributed.checkpoint' in sys.modules)"
    snippet = Snippet((Source(code),), (Look("hangs", "code"), Look("output", "")), timeout=5)
    with BackgroundRunner() as runner:
        end = runner.wait_for(runner.runner.run(snippet))
    assert isinstance(end, Outcome)
    assert end.facts == (Fact("hangs", False), Fact("output", "True\n"))
