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
    assert effect_in_words("retention", settings, 30.0) == expected
