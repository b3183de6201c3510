"""The process that serves: its first words, its spares, what it does in its leisure."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from runner.processes.forking import answer_of
from runner.protocol.wire import Fact, Fault, Look, Outcome, Snippet, Source
from tests.runner.background import BackgroundRunner, folders_of, processes_of
from tests.runner.checks import leaves_nothing
from tests.runner.hasty import AHEAD

pytestmark = pytest.mark.usefixtures("in_haste")
A_FLOOD = 32  # snippets
SPINNING = 4 * (os.cpu_count() or 1)


@pytest.fixture(scope="module", name="runner")
def own_runner(in_haste: None) -> Iterator[BackgroundRunner]:
    """Nobody else's, of a learner who has secrets."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SECRET_TOKEN", "hunter2")
        patch.setenv("USERPROFILE", "hunter2")  # which Windows needs
        with BackgroundRunner(jobs=1) as runner:
            yield runner


def test_the_first_words_tell_the_versions_and_devices(runner: BackgroundRunner) -> None:
    hello = runner.hello
    assert hello == runner.runner.hello
    assert hello.python == ".".join(map(str, sys.version_info[:3]))
    assert hello.devices[0] == "cpu"
    assert runner.look("import torch", "text", "torch.__version__") == hello.torch


def test_code_without_a_gpu_finds_none_and_looks_for_it_as_any_program_does(
    runner: BackgroundRunner,
) -> None:
    names = "'CUDA_VISIBLE_DEVICES', 'PYTORCH_NVML_BASED_CUDA_CHECK'"
    code = f"import os\nx = [os.environ.get(name) for name in ({names})]"
    assert runner.look(code, "text") == "['', None]"


def test_what_another_process_finds_out_is_told_and_nothing_if_it_fails() -> None:
    assert answer_of(lambda: ["cpu", "cuda:0"]) == ("cpu", "cuda:0")
    assert answer_of(lambda: [str(1 / 0)]) == ()


def test_a_warm_process_is_waiting_for_the_next_snippet(runner: BackgroundRunner) -> None:
    server = runner.server

    def was_waiting() -> bool:
        leaves_nothing(runner)  # but two spares
        spares = {folder.name for folder in folders_of(server)}
        return runner.look("import os.path", "text", "os.path.basename(os.getcwd())") in spares

    assert any(was_waiting() for _ in range(3))


def test_what_torch_imports_lazily_is_there_after_a_while_of_any_use(
    runner: BackgroundRunner,
) -> None:
    code = f"import sys\nx = {AHEAD!r} in sys.modules"
    assert any(runner.look(code, "bool") for _ in range(500))


@pytest.mark.long
def test_a_flood_of_snippets_is_answered_after_the_lazy_imports() -> None:
    code = f"import sys\nx = {AHEAD!r} in sys.modules"
    snippet = Snippet((Source(code),), (Look("bool", "x"),), timeout=20)

    async def flood() -> list[Outcome | Fault]:
        return await asyncio.gather(*[runner.runner.run(snippet) for _ in range(A_FLOOD)])

    with BackgroundRunner(jobs=2) as runner:
        ends = runner.wait_for(flood())
    seen = [end.facts for end in ends if isinstance(end, Outcome)]
    assert seen == [(Fact("bool", True),)] * A_FLOOD


@pytest.mark.usefixtures("all_rights")
def test_code_finds_nothing_of_a_snippet_that_waits_behind_it(runner: BackgroundRunner) -> None:
    mark = "of another card"
    searches = f"""
import gc, sys
mark, found, frame = {mark[::-1]!r}[::-1], [], sys._getframe()
gc.unfreeze()
held = gc.get_objects()
while frame := frame.f_back: held.append(frame.f_locals)
for thing in held:
    if thing is globals(): continue
    for part in gc.get_referents(thing):
        if isinstance(part, (str, bytes, bytearray)) and len(part) < 1 << 16 and part is not mark:
            found += [part] if mark in (part if isinstance(part, str) else str(part)) else []
x = len(found)
"""
    waits = Snippet((Source("import threading; threading.Event().wait()"),), timeout=0.5)
    # With a right for which no process waits: it is forked while the other snippet is queued.
    curious = Snippet((Source(searches),), (Look("text", "x"),), timeout=60, workers=True)
    other = Snippet((Source(f"x = {mark!r}"),), (Look("text", "x"),))

    async def one_after_the_other() -> list[Outcome | Fault]:
        return await asyncio.gather(*map(runner.runner.run, (waits, curious, other)))

    _, seen, theirs = runner.wait_for(one_after_the_other())
    assert isinstance(seen, Outcome) and isinstance(theirs, Outcome), (seen, theirs)
    assert theirs.facts == (Fact("text", mark),)
    assert seen.facts == (Fact("text", "0"),)


def test_the_environment_holds_nothing_of_the_learners(runner: BackgroundRunner) -> None:
    assert "hunter2" not in runner.look("import os", "text", "str(os.environ)")
    for process in processes_of(runner.scratch):
        with contextlib.suppress(ProcessLookupError, FileNotFoundError):  # it has just ended
            assert "hunter2" not in Path(f"/proc/{process.pid}/environ").read_text()


def test_ctrl_c_in_the_terminal_does_not_reach_the_runner(runner: BackgroundRunner) -> None:
    server = runner.server
    assert os.getsid(server.pid) != os.getsid(0)
    server.send_signal(signal.SIGINT)
    assert runner.look("x = 1", "text") == "1"
    assert runner.server == server


@pytest.mark.long
def test_what_may_hang_runs_only_when_torch_has_been_imported_whole() -> None:
    code = f"import sys\nprint({AHEAD!r} in sys.modules)"
    snippet = Snippet((Source(code),), (Look("hangs", "code"), Look("output", "")), timeout=5)
    with BackgroundRunner() as runner:
        end = runner.wait_for(runner.runner.run(snippet))
    assert isinstance(end, Outcome)
    assert end.facts == (Fact("hangs", False), Fact("output", "True\n"))


A_LAZY_IMPORT = """
import sys, torch
torch.optim.SGD([torch.ones(1)], lr=0.1)
x = {"torch._dynamo", "torch.distributed.tensor"} <= sys.modules.keys()
"""
A_SPIN = """
import time
end = time.monotonic() + 1.5
while time.monotonic() < end: pass
"""
WORK = """
import time
begun = time.process_time()
while time.process_time() < begun + 0.2: pass
"""


@pytest.mark.long
def test_the_time_that_torch_takes_to_import_more_of_itself_is_not_the_snippets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("PYTHONPATH")  # so that it imports all
    with BackgroundRunner() as runner:
        assert runner.look(A_LAZY_IMPORT, "bool", timeout=0.1)


@pytest.mark.long
def test_what_others_keep_from_running_does_not_seem_to_hang() -> None:
    """It is run again alone; what does wait for ever is found out beside them."""
    spin = Snippet((Source(A_SPIN),), timeout=20)
    work = Snippet((Source(WORK),), (Look("hangs", "code"),), timeout=0.5)
    wait = replace(work, sources=(Source("import threading\nthreading.Event().wait()"),))
    loop = replace(work, sources=(Source("while True: pass"),))

    async def at_once() -> list[Outcome | Fault]:
        runs = [runner.runner.run(snippet) for snippet in (*[spin] * SPINNING, work, wait, loop)]
        return await asyncio.gather(*runs)

    with BackgroundRunner(jobs=SPINNING) as runner:
        *_, worked, waited, spun = runner.wait_for(at_once())
    facts = [end.facts for end in (worked, waited, spun) if isinstance(end, Outcome)]
    assert facts == [(Fact("hangs", hangs),) for hangs in (False, True, True)]


@pytest.mark.long
def test_the_time_that_other_programs_take_is_not_the_snippets() -> None:
    work = Snippet((Source(WORK),), timeout=0.5)
    loop = replace(work, sources=(Source("while True: pass"),))
    with BackgroundRunner() as runner, contextlib.ExitStack() as others:
        assert runner.look("x = 1", "text") == "1"  # torch is up, a spare waits
        for _ in range(SPINNING):
            spinning = [sys.executable, "-c", "while True: pass"]
            # Those of one session may have to share what is one program's.
            other = subprocess.Popen(spinning, start_new_session=True)
            others.enter_context(other)
            others.callback(other.kill)
        worked = runner.wait_for(runner.runner.run(work))
        spun = runner.wait_for(runner.runner.run(loop))
    assert isinstance(worked, Outcome), worked
    assert isinstance(spun, Fault) and spun.kind == "timeout"
