"""Names that others chose are told in one line, whatever stands in them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Quiz

FORGED = "trusted   /usr/share/official.yaml"
CARD = "cards:\n  - {id: why, prompt: Why?, back: So.}\n"
CODE = "cards:\n  - {id: one, prompt: p, code: x = 1, ask: {value: x}}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Decks of others, in a folder whose name goes on in another line."""
    folder = tmp_path / "others" / f"x\n{FORGED}"
    folder.mkdir(parents=True)
    (folder / "sound.yaml").write_text(f'author: "x\\n{FORGED}"\n{CARD}')
    (folder / "runs.yaml").write_text(CODE)
    (folder / "broken.yaml").write_text(f'after: ["x\\n{FORGED}"]\n{CARD}')
    (folder / "no deck.yaml").write_text("colour: green\n")
    (folder / "gone.yaml").symlink_to(folder / "nothing")
    return folder


def refuse_forged(quiz: Quiz, *arguments: str) -> str:
    told = quiz(*arguments)
    said = told.stdout + told.stderr
    assert not [line for line in said.splitlines() if line.startswith(FORGED)], said
    return said


def test_a_name_of_several_lines_forges_none_in_what_one_trusts_by(
    quiz: Quiz, folder: Path
) -> None:
    quiz.trusts_own_decks = False
    others = str(folder.parent)
    deck = str(folder / "sound.yaml")
    for arguments in (
        ["trust", others],
        ["trust", "--list"],
        ["check", others],
        ["try", f"{deck}::gone"],
        ["try", f"{folder / 'runs.yaml'}::one"],
        ["try", f"{folder / 'missing.yaml'}::one"],
        ["add", str(folder), "--name", "theirs"],
        ["add", str(folder), "--name", "again"],
        ["add"],
        ["list"],
        ["list", "--decks"],
        ["update"],
        ["doctor"],
        ["trust", str(folder / "sound.yam")],
        ["author", str(folder / "missing.yaml")],
        ["new", "sound"],
    ):
        told = refuse_forged(quiz, *arguments)
        assert FORGED in told or arguments[0] in ("list", "new", "try", "update"), arguments
    assert FORGED in refuse_forged(quiz, "trust", "--forget", others)
    assert FORGED in refuse_forged(quiz, "remove", "theirs")
    shutil.rmtree(folder)
    for arguments in (["trust", str(folder)], ["add", str(folder)]):
        assert FORGED in refuse_forged(quiz, *arguments), arguments


def test_a_name_of_several_lines_forges_none_in_what_is_told_of_the_log(
    quiz: Quiz, tmp_path: Path
) -> None:
    forged = f"x\n{FORGED}".replace("/", "-")
    (shared := tmp_path / forged).mkdir()
    quiz("sync", str(shared))
    (shared / f"{forged}.jsonl").write_text("no row\n")
    (quiz.home / "backups").mkdir(exist_ok=True)
    (quiz.home / "backups" / f"quiz-{forged}.db").touch()
    for arguments in (
        ["sync", str(shared)],
        ["sync", str(shared / "missing")],
        ["backup"],
        ["backup", "--to", str(shared)],
        ["backup", "--to", str(shared / "copy.db")],
        ["backup", "--restore", forged],
        ["backup", "--restore", forged[:-1]],
        ["export", str(shared / "log.jsonl")],
        ["import", str(shared / f"{forged}.jsonl")],
        ["import", str(shared / "missing.apkg")],
    ):
        told = quiz(*arguments)
        said = told.stdout + told.stderr
        assert FORGED.replace("/", "-") in said, arguments
        assert not [line for line in said.splitlines() if line.startswith("trusted ")], said


def test_what_is_written_for_programs_has_the_name_as_it_is(quiz: Quiz, folder: Path) -> None:
    quiz("add", str(folder), "--name", "theirs")
    decks = json.loads(quiz("list", "--decks", "--json").stdout)
    assert str(folder / "sound.yaml") in [deck["path"] for deck in decks]
