"""Which files of a folder are decks, and what is said of the others."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from quizapp.deck.files import decks_below, links_to_nowhere
from quizapp.library.loading import load_library


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


@contextmanager
def closed(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[None]:
    """A folder of which the system says that nobody may look into it, not even root."""
    with monkeypatch.context() as patched:
        look, list_ = os.stat, os.listdir

        def refuse(path: Any) -> None:
            if isinstance(path, str | Path) and Path(os.path.realpath(path)).is_relative_to(folder):
                raise PermissionError(errno.EACCES, "Permission denied", str(path))

        def stat(path: Any, **options: Any) -> os.stat_result:
            if options.get("follow_symlinks", True):
                refuse(path)
            return look(path, **options)

        def listdir(path: Any) -> list[str]:
            refuse(path)
            return list_(path)

        patched.setattr(os, "stat", stat)
        patched.setattr(os, "listdir", listdir)
        yield


def test_a_link_to_where_nobody_may_look_is_told_and_keeps_from_no_other_deck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decks, shut = tmp_path / "decks", tmp_path / "shut"
    decks.mkdir()
    shut.mkdir()
    (decks / "ops.yaml").write_text("cards: [{id: a, prompt: Why?, back: So.}]\n")
    names = ("there.yaml", "ideas.yaml", "ops.zh.yaml")
    for name in names:
        (decks / name).symlink_to(shut / "x.yaml")
    with closed(monkeypatch, shut):
        library = load_library([decks], None)
        beside = links_to_nowhere(decks)
    assert library.topics == ("ops",)
    assert [problem.path for problem in library.problems] == [
        str(decks / "there.yaml"),
        str(decks / "ideas.yaml"),
    ]
    assert {problem.message for problem in library.problems} == {
        "cannot be read: Permission denied"
    }
    assert beside == [decks / name for name in sorted(names)]


def test_a_folder_of_decks_that_is_closed_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decks = tmp_path / "decks"
    decks.mkdir()
    (tmp_path / "linked").symlink_to(decks)
    with closed(monkeypatch, decks):
        for folder in (decks, tmp_path / "linked"):
            [problem] = load_library([folder], None).problems
            assert problem.path == str(folder)
            assert problem.message == "cannot be read: Permission denied"
    assert load_library([tmp_path / "missing"], None).problems == ()


def test_links_in_a_circle_keep_from_no_deck(tmp_path: Path) -> None:
    (tmp_path / "ops.yaml").write_text("cards: [{id: a, prompt: Why?, back: So.}]\n")
    for name in ("ideas.yaml", "other.yaml"):
        (tmp_path / name).symlink_to(name)
    assert load_library([tmp_path], None).topics == ("ops",)
    assert len(links_to_nowhere(tmp_path)) == 2
