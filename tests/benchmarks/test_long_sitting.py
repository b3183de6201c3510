"""What a long sitting costs: the last cards no more than the first."""

from __future__ import annotations

import sys
from pathlib import Path

import psutil

from tests.benchmarks.drawn import Drawn
from tests.benchmarks.test_verdict import PREDICT, write_deck

CARDS, SOME = 300, 50
FULL = 100
"""After so many cards Textual's caches, which are bounded, are full."""

MB = 1e6


def test_the_app_grows_no_more_than_10_mb_and_gets_no_slower_in_300_cards(tmp_path: Path) -> None:
    write_deck(tmp_path, PREDICT, CARDS)
    seconds, memory = [], []
    command = [sys.executable, "-m", "quizapp", "--topic", "many"]
    with Drawn(command, {"QUIZ_HOME": str(tmp_path)}) as terminal:
        app = psutil.Process(terminal.pid)
        for number in range(CARDS):
            terminal.seconds_until(f"{number + 1} of {CARDS}")
            terminal.settle()
            terminal.press("7")
            terminal.settle()
            terminal.press("\r")
            terminal.seconds_until("enter next")
            terminal.settle()
            terminal.press("4")
            times = app.cpu_times()
            seconds.append(times.user + times.system)
            memory.append(app.memory_full_info().pss / MB)

    def a_card(first: int) -> float:
        return (seconds[first + SOME - 1] - seconds[first]) / (SOME - 1)

    first, last = a_card(0), a_card(CARDS - SOME)
    print(f"\n{first * 1e3:.0f} ms of CPU a card at first, {last * 1e3:.0f} ms at last")
    print("PSS in MB every 50 cards:", *(f"{amount:.0f}" for amount in memory[::SOME]))
    assert memory[-1] - memory[FULL] < 10
    assert last <= 1.5 * first
