"""The learner's own editor, opened at a line."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

from quizapp.errors import UserError
from quizapp.text.language import tr
from quizapp.text.reasons import reason

FALLBACKS = ("nano", "vim", "vi")


class EditorError(UserError):
    """No editor could be started; the message says why."""


def editor_command(path: Path, line: int) -> list[str]:
    """What to run to edit a file at a line, by $VISUAL or $EDITOR. Raises EditorError."""
    variable = next(filter(os.environ.get, ("VISUAL", "EDITOR")), "EDITOR")
    chosen = os.environ.get(variable) or next(filter(shutil.which, FALLBACKS), None)
    if chosen is None:
        raise EditorError(tr("no editor was found; set $EDITOR to yours"))
    try:
        words = shlex.split(chosen)
    except ValueError as error:
        raise EditorError(
            tr(
                "${variable} is {chosen!r}, which is no command: {error}",
                variable=variable,
                chosen=chosen,
                error=error,
            )
        ) from error
    if not words:
        raise EditorError(tr("${variable} is empty; set it to your editor", variable=variable))
    # A name that begins with + or - would be a command to the editor.
    return [*words, *_at(Path(words[0]).stem.lower(), str(path.absolute()), line)]


def edit(path: Path, line: int = 1) -> None:
    """Open a file at a line, and wait until the editor is left. Raises EditorError."""
    if not path.exists():  # an editor would begin another one there
        raise EditorError(tr("{path} is no longer there", path=path))
    command = editor_command(path, line)
    try:
        done = subprocess.run(command, check=False)
    except OSError as error:
        raise EditorError(
            tr(
                "{command} cannot be started: {strerror}",
                command=command[0],
                strerror=reason(error),
            )
        ) from error
    if done.returncode:
        raise EditorError(
            tr(
                "{command} ended with exit code {returncode}",
                command=command[0],
                returncode=done.returncode,
            )
        )


def _at(editor: str, path: str, line: int) -> list[str]:
    """The arguments by which each of the common editors goes to a line, and is waited for."""
    match editor:
        case "code" | "code-insiders" | "codium" | "cursor":
            return ["--wait", "--goto", f"{path}:{line}"]
        case "subl" | "zed":
            return ["--wait", f"{path}:{line}"]
        case "hx" | "helix":
            return [f"{path}:{line}"]
        case "vi" | "vim" | "nvim" | "nano" | "emacs" | "emacsclient" | "micro" | "kak" | "joe":
            return [f"+{line}", path]
    return [path]
