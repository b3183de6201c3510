"""The asyncio side: starting, queueing, cancelling, closing."""

from __future__ import annotations

import asyncio
import contextlib
import math
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil
import pytest

from runner.client import Runner
from runner.protocol.framing import LARGEST_FRAME, WireError, frame
from runner.protocol.layers import LAYERS
from runner.protocol.wire import Fact, Fault, Hello, Look, Outcome, Snippet, Source
from tests.runner.background import (
    LOOK_AGAIN,
    BackgroundRunner,
    have_run,
    processes_of,
    scratch_of,
    until_none_runs,
    until_running,
)

ROOT = Path(__file__).parents[2]
FOREVER = Snippet(
    (Source("import threading\nopen('ran', 'w').close()\nthreading.Event().wait()"),), timeout=1000
)
HELLO = vars(Hello("2.13.0", "3.11.2", ("cpu",)))
ONE = Snippet((Source("x = 1"),), (Look("text", "x"),), timeout=20)


def is_one(end: Outcome | Fault) -> bool:
    return isinstance(end, Outcome) and end.facts == (Fact("text", "1"),)


@pytest.fixture(scope="module")
def two_at_once() -> Iterator[BackgroundRunner]:
    """One that runs so many."""
    with BackgroundRunner(jobs=2) as runner:
        yield runner


def test_several_snippets_run_at_once_and_the_rest_wait_their_turn(
    two_at_once: BackgroundRunner,
) -> None:
    runner = two_at_once

    async def main(server: psutil.Process) -> None:
        busy = [asyncio.create_task(runner.runner.run(FOREVER)) for _ in range(3)]
        last = asyncio.create_task(runner.runner.run(ONE))
        await until_running(server, 2)
        assert have_run(server) == 2
        busy[0].cancel()
        busy[1].cancel()
        assert is_one(await last)
        busy[2].cancel()
        assert all(await asyncio.gather(*(cancelled(task) for task in busy)))

    async def cancelled(task: asyncio.Task[Outcome | Fault]) -> bool:
        with contextlib.suppress(asyncio.CancelledError):
            await task
        return task.cancelled()

    runner.wait_for(main(runner.server))


def test_a_cancelled_snippet_never_starts_or_is_killed(two_at_once: BackgroundRunner) -> None:
    runner = two_at_once

    async def main(server: psutil.Process) -> None:
        await until_none_runs(server)
        running = [asyncio.create_task(runner.runner.run(FOREVER)) for _ in range(2)]
        await until_running(server, 2)
        waiting = asyncio.create_task(runner.runner.run(FOREVER))
        await asyncio.sleep(0)
        for task in (waiting, *running):
            task.cancel()
        assert is_one(await runner.runner.run(ONE))
        await until_none_runs(server)

    runner.wait_for(main(runner.server))


def test_closing_leaves_no_process_and_no_folder_and_ends_what_is_awaited() -> None:
    async def main() -> Outcome | Fault:
        async with Runner() as runner:
            await runner.ready()
            (started,) = {*psutil.Process().children()} - others
            folders.add(scratch_of(started))
            awaited = asyncio.create_task(runner.run(FOREVER))
            await until_running(started, 1)
        assert await runner.run(ONE) == NOT_RUNNING
        return await awaited

    others = {*psutil.Process().children()}
    folders: set[Path] = set()
    assert asyncio.run(main()) == NOT_RUNNING
    (scratch,) = folders
    assert not scratch.exists()
    assert not processes_of(scratch)
    assert {*psutil.Process().children()} == others


NOT_RUNNING = Fault("internal", "The runner is not running.")


def test_closing_before_it_is_ready_does_not_wait_for_torch() -> None:
    async def main() -> Outcome | Fault:
        async with Runner() as runner:
            awaited = asyncio.create_task(runner.run(ONE))
            await asyncio.sleep(0)
        return await awaited

    others = psutil.Process().children()
    assert asyncio.run(main()) == NOT_RUNNING
    assert psutil.Process().children() == others


def test_a_runner_that_was_not_started_says_so() -> None:
    assert asyncio.run(Runner().run(ONE)) == NOT_RUNNING


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (
            [sys.executable, "-c", "raise SystemExit('no torch here')"],
            "The runner could not start: no torch here.",
        ),
        (
            ["/nowhere/python"],
            "The runner could not start: /nowhere/python: No such file or directory.",
        ),
        (
            [sys.executable, "-c", "pass"],
            "The runner could not start: it ended without a word.",
        ),
        (
            [sys.executable, "-c", "print('\\n Welcome to this machine!\\nYou have mail.')"],
            "The runner could not start: it said 'Welcome to this machine!' where a runner's "
            "first words were expected.",
        ),
        (
            [sys.executable, "-c", f"print({frame({'alive': True}).decode()!r})"],
            "The runner could not start: it is of another version than this quiz.",
        ),
        (
            [sys.executable, "-c", f"print(' \\n' + {frame({'hello': HELLO}).decode()!r})"],
            "The runner could not start: it printed an empty line where a runner's first words "
            "were expected.",
        ),
        (
            [sys.executable, "-c", f"print({frame({'hello': {'torch': '1.0'}}).decode()!r})"],
            "The runner could not start: it is of another version than this quiz.",
        ),
    ],
)
def test_a_runner_that_cannot_start_says_why_each_time(command: list[str], message: str) -> None:
    async def main() -> list[object]:
        async with Runner(command) as runner:
            return [await runner.run(ONE), await runner.run(ONE), await runner.ready()]

    assert asyncio.run(main()) == [Fault("internal", message)] * 2 + [None]


def test_a_start_that_failed_is_tried_again_for_the_next_snippet(
    tmp_path: Path, lent_runner: Sequence[str]
) -> None:
    async def main() -> tuple[object, ...]:
        command = [sys.executable, "-c", FAILS_AT_FIRST, str(tmp_path / "tried"), *lent_runner]
        async with Runner(command) as runner:
            first = await runner.ready()
            refusal = runner.refusal
            end = await runner.run(ONE)
            return first, refusal, is_one(end), runner.refusal, await runner.ready() is runner.hello

    refusal = Fault("internal", "The runner could not start: not yet.")
    assert asyncio.run(main()) == (None, refusal, True, None, True)


FAILS_AT_FIRST = """
import os, sys
from pathlib import Path
_, tried, *command = sys.argv
if not Path(tried).exists():
    Path(tried).touch()
    raise SystemExit("not yet")
os.execv(command[0], command)
"""


def test_who_waits_for_the_first_words_after_a_failed_start_has_it_tried_again(
    tmp_path: Path, lent_runner: Sequence[str]
) -> None:
    async def main() -> None:
        command = [sys.executable, "-c", FAILS_AT_FIRST, str(tmp_path / "tried"), *lent_runner]
        async with Runner(command) as runner:
            assert await runner.ready() is None
            assert await runner.ready() is runner.hello is not None

    asyncio.run(main())


def test_a_start_that_fails_is_tried_once_for_all_who_ask_together(tmp_path: Path) -> None:
    tries = tmp_path / "tries"
    count = f"open({str(tries)!r}, 'a').write('.'); raise SystemExit('never')"

    async def main() -> None:
        async with Runner([sys.executable, "-c", count]) as runner:
            await runner.ready()
            assert tries.read_text() == "."
            await asyncio.gather(runner.run(ONE), runner.ready(), runner.run(ONE))
            assert tries.read_text() == ".."
            await runner.run(ONE)

    asyncio.run(main())
    assert tries.read_text() == "..."


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is waited for in vain is not waited for long."""
    monkeypatch.setattr("runner.client.CLOSE_LIMIT", 0.1)
    monkeypatch.setattr("runner.launch.LEFT_BEHIND", 0.1)


@pytest.mark.parametrize(
    ("command", "said"), [("yes", "y"), ("echo Welcome; sleep 1000 & yes", "Welcome")]
)
def test_what_is_no_runner_is_told_of_though_it_leaves_who_holds_its_pipes(
    command: str, said: str, impatient: None
) -> None:
    async def main() -> Outcome | Fault:
        async with Runner(["sh", "-c", command]) as runner:
            return await runner.run(ONE)

    fault = asyncio.run(main())
    assert isinstance(fault, Fault)
    assert f"it said '{said}' where a runner's first words were expected" in fault.message


def test_a_runner_is_closed_though_another_program_holds_its_pipes(
    lent_runner: Sequence[str], tmp_path: Path, impatient: None
) -> None:
    pid = tmp_path / "pid"

    async def main() -> Outcome | Fault:
        command = f"sleep 1000 & echo $! > {pid}; exec {shlex.join(lent_runner)}"
        async with Runner(["sh", "-c", command]) as runner:
            return await runner.run(ONE)

    try:
        assert isinstance(asyncio.run(main()), Outcome)
    finally:
        psutil.Process(int(pid.read_text())).kill()


def test_a_start_that_is_given_up_leaves_nobody_waiting_for_its_pipes(
    tmp_path: Path, impatient: None
) -> None:
    pid = tmp_path / "pid"

    async def main() -> Outcome | Fault:
        command = f"sleep 1000 & echo $! > {pid}; exec sleep 1000"
        async with Runner(["sh", "-c", command]) as runner:
            asked = asyncio.create_task(runner.run(ONE))
            while not (pid.exists() and pid.read_text()):
                await asyncio.sleep(LOOK_AGAIN)
        return await asked

    try:
        assert asyncio.run(main()) == NOT_RUNNING
    finally:
        with contextlib.suppress(psutil.NoSuchProcess):  # it may have been known as a descendant
            psutil.Process(int(pid.read_text())).kill()


def test_a_runner_that_could_not_start_can_be_closed() -> None:
    async def main() -> None:
        runner = Runner(["/nowhere/python"])
        await runner.start()
        assert await runner.ready() is None
        await runner.close()
        assert await runner.ready() is None
        assert await runner.run(ONE) == runner.refusal == NOT_RUNNING

    asyncio.run(main())


def test_without_torch_the_fault_names_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "torch.py").write_text("raise ImportError('torch was left out')")

    async def main() -> Outcome | Fault:
        command = [sys.executable, "-c", WITHOUT_TORCH, str(tmp_path)]
        async with Runner(command, without=LAYERS) as runner:
            return await runner.run(ONE)

    fault = asyncio.run(main())
    assert isinstance(fault, Fault)
    assert fault.kind == "internal"
    assert "torch cannot be imported: torch was left out; " in fault.message


WITHOUT_TORCH = f"""
import sys
sys.path[:0] = [sys.argv.pop(1), {str(ROOT)!r}]
import runpy
runpy.run_module("runner", run_name="__main__")
"""


@pytest.mark.long
def test_other_modules_of_the_same_names_do_not_get_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("torch.py", "runner.py", "json.py"):
        (tmp_path / name).write_text("raise SystemExit('the wrong one')")
    monkeypatch.chdir(tmp_path)
    with BackgroundRunner() as runner:
        assert runner.look("import torch\nx = 1", "text") == "1"


@pytest.mark.parametrize("without", [(), pytest.param(LAYERS, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "number", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.long)]
)
def test_when_the_app_dies_everything_below_it_goes(
    number: signal.Signals, without: Sequence[str]
) -> None:
    app = subprocess.Popen(
        [sys.executable, "-c", APP, *without], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    with app:
        assert app.stdout is not None
        (line,) = [app.stdout.readline()]
        scratch = Path(line.strip())
        everything = processes_of(scratch)
        assert len(everything) > 2
        app.send_signal(number)
        app.wait(20)
        _, alive = psutil.wait_procs(everything, timeout=20)
        assert not alive
        assert not scratch.exists()


APP = f"""
import asyncio, sys
sys.path.insert(0, {str(ROOT)!r})
import psutil
from runner.client import Runner
from runner.protocol.wire import Snippet, Source
from tests.runner.background import scratch_of, until_running

DAEMON = '''
import os, time
try:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0: time.sleep(1000)
        os._exit(0)
    os.wait()
except PermissionError:
    pass
open('ran', 'w').close()
time.sleep(1000)
'''

async def main():
    async with Runner(without=sys.argv[1:]) as runner:
        await runner.ready()
        (server,) = psutil.Process().children()
        scratch = scratch_of(server)
        if not sys.argv[1:]:
            (server,) = server.children()
        run = asyncio.create_task(runner.run(Snippet((Source(DAEMON),), timeout=1000)))
        await until_running(server, 1)
        print(scratch, flush=True)
        await run

try:
    asyncio.run(main())
except KeyboardInterrupt:
    pass
"""


def test_a_snippet_that_cannot_be_sent_is_refused_and_no_other_suffers(
    lent_runner: Sequence[str],
) -> None:
    async def main() -> Outcome | Fault:
        async with Runner(lent_runner) as runner:
            with pytest.raises(WireError):
                await runner.run(Snippet((), timeout=math.inf))
            with pytest.raises(WireError, match="bytes"):
                await runner.run(Snippet((Source("#" * LARGEST_FRAME),)))
            return await runner.run(ONE)

    assert is_one(asyncio.run(main()))


def test_code_of_many_lines_arrives_whole(lent_runner: Sequence[str]) -> None:
    lines = 200_000
    with BackgroundRunner(command=lent_runner) as runner:
        assert runner.look("x = 0\n" + "# a line of words\n" * lines + "x += 1", "text") == "1"


@pytest.mark.long
def test_sets_print_alike_on_whatever_runner_a_command_starts(
    monkeypatch: pytest.MonkeyPatch, lent_runner: Sequence[str]
) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", "5")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    seen = []
    for command in (lent_runner, [sys.executable, "-P", "-m", "runner"]):
        with BackgroundRunner(command=command) as runner:
            seen.append(runner.look("x = hash('torch')", "text"))
    assert seen[0] == seen[1]


LIAR = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from runner.protocol.framing import Frames, frame
say, lies = sys.stdout.buffer, eval(sys.argv[1])
say.write(frame({{"hello": lies["hello"]}}))
say.flush()
frames = Frames()
while chunk := sys.stdin.buffer.read1():
    for message in frames.feed(chunk):
        say.write(frame({{"id": lies.get("id", message["id"]), "outcome": lies["outcome"]}}))
        say.flush()
"""
NOTHING = vars(Outcome((), "", "", None, 0.0))


def said_of_a_lie(**lies: object) -> str:
    """What comes of asking for a value, from a runner that answers so."""
    command = [sys.executable, "-P", "-c", LIAR, repr({"hello": HELLO, "outcome": NOTHING} | lies)]
    with BackgroundRunner(command=command) as runner:
        return runner.fault("x = 1", looks=[("value", "x")]).message


@pytest.mark.parametrize(
    "facts",
    [
        [],
        [{"kind": "shape", "data": [1]}],
        [{"kind": "value", "data": {"type": "int", "data": "1", "text": "1"}}],
        [{"kind": "value", "data": {"type": "tensor", "shape": [2], "data": [1.0]}}],
    ],
)
def test_facts_of_another_machine_are_checked_like_any_others(facts: object) -> None:
    said = said_of_a_lie(outcome=NOTHING | {"facts": facts})
    assert "what it reported is not what was asked for" in said


@pytest.mark.parametrize(
    "lie",
    [
        {"devices": []},
        {"torch": "z\x1b]52;c;QUJD\x07"},
        {"torch": "2.13." + "0" * 999},
        {"python": "git1234"},
    ],
)
def test_a_runner_that_says_of_itself_what_cannot_be_is_told_of(lie: dict[str, object]) -> None:
    assert "it is of another version than this quiz" in said_of_a_lie(hello=HELLO | lie)


@pytest.mark.parametrize("lie", [{"id": {}}, {"id": "0"}])
def test_a_runner_that_makes_no_sense_does_no_harm(lie: dict[str, object]) -> None:
    assert said_of_a_lie(**lie)


SLOW = LIAR.replace(
    "    for message",
    """\
    for _ in range(30):
        time.sleep(0.05)
        say.write(frame({"alive": True}))
        say.flush()
    for message""",
).replace("import sys", "import sys, time", 1)


def test_a_runner_that_says_that_it_is_alive_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runner.client.SILENCE_LIMIT", 1.0)
    command = [sys.executable, "-P", "-c", SLOW, repr({"hello": HELLO, "outcome": NOTHING})]
    with BackgroundRunner(command=command) as runner:
        assert isinstance(runner.run("x = 1", timeout=0.1), Outcome)


PEER = f"""
import os, sys, time
from pathlib import Path
sys.path.insert(0, {str(ROOT)!r})
from runner.protocol.framing import Frames, frame

def say(message):
    sys.stdout.buffer.write(message if isinstance(message, bytes) else frame(message))
    sys.stdout.buffer.flush()

def hear():
    frames = Frames()
    while chunk := sys.stdin.buffer.read1():
        yield from frames.feed(chunk)

say({{"hello": {HELLO!r}}})
"""
"""A runner, from its Hello on."""


@pytest.mark.parametrize(
    ("does", "why"),
    [
        ("say(b'\\0\\0\\0\\5{]abc')", "it said what is no answer"),
        ("say(b'\\xff' * 4)", "it said what is no answer"),
        ("say({'hello': {}})", "it said what is no answer"),
        ("sys.exit('Connection to gpu-box closed.')", "Connection to gpu-box closed"),
        ("sys.exit()", "it ended without a word"),
        ("time.sleep(1000)", "it gave no answer in time"),
        ("while True: say({'alive': True}); time.sleep(0.01)", "it gave no answer in time"),
    ],
)
def test_of_a_runner_elsewhere_that_is_lost_it_is_told_how_and_the_code_is_not_blamed(
    monkeypatch: pytest.MonkeyPatch, does: str, why: str
) -> None:
    limit = "ANSWER_LIMIT" if "alive" in does else "SILENCE_LIMIT"
    monkeypatch.setattr(f"runner.client.{limit}", 0.1)
    code = f"{PEER}\nnext(hear())\n{does}\ntime.sleep(1000)"
    with BackgroundRunner(command=[sys.executable, "-P", "-c", code]) as runner:
        told = runner.fault("x = 1", timeout=0.1)
    assert told == Fault("internal", f"The runner was lost whenever it had this code: {why}.")


def test_what_a_broken_connection_interrupts_is_asked_for_together_once_more(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The second peer answers when it has heard everything, and no third is started."""
    monkeypatch.setattr("runner.client.SILENCE_LIMIT", 5.0)
    several = 5
    code = f"""{PEER}
asked = hear()
asked = [next(asked)["id"] for _ in range({several})]
if not (broken := Path({str(tmp_path)!r}, "broken")).exists():
    broken.touch()
    sys.exit()
for number in asked:
    say({{"id": number, "outcome": {vars(Outcome((), "", "", None, 0.0))!r}}})
time.sleep(1000)
"""

    async def gather() -> list[Outcome | Fault]:
        snippet = Snippet((Source("x = 1"),), timeout=0.1)
        return await asyncio.gather(*(runner.runner.run(snippet) for _ in range(several)))

    with BackgroundRunner(command=[sys.executable, "-P", "-c", code]) as runner:
        assert all(isinstance(end, Outcome) for end in runner.wait_for(gather()))
