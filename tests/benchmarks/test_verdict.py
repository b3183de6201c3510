"""How soon the verdict on a prefetched card is drawn, beside the echo of a typed letter."""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from tests.benchmarks.drawn import Drawn

CARDS = 20
FRAME = 1 / 60
"""Seconds; Textual draws at most so often."""

FORM = "like [[1.5"
"""Stands under the field while a card waits for its answer."""

CARD = """\
  - id: card-{number}
    prompt: What is the gradient?
    code: |
      import torch
      x = torch.tensor([{number}.], requires_grad=True)
      (x * x).sum().backward()
    ask: {{value: x.grad}}
"""


def test_the_verdict_on_a_prefetched_card_is_drawn_within_a_frame(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    cards = "".join(CARD.format(number=number) for number in range(CARDS))
    (tmp_path / "decks" / "many.yaml").write_text(f"format: 1\ntopic: many\ncards:\n{cards}")
    (tmp_path / "config.toml").write_text(f"new_per_day = {CARDS}\n")
    echoes, verdicts = [], []
    command = [sys.executable, "-m", "quizapp", "--topic", "many"]
    with Drawn(command, {"QUIZ_HOME": str(tmp_path)}) as app:
        app.seconds_until(FORM)
        for number in range(CARDS):
            app.press("7")
            echoes.append(app.seconds_until("7"))
            app.press("\r")
            verdicts.append(app.seconds_until("wrong"))
            app.press("3")
            if number + 1 < CARDS:
                app.seconds_until(FORM)
    # The first answer may have to wait until torch has started.
    echo, verdict = statistics.median(echoes[1:]), statistics.median(verdicts[1:])
    print(f"\nverdict {verdict * 1e3:.1f} ms, echo of a letter {echo * 1e3:.1f} ms")
    assert verdict <= echo + FRAME
