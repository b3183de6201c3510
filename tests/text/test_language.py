"""The language that quiz speaks, and its catalogs: complete, and of the source as it is."""

from __future__ import annotations

import errno
import importlib.util
import os
import re
from collections.abc import Iterator
from datetime import date
from io import BytesIO
from pathlib import Path
from types import ModuleType

import pytest

from quizapp.text.language import of_locale, speak, tr
from quizapp.text.reasons import reason
from quizapp.text.words import counted, day_in_words

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The script that makes the catalogs."""
    pytest.importorskip("babel")
    spec = importlib.util.spec_from_file_location("messages", ROOT / ".github" / "messages.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def chinese() -> Iterator[None]:
    speak("zh")
    yield
    speak("en")


def places(message: str) -> set[str]:
    """What stands in a message's places, without how it is formatted."""
    return set(re.findall(r"\{(\w+)(?:[.:!][^{}]*)?\}", message))


def test_every_message_of_the_source_is_translated(script: ModuleType) -> None:
    kept = {one.id: one for one in script.read("zh") if one.id}
    assert {one.id for one in script.of_source() if one.id} == kept.keys()
    assert [id for id, one in kept.items() if not one.string or one.fuzzy] == []


def test_a_translation_has_the_places_and_the_ends_of_its_message(script: ModuleType) -> None:
    for one in script.read("zh"):
        if one.id:
            assert places(one.string) == places(one.id), one.id
            assert one.string.startswith("\n") == one.id.startswith("\n"), one.id


def test_what_is_looked_up_is_made_of_the_catalog(script: ModuleType) -> None:
    from babel.messages.mofile import write_mo

    made = BytesIO()
    write_mo(made, script.read("zh"))
    assert made.getvalue() == script.po_of("zh").with_suffix(".mo").read_bytes()


def test_the_reasons_of_the_system_are_told_in_chinese(chinese: None) -> None:
    lacking = OSError(errno.ENOENT, os.strerror(errno.ENOENT), "notes.md")
    assert reason(lacking) == "没有这个文件或目录"
    assert reason(OSError("of no number")) == "of no number"


def test_places_are_filled_in_either_language(chinese: None) -> None:
    assert tr("{right} right", right=3) == "3 张对"
    assert tr("a message that nobody has translated {n}", n=1).endswith("translated 1")
    assert tr("") == ""
    speak("en")
    assert tr("{right} right", right=3) == "3 right"
    assert tr("{not a place}") == "{not a place}"


def test_chinese_meets_latin_words_with_a_blank_and_itself_without(chinese: None) -> None:
    asked = "does {tried} raise anything?"
    assert tr(asked, tried="x.sum()") == "x.sum() 会抛出异常吗？"
    assert tr(asked, tried="代码") == "代码会抛出异常吗？"
    topic = "after {title_of}: {cards} to go{more}"
    assert tr(topic, title_of="形状", cards="3 张卡片", more="") == "须先学形状：还差 3 张卡片"
    assert tr(topic, title_of="Views", cards="", more="").startswith("须先学 Views：")


def test_numbers_and_days_in_chinese(chinese: None) -> None:
    today = date(2026, 11, 22)
    assert [counted(1, "card"), counted(3000, "card")] == ["1 张卡片", "3,000 张卡片"]
    days = [date(2026, 11, 23), date(2026, 11, 27), date(2026, 12, 3), date(2027, 1, 5)]
    told = [day_in_words(day, today) for day in days]
    assert told == ["明天", "周五", "12 月 3 日", "2027 年 1 月 5 日"]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"LC_MESSAGES": "zh_TW", "LANG": "en_GB"}, "zh"),
        ({"LANGUAGE": "zh:en", "LC_ALL": "en_US.UTF-8"}, "zh"),
        ({}, "en"),
    ],
)
def test_the_locale_says_which(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert of_locale() == language
