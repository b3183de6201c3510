"""What years of reviews cost: a day's figures, a plan, an answer, undo, the log's size."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import TypeVar

import psutil
import pytest

from quizapp.library.library import Library
from quizapp.library.loading import load_library
from quizapp.memory.log import ReviewLog
from quizapp.memory.queue import QueueItem
from quizapp.memory.review import Rating
from quizapp.statistics.statistics import logged, statistics
from quizapp.study.session import Session
from quizapp.study.sitting import Sitting
from quizapp.study.study import Study
from tests.benchmarks.drawn import Drawn
from tests.benchmarks.years import TODAY, write_decks, write_log

NOW = datetime(TODAY.year, TODAY.month, TODAY.day, 12, tzinfo=UTC)
MB = 1e6

YEARS = {"two years": (4, 250, 50_000, 730), "a life": (20, 1_000, 1_000_000, 1_000)}
"""How many decks of how many cards, with how many reviews on how many days."""

T = TypeVar("T")


def seconds(do: Callable[[], T], times: int = 5) -> float:
    """The median of some calls."""
    spent = []
    for _ in range(times):
        begin = time.perf_counter()
        do()
        spent.append(time.perf_counter() - begin)
    return median(spent)


@pytest.fixture(scope="module", params=YEARS)
def home(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    decks, cards, reviews, days = YEARS[request.param]
    home = tmp_path_factory.mktemp("years")
    write_log(home / "quiz.db", write_decks(home / "decks", decks, cards), reviews, days)
    with ReviewLog.open(home / "quiz.db"):
        pass
    return home


@pytest.fixture
def study(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Study]:
    monkeypatch.setenv("QUIZ_HOME", str(home))
    with Study.open() as study:
        yield study


def test_a_day_s_figures_and_plan_do_not_grow_with_the_log(study: Study, home: Path) -> None:
    figures = seconds(lambda: study.overview(NOW))
    plan = seconds(lambda: study.more((), NOW)) / 3  # three plans of all cards
    opened = seconds(lambda: load_library([home / "decks"], home / "cache"))
    size = (home / "quiz.db").stat().st_size / MB
    print(
        f"\nfigures {figures * 1e3:.0f} ms, a plan {plan * 1e3:.0f} ms,"
        f" decks {opened * 1e3:.0f} ms, log {size:.0f} MB,"
        f" memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:.0f} MB"
    )
    assert plan < 0.05
    assert figures < 0.1
    assert opened < 0.15
    assert size < 250


def test_the_app_starts_as_fast_as_with_few_cards_and_takes_little_memory(
    home: Path, tmp_path: Path
) -> None:
    few = tmp_path / "few"
    write_log(few / "quiz.db", write_decks(few / "decks", 1, 300), 15_000, 730)
    starts = {where: [*starts_of(where)] for where in (few, home)}
    for where, name in ((few, "300 cards"), (home, "all")):
        left, counted, memory = map(median, zip(*starts[where], strict=True))
        print(
            f"\n{name}: home as left {left * 1e3:.0f} ms, counted anew {counted * 1e3:.0f} ms,"
            f" app {memory:.0f} MB once torch is up"
        )
    beyond = median(left for left, *_ in starts[home]) - median(left for left, *_ in starts[few])
    assert beyond < 0.1
    assert median(memory for *_, memory in starts[home]) < 150


def starts_of(home: Path, times: int = 3) -> Iterator[tuple[float, float, float]]:
    """Seconds to home's figures as it was left, and counted anew; the app's memory in MB."""
    quiz, env = [sys.executable, "-m", "quizapp"], {"QUIZ_HOME": str(home)}

    def seconds() -> tuple[float, float]:
        with Drawn(quiz, env) as app:
            spent = app.seconds_until("deck-0")
            app.seconds_until("torch 2")
            memory = psutil.Process(app.pid).memory_full_info().pss / MB
            app.press("q")  # which keeps how home was left
            app.wait()
            return spent, memory

    for once_in_a_while in ("backup", "optimize"):  # else beside the app, and ended with it
        subprocess.run([*quiz, once_in_a_while, "--if-due"], env={**os.environ, **env}, check=True)
    seconds()
    for _ in range(times):
        left, memory = seconds()
        (home / "cache" / "home").unlink()
        counted, _ = seconds()
        yield left, counted, memory


def test_all_statistics_are_counted_in_a_second(study: Study) -> None:
    read = logged(study, TODAY)
    counted = seconds(lambda: statistics(read), 3)
    whole = seconds(lambda: statistics(logged(study, TODAY)), 3)
    print(f"\nstatistics {whole * 1e3:.0f} ms, {counted * 1e3:.0f} ms of them beside the app")
    assert whole < 1.1


def recall_cards(folder: Path, cards: int) -> Library:
    """Cards that the learner grades, so that no runner is needed."""
    rows = "".join(f"  - {{id: r-{n}, prompt: p, back: b}}\n" for n in range(cards))
    (folder / "recall.yaml").write_text(f"format: 1\ntopic: recall\ncards:\n{rows}")
    return load_library([folder], None)


def test_an_answer_and_undo_take_milliseconds(study: Study, tmp_path: Path) -> None:
    items = [QueueItem(f"recall/r-{number}", "new") for number in range(20)]
    library = recall_cards(tmp_path, 20)
    rng = random.Random(1)
    session = Session(library, study.log, items, rollover_hour=4, rng=rng)
    ticks = iter(range(10**6))

    def now() -> datetime:
        return NOW + timedelta(seconds=next(ticks))

    def answer() -> None:
        session.reveal(now=now())
        session.rate(Rating.GOOD, now=now())

    answered = seconds(answer, 10)
    undone = seconds(lambda: session.undo(now=now()), 10)
    committed = seconds(lambda: study.log.note("written", str(next(ticks))), 10)
    print(
        f"\nanswer to next card {answered * 1e3:.1f} ms, undo {undone * 1e3:.1f} ms,"
        f" where the disk takes {committed * 1e3:.1f} ms for a commit"
    )
    assert max(answered, undone) < max(0.005, committed + 0.003)


def test_what_is_due_at_once_is_planned_in_linear_time(study: Study) -> None:
    later = NOW + timedelta(days=400)
    spent = seconds(lambda: study.sitting(Sitting(kind="review"), later, random.Random(1)), 3)
    print(f"\nall cards due: {spent * 1e3:.0f} ms")
    assert spent < 0.25
