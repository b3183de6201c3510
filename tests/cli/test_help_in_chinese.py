"""What the command line says of itself in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from quizapp.cli.main import main
from quizapp.text.cells import cells
from quizapp.text.language import ask_for, speak

ENGLISH = re.compile(r"\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b")
COMMAND = re.compile("`[^`]*`")


@pytest.fixture(autouse=True)
def english_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path))
    yield
    ask_for(None)
    speak("en")


def said(*arguments: str) -> str:
    return CliRunner().invoke(main, arguments, prog_name="quiz").output


@pytest.mark.parametrize("command", ["", *main.commands])
def test_help_is_in_chinese_and_fits(command: str) -> None:
    text = said("--lang", "zh", *filter(None, [command]), "--help")
    assert text.startswith("用法：quiz")
    assert "显示这段说明并退出。" in text
    assert ENGLISH.findall(COMMAND.sub("", text)) == []
    assert max(map(cells, text.splitlines())) <= 80


def test_the_language_may_stand_after_help() -> None:
    assert said("--help", "--lang", "zh").startswith("用法：")
    assert said("--help", "--lang", "en").startswith("Usage:")


@pytest.mark.parametrize("command", main.commands)
def test_the_language_may_stand_behind_any_command(command: str) -> None:
    assert said("--lang", "en", command, "--lang", "zh", "--help").startswith("用法：")
    assert said("--lang", "zh", command, "--help").startswith("用法：")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nonsense"], "没有命令 'nonsense'。"),
        (["list", "--nonsense"], "没有选项 '--nonsense'。"),
        (["import", "no-such.apkg"], "没有 'no-such.apkg'"),
        (["review", "--limit", "0"], "0 不在范围 x>=1 内。"),
        (["review", "--limit", "x"], "'x' 不是有效的整数。"),
        (["completion", "tcsh"], "'tcsh' 不是 "),
        (["due"], "缺少参数 'ID...'。"),
        (["--nonsense"], "没有选项 '--nonsense'。"),
    ],
)
def test_wrong_use_is_told_in_chinese(arguments: list[str], complaint: str) -> None:
    text = said("--lang", "zh", *arguments)
    assert complaint in text
    assert ENGLISH.findall(text) == []
    assert "用法请看 'quiz" in text
    assert not re.search("OPTIONS|COMMAND|ARGS|TEXT|INTEGER", text)
