"""Whatever a snippet does, the next one is answered right and nothing is left behind."""

from __future__ import annotations

import json
import signal

import pytest

from runner.wire import Fact, Fault, Outcome, frame
from tests.runner.background import BackgroundRunner, processes_of

FORGED = frame(
    {
        "id": 0,
        "outcome": {"facts": [], "stdout": "", "stderr": "", "raised": None, "seconds": 0.0},
    }
)


def write_everywhere(content: bytes) -> str:
    return f"""
import os
for descriptor in range(3, 512):
    try: os.write(descriptor, {content!r})
    except OSError: pass
"""


LEAVES_BEHIND = {
    "a fork": "import os, time\nif os.fork() == 0: time.sleep(1000)",
    "a daemon": """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.setsid()
        time.sleep(1000)
    os._exit(0)
os.wait()
""",
    "a program": "import subprocess\nsubprocess.Popen(['sleep', '1000'], start_new_session=True)",
    "a tree of forks": "import os, time\nfor _ in range(5): os.fork()\ntime.sleep(1000)",
    "an orphan that forks on": """
import os
if os.fork() == 0:
    while True:
        if os.fork(): os._exit(0)
""",
    "a thread": "import threading, time\nthreading.Thread(target=time.sleep, args=[1000]).start()",
    "a fork that holds the output": "import os, time\nif os.fork() == 0:\n  while True: print('x')",
    "a deep folder": "import os\nfor _ in range(2000): os.mkdir('d'); os.chdir('d')",
    "a locked folder": "import os\nos.makedirs('a/b')\nos.chmod('a', 0)",
    "a link out": "import os\nos.symlink('/', 'root')",
    "no folder": "import os, shutil\nshutil.rmtree(os.getcwd())",
    "a closed descriptor 1": "import os\nos.close(1)",
    "a closed stdout": "import sys\nsys.stdout.close()\nsys.stderr.close()",
    "no stdout": "import sys\ndel sys.stdout, sys.stderr",
    "no descriptors": "import os\nos.closerange(0, 4096)",
    "no builtins": "import builtins\nfor n in dir(builtins): delattr(builtins, n)",
    "vandalised builtins": "import builtins, json\nbuiltins.len = json.dumps = lambda *_: 1 / 0",
    "no modules": "import sys\nsys.modules.clear()",
    "a torch in ruins": "import torch\ntorch.no_grad = torch.Tensor.tolist = None",
    "forged answers": write_everywhere(FORGED * 3),
    "half a frame": write_everywhere(FORGED[: len(FORGED) // 2]),
    "a frame without end": write_everywhere(b"\x7f\xff\xff\xff{"),
    "deep JSON": write_everywhere(frame(0)[:4].replace(b"\x01", b"\x40") + b"[" * 64),
    "a signal handler": "import signal\nfor n in (2, 15, 17): signal.signal(n, lambda *_: 1 / 0)",
    "an alarm": "import signal\nsignal.setitimer(signal.ITIMER_REAL, 0.001)",
    "an exit hook": "import atexit, time\natexit.register(time.sleep, 1000)",
    "a trace function": "import sys\nsys.settrace(lambda *_: 1 / 0)",
    "a finalizer": "class A:\n    def __del__(self):\n        while True: pass\nx = A()",
    "a stopped sibling": """
import os, signal
for pid in open(f'/proc/{os.getppid()}/task/{os.getppid()}/children').read().split():
    if int(pid) != os.getpid(): os.kill(int(pid), signal.SIGSTOP)
""",
    "killed siblings": """
import os, signal
for pid in open(f'/proc/{os.getppid()}/task/{os.getppid()}/children').read().split():
    if int(pid) != os.getpid(): os.kill(int(pid), signal.SIGKILL)
""",
}


def answers_right(runner: BackgroundRunner) -> None:
    outcome = runner.outcome(
        "import torch\nx = torch.arange(3)\nprint('here')", looks=[("shape", "x"), ("output", "")]
    )
    assert outcome.facts == (Fact("shape", [3]), Fact("output", "here\n"))
    assert (outcome.raised, outcome.stdout, outcome.stderr) == (None, "here\n", "")


def leaves_nothing(runner: BackgroundRunner) -> None:
    """What is there in the end: a zygote, its spares, a folder and four pipes for each.

    It cleans up after it has answered, so it is asked until it has had the time.
    """
    zygote, scratch = runner.zygote, runner.scratch
    for _ in range(100):
        runner.outcome("pass")
        children = zygote.children()
        pids = {process.pid for process in processes_of(scratch)}
        folders = list(scratch.iterdir())
        descriptors = zygote.num_fds() - 4 * len(children)
        if (
            len(folders) == len(children) <= 2
            and pids == {zygote.pid, *(child.pid for child in children)}
            and descriptors <= MOST_DESCRIPTORS
        ):
            return
    raise AssertionError(f"left: {pids}, {folders}, {descriptors} descriptors")


MOST_DESCRIPTORS = 8  # 0, 1, 2, the protocol's two, the self-pipe's two, and one of torch's


@pytest.mark.parametrize("what", LEAVES_BEHIND)
def test_a_snippet_that_leaves_behind(runner: BackgroundRunner, what: str) -> None:
    runner.run(LEAVES_BEHIND[what], timeout=1, looks=[("value", "x")])
    answers_right(runner)
    leaves_nothing(runner)


@pytest.mark.parametrize(
    "content",
    [FORGED, frame("x"), frame([]), frame({"facts": [[]]}), b"\x00\x00\x00\x02[}", b"\xff" * 99],
)
def test_an_answer_written_by_the_snippet_is_no_answer(
    runner: BackgroundRunner, content: bytes
) -> None:
    fault = runner.fault(write_everywhere(content), looks=[("value", "1")])
    assert fault.kind == "internal"
    answers_right(runner)


def test_a_claim_to_have_started_again_does_not_win_time(runner: BackgroundRunner) -> None:
    code = "import time\nwhile True:\n  time.sleep(0.2)\n" + "\n".join(
        "  " + line for line in write_everywhere(frame("started")).splitlines()
    )
    assert runner.fault(code, timeout=1).kind == "timeout"


def test_an_answer_of_many_megabytes_is_refused_while_it_comes(runner: BackgroundRunner) -> None:
    content = json.dumps("x" * 1_000_000)
    code = write_everywhere(b"\x70\x00\x00\x00") + write_everywhere(content.encode()) * 3
    assert runner.fault(code).kind == "internal"
    answers_right(runner)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_snippet_that_kills_the_zygote_gets_a_fault_and_others_their_answer(
    number: signal.Signals,
) -> None:
    code = f"import os, time\nos.kill(os.getppid(), {int(number)})\ntime.sleep(1000)"
    with BackgroundRunner(jobs=2) as runner:
        scratch = runner.scratch
        fault, *others = many(runner, code, "import time\nx = 1", "x = 2", "x = 3")
        assert fault == Fault(
            "killed", "The code ended the runner itself, which has been started again."
        )
        assert all(isinstance(other, Outcome) for other in others)
        answers_right(runner)
        assert not scratch.exists()
        assert not processes_of(scratch)
        leaves_nothing(runner)


def test_a_snippet_that_kills_the_zygote_cannot_leave_a_daemon() -> None:
    code = """
import os, signal, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0: time.sleep(1000)
    os._exit(0)
os.wait()
os.kill(os.getppid(), signal.SIGKILL)
"""
    with BackgroundRunner() as runner:
        scratch = runner.scratch
        assert runner.fault(code).kind == "killed"
        answers_right(runner)
        assert not processes_of(scratch)
        assert not scratch.exists()


def many(runner: BackgroundRunner, *codes: str) -> list[Outcome | Fault]:
    import asyncio

    from runner.wire import Snippet, Source

    async def gather() -> list[Outcome | Fault]:
        snippets = [Snippet((Source(code),), timeout=20) for code in codes]
        return await asyncio.gather(*map(runner.runner.run, snippets))

    return runner.wait_for(gather())
