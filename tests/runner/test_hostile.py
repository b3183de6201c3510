"""Whatever a snippet does, the next one is answered right and nothing is left behind."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from runner.protocol.framing import HEADER, frame
from runner.protocol.layers import LAYERS
from runner.protocol.wire import Fact, Outcome
from tests.runner.background import BackgroundRunner
from tests.runner.checks import answers_right, leaves_nothing

FORGED = frame({"id": 0, "outcome": Outcome((), "", "", None, 0.0)})
BODY = frame(Outcome((), "", "", None, 12345.0))[HEADER.size :]


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


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((), id="sandboxed"),
        pytest.param(LAYERS, id="bare", marks=pytest.mark.long),
    ],
)
def runner(request: pytest.FixtureRequest) -> Iterator[BackgroundRunner]:
    with BackgroundRunner(without=request.param) as runner:
        yield runner


@pytest.mark.parametrize("what", LEAVES_BEHIND)
def test_a_snippet_that_leaves_behind(runner: BackgroundRunner, what: str) -> None:
    runner.run(LEAVES_BEHIND[what], timeout=0.5, looks=[("value", "x")])
    answers_right(runner)
    leaves_nothing(runner)


@pytest.mark.parametrize(
    "content",
    [
        *(
            FORGED,
            frame("x"),
            frame([]),
            frame({"facts": [[]]}),
            b"\x00\x00\x00\x02[}",
            b"\xff" * 99,
        ),
        frame("unchanged") * 2,  # without end it would keep the server from everybody else
    ],
)
def test_an_answer_written_by_the_snippet_is_no_answer(
    runner: BackgroundRunner, content: bytes
) -> None:
    fault = runner.fault(write_everywhere(content), looks=[("value", "1")])
    assert fault.kind == "internal"
    answers_right(runner)


@pytest.mark.parametrize("seconds", [b"1e999", b"NaN", b"null", b"true", b"-1.0"])
def test_a_forged_answer_cannot_bring_down_who_reads_it(
    runner: BackgroundRunner, seconds: bytes
) -> None:
    body = BODY.replace(b"12345.0", seconds)
    zygote = runner.server
    assert runner.fault(write_everywhere(HEADER.pack(len(body)) + body)).kind == "internal"
    assert runner.server == zygote


def test_an_answer_of_the_right_form_is_one(runner: BackgroundRunner) -> None:
    """So that the forged ones are refused for what is wrong with them and nothing else."""
    outcome = runner.outcome(write_everywhere(HEADER.pack(len(BODY)) + BODY))
    assert outcome.seconds == 12345


GROWS = """
import os, struct
body = BODY.replace(b'[12345.0]', b'[' + b'1e15,' * 900_000 + b'1e15]')
for descriptor in range(3, 64):
    try:
        os.set_blocking(descriptor, True)
        os.write(descriptor, struct.pack('>I', len(body)) + body)
    except OSError: pass
"""


def test_an_answer_that_grows_as_it_is_passed_on_is_refused(runner: BackgroundRunner) -> None:
    tensor = {"type": "tensor", "shape": [900_001], "dtype": "float32", "text": "…"}
    fact = Fact("value", {**tensor, "data": [12345.0]})
    small = frame(Outcome((fact,), "", "", None, 0.0))[HEADER.size :]
    zygote = runner.server
    code = GROWS.replace("BODY", repr(small))
    assert runner.fault(code, looks=[("value", "1")]).kind == "internal"
    assert runner.server == zygote


def test_a_claim_to_have_started_again_wins_no_time(runner: BackgroundRunner) -> None:
    code = "import time\nwhile True:\n  time.sleep(0.2)\n" + "\n".join(
        "  " + line for line in write_everywhere(frame("started")).splitlines()
    )
    assert runner.fault(code, timeout=20).kind == "internal"


def test_an_answer_of_many_megabytes_is_refused_while_it_comes(runner: BackgroundRunner) -> None:
    content = json.dumps("x" * 1_000_000)
    code = write_everywhere(b"\x70\x00\x00\x00") + write_everywhere(content.encode()) * 3
    assert runner.fault(code).kind == "internal"
    answers_right(runner)
