"""Many decks that are to be parsed are parsed by several processes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from quizapp.library.loading import load_library
from quizapp.library.side_by_side import MANY

READ = """
import json, os, sys
from pathlib import Path
from quizapp.library import side_by_side
from quizapp.library.loading import load_library

side_by_side._processors = lambda: int(sys.argv[3])
told, readers = [], Path(sys.argv[2]).with_name("readers")
readers.unlink(missing_ok=True)
read = side_by_side._read

def noted(how, paths):
    with readers.open("a") as file:
        file.write(f"{os.getpid()}\\n")
    read(how, paths)

side_by_side._read = noted
library = load_library([Path(sys.argv[1])], Path(sys.argv[2]), slow=told.append)
used = len(set(readers.read_text().split())) if readers.exists() else 0
print(json.dumps([list(library.cards), [str(p) for p in library.problems], told, used]))
"""
"""In a process without the threads that a test runner may have."""


def read(decks: Path, cache: Path, processors: int) -> list[object]:
    command = [sys.executable, "-c", READ, str(decks), str(cache), str(processors)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert not run.stderr
    result: list[object] = json.loads(run.stdout)
    return result


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    folder = tmp_path / "decks"
    folder.mkdir()
    for nth in range(3 * MANY):
        level = 9 if nth == 1 else 1
        (folder / f"ops{nth}.yaml").write_text(
            f"topic: ops{nth}\ncards:\n  - {{id: a, prompt: Why?, back: So., level: {level}}}\n"
        )
    return folder


def test_it_makes_the_same_library(decks: Path, tmp_path: Path) -> None:
    alone = load_library([decks], None)
    cards, problems = list(alone.cards), [str(problem) for problem in alone.problems]
    assert problems
    cache = tmp_path / "cache"
    assert read(decks, cache, 3) == [cards, problems, [3 * MANY], 3]
    assert read(decks, cache, 3) == [cards, problems, [], 0]


def test_a_cache_that_cannot_be_written_is_done_without(decks: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.write_text("a file where the folder should be")
    assert read(decks, cache, 2)[0] == list(load_library([decks], None).cards)


def test_a_single_processor_is_told_of_the_wait_as_well(decks: Path, tmp_path: Path) -> None:
    assert read(decks, tmp_path / "cache", 1)[2:] == [[3 * MANY], 0]


def test_a_few_decks_are_read_without_a_word(decks: Path, tmp_path: Path) -> None:
    read(decks, tmp_path / "cache", 2)
    for nth in range(MANY - 1):
        with (decks / f"ops{nth}.yaml").open("a") as deck:
            deck.write("# edited\n")
    assert read(decks, tmp_path / "cache", 2)[2] == []


INTERRUPTED = """
import os, signal, sys
from pathlib import Path
from quizapp.library import side_by_side

side_by_side._processors = lambda: 2
paths = [Path(str(nth)) for nth in range(2 * side_by_side.MANY)]
try:
    side_by_side.read_side_by_side(paths, lambda path: os.kill(os.getpid(), signal.SIGINT))
except KeyboardInterrupt:
    print("interrupted")
"""


def test_an_interrupt_breaks_it_off_and_is_told_once() -> None:
    run = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True)
    assert (run.stdout, run.stderr, run.returncode) == ("interrupted\n", "", 0)
