"""How soon a key shows on the screen while torch runs ahead, beside a field of plain Textual."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.benchmarks.drawn import Drawn
from tests.benchmarks.quantiles import at, in_ms
from tests.benchmarks.test_verdict import NEXT, QUESTION, write_deck

ROUNDS = 40
KEY = "~"
"""Which is drawn for no other reason."""
SLOW = """\
  - id: slow-{number}
    prompt: How much is it?
    code: |
      import torch
      for _ in range(60):
          x = torch.randn(300, 300) @ torch.randn(300, 300)
      y = torch.tensor({number})
    ask: {{value: y}}
"""
"""Takes some tenths of a second, so that it runs, and others are made ready, while one types."""

FIELD = """
from textual.app import App
from textual.widgets import Input

class Field(App):
    def compose(self):
        yield Input(placeholder="like 0.125")

Field().run()
"""


def test_a_key_shows_at_once_while_torch_runs_ahead(tmp_path: Path) -> None:
    write_deck(tmp_path, SLOW, ROUNDS + 2)
    command = [sys.executable, "-m", "quizapp", "--topic", "many"]
    ours, plain = [], []
    with (
        Drawn(command, {"QUIZ_HOME": str(tmp_path)}) as app,
        Drawn([sys.executable, "-c", FIELD], {}) as field,
    ):
        field.seconds_until(QUESTION)
        app.seconds_until(QUESTION)
        for _ in range(ROUNDS):
            app.press(KEY)
            ours.append(app.seconds_until(KEY))
            app.press("\x7f-1\r")
            app.seconds_until("wrong")
            app.seconds_until(NEXT)
            app.press("4")
            app.seconds_until(QUESTION)
            field.press(KEY)
            plain.append(field.seconds_until(KEY))
            field.press("\x7f")
            field.settle()
    print(
        f"\na key on the screen, median and 95 % in ms: {in_ms(ours)}; in a plain field "
        f"{in_ms(plain)}; ratio {at(ours, 0.95) / at(plain, 0.95):.1f}"
    )
    assert at(ours, 0.95) <= 3 * at(plain, 0.95)
