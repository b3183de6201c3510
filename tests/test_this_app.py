"""The app, started by itself once more."""

from __future__ import annotations

import asyncio
import shlex
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("textual_serve")

from quizapp.serving.server import QuizServer
from quizapp.tui.app import _beside


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that one is in, with files of the names of modules; it tells which were run."""
    for name in ("quizapp", "textual", "random"):
        told = f"import pathlib; pathlib.Path({str(tmp_path / 'run')!r}).touch()\n"
        (tmp_path / f"{name}.py").write_text(told + "raise SystemExit")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_nothing_of_the_present_folder_is_run_beside_the_app(foreign: Path) -> None:
    assert "no-such-option" in asyncio.run(_beside("sync", "--no-such-option"))
    assert not (foreign / "run").exists()


def test_nothing_of_the_present_folder_is_run_for_a_page(foreign: Path) -> None:
    command = shlex.split(QuizServer(0, "told-to-nobody", lambda: None).command)
    run = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    assert run.stdout
    assert not (foreign / "run").exists()
