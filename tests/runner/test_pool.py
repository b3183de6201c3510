"""The pool of interpreters: all that the zygote promises, where nothing can be forked."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from runner.client import Runner
from runner.processes import scratch
from runner.protocol import budget
from runner.protocol.framing import frame
from runner.protocol.wire import Fact, Fault, Look, Outcome, Raised, Snippet, Source
from tests.runner import hasty
from tests.runner.background import (
    LOOK_AGAIN,
    BackgroundRunner,
    have_run,
    processes_of,
    scratch_of,
    until_running,
)
from tests.runner.checks import answers_right
from tests.runner.hasty import AHEAD
from tests.runner.test_hostile import FORGED, LEAVES_BEHIND, write_everywhere

ROOT = Path(__file__).parents[2]
POOL = [sys.executable, "-P", "-m", "runner", "--pool", "--jobs", "2"]
SPARES = 2
OWN_DESCRIPTORS = 5  # 0, 1, 2 and the protocol's two
FOR_EACH_INTERPRETER = 4
PATIENCE = 60.0
FOREVER = Snippet(
    (Source("import threading\nopen('ran', 'w').close()\nthreading.Event().wait()"),), timeout=1000
)
WHO = Snippet((Source("import os"),), (Look("text", "os.getpid()"),), timeout=20)


LONG = pytest.mark.long
pytestmark = pytest.mark.usefixtures("in_haste")


@pytest.fixture(scope="module")
def pool(in_haste: None) -> Iterator[BackgroundRunner]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SECRET_TOKEN", "hunter2")
        with BackgroundRunner(command=POOL) as runner:
            yield runner


def run_together(runner: BackgroundRunner, *snippets: Snippet) -> list[Outcome | Fault]:
    async def gather() -> list[Outcome | Fault]:
        return await asyncio.gather(*map(runner.runner.run, snippets))

    return runner.wait_for(gather())


def interpreters(runner: BackgroundRunner) -> list[psutil.Process]:
    return runner.server.children()


async def until_nothing_is_left_but_spares(server: psutil.Process) -> None:
    """It cleans up after it has answered."""
    scratch = scratch_of(server)
    expected = (1 + SPARES, SPARES, OWN_DESCRIPTORS + SPARES * FOR_EACH_INTERPRETER)
    seen: tuple[int, ...] = ()
    try:
        async with asyncio.timeout(PATIENCE):
            while seen != expected:
                await asyncio.sleep(LOOK_AGAIN)
                processes, folders = len(processes_of(scratch)), len(list(scratch.iterdir()))
                seen = (processes, folders, server.num_fds())
    except TimeoutError:
        raise AssertionError(f"processes, folders, descriptors: {seen}, not {expected}") from None


# What it says


def test_its_first_words_tell_that_there_is_no_sandbox(pool: BackgroundRunner) -> None:
    hello = pool.hello
    assert (hello.sandbox, hello.abilities, hello.devices[0]) == ((), (), "cpu")
    assert hello.python == ".".join(map(str, sys.version_info[:3]))
    assert pool.look("import torch", "text", "torch.__version__") == hello.torch


def test_a_snippet_is_run_and_looked_at(pool: BackgroundRunner) -> None:
    code = """
import os, sys, tempfile, torch
found = os.listdir()
x = torch.ones(2, 3, requires_grad=True)
(x * 2).sum().backward()
print('out')
print('error', file=sys.stderr)
os.write(1, b'by the system\\n')
def talk():
    print('look' * 100_000)  # no output of the code
    return 'said'
"""
    many_lines = "# a line of words\n" * 200_000
    outcome = pool.outcome(
        many_lines + code,
        looks=[
            ("shape", "x"),
            ("value", "x.grad[0, 0]"),
            ("output", ""),
            ("raises", "code"),
            ("hangs", ""),
            ("text", "[__name__, rank, world_size, device.type]"),
            ("text", "[found, sys.argv, sys.stdin.read()]"),
            ("bool", "tempfile.gettempdir() == os.getcwd() == os.environ['HOME']"),
            ("text", "talk()"),
            ("bool", "'PATH' in os.environ and 'hunter2' not in str(os.environ)"),
            ("bool", "'hunter2' not in open('/proc/self/environ').read()"),
            ("text", "nothing_of_that_name"),
        ],
    )
    *facts, missing = outcome.facts
    assert [fact.data for fact in facts if isinstance(fact, Fact)] == [
        [2, 3],
        {"type": "tensor", "shape": [], "dtype": "float32", "data": 2.0, "text": "tensor(2.)"},
        "out\nby the system\n",
        None,
        False,
        f"['__main__', 0, 1, '{pool.hello.devices[-1].partition(':')[0]}']",
        "[[], [''], '']",
        True,
        "said",
        True,
        True,
    ]
    assert isinstance(missing, Raised)
    assert (outcome.stdout, outcome.stderr) == ("out\nby the system\n", "error\n")
    assert outcome.raised is None


@LONG
def test_what_the_code_raises_is_an_outcome(pool: BackgroundRunner) -> None:
    raised = pool.outcome(Source("import torch\ntorch.ones(2) @ torch.ones(3)", "deck", 10)).raised
    assert raised is not None
    assert (raised.type, raised.path, raised.line) == ("RuntimeError", "deck", 11)
    assert "interpreter.py" not in raised.traceback


@LONG
def test_random_numbers_repeat_for_a_seed(pool: BackgroundRunner) -> None:
    drawn = Source("import torch, random, numpy\nx = [torch.rand(1), random.random()]")
    snippets = [Snippet((drawn,), (Look("value", "x"),), 20, seed) for seed in (1, 1, 2)]
    one, again, other = run_together(pool, *snippets)
    assert isinstance(one, Outcome)
    assert isinstance(again, Outcome)
    assert isinstance(other, Outcome)
    assert one.facts == again.facts != other.facts


# What it cannot say


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (
            "import threading; threading.Event().wait()",
            Fault("timeout", "The code ran longer than 0.5 seconds and was stopped."),
        ),
        pytest.param(
            "7 ** 10**8",  # one call into C that never lets go of the interpreter
            Fault("timeout", "The code ran longer than 0.5 seconds and was stopped."),
            marks=LONG,
        ),
        pytest.param(
            "print('x' * (1 << 16))",
            Fault("output", "The code printed more than 64 KiB and was stopped.", "x" * 4_000),
            marks=LONG,
        ),
        pytest.param(
            "import os; os._exit(3)",
            Fault("killed", "The code ended its own process, with exit status 3."),
            marks=LONG,
        ),
        pytest.param(
            "import ctypes; ctypes.string_at(0)",
            Fault("killed", "The code's process was ended by SIGSEGV (Segmentation fault)."),
            marks=LONG,
        ),
        pytest.param(
            "import os; os.closerange(0, 4096)",
            Fault(
                "internal",
                "The runner could not observe the code: it left its process unable to report.",
            ),
            marks=LONG,
        ),
        pytest.param(
            "bytearray(1 << 60)",
            Fault("memory", "The code needed more than 2 GiB of memory and was stopped."),
            marks=LONG,
        ),
    ],
)
def test_code_that_cannot_be_observed_is_a_fault(
    pool: BackgroundRunner, code: str, fault: Fault
) -> None:
    assert pool.fault(code, timeout=0.5) == fault


@LONG
def test_output_without_end_is_stopped_as_it_comes(pool: BackgroundRunner) -> None:
    assert pool.fault("while True: print('x' * 1000)", timeout=1000).kind == "output"


@LONG
def test_memory_that_is_filled_is_noticed(pool: BackgroundRunner) -> None:
    code = f"x = []\nwhile len(x) < {budget.MEMORY >> 26} + 9: x.append(b'x' * (1 << 26))"
    fault = pool.fault(f"{code}\nwhile True: pass", timeout=1000)
    assert fault == Fault("memory", "The code needed more than 2 GiB of memory and was stopped.")


@LONG
def test_code_that_is_asked_whether_it_hangs_has_an_outcome_at_its_time_out(
    pool: BackgroundRunner,
) -> None:
    looks = [("hangs", ""), ("text", "x")]
    code = f"import sys\nprint({AHEAD!r} in sys.modules, flush=True)\nwhile True: pass"
    outcome = pool.outcome(code, looks=looks, timeout=0.5)
    hangs, unseen = outcome.facts
    assert hangs == Fact("hangs", True)
    assert isinstance(unseen, Raised)
    assert unseen.type == "TimeoutError"
    assert outcome.stdout == "True\n", "it runs when torch has imported all that it may need"


@pytest.mark.parametrize(
    ("snippet", "message"),
    [
        (Snippet((), ranks=2), "it cannot let code run on several ranks"),
        (Snippet((), workers=True), "it cannot let code start processes of its own"),
        (Snippet((), device="cuda", untrusted=True), "it is not trusted, and there is no sandbox"),
    ],
)
def test_what_it_cannot_do_is_refused_in_words(
    pool: BackgroundRunner, snippet: Snippet, message: str
) -> None:
    fault = pool.wait_for(pool.runner.run(snippet))
    assert isinstance(fault, Fault)
    assert fault.kind == "refused"
    assert message in fault.message


# What it leaves behind: nothing


HARMFUL = (
    pytest.param("a daemon", marks=LONG),
    *(
        pytest.param(what, marks=LONG)
        for what in (
            "an orphan that forks on",
            "a fork that holds the output",
            "a deep folder",
            "no modules",
            "killed siblings",
        )
    ),
)


@pytest.mark.parametrize("what", HARMFUL)
def test_after_a_snippet_that_leaves_behind(pool: BackgroundRunner, what: str) -> None:
    pool.run(LEAVES_BEHIND[what], timeout=1, looks=[("value", "x")])
    answers_right(pool)
    pool.wait_for(until_nothing_is_left_but_spares(pool.server))


@LONG
def test_an_orphan_without_a_trace_in_its_environment_is_found(pool: BackgroundRunner) -> None:
    code = """
import os
ours, theirs = os.pipe()
if os.fork() == 0:
    if os.fork() == 0:
        os.write(theirs, b'%d' % os.getpid())
        os.execve('/usr/bin/sleep', ['sleep', '1000'], {})
    os._exit(0)
os.wait()
"""
    orphan = psutil.Process(int(pool.look(code, "text", "os.read(ours, 99).decode()")))
    psutil.wait_procs([orphan], timeout=PATIENCE)
    assert not orphan.is_running() or orphan.status() == psutil.STATUS_ZOMBIE


@pytest.mark.long
@pytest.mark.parametrize(
    "content",
    [FORGED, *(pytest.param(other, marks=LONG) for other in (frame("started") * 2, b"\xff" * 99))],
)
def test_an_answer_written_by_the_snippet_is_no_answer(
    pool: BackgroundRunner, content: bytes
) -> None:
    assert pool.fault(write_everywhere(content), looks=[("value", "1")]).kind == "internal"


@LONG
def test_two_snippets_run_at_once_and_a_cancelled_one_is_killed_or_never_starts(
    pool: BackgroundRunner,
) -> None:
    async def main(server: psutil.Process) -> None:
        running = [asyncio.create_task(pool.runner.run(FOREVER)) for _ in range(2)]
        await until_running(server, 2)
        known = [str(process.pid) for process in server.children()]
        waiting = [asyncio.create_task(pool.runner.run(FOREVER)) for _ in range(SPARES)]
        last = asyncio.create_task(pool.runner.run(WHO))
        await asyncio.sleep(0)
        assert have_run(server) == 2
        for task in (*waiting, running[0]):
            task.cancel()
        end = await last
        assert isinstance(end, Outcome)
        assert end.facts[0] in [Fact("text", pid) for pid in known]  # it is a spare of before
        running[1].cancel()
        for task in (*waiting, *running):
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await until_nothing_is_left_but_spares(server)

    pool.wait_for(main(pool.server))


@LONG
def test_a_spare_that_died_while_it_waited_is_not_missed(pool: BackgroundRunner) -> None:
    for spare in interpreters(pool):
        spare.kill()
    answers_right(pool)


@pytest.mark.long
def test_closing_leaves_no_process_and_no_folder_and_ends_what_is_awaited() -> None:
    others = psutil.Process().children()

    async def main() -> tuple[Path, Outcome | Fault]:
        async with Runner(POOL) as runner:
            await runner.ready()
            (server,) = (child for child in psutil.Process().children() if child not in others)
            awaited = asyncio.create_task(runner.run(FOREVER))
            await until_running(server, 1)
            scratch = scratch_of(server)
        return scratch, await awaited

    scratch, end = asyncio.run(main())
    assert end == Fault("internal", "The runner is not running.")
    assert not scratch.exists()
    assert not processes_of(scratch)


@LONG
def test_a_server_that_is_told_to_end_leaves_nothing_and_is_not_missed() -> None:
    with BackgroundRunner(command=POOL) as runner:
        scratch = runner.scratch
        runner.server.terminate()
        answers_right(runner)
        assert not scratch.exists()
        assert not processes_of(scratch)


@LONG
def test_who_kills_the_server_gets_a_fault_and_leaves_nothing() -> None:
    code = "import os, signal, time\nos.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(1000)"
    with BackgroundRunner(command=POOL) as runner:
        scratch = runner.scratch
        fault = runner.fault(code)
        why = "it ended without a word"
        assert fault.message == f"The runner was lost whenever it had this code: {why}."
        assert not scratch.exists()
        assert not processes_of(scratch)


@LONG
def test_when_app_and_server_are_killed_together_the_interpreters_end() -> None:
    app = subprocess.Popen([sys.executable, "-c", APP], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    with app:
        assert app.stdout is not None
        server = psutil.Process(int(app.stdout.readline()))
        below = server.children(recursive=True)
        assert len(below) >= 2 + SPARES
        folder = scratch_of(server)
        app.kill()
        server.kill()
        _, alive = psutil.wait_procs(below, timeout=PATIENCE)
        assert not alive
        scratch.remove(folder)  # nobody else is left to do so


APP = f"""
import asyncio, sys
sys.path.insert(0, {str(ROOT)!r})
import psutil
from runner.client import Runner
from runner.protocol.wire import Snippet, Source
from tests.runner.background import until_running

TO_RUN = (
    ("while True: pass", 1000.0),
    ("7 ** 10**8", 2.0),  # the thread that waits for the server's end never gets to run
)

async def main():
    async with Runner({POOL!r}) as runner:
        await runner.ready()
        (server,) = psutil.Process().children()
        ran = Source("open('ran', 'w').close()")
        running = [
            asyncio.create_task(runner.run(Snippet((ran, Source(code)), timeout=timeout)))
            for code, timeout in TO_RUN
        ]
        await until_running(server, 2)
        print(server.pid, flush=True)
        await asyncio.gather(*running)

asyncio.run(main())
"""


# Where it runs


@LONG
def test_without_torch_the_fault_names_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "torch.py").write_text("raise ImportError('torch was left out')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    async def main() -> Outcome | Fault:
        async with Runner(POOL) as runner:
            return await runner.run(WHO)

    fault = asyncio.run(main())
    assert isinstance(fault, Fault)
    assert "torch cannot be imported: torch was left out; " in fault.message


@LONG
def test_what_is_printed_while_torch_is_imported_is_none_of_the_snippets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "noisy.py").write_text("import sys\nprint('noise', file=sys.stderr)")
    monkeypatch.setenv("PYTHONPATH", hasty.path_to(tmp_path, ahead="noisy"))
    code = "import sys\nprint('its own', file=sys.stderr)"
    with BackgroundRunner(command=POOL) as runner:
        # What may hang runs when all has been imported.
        looks = [("hangs", ""), ("bool", "'noisy' in sys.modules")]
        outcome = runner.outcome(code, looks=looks)
    assert outcome.facts == (Fact("hangs", False), Fact("bool", True))
    assert outcome.stderr == "its own\n"
