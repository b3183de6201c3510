"""How soon the home screen stands in a terminal, beside a Textual app that does nothing."""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from tests.benchmarks.drawn import Drawn

ROUNDS = 15

HELLO = """
from textual.app import App
from textual.widgets import Static

class Hello(App):
    def compose(self):
        yield Static("hello world")

Hello().run()
"""


def test_home_paints_in_at_most_1_4_times_a_hello_world(tmp_path: Path) -> None:
    env = {"QUIZ_HOME": str(tmp_path)}

    def home() -> float:
        with Drawn([str(Path(sys.executable).with_name("quiz"))], env) as app:
            return app.seconds_until("Shapes and views")

    def hello() -> float:
        with Drawn([sys.executable, "-c", HELLO], env) as app:
            return app.seconds_until("hello world")

    home(), hello()  # the first start of each fills its caches
    pairs = [(home(), hello()) for _ in range(ROUNDS)]
    ratio = statistics.median(ours / floor for ours, floor in pairs)
    ours, floor = (statistics.median(times) * 1e3 for times in zip(*pairs, strict=True))
    print(f"\nhome {ours:.0f} ms, hello world {floor:.0f} ms, ratio {ratio:.2f}")
    assert ratio <= 1.4
