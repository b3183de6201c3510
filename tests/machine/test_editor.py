"""The learner's editor: which command opens it at a line, and what is said where none does."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from quizapp.machine.editor import EditorError, edit, editor_command

DECK = Path("/my decks/ops.yaml")


@pytest.mark.parametrize(
    ("editor", "command"),
    [
        ("vim", ["vim", "+7", str(DECK)]),
        ("/usr/bin/nvim -u NONE", ["/usr/bin/nvim", "-u", "NONE", "+7", str(DECK)]),
        ("emacsclient -t", ["emacsclient", "-t", "+7", str(DECK)]),
        ("code", ["code", "--wait", "--goto", f"{DECK}:7"]),
        ("hx", ["hx", f"{DECK}:7"]),
        ("subl", ["subl", "--wait", f"{DECK}:7"]),
        ("ed", ["ed", str(DECK)]),
    ],
)
def test_each_editor_goes_to_the_line_in_its_own_way(
    monkeypatch: pytest.MonkeyPatch, editor: str, command: list[str]
) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", editor)
    assert editor_command(DECK, 7) == command


def test_no_name_of_a_file_is_a_command_to_the_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", "vim")
    assert editor_command(Path("+quit.yaml"), 7) == ["vim", "+7", str(Path.cwd() / "+quit.yaml")]


def test_visual_comes_before_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", "micro")
    monkeypatch.setenv("EDITOR", "vi")
    assert editor_command(DECK, 1)[0] == "micro"


def test_the_editor_is_waited_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = tmp_path / "editor.py"
    script.write_text("import pathlib, sys\npathlib.Path(sys.argv[1]).write_text('edited')\n")
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")
    deck = tmp_path / "deck.yaml"
    with pytest.raises(EditorError, match="is no longer there"):
        edit(deck)
    deck.touch()
    edit(deck)
    assert deck.read_text() == "edited"


def test_an_editor_that_cannot_be_used_is_told_of(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    for editor, message in (
        ("no-such-editor", "no-such-editor cannot be started: No such file or directory"),
        ("'open", "which is no command"),
        (f"{sys.executable} -c 'raise SystemExit(3)'", "ended with exit code 3"),
    ):
        monkeypatch.setenv("EDITOR", editor)
        with pytest.raises(EditorError, match=message):
            edit(tmp_path)
    monkeypatch.delenv("EDITOR")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EditorError, match=r"set \$EDITOR to yours"):
        edit(tmp_path)
