"""The learner's editor, on a deck."""

from __future__ import annotations

from pathlib import Path

from textual.app import App, SuspendNotSupported

from quizapp.library import editing
from quizapp.machine.editor import EditorError
from quizapp.text.language import tr
from quizapp.text.visible import visible


def edit_deck(app: App[object], path: Path, line: int) -> bool:
    """Give the terminal to the learner's editor, at a line of a deck.

    Whether it was given: the deck may be another one then.
    """
    failed: EditorError | None = None
    try:
        with app.suspend():
            try:
                editing.edit_deck(path, line)
            except EditorError as error:  # past the block, the app would stay suspended
                failed = error
    except SuspendNotSupported:
        app.notify(tr("The editor needs this terminal, which cannot be handed over here."))
        return False
    if failed is not None:
        app.notify(visible(str(failed)), severity="error", markup=False)
    return failed is None
