"""What a setting comes to, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quizapp.machine.settings import Settings
from quizapp.study.settings_in_words import effect_in_words


@pytest.mark.parametrize(
    ("retention", "expected"),
    [
        (0.9, "A card that comes back after 100 days at 90% comes back after 40 days at 95%."),
        (0.8, "A card that comes back after 100 days at 90% comes back after 332 days at 80%."),
    ],
)
def test_a_retention_is_explained_by_another(retention: float, expected: str) -> None:
    settings = replace(Settings(), retention=retention)
    assert effect_in_words("retention", settings, 30.0).splitlines()[0] == expected


@pytest.mark.parametrize("key", ["retention", "max_interval", "easy_days.sunday"])
def test_what_moves_no_day_that_is_set_says_so(key: str) -> None:
    last = effect_in_words(key, Settings(), 30.0).splitlines()[-1]
    assert last == "It counts from each card's next answer on: a day that you were shown holds."


@pytest.mark.parametrize(
    ("hour", "told"),
    [
        (0, ""),
        (4, "Answers before 4:00 at night belong to the day before."),
        (12, "Answers before 12:00 belong to the day before."),
    ],
)
def test_only_an_hour_of_the_night_is_said_to_be_one(hour: int, told: str) -> None:
    settings = replace(Settings(), rollover_hour=hour)
    assert effect_in_words("rollover_hour", settings, 30.0) == told
