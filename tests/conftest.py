"""What holds for every test."""

import asyncio
import gc
import json
import os
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import hypothesis
import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from quizapp.library.loading import load_library
from runner.client import Runner
from runner.protocol.layers import is_full, shortfall
from tests.apart import started_apart
from tests.course import write_course
from tests.lent import PARTLY, lend

# torch's first calls are slow, and no wall clock is asserted outside the benchmarks.
hypothesis.settings.register_profile("no deadline", deadline=None)
hypothesis.settings.load_profile("no deadline")

# What is told is looked at in English, whatever the developer's own locale is.
os.environ["LANGUAGE"] = "en"

# Who is started in the background ignores Ctrl-C, and so would all that is started by tests.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Of what is there once the tests are collected, all is needed, and each start of the app freezes
# what was left by those before it. To look for garbage in that, by millions, takes seconds each
# time; it is left where it is until the process ends.
gc.disable()
gc.unfreeze = lambda: None

GREEDY = {
    "test_faults.py",
    "test_pool.py",
    "test_sandbox_bombs.py",
    "test_sandbox_hostile.py",
    "test_soak.py",
}
"""Files whose snippets fill gigabytes or start threads by the hundred: never two at once.

A bound around bombs counts what the whole machine has left of both.
"""

FIRST = ("greedy", "tui", "runner", "test_display_safety", "test_shipped_decks", "cli")
"""What takes long is begun first, so that nobody is left alone with it at the end."""


class ByFile(LoadFileScheduling):
    """Keeps the tests of a file together, where several processes share them."""

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return "greedy" if Path(file).name in GREEDY else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile:
    return ByFile(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_place)


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def _place(item: pytest.Item) -> int:
    group = "greedy" if item.path.name in GREEDY else None
    ours = (group, item.path.stem, item.path.parent.name)
    return next((at for at, name in enumerate(FIRST) if name in ours), len(FIRST))


@pytest.fixture(scope="session")
def lent_runner() -> Iterator[Sequence[str]]:
    """The command of a runner that is up, for `runner.command`; see `tests.lent`."""
    with lend() as command:
        yield command


@pytest.fixture(scope="session")
def layers_here(lent_runner: Sequence[str]) -> Sequence[str]:
    """The layers of the sandbox that this kernel gives."""

    async def ask() -> Sequence[str]:
        async with Runner(lent_runner) as runner:
            hello = await runner.ready()
            assert hello is not None
            return hello.sandbox

    return asyncio.run(ask())


@pytest.fixture
def full_sandbox(layers_here: Sequence[str]) -> None:
    """For what is only so where untrusted code may run, or is kept from the machine."""
    if not is_full(layers_here):
        pytest.skip(shortfall(layers_here))


@pytest.fixture
def all_rights(layers_here: Sequence[str]) -> None:
    """For what needs processes or shared memory, which go with namespaces, or no sandbox."""
    if layers_here and "namespaces" not in layers_here:
        pytest.skip(shortfall(layers_here))


@pytest.fixture(scope="session")
def without_seccomp(lent_runner: Sequence[str]) -> Sequence[str]:
    """The command of a runner that is up, and says that its sandbox is not full."""
    return [*lent_runner[:-1], f"{lent_runner[-1]}{PARTLY}"]


@pytest.fixture(scope="session")
def course(tmp_path_factory: pytest.TempPathFactory, read_decks: Path) -> Path:
    """Some decks that stay as they are, in place of those that come with the app."""
    folder = tmp_path_factory.mktemp("shipped")
    write_course(folder)
    load_library([folder], read_decks)
    return folder


@pytest.fixture(scope="session")
def read_decks(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A cache of decks, in which what comes with the app is read once for all processes."""
    folder = tmp_path_factory.getbasetemp()
    folder = (folder if worker_id == "master" else folder.parent) / "cache"
    (folder / "decks").mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def share_decks(read_decks: Path) -> Callable[[Path], None]:
    """Gives a home that cache; what is kept there of the machine is the home's own."""

    def share(home: Path) -> None:
        (home / "cache").mkdir()
        (home / "cache" / "decks").symlink_to(read_decks / "decks")

    return share


@pytest.fixture(scope="session")
def warm(lent_runner: Sequence[str], share_decks: Callable[[Path], None]) -> Callable[[Path], None]:
    """Makes a home one of somebody who has started before, and whose runner is up."""

    def make(home: Path) -> None:
        (home / "config.toml").write_text(f"runner.command = {json.dumps(lent_runner)}\n")
        share_decks(home)

    return make


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """What `quiz` is forked from."""
    with (
        tempfile.TemporaryDirectory() as folder,
        started_apart("tests.cli.forks", socket := f"{folder}/socket"),
    ):
        yield socket
