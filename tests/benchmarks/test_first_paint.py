"""How soon the home screen stands in a terminal, beside a Textual app that does nothing."""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from tests.benchmarks.drawn import Drawn

ROUNDS = 25

HELLO = """
from textual.app import App
from textual.widgets import Static

class Hello(App):
    def compose(self):
        yield Static("hello world")

Hello().run()
"""


def test_home_paints_in_at_most_1_25_times_a_hello_world(tmp_path: Path) -> None:
    quiz = [str(Path(sys.executable).with_name("quiz"))]
    # Compiled at the first start, as what is installed is.
    env = {"QUIZ_HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": ""}
    as_left = tmp_path / "cache" / "home"

    def home() -> float:
        with Drawn(quiz, env) as app:
            return app.seconds_until("Shapes and views")

    def hello() -> float:
        with Drawn([sys.executable, "-c", HELLO], env) as app:
            return app.seconds_until("hello world")

    def counted() -> float:
        as_left.rename(aside := as_left.with_suffix(".aside"))
        seconds = home()
        aside.rename(as_left)
        return seconds

    with Drawn(quiz, env) as app:  # the first start fills the caches, and home is left
        app.seconds_until("sandbox")
        app.press("q")
        app.wait()
    hello(), home()
    times = [(home(), counted(), hello()) for _ in range(ROUNDS)]
    for name, column in (("as left", 0), ("counted first", 1)):
        ratio = statistics.median(row[column] / row[2] for row in times)
        ours, floor = (statistics.median(row[k] for row in times) * 1e3 for k in (column, 2))
        print(f"\nhome {name} {ours:.0f} ms, hello world {floor:.0f} ms, ratio {ratio:.2f}")
    assert statistics.median(left / floor for left, _, floor in times) <= 1.25
