"""How soon the verdict on a prefetched card is there, and drawn."""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from pathlib import Path

import pytest

from quizapp.study.sitting import Sitting
from quizapp.tui.screens.review import ReviewScreen
from quizapp.tui.widgets.rating_bar import RatingBar
from tests.benchmarks.drawn import Drawn
from tests.benchmarks.quantiles import at, in_ms
from tests.tui.learner import learner

ROUNDS = 20
FRAME = 1 / 60
"""Seconds; Textual draws at most so often."""

QUESTION = "like 0.125"
NEXT = "enter next"
"""What is drawn once keys act on a verdict."""
FRONT = "show the back"
"""What is drawn, each time anew, where a card waits for its answer."""

PREDICT = """\
  - id: predict-{number}
    prompt: What is the gradient?
    code: |
      import torch
      x = torch.tensor([{number}.], requires_grad=True)
      (x * x).sum().backward()
    ask: {{value: x.grad}}
    explain: It is twice that.
"""
RECALL = """\
  - id: recall-{number}
    prompt: Why is it so?
    back: It is twice that.
"""


def write_deck(folder: Path, card: str, count: int = ROUNDS + 1) -> None:
    (folder / "decks").mkdir(parents=True)
    cards = "".join(card.format(number=number) for number in range(count))
    (folder / "decks" / "many.yaml").write_text(f"format: 1\ntopic: many\ncards:\n{cards}")
    (folder / "config.toml").write_text(f"new_per_day = {count}\n")


def seconds_to_answer(folder: Path, card: str, question: str, keys: str, truth: str) -> list[float]:
    """For each of many such cards, seconds from Enter to the drawing of the truth."""
    write_deck(folder, card)
    seconds = []
    command = [sys.executable, "-m", "quizapp", "--topic", "many"]
    with Drawn(command, {"QUIZ_HOME": str(folder)}) as app:
        app.seconds_until(question)
        for number in range(ROUNDS + 1):
            if keys:
                app.press(keys)
                app.seconds_until(keys)
            app.settle()
            app.press("\r")
            seconds.append(app.seconds_until(truth))
            app.seconds_until(NEXT)
            app.press("4")
            if number < ROUNDS:
                app.seconds_until(question)
    return seconds[1:]  # the first may have to wait until torch has started


def test_the_verdict_on_a_prefetched_card_takes_at_most_two_frames(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Graded, logged, on the disk and in its place on the screen: all but the drawing."""
    write_deck(tmp_path, PREDICT)
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path))
    seconds = []

    async def answer_all() -> None:
        async with learner(first=Sitting(("many",))) as someone:
            for _ in range(ROUNDS):
                await someone.sees(QUESTION)
                await someone.type("7")
                review = someone.app.screen
                assert isinstance(review, ReviewScreen)
                while review._ahead.seen(review._turn.exercise) is None:
                    await someone.press()
                begun = time.perf_counter()
                review._hand_in()
                seconds.append(time.perf_counter() - begun)
                assert review.query_one(RatingBar).visible
                review._breath.end()
                await someone.press("4")

    asyncio.run(answer_all())
    verdict = statistics.median(seconds)
    print(f"\nverdict {verdict * 1e3:.1f} ms, a frame {FRAME * 1e3:.1f} ms")
    assert verdict <= 2 * FRAME


def test_a_verdict_is_drawn_in_at_most_three_times_a_recall_card(tmp_path: Path) -> None:
    """From key to terminal; a verdict has the fields to take away and a second pane to show."""
    verdict = seconds_to_answer(tmp_path / "a", PREDICT, QUESTION, "7", "wrong")
    turned = seconds_to_answer(tmp_path / "b", RECALL, FRONT, "", "twice that")
    ratio = at(verdict, 0.5) / at(turned, 0.5)
    print(
        f"\nmedian and 95 % in ms: verdict drawn in {in_ms(verdict)}; a recall card turned over in "
        f"{in_ms(turned)}; ratio {ratio:.1f}"
    )
    assert ratio <= 3
