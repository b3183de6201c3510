"""The config file: what it may say, and what is told of what it may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizapp.settings import EXAMPLE_COMMAND, Settings, SettingsError, load_settings


def load(folder: Path, text: str) -> Settings:
    (folder / "config.toml").write_text(text)
    return load_settings(folder / "config.toml")


def test_without_a_file_all_is_as_usual(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "config.toml") == Settings()
    assert Settings().runner_command is None


@pytest.mark.parametrize(
    "text",
    ["runner.command = ['ssh', 'box', 'run']", "[runner]\ncommand = ['ssh', 'box', 'run']"],
)
def test_a_runner_is_a_list_of_words(tmp_path: Path, text: str) -> None:
    assert load(tmp_path, text).runner_command == ("ssh", "box", "run")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("runner.command = 'ssh box'", f"a list of words such as {EXAMPLE_COMMAND}, not 'ssh box'"),
        ("runner.command = []", "runner.command must be a list of words such as "),
        ("runner.command = ['ssh', 1]", "runner.command must be a list of words such as "),
        (r'runner.command = ["a\u0000"]', "runner.command must be a list of words such as "),
        ("runner = 'ssh box'", "unknown setting 'runner'; there are "),
        ("runner_command = ['ssh']", "unknown setting 'runner_command'; there are "),
        ("[runner]\nkommand = ['ssh']", "unknown setting 'runner.kommand'; there are "),
        ("new_per_day = [1]", "new_per_day must be a whole number from 0 to 9999, not [1]"),
        ("new_per_day = true", "new_per_day must be a whole number from 0 to 9999, not True"),
        ("[theme]\na = 1", "unknown setting 'theme.a'; there are "),
        ("theme = ['a']", "theme must be text in quotes, not ['a']"),
    ],
)
def test_what_means_nothing_is_told(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(SettingsError) as told:
        load(tmp_path, text)
    assert str(told.value).startswith(f"{tmp_path / 'config.toml'}: ")
    assert complaint in str(told.value)
