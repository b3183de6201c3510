"""How soon the verdict on a prefetched card is drawn, beside turning over a recall card.

Both draw an answered card; only the verdict needs an outcome of the runner.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from tests.benchmarks.drawn import Drawn

ROUNDS = 20
FRAME = 1 / 60
"""Seconds; Textual draws at most so often."""

QUESTION = "like [[1.5"
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


def seconds_to_answer(folder: Path, card: str, question: str, keys: str) -> list[float]:
    """For each of many such cards, seconds from Enter to the drawing of the explanation."""
    (folder / "decks").mkdir(parents=True)
    cards = "".join(card.format(number=number) for number in range(ROUNDS + 1))
    (folder / "decks" / "many.yaml").write_text(f"format: 1\ntopic: many\ncards:\n{cards}")
    (folder / "config.toml").write_text(f"new_per_day = {ROUNDS + 1}\n")
    seconds = []
    command = [sys.executable, "-m", "quizapp", "--topic", "many"]
    with Drawn(command, {"QUIZ_HOME": str(folder)}) as app:
        app.seconds_until(question)
        for number in range(ROUNDS + 1):
            if keys:
                app.press(keys)
                app.seconds_until(keys)
            app.press("\r")
            seconds.append(app.seconds_until("twice that"))
            app.press("4")
            if number < ROUNDS:
                app.seconds_until(question)
    return seconds[1:]  # the first may have to wait until torch has started


def test_the_verdict_on_a_prefetched_card_is_drawn_within_a_frame(tmp_path: Path) -> None:
    verdict = statistics.median(seconds_to_answer(tmp_path / "a", PREDICT, QUESTION, "7"))
    turned = statistics.median(seconds_to_answer(tmp_path / "b", RECALL, FRONT, ""))
    print(
        f"\nverdict {verdict * 1e3:.0f} ms, a recall card turned over {turned * 1e3:.0f} ms, "
        f"ratio {verdict / turned:.2f}"
    )
    assert verdict <= turned + FRAME
