"""The app where the sandbox is not full, beside decks that are not trusted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from quizapp.library.trust import TrustedDecks
from quizapp.machine.settings import places
from quizapp.study.sitting import Sitting
from quizapp.tui.widgets.pick_list import PickList
from runner.client import Runner
from runner.protocol.wire import Hello
from tests.tui.learner import learner

DECK = """\
topic: {topic}
cards:
  - {{id: a, prompt: What is x?, code: x = 1, ask: {{value: x}}}}
  - {{id: b, prompt: What is y?, code: y = 2, ask: {{value: y}}}}
"""


@pytest.fixture
def home(home: Path, without_seccomp: Sequence[str]) -> Path:
    """A learner who trusts one of two decks, and whose runner does without a layer."""
    decks = {topic: home / "decks" / f"{topic}.yaml" for topic in ("fetched", "own")}
    (home / "decks" / "first-steps.yaml").unlink()
    for topic, path in decks.items():
        path.write_text(DECK.format(topic=topic))
    TrustedDecks(places().trusted_decks).trust({decks["own"]: decks["own"].read_bytes()})
    (home / "config.toml").write_text(f"runner.command = {json.dumps(without_seccomp)}\n")
    return home


@pytest.mark.usefixtures("full_sandbox")  # but for a layer, left out here
def test_once_the_runner_is_there_untrusted_cards_are_not_offered_and_that_is_said(
    home: Path,
) -> None:
    async def look() -> None:
        async with learner(trusting=False) as user:
            screen = await user.sees(
                "Not trusted, so not run without a full sandbox: fetched. See 'quiz doctor'."
            )
            assert "partly sandboxed" in screen.splitlines()[0]
            assert "own  " in screen and "fetched  " not in screen

    asyncio.run(look())


@pytest.mark.usefixtures("full_sandbox")  # but for a layer, left out here
def test_the_cursor_stays_on_its_topic_when_others_go(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "decks" / "zebras.yaml").write_text(DECK.format(topic="zebras"))
    TrustedDecks(places().trusted_decks).trust(
        {path: path.read_bytes() for path in home.glob("decks/[oz]*.yaml")}
    )
    there = asyncio.Event()
    ready = Runner.ready

    async def ready_behind_the_gate(runner: Runner) -> Hello | None:
        await there.wait()
        return await ready(runner)

    monkeypatch.setattr(Runner, "ready", ready_behind_the_gate)

    async def look() -> None:
        async with learner(trusting=False) as user:
            await user.sees("fetched  ", "zebras  ")
            await user.press("home", "j", "j", "j")
            topics = user.app.screen.query_one(PickList)
            assert topics.highlighted_option.id == "own"
            there.set()
            assert "fetched  " not in await user.sees("partly sandboxed", "not run without")
            assert topics.highlighted_option.id == "own"

    asyncio.run(look())


def test_a_sitting_begun_before_it_was_there_leaves_them_out_and_says_so_once(home: Path) -> None:
    async def sit() -> None:
        async with learner(first=Sitting(("fetched",)), trusting=False) as user:
            told = await user.is_told("Left out:", "is not trusted")
            assert told.count("Left out:") == 1
            await user.sees("enter review")

    asyncio.run(sit())
