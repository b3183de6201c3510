"""The learner's editor, in the middle of a plain review."""

from __future__ import annotations

import tempfile
from pathlib import Path

from quizapp.commands.say import say
from quizapp.machine.editor import EditorError, edit


def edited(path: Path, line: int) -> bool:
    """Open a file at a line, and wait. False where no editor could be used, which is told."""
    try:
        edit(path, line)
    except EditorError as error:
        say(str(error))
        return False
    return True


def edited_text(text: str) -> str:
    """The text as the learner's editor leaves it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "code.py"
        path.write_text(text, encoding="utf-8")
        return path.read_text(encoding="utf-8") if edited(path, 1) else text
