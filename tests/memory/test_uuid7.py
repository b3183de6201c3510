from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from uuid import RFC_4122, UUID

from quizapp.memory.uuid7 import uuid7

NOW = datetime(2026, 1, 1, 12, 0, 0, 123_000, tzinfo=UTC)


def test_version_and_variant_are_those_of_the_rfc() -> None:
    made = UUID(uuid7(NOW, random.Random(1)))
    assert (made.version, made.variant) == (7, RFC_4122)


def test_it_holds_the_time_in_milliseconds() -> None:
    milliseconds = UUID(uuid7(NOW, random.Random(1))).int >> 80
    assert milliseconds == round(NOW.timestamp() * 1000)


def test_before_1970_it_is_1970() -> None:
    assert UUID(uuid7(NOW.replace(year=1969), random.Random(1))).int >> 80 == 0


def test_text_sorts_by_time() -> None:
    rng = random.Random(1)
    made = [uuid7(NOW + timedelta(milliseconds=n), rng) for n in range(300)]
    assert made == sorted(made)


def test_within_a_millisecond_all_are_different() -> None:
    rng = random.Random(1)
    assert len({uuid7(NOW, rng) for _ in range(10_000)}) == 10_000


def test_the_same_seed_gives_the_same() -> None:
    assert uuid7(NOW, random.Random(5)) == uuid7(NOW, random.Random(5))
