"""The learner's editor, in the middle of a plain review."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from quizapp.commands.say import say
from quizapp.library.editing import edit_deck
from quizapp.machine.editor import EditorError, edit


def edited(path: Path, line: int) -> bool:
    """Open a deck at a line, and wait. False where no editor could be used, which is told."""
    return _succeeds(partial(edit_deck, path, line))


def edited_text(text: str) -> str:
    """The text as the learner's editor leaves it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "code.py"
        path.write_text(text, encoding="utf-8")
        return path.read_text(encoding="utf-8") if _succeeds(partial(edit, path)) else text


def _succeeds(open_editor: Callable[[], None]) -> bool:
    try:
        open_editor()
    except EditorError as error:
        say(str(error))
        return False
    return True
