"""What an ask asks, in colour."""

from __future__ import annotations

import pytest

from quizapp.deck.parts import Ask
from quizapp.tui.widgets.ask_block import ask_title


@pytest.mark.parametrize(
    ("kind", "expression", "coloured"),
    [
        ("value", "a", [(9, 10)]),
        ("shape", "shape", [(9, 14)]),
        ("bool", "s", [(3, 4)]),
        ("fails", "a", [(5, 6)]),
        ("fails", "code", []),
        ("output", "code", []),
    ],
)
def test_the_expression_is_coloured_and_no_letter_of_a_word(
    kind: str, expression: str, coloured: list[tuple[int, int]]
) -> None:
    title = ask_title(Ask(kind=kind, expression=expression))
    assert [(span.start, span.end) for span in title.spans if span.end > span.start] == coloured
