"""The layers one by one: which are in force, what code sees of them, and whose code runs so."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import resource
import struct
import sys
from collections.abc import Iterator
from functools import partial
from math import inf
from pathlib import Path

import psutil
import pytest

from runner.processes import usage
from runner.protocol import faults
from runner.protocol.layers import LAYERS, is_full, shortfall
from runner.protocol.profile import Profile
from runner.protocol.wire import Fault, Outcome, Snippet, Source
from runner.sandbox import seccomp
from runner.sandbox.syscalls import MACHINES
from tests.runner.background import BackgroundRunner, until_running
from tests.runner.checks import answers_right, leaves_nothing
from tests.runner.greedy import TOO_MUCH_TOGETHER

ROOT = Path(__file__).parents[2]
USUAL = Profile()
ALLOWED, REFUSED, KILLED = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x80000000
NOT_KNOWN = 0x00050000 | errno.ENOSYS
EXECVE = {"x86_64": 59, "aarch64": 221}
SOCKET = {"x86_64": 41, "aarch64": 198}
THREAD = 0x3D0F00  # the flags with which libc starts one
SIBLING = 0x8000 | 17  # a child of the caller's parent
SOCKETS_OF_RANKS = {
    (2, 1, 0): ALLOWED,
    (2, 0x80001, 6): ALLOWED,
    (16, 3, 0): ALLOWED,
    (2, 3, 1): REFUSED,  # raw
    (2, 1, 262): REFUSED,  # of several paths
    (2, 1, 132): REFUSED,  # SCTP
    (16, 3, 6): REFUSED,  # the tables of IPsec
}


@pytest.fixture(
    scope="module",
    params=[pytest.param([layer], marks=pytest.mark.long) for layer in LAYERS] + [list(LAYERS)],
)
def lacking(request: pytest.FixtureRequest) -> Iterator[BackgroundRunner]:
    """A runner without some layers."""
    with BackgroundRunner(without=request.param) as runner:
        assert not set(request.param) & set(runner.layers)
        yield runner


def test_without_some_layers_the_others_hold(lacking: BackgroundRunner) -> None:
    assert not is_full(lacking.layers)
    raised = lacking.outcome("open('/etc/passwd')").raised
    assert (raised is None) == (not {"namespaces", "landlock"} & set(lacking.layers))
    raised = lacking.outcome("import socket\nsocket.socket()").raised
    assert (raised is None) == ("seccomp" not in lacking.layers)
    answers_right(lacking)
    leaves_nothing(lacking)
    if "landlock" not in lacking.layers and "namespaces" in lacking.layers:
        lacking.wait_for(cards_with_ranks_cannot_meet(lacking))
        # Memory that is shared by it counts for no process.
        assert lacking.outcome("import os\nos.open('/dev/zero', os.O_RDWR)").raised is not None
    if "seccomp" not in lacking.layers and "namespaces" in lacking.layers:
        fault = lacking.fault(f"import os, signal\n{TOO_MUCH_TOGETHER['64 processes']}")
        assert "64 processes" in fault.message


async def cards_with_ranks_cannot_meet(runner: BackgroundRunner) -> None:
    """Each has a network of its own: there are names in it, too."""
    name = "import socket\nheld = socket.socket(socket.AF_UNIX)\nheld.bind(f'\\0met{rank}')\n"
    waits = Source(name + "open('ran', 'w').close()\nheld.listen()\nheld.accept()")
    waiting = asyncio.create_task(runner.runner.run(Snippet((waits,), ranks=2)))
    await until_running(psutil.Process(runner._own_pid()), 1)
    end = await runner.runner.run(Snippet((Source(name),), ranks=2))
    assert isinstance(end, Outcome) and end.raised is None, end
    waiting.cancel()


def untrusted(sign: Path) -> Snippet:
    """Leaves a sign, where it runs and nothing holds it back."""
    return Snippet((Source(f"open({str(sign)!r}, 'w').close()"),), untrusted=True)


def test_where_a_layer_is_missing_untrusted_code_does_not_run(
    lacking: BackgroundRunner, tmp_path: Path
) -> None:
    sign = tmp_path / "sign"
    end = lacking.wait_for(lacking.runner.run(untrusted(sign)))
    assert isinstance(end, Fault) and end.kind == "refused"
    assert end.message.startswith("The runner here cannot run this code: it is not trusted, and")
    assert end.message.endswith(f"{shortfall(lacking.layers)}.")
    assert not sign.exists()
    assert isinstance(lacking.run("x = 1"), Outcome)


def test_in_a_full_sandbox_untrusted_code_runs_and_reaches_nothing(
    runner: BackgroundRunner, tmp_path: Path
) -> None:
    if not is_full(runner.layers):
        pytest.skip(shortfall(runner.layers))
    sign = tmp_path / "sign"
    end = runner.wait_for(runner.runner.run(untrusted(sign)))
    assert isinstance(end, Outcome) and end.raised is not None
    assert not sign.exists()


@pytest.mark.parametrize(
    ("layers", "words"),
    [
        ((), "there is no sandbox here"),
        (("seccomp",), "there is no full sandbox here (no namespaces, no landlock)"),
        (("namespaces", "seccomp"), "there is no full sandbox here (no landlock)"),
    ],
)
def test_what_a_sandbox_lacks_is_named(layers: tuple[str, ...], words: str) -> None:
    assert shortfall(layers) == words


@pytest.mark.long
@pytest.mark.usefixtures("full_sandbox", "in_haste")
def test_where_the_kernel_forbids_namespaces_the_others_hold() -> None:
    with BackgroundRunner(command=[sys.executable, "-m", "tests.runner.forbidden"]) as runner:
        assert runner.layers == ("landlock", "seccomp")
        raised = runner.outcome("open('/etc/passwd')").raised
        assert raised is not None
        assert raised.type == "PermissionError"
        answers_right(runner)
        leaves_nothing(runner)


CORES = "import ctypes, resource\nx = resource.getrlimit(4)[0], ctypes.CDLL(None).prctl(3)"


def test_a_crash_gives_nobody_a_core(runner: BackgroundRunner) -> None:
    """Nor a program of the system's that waits for one: see core(5)."""
    if resource.getrlimit(resource.RLIMIT_CORE)[1]:
        assert runner.look(CORES, "text") == "(1, 1)"


@pytest.mark.long
def test_where_no_core_may_be_a_crash_gives_none() -> None:
    command = ["sh", "-c", f'ulimit -c 0; exec {sys.executable} -P -m runner "$@"', "sh"]
    with BackgroundRunner(command=command) as unable:
        assert unable.look(CORES, "text") == "(0, 0)", "not to be dumped"


def test_no_snippet_is_of_root(runner: BackgroundRunner) -> None:
    if is_full(runner.layers):
        users = "0 not in (*os.getresuid(), *os.getresgid(), *os.getgroups())"
        assert runner.look(f"import os\nx = {users}", "bool") is True


def test_code_that_forks_is_told_that_it_may_not(runner: BackgroundRunner) -> None:
    if "seccomp" not in runner.layers:
        pytest.skip(shortfall(runner.layers))
    raised = runner.outcome("import os\nos.fork()").raised
    assert raised is not None
    assert (raised.type, raised.line) == ("PermissionError", 2)


@pytest.mark.long
def test_no_memory_is_shared_from_snippet_to_snippet(in_haste: None) -> None:
    """What one wrote there would be found by the next, and by the runner."""
    with BackgroundRunner() as runner:
        answers_right(runner)
        runner.wait_for(no_memory_is_shared(runner))


async def no_memory_is_shared(runner: BackgroundRunner) -> None:
    """By the server, the zygote, a child at work and those that wait for work."""
    started = psutil.Process(runner._own_pid())
    waits = Source("import threading\nopen('ran', 'w').close()\nthreading.Event().wait()")
    waiting = asyncio.create_task(runner.runner.run(Snippet((waits,), timeout=60)))
    await until_running(started, 1)
    seen = 0
    for process in (started, *started.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):  # of the snippet before
            maps = process.memory_maps(grouped=False)
            assert [one.path for one in maps if one.perms.startswith("rw-s")] == [], process
            seen += 1
    assert seen >= 3 and not waiting.done()
    waiting.cancel()


def test_files_that_lie_in_memory_are_weighed() -> None:
    file = os.memfd_create("m")
    before = usage.files_in_memory([os.getpid()])
    os.write(file, bytes(1 << 20))
    assert usage.files_in_memory([os.getpid()]) == before + (1 << 20)
    os.close(file)


def test_who_weighs_processes_that_leave_no_time_for_it_does_not_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(usage, "MEMORY", -(1 << 50))
    weigh = partial(usage.too_much, os.getpid(), None, like=os.getpid())
    assert weigh(until=inf) == faults.memory()
    assert weigh(until=0.0) is None


WORKS = {
    "an operation on two threads": """
import torch
torch.set_num_threads(2)
x = float((torch.ones(300, 300) @ torch.ones(300, 300))[0, 0]) == 300
""",
    "a thread": """
import threading
x = []
thread = threading.Thread(target=x.append, args=[1])
thread.start()
thread.join()
""",
    "an event loop": "import asyncio\nx = asyncio.run(asyncio.sleep(0, True))",
    "saving and loading": """
import tempfile, torch
with tempfile.TemporaryDirectory() as folder:
    torch.save(torch.ones(2), folder + '/x.pt')
    x = torch.load(folder + '/x.pt').tolist() == [1, 1]
""",
    "copying a file": "import shutil\nopen('a', 'w').close()\nx = shutil.copy('a', 'b') == 'b'",
    "asking for the machine": "import os, getpass\nx = os.cpu_count() and getpass.getuser()",
    "shared memory": "import torch\nx = torch.ones(2).share_memory_().is_shared()",
    "asking for a terminal": "import sys\nx = not sys.stdout.isatty()",
}


@pytest.mark.parametrize("what", WORKS)
def test_what_cards_need_works(
    runner: BackgroundRunner, what: str, request: pytest.FixtureRequest
) -> None:
    if what in ("copying a file", "shared memory"):
        request.getfixturevalue("all_rights")
    assert runner.look(WORKS[what], "bool", "bool(x)") is True


@pytest.mark.parametrize("name", MACHINES)
def test_the_filter_lets_through_what_it_says(name: str) -> None:
    machine = MACHINES[name]
    calls = machine.harmless | machine.metadata
    more = machine.processes | machine.messages | machine.sockets | machine.groups | machine.gpu
    assert len({*calls.values(), *more.values()}) == len(calls) + len(more)
    assert len(set(calls.values())) == len(calls)

    def verdict(
        number: int, *arguments: int, guarded: bool = True, profile: Profile = USUAL
    ) -> int:
        program = seccomp.program(machine, profile, os.getpid(), in_namespaces=guarded)
        return run_filter(program, number, machine.audit_number, arguments)

    assert verdict(calls["read"]) == verdict(calls["openat"]) == ALLOWED
    assert verdict(EXECVE[name]) == verdict(SOCKET[name]) == REFUSED
    assert verdict(machine.seccomp) == verdict(machine.pivot_root) == REFUSED
    assert verdict(calls["clone"], THREAD) == ALLOWED
    assert verdict(calls["clone"], 17) == REFUSED
    assert verdict(calls["clone"], THREAD | 0x10000000) == REFUSED
    assert verdict(calls["clone"], SIBLING, profile=Profile(workers=True)) == REFUSED
    assert verdict(calls["clone3"]) == NOT_KNOWN
    assert verdict(calls["kill"], os.getpid(), 9) == ALLOWED
    assert verdict(calls["kill"], os.getppid(), 9) == REFUSED
    assert verdict(calls["socketpair"], 1, 0x80001) == ALLOWED
    assert verdict(calls["socketpair"], 1, 0x80002) == REFUSED
    assert verdict(calls["fcntl"], 3, 1030) == ALLOWED
    assert verdict(calls["fcntl"], 3, 1031) == REFUSED, "the size of a pipe"
    assert verdict(calls["membarrier"], 8) == ALLOWED
    assert verdict(calls["membarrier"], 1) == REFUSED, "of all processes"
    assert verdict(calls["fchmod"]) == ALLOWED
    assert verdict(calls["fchmod"], guarded=False) == REFUSED
    assert verdict(calls["getxattr"], guarded=False) == REFUSED
    for profile in (Profile(workers=True), Profile(ranks=2)):
        assert verdict(EXECVE[name], profile=profile) == REFUSED
        assert verdict(calls["clone"], 0x10000000, profile=profile) == REFUSED
        assert verdict(machine.sockets["socket"], 1, 1, profile=profile) == ALLOWED
        assert verdict(machine.sockets["socket"], 1, 1, guarded=False, profile=profile) == REFUSED
        assert verdict(machine.sockets["socket"], 1, 2, profile=profile) == REFUSED
        option = machine.messages["setsockopt"]
        assert verdict(option, 3, 1, 2, profile=profile) == ALLOWED
        assert verdict(option, 3, 1, 1, profile=profile) == REFUSED
        assert verdict(option, 3, 6, 2, profile=profile) == REFUSED, "an option of another level"
    sendmsg = machine.processes["sendmsg"]  # which takes descriptors along
    assert verdict(sendmsg, profile=Profile(workers=True)) == ALLOWED
    assert verdict(sendmsg, profile=Profile(ranks=2)) == REFUSED
    assert verdict(machine.sockets["socket"], 2, 1, profile=Profile(workers=True)) == REFUSED
    for asked, answer in SOCKETS_OF_RANKS.items():
        assert verdict(machine.sockets["socket"], *asked, profile=Profile(ranks=2)) == answer
    assert verdict(calls["clone"], 17, profile=Profile(workers=True)) == ALLOWED
    assert verdict(calls["clone"], 17, profile=Profile(ranks=2)) == REFUSED
    assert verdict(calls["ioctl"], 3, 0xC0104600) == 0x00050000 | errno.ENOTTY
    for command in (0xC0104600, 0xC020462A, 0x30000001, 25):
        assert verdict(calls["ioctl"], 3, command, profile=Profile("cuda")) == ALLOWED
    for command in (0x8901, 0x8902, 0x5412, 0x5452):  # owners of signals, letters, O_ASYNC
        seen = verdict(calls["ioctl"], 3, command, profile=Profile("cuda"))
        assert seen == 0x00050000 | errno.ENOTTY
    schedule = machine.gpu["sched_setscheduler"]
    for guarded, answer in ((True, ALLOWED), (False, REFUSED)):
        assert verdict(schedule, 1, guarded=guarded, profile=Profile("cuda")) == answer
    assert verdict(schedule, 0, guarded=False, profile=Profile("cuda")) == ALLOWED
    (other,) = {MACHINES[kind].audit_number for kind in MACHINES} - {machine.audit_number}
    program = seccomp.program(machine, Profile(), os.getpid(), in_namespaces=True)
    assert run_filter(program, calls["read"], other, ()) == KILLED


@pytest.mark.parametrize("name", MACHINES)
@pytest.mark.parametrize("profile", [USUAL, Profile(workers=True), Profile(ranks=2)])
def test_the_filter_lets_through_no_call_that_is_not_listed(name: str, profile: Profile) -> None:
    machine = MACHINES[name]
    calls = seccomp._calls(machine, profile, in_namespaces=True)
    rules = seccomp._rules(profile, 2, in_namespaces=True)
    program = seccomp.program(machine, profile, 2, in_namespaces=True)
    freely = {number for call, number in calls.items() if call not in rules}
    numbers = range(0x1000)  # more than there are on any machine
    nothing = ((1 << 64) - 1,) * 6  # that a rule would take
    allowed = {
        n for n in numbers if run_filter(program, n, machine.audit_number, nothing) == ALLOWED
    }
    assert allowed == freely


def run_filter(program: bytes, number: int, machine: int, arguments: tuple[int, ...]) -> int:
    """What the kernel would do with a call, by the filter's few kinds of instructions."""
    padded = (*arguments, *[0] * (6 - len(arguments)))
    data = struct.pack("IIQ6Q", number, machine, 0, *padded)
    instructions = list(struct.iter_unpack("HBBI", program))
    accumulator, at = 0, 0
    while True:
        code, if_true, if_false, constant = instructions[at]
        at += 1
        match code:
            case 0x20:
                (accumulator,) = struct.unpack_from("I", data, constant)
            case 0x54:
                accumulator &= constant
            case 0x25:
                at += if_true if accumulator > constant else if_false
            case 0x35:
                at += if_true if accumulator >= constant else if_false
            case 0x15:
                at += if_true if accumulator == constant else if_false
            case 0x06:
                return int(constant)
            case _:
                raise AssertionError(f"an instruction {code:#x}")
