"""The deck as types."""

from __future__ import annotations

import pytest

from quizapp.deck.parts import Ask, match_kinds

ASKS = (
    Ask(kind="value", expression="x"),
    Ask(kind="shape", expression="x"),
    Ask(kind="value", expression="y"),
)


@pytest.mark.parametrize(
    ("given", "matched", "left"),
    [
        ([("value", 1), ("value", 2), ("shape", 3)], {0: 1, 1: 3, 2: 2}, []),
        ([("shape", 3), ("value", 1), ("value", 2)], {0: 1, 1: 3, 2: 2}, []),
        ([("value", 1)], {0: 1}, []),
        ([("dtype", 4), ("shape", 3), ("shape", 5)], {1: 3}, [("dtype", 4), ("shape", 5)]),
        ([], {}, []),
    ],
)
def test_the_first_of_a_kind_is_for_its_first_ask(
    given: list[tuple[str, int]], matched: dict[int, int], left: list[tuple[str, int]]
) -> None:
    assert match_kinds(ASKS, given) == (matched, left)
