"""Which files of a folder are decks, and what is said of the others."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quizapp.deck.files import decks_below


@contextmanager
def as_nobody() -> Iterator[None]:
    """Root may look everywhere."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_what_may_not_be_looked_into_is_told_and_keeps_from_nothing_else() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        sound = folder / "sound.yaml"
        sound.write_text("cards:\n")
        closed, listed = folder / "closed", folder / "listed"
        for inner in (closed, listed):
            inner.mkdir()
            (inner / "deck.yaml").write_text("cards:\n")
        closed.chmod(0)
        listed.chmod(0o644)
        try:
            with as_nobody():
                below = decks_below(folder)
        finally:
            closed.chmod(0o755)
            listed.chmod(0o755)
        assert below.decks == [sound]
        assert sorted(below.shut) == [closed, listed]
        assert below.others == below.astray == []


def test_a_deck_that_may_not_be_read_is_left_to_who_loads_it(tmp_path: Path) -> None:
    (tmp_path / "gone.yaml").symlink_to("/proc/self/mem")  # its first bytes cannot be read
    assert decks_below(tmp_path / "gone.yaml").decks == [tmp_path / "gone.yaml"]


def test_a_deck_in_utf_16_is_left_to_who_loads_it(tmp_path: Path) -> None:
    (tmp_path / "ops.yaml").write_text("cards: []\n", encoding="utf-16")
    assert decks_below(tmp_path).decks == [tmp_path / "ops.yaml"]


def test_a_deck_that_is_empty_or_misspelt_is_left_to_who_loads_it(tmp_path: Path) -> None:
    texts = {"empty": "\n", "misspelt": "Cards:\n", "cut": "topic: ops\n", "ci": "on: push\n"}
    texts |= {"json": '{"format": 1, "cards": [{"id": "a"}]}', "quoted": '"cards": []'}
    texts |= {"lines": '{\n  "tags": ["a"],\n  "cards": [\n  ]\n}\n'}
    for name, text in texts.items():
        (tmp_path / f"{name}.yaml").write_text(text)
    assert [path.stem for path in decks_below(tmp_path).others] == ["ci"]


def test_a_pipe_named_as_a_deck_is_told_of(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "ops.yaml")
    os.mkfifo(tmp_path / "a-log")
    assert decks_below(tmp_path) == ([], [], [], [tmp_path / "ops.yaml"])
