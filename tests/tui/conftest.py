"""A learner's home with one small deck, and a gate before the runner."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from textual._compositor import Compositor

from quizapp.library.shipped import SHIPPED_DECKS
from quizapp.memory.log import ReviewLog
from quizapp.study import opening
from quizapp.tui.keys_in_order import KeysInOrder
from quizapp.tui.screens import asking
from quizapp.tui.screens.breath import Breath
from runner.client import Runner
from runner.protocol.wire import Fault, Outcome, Snippet
from tests.tui.learner import make_frame

begin_a_breath = Breath.begin
take_as_one = KeysInOrder.take_as_one

DECK = Path(__file__).with_name("first-steps.yaml")


@pytest.fixture(scope="session")
def empty_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log without an answer, which takes long to be made."""
    file = tmp_path_factory.mktemp("log") / "quiz.db"
    ReviewLog.open(file).close()
    return file


@pytest.fixture
def home(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    warm: Callable[[Path], None],
    course: Path,
    empty_log: Path,
) -> Path:
    """The folder of a learner of the course, who has written a deck of three cards."""
    warm(tmp_path)
    shutil.copy(empty_log, tmp_path)
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / DECK.name).write_bytes(DECK.read_bytes())
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path))
    monkeypatch.setattr(opening, "SHIPPED_DECKS", course)
    return tmp_path


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who presses a key here has seen all that stands there."""
    monkeypatch.setattr(Breath, "begin", lambda self, **_: None)
    monkeypatch.setattr(asking, "UNSEEN", 0.0)
    monkeypatch.setattr(KeysInOrder, "take_as_one", lambda self: None)


@pytest.fixture
def shipped(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The decks that come with the app, which take long to be read."""
    monkeypatch.setattr(opening, "SHIPPED_DECKS", SHIPPED_DECKS)


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every frame is made, as for a terminal: some widgets know their size only by that."""
    monkeypatch.setattr(Compositor, "render_update", make_frame)


class Gate:
    """Keeps snippets from the runner until it is opened; those that `holds` is true for."""

    def __init__(self) -> None:
        self.holds: Callable[[Snippet], bool] = lambda snippet: False
        self._opened = asyncio.Event()

    def open(self) -> None:
        self._opened.set()

    def close(self) -> None:
        self._opened.clear()

    async def passed(self, snippet: Snippet) -> None:
        if self.holds(snippet):
            await self._opened.wait()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """A gate before every runner of the test."""
    gate = Gate()
    run = Runner.run

    async def run_behind_the_gate(runner: Runner, snippet: Snippet) -> Outcome | Fault:
        await gate.passed(snippet)
        return await run(runner, snippet)

    monkeypatch.setattr(Runner, "run", run_behind_the_gate)
    return gate
