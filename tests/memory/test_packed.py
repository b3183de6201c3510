from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import UUID

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quizapp.memory.packed import (
    pack_day,
    pack_id,
    pack_time,
    unpack_day,
    unpack_id,
    unpack_time,
    utc,
)

Convert = Callable[[Any], Any]
DAY = timedelta(hours=23, minutes=59)


@pytest.mark.parametrize(
    ("pack", "unpack", "text", "stored"),
    [
        (pack_id, unpack_id, "018de4a4-793c-7731-a9b3-b30678e51061", 16),
        (pack_time, unpack_time, "1969-12-31T23:59:59.999999+00:00", -1),
        (pack_day, unpack_day, "0001-01-01", 1),
    ],
)
def test_what_is_usual_is_stored_short(
    pack: Convert, unpack: Convert, text: str, stored: int
) -> None:
    packed = pack(text)
    assert (len(packed) if isinstance(packed, bytes) else packed) == stored
    assert unpack(packed) == text


@given(
    st.one_of(
        st.text(max_size=40),
        st.uuids().map(str),
        st.uuids().map(lambda id: id.hex),
        st.uuids().map(lambda id: str(id).upper()),
        st.dates().map(str),
        st.datetimes().map(str),
        st.datetimes(timezones=st.timedeltas(-DAY, DAY).map(timezone)).map(str),
        st.datetimes(datetime(2, 1, 1), timezones=st.just(UTC)).map(utc),
        st.none(),
    )
)
@example("0001-01-01T00:00:00.000000+24:00")
@example("20260102")
@example("2026-W01-1")
def test_every_text_comes_back_as_it_was(text: str | None) -> None:
    for pack, unpack in (
        (pack_id, unpack_id),
        (pack_time, unpack_time),
        (pack_day, unpack_day),
    ):
        assert unpack(pack(text)) == text


@given(st.one_of(st.integers(), st.binary(max_size=20), st.text()))
def test_whatever_damage_has_left_is_unpacked_without_an_error(stored: Any) -> None:
    for unpack in (unpack_id, unpack_time, unpack_day):
        unpack(stored)


@given(st.lists(st.uuids(), min_size=2))
def test_ids_sort_as_they_did(ids: list[UUID]) -> None:
    texts = sorted(map(str, ids))
    assert [unpack_id(id) for id in sorted(map(pack_id, texts))] == texts
