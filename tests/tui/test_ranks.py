"""Cards on several ranks, and cards that this machine cannot run."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from quizapp.study.sitting import Sitting
from runner.client import Runner
from runner.protocol.wire import Hello
from tests.tui.kinds import sit
from tests.tui.learner import Learner, learner, set_too

DECK = """\
topic: ranks
cards:
  - id: dead-lock
    prompt: Do both come through?
    ranks: 2
    timeout: 1
    code: |
      import torch.distributed as dist
      if rank == 0:
          dist.barrier()
    ask: {hangs: code}
  - id: unmet
    prompt: What is x?
    needs: no-such-package
    code: x = 1
    ask: {value: x}
"""


@pytest.mark.long
def test_whether_code_hangs_is_answered_by_one_key(home: Path) -> None:
    (home / "decks" / "ranks.yaml").write_text(DECK)

    async def look() -> None:
        async with learner(first=Sitting(("ranks",))) as someone:
            await someone.sees("# on 2 ranks", "does the code hang?", "yes", "no")
            await someone.press("n", "enter")
            text = await someone.sees("✗ wrong")
            assert "torch  yes" in text

    asyncio.run(look())


TWO = """\
prompt: Does it work, and what is its shape?
code: x = torch.ones(2, 3)
ask: {fails: x.view(4), shape: x}
mistakes:
  - {fails: "False", say: Six elements do not fit.}
  - {shape: "(3, 2)", say: Rows come first.}
"""


def test_what_is_said_of_several_mistakes_names_what_was_asked(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.sees("does x.view(4) raise anything?")
        await someone.press("n", "enter")
        await someone.type("(3, 2)")
        await someone.press("enter")
        text = await someone.sees("Six elements")
        assert "yes, RuntimeError: shape '[4]' is invalid" in text
        assert "does x.view(4) raise anything?  Six elements do not fit." in text
        assert "shape of x  Rows come first." in text

    sit(home, TWO, act)


def test_home_no_longer_counts_what_this_machine_cannot_run_once_torch_is_there(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "decks" / "first-steps.yaml").unlink()  # new cards are of two topics
    (home / "decks" / "ranks.yaml").write_text(DECK)
    set_too(home, "new_per_day = 1000\n")
    counted, ready = asyncio.Event(), Runner.ready

    async def ready_once_counted(runner: Runner) -> Hello | None:
        await counted.wait()
        return await ready(runner)

    async def look() -> None:
        async with learner() as someone:
            study = someone.app._study
            before = study.overview(someone.app._clock()).new
            await someone.sees(f"{before} new")
            counted.set()
            await someone.sees("torch 2.")
            after = study.overview(someone.app._clock()).new
            assert after < before
            await someone.sees(f"{after} new")

    monkeypatch.setattr(Runner, "ready", ready_once_counted)
    asyncio.run(look())
