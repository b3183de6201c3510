"""Homes that nobody knows, as where a user has neither HOME nor an entry among the users."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from quizapp.commands.sync import sync_with
from quizapp.errors import UserError
from quizapp.library.shelf import Shelf
from quizapp.machine.browser import page_to
from quizapp.machine.settings import places, speak_as_set
from quizapp.study.study import Study

NOBODY = "~nobody-of-this-name/quiz"


def test_who_has_no_home_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv("QUIZ_HOME", raising=False)
    monkeypatch.setattr(platformdirs, "user_config_path", unknown)
    monkeypatch.setattr(Path, "expanduser", unknown)
    speak_as_set()
    with pytest.raises(UserError, match="your home is not known: set HOME or QUIZ_HOME"):
        places()
    with pytest.raises(UserError), page_to("http://localhost"):
        pass


def test_a_path_in_the_home_of_nobody_is_told_of(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(UserError, match="it is not known where that home is"):
        Shelf(tmp_path).add(NOBODY)
    (tmp_path / "config.toml").write_text(f"sync = '{NOBODY}'\n")
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path))
    with (
        Study.open() as study,
        pytest.raises(UserError, match="it is not known where that home is"),
    ):
        sync_with(study, None)
    monkeypatch.setenv("QUIZ_HOME", NOBODY)
    with pytest.raises(UserError, match="it is not known where that home is"):
        places()
