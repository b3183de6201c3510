"""The config file: what it may say, and what is told of what it may not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from quizapp.machine.remember import remember
from quizapp.machine.safekeeping import held
from quizapp.machine.settings import (
    EXAMPLE_COMMAND,
    Settings,
    SettingsError,
    load_settings,
    place_of,
)


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
        ("runner.command = 'ssh box'", f'a list of words such as {EXAMPLE_COMMAND}, not "ssh box"'),
        ("runner.command = []", "runner.command must be a list of words such as "),
        ("runner.command = ['ssh', 1]", "runner.command must be a list of words such as "),
        (r'runner.command = ["a\u0000"]', "runner.command must be a list of words such as "),
        ("runner = 'ssh box'", "unknown setting 'runner'; there are "),
        ("runner_command = ['ssh']", "unknown setting 'runner_command'; there are "),
        ("[runner]\nkommand = ['ssh']", "unknown setting 'runner.kommand'; there are "),
        ("new_per_day = [1]", "new_per_day must be a whole number from 0 to 9999, not [1]"),
        ("new_per_day = true", "new_per_day must be a whole number from 0 to 9999, not true"),
        ("[theme]\na = 1", "unknown setting 'theme.a'; there are "),
        (
            "# sunday\n[easy_days]\nsunday = 2",
            "easy_days.sunday must be a number from 0 to",
        ),
        (
            "\neasy_days = {friday = 'no'}",
            'must be a number from 0 to 1, not "no"',
        ),
        (
            "[easy_days]\nfriday = 0.5\nsunnday = 0",
            "unknown setting 'easy_days.sunnday'; ",
        ),
        ("easy_days = 'sunday'", "unknown setting 'easy_days'; there are "),
        ("theme = ['a']", 'theme must be text in quotes, not ["a"]'),
        ('[keys]\n"review.hint" = []', 'review.hint must be a key such as "f2", or a list of keys'),
        ('[keys]\nreview.hint = ["x", 1]', "keys.review.hint must be a key such as"),
        ("keys.review.hint = ''", "keys.review.hint must be a key such as"),
        ("keys = 'x'", "unknown setting 'keys'; there are "),
        (f"new_per_day = {'9' * 5000}", "config.toml: not valid TOML: "),
        (f"a = {'[' * 5000}", "config.toml: nested too deep"),
        (f"{'.'.join('a' * 5000)} = 1", "config.toml: nested too deep"),
    ],
)
def test_what_means_nothing_is_told(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(SettingsError) as told:
        load(tmp_path, text)
    assert complaint in str(told.value)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("# mine\n\nnew_per_day = -1\n", 3),
        ("theme = 'nord'\n[runner]\ncommand = []\n", 3),
        ("theme = 'nord'\nrunner = {command = []}\n", 2),
        ("[ runner ] # far\n\nrunner = 1\n", 3),
        ("\n[easy_days]\nfriday = 0.5\nsunday = 2\n", 4),
        ("\neasy_days = {friday = 0.5, sunday = 2}\n", 2),
        ("[keys]\n\"home.browse\" = 'b'\n'review.hint' = 1\n", 3),
        ("[keys.review]\n\nhint = 1\n", 3),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    with pytest.raises(SettingsError) as told:
        load(tmp_path, text)
    assert str(told.value).startswith(f"{tmp_path / 'config.toml'}:{line}: ")


@pytest.mark.parametrize(
    "text",
    [
        "[easy_days]\nsaturday = 0.5\nsunday = 0",
        "easy_days = {saturday = 0.5, sunday = 0}",
        "easy_days.saturday = 0.5\neasy_days.sunday = 0",
    ],
)
def test_days_of_the_week_may_have_less(tmp_path: Path, text: str) -> None:
    assert load(tmp_path, text).easy_days == (1, 1, 1, 1, 1, 0.5, 0)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("", '[keys]\n"review.hint" = "f2"\n'),
        ('[keys]\n"review.hint" = ["x"] # y\n', '[keys]\n"review.hint" = "f2" # y\n'),
        ("[keys]\nreview.hint = 'x'\n", '[keys]\nreview.hint = "f2"\n'),
        ("[keys.review]\nhint = 'x'\n", '[keys.review]\nhint = "f2"\n'),
    ],
)
def test_a_key_is_remembered_where_it_stands(tmp_path: Path, text: str, after: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(text)
    remember(file, "keys.review.hint", "f2")
    assert file.read_text() == after
    assert load_settings(file).keys == {"review.hint": ("f2",)}
    remember(file, "keys.review.hint", None)
    assert load_settings(file).keys == {}


OWN = (
    "# mine\r\nretention = 0.85  # brave\n\n\ttheme='nord' # at night\n[runner] # far\n"
    "command = ['ssh',\n  'box',  # the big one\n]\n"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (OWN, OWN.replace("'nord'", '"dracula"')),
        (OWN.replace("\ttheme='nord' # at night\n", ""), None),
        (None, 'theme = "dracula"\n'),
        ("\ufefftheme = 'nord'", 'theme = "dracula"'),
    ],
    ids=["there already", "not there yet", "no file", "as Windows marks a text"],
)
def test_a_setting_is_remembered_amid_what_the_learner_wrote(
    tmp_path: Path, before: str | None, after: str | None
) -> None:
    kept, link = tmp_path / "dotfiles" / "quiz.toml", tmp_path / "config.toml"
    kept.parent.mkdir()
    link.symlink_to(kept)
    if before is not None:
        kept.write_bytes(before.encode())
        kept.chmod(0o640)
    remember(link, "theme", "dracula")
    now = kept.read_bytes().decode()
    assert load_settings(link).theme == "dracula" and link.is_symlink()
    if after is not None:
        assert now == after
    if before is not None:
        assert kept.stat().st_mode & 0o777 == 0o640
        added = [line for line in now.splitlines() if line not in before.splitlines()]
        assert [line.split("#")[0].strip().replace(" ", "") for line in added] == [
            'theme="dracula"'
        ] * (len(added) > 0)
    assert [path.name for path in kept.parent.iterdir()] == ["quiz.toml"]


@pytest.mark.parametrize(
    ("before", "key", "after"),
    [
        ("# mine\r\nsigns = 'auto'", "theme", "# mine\r\nsigns = 'auto'\r\ntheme = \"x\"\r\n"),
        ("theme = 'y'\r\n", "keys.a.b", 'theme = \'y\'\r\n\r\n[keys]\r\n"a.b" = "x"\r\n'),
        (
            "# mine\rtheme = 'y'\rsigns = 'auto'\r",
            "theme",
            "# mine\ntheme = \"x\"\nsigns = 'auto'\n",
        ),
    ],
    ids=["of Windows", "of Windows, a new table", "of an old Mac, which are no TOML"],
)
def test_line_ends_stay_as_they_are_where_they_can(
    tmp_path: Path, before: str, key: str, after: str
) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes(before.encode())
    was = load_settings(file)
    remember(file, key, "x")
    assert file.read_bytes().decode() == after
    remember(file, key, "y")
    now = load_settings(file)
    assert now == replace(was, theme=now.theme, keys=now.keys)


def test_a_config_file_that_goes_wrong_meanwhile_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "config.toml"

    @contextmanager
    def held_late(of: Path) -> Iterator[None]:
        with held(of):
            file.write_text("theme = [")
            yield

    monkeypatch.setattr("quizapp.machine.remember.held", held_late)
    with pytest.raises(SettingsError, match=r"config\.toml: not valid TOML"):
        remember(file, "theme", "nord")
    assert file.read_text() == "theme = ["


def test_a_config_file_that_is_wrong_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    for wrong in ("theme = [", "colour = 'red'\n"):
        file.write_text(wrong)
        with pytest.raises(SettingsError, match=r"config\.toml"):
            remember(file, "theme", "nord")
        assert file.read_text() == wrong


def test_a_huge_file_is_refused_before_it_is_all_read(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    with config.open("wb") as file:
        file.truncate(2**40)
    with pytest.raises(SettingsError, match=r"config\.toml: cannot be read: File too large"):
        load_settings(config)
    assert place_of(config, "theme") == str(config)
