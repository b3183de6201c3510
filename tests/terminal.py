"""A real terminal to try the app in: tmux, driven by keys and read as text."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).parents[1]
QUIZ = (sys.executable, "-m", "quizapp")

needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Terminal:
    """A command in a tmux pane of its own server. Use it as a context manager."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        columns: int = 100,
        rows: int = 30,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._server = str(Path(self._folder.name, "socket"))
        # The shell stays behind the command, also after Ctrl-C, so that its last words can be read.
        line = f"trap : INT; {shlex.join(command)}; code=$?; echo; echo exit code $code; exec cat"
        settings = [f"{name}={value}" for name, value in (env or {}).items()]
        self._tmux(
            *("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows)),
            *("-c", str(ROOT), "env", *settings, "sh", "-c", line),
        )

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.run(["tmux", "-S", self._server, "kill-server"], check=False)
        self._folder.cleanup()

    def text(self) -> str:
        """What stands on the screen."""
        return self._tmux("capture-pane", "-p")

    def record(self, file: Path) -> None:
        """From now on keep in a file all bytes that are written to the terminal."""
        self._tmux("pipe-pane", "-O", f"cat > {shlex.quote(str(file))}")

    def accept_clipboard(self) -> None:
        """Let programs write the clipboard, as many terminals do."""
        self._tmux("set-option", "-s", "set-clipboard", "on")

    def clipboard(self) -> str:
        """What programs have written to the clipboard."""
        return self._tmux("list-buffers")

    def title(self) -> str:
        """The name that programs have given to the window."""
        return self._tmux("display-message", "-p", "#{pane_title}").strip()

    def keys(self, *keys: str) -> None:
        """Press keys, by tmux's names: `Enter`, `Escape`, `C-q`, or text."""
        for key in keys:
            self._tmux("send-keys", key)

    def type(self, text: str) -> None:
        self._tmux("send-keys", "-l", text)

    def resize(self, columns: int, rows: int) -> None:
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def wait_for(self, *wanted: str, gone: str = "", seconds: float = 60) -> str:
        """The screen, as soon as all of these stand on it, and what is to go no longer does."""
        deadline = time.monotonic() + seconds
        while True:
            text = self.text()
            if all(words in text for words in wanted) and not (gone and gone in text):
                return text
            if time.monotonic() > deadline:
                pytest.fail(f"waited {seconds} s for {wanted}; the screen shows:\n{text}")
            time.sleep(0.03)

    def processes(self) -> list[int]:
        """Process ids of what runs in the pane, the shell first."""
        shell = psutil.Process(int(self._tmux("list-panes", "-F", "#{pane_pid}")))
        return [shell.pid, *(child.pid for child in shell.children(recursive=True))]

    def _tmux(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", self._server, *words],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"},
        )
        return done.stdout
