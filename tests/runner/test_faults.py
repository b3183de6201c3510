"""The ends of a snippet that the runner cannot observe, in words for the learner."""

from __future__ import annotations

import sys

import pytest

from runner.protocol import budget
from runner.protocol.wire import Fault
from tests.runner.background import BackgroundRunner

TOO_MUCH_OUTPUT = Fault(
    "output", "The code printed more than 64 KiB and was stopped.", printed="x" * 4_000
)
TOO_MUCH_MEMORY = Fault("memory", "The code needed more than 2 GiB of memory and was stopped.")


@pytest.mark.parametrize(
    "code",
    [
        "while True: pass",
        "7 ** 10**8",  # one call into C that never lets go of the interpreter
        "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    ],
)
def test_code_beyond_its_time_is_stopped(runner: BackgroundRunner, code: str) -> None:
    fault = runner.fault(code, timeout=0.2)
    assert fault.kind == "timeout"
    assert fault.message == "The code ran longer than 0.2 seconds and was stopped."


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("x = 1\nwhile True: x += 1", 2),
        ("def f():\n    while True: pass\n\nf()", 2),
        ("import time\ntry:\n    time.sleep(100)\nexcept Exception: pass", 3),
        ("import sys\nprint('x' * 999, file=sys.stderr)\n7 ** 10**8", 3),
        ("import os\nos.close(2)\nwhile True: pass", None),
    ],
)
def test_code_beyond_its_time_is_told_by_its_line(
    runner: BackgroundRunner, code: str, line: int | None
) -> None:
    assert runner.fault(code, timeout=0.2).line == line


def test_code_that_leaves_its_time_in_another_way_than_by_an_end_was_too_slow_all_the_same(
    runner: BackgroundRunner,
) -> None:
    answers = "import signal\nfor one in range(signal.SIGRTMIN, signal.SIGRTMAX + 1):\n"
    answers += "    signal.signal(one, lambda *_: exit(1))\nwhile True: signal.pause()"
    ends = answers.replace("lambda *_: exit(1)", "signal.SIG_DFL")
    assert {runner.fault(code, timeout=0.2).kind for code in (answers, ends)} == {"timeout"}


@pytest.mark.parametrize("said", ["x" * 8192, '  File "<snippet>", line 7777777 in f\\n'])
def test_whatever_is_said_for_an_answer_the_code_is_stopped(
    runner: BackgroundRunner, said: str
) -> None:
    """A flood is read no further, and no line is told that the code has not."""
    code = f"""
import os, signal
def flood(*_):
    while True:
        os.write(2, b'{said}')
for one in range(signal.SIGRTMIN, signal.SIGRTMAX + 1):
    signal.signal(one, flood)
while True: pass"""
    fault = runner.fault(code, timeout=0.2)
    assert (fault.kind, fault.line) == ("timeout", None)


def test_one_second_is_not_a_plural(runner: BackgroundRunner) -> None:
    fault = runner.fault("import threading\nthreading.Event().wait()", timeout=1)
    assert fault.message == "The code ran longer than 1 second and was stopped."


def test_a_look_beyond_the_time_is_stopped_too(runner: BackgroundRunner) -> None:
    code = "import threading\ndef f():\n    threading.Event().wait()"
    assert runner.fault(code, looks=[("value", "f()")], timeout=0.2).kind == "timeout"


@pytest.mark.parametrize(
    "code",
    [
        "import torch\ntorch.ones(10**10)",
        "import numpy\nnumpy.ones(10**10)",
        "bytearray(1 << 40)",
        "x = []\nwhile True: x.append(bytes(1 << 28))",
        "import mmap\nmmap.mmap(-1, 1 << 34, mmap.MAP_PRIVATE)[0] = 1",
    ],
)
def test_memory_beyond_the_limit_is_a_fault(runner: BackgroundRunner, code: str) -> None:
    if "mmap" in code:  # the system's own error, which code may well expect
        raised = runner.outcome(code).raised
        assert raised is not None
        assert "Cannot allocate memory" in raised.message
    else:
        assert runner.fault(code) == TOO_MUCH_MEMORY


def test_a_look_beyond_the_memory_limit_is_a_fault_too(runner: BackgroundRunner) -> None:
    fault = runner.fault("import torch", looks=[("shape", "torch.ones(10**10)")])
    assert fault == TOO_MUCH_MEMORY


def test_half_of_the_memory_limit_is_there_to_be_used(runner: BackgroundRunner) -> None:
    code = f"x = bytearray({budget.MEMORY // 2})"
    assert runner.look(code, "value", "len(x)")["data"] == budget.MEMORY // 2


@pytest.mark.parametrize("descriptor", [1, 2])
def test_a_gigabyte_printed_ends_in_an_output_fault(
    runner: BackgroundRunner, descriptor: int
) -> None:
    code = f"import os\nfor _ in range(1 << 14): os.write({descriptor}, b'x' * (1 << 16))"
    assert runner.fault(code) == TOO_MUCH_OUTPUT


def test_output_up_to_the_limit_is_returned_whole(runner: BackgroundRunner) -> None:
    outcome = runner.outcome(
        "import sys\nprint(end='x' * 65_000)\nprint(end='y' * 536, file=sys.stderr)"
    )
    assert (len(outcome.stdout), len(outcome.stderr)) == (65_000, 536)
    assert runner.fault("print('x' * (1 << 16))") == TOO_MUCH_OUTPUT


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import os; os._exit(3)", "The code ended its own process, with exit status 3."),
        ("import os; os._exit(0)", "The code ended its own process, with exit status 0."),
        (
            "import ctypes; ctypes.string_at(0)",
            "The code's process was ended by SIGSEGV (Segmentation fault).",
        ),
        ("import os; os.abort()", "The code's process was ended by SIGABRT (Aborted)."),
        (
            "import os; os.kill(os.getpid(), 9)",
            "The code's process was ended by SIGKILL (Killed).",
        ),
        pytest.param(
            "import sys; sys.setrecursionlimit(10**9)\n"
            "class A:\n    def __repr__(self): return repr(self)\nrepr(A())",
            "The code's process was ended by SIGSEGV (Segmentation fault).",
            marks=pytest.mark.skipif(
                sys.version_info >= (3, 12), reason="C's stack has a limit of its own there"
            ),
        ),
    ],
)
def test_code_that_ends_its_process_is_a_fault(
    runner: BackgroundRunner, code: str, message: str
) -> None:
    assert runner.fault(code) == Fault("killed", message)


def test_a_file_beyond_the_limit_cannot_be_written(runner: BackgroundRunner) -> None:
    raised = runner.outcome("open('big', 'wb').truncate(1 << 30)").raised
    assert raised is not None
    assert raised.message == "[Errno 27] File too large"
