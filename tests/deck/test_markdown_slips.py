"""What is refused of a text's Markdown: any text is judged, and can be mended."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quizapp.deck.format.load import load_text
from quizapp.deck.format.markdown_slips import block_in, slip_in, without_slips
from quizapp.text.holes import without_holes

SIGNS = st.sampled_from(
    [
        *("\n", "\n\n", "\n- ", "\n1. ", "\n> ", "|", "\n|-|", "\n```", "\n~~~", "\n    "),
        *("[a](ftp:b)", "![a](b)", "[a](https://b 'c')", "](", "[", ")", "`", "\\", "{= a}"),
    ]
)
TEXTS = st.lists(SIGNS | st.text(max_size=5), max_size=12).map("".join)


@given(TEXTS)
@example("a\n- ```\n  b\n")
@example("\n```\r0")
@example("`x`[0](y) [a\\\\](ftp:b)")
def test_any_text_is_judged_at_a_place_in_it_and_can_be_mended(text: str) -> None:
    text = without_holes(text)
    for found in (slip_in(text), block_in(text)):
        assert found is None or 0 <= found.at <= len(text)
    assert slip_in(without_slips(text)) is None


FOLDED = """\
topic: t
cards:
  - id: a
    prompt: Why?
    back: {style}
      {lines}
"""


@given(
    st.sampled_from([">", ">-", ""]),
    st.lists(st.text("ab-+*|`~0123. :'#>", max_size=12), max_size=6),
)
def test_any_folded_text_is_read(style: str, lines: list[str]) -> None:
    loaded = load_text(FOLDED.format(style=style, lines="\n      ".join(lines)), "t.yaml")
    assert loaded.deck is not None or loaded.problems


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a | b\n--|--\n`x | y` | 2", "3 cells and its head 2"),
        ("|a|\n|-|\n|b|\n|c|0", "2 cells and its head 1"),
        ("> |a|\n> |-|\n> |b|\n> |c|d|", "2 cells and its head 1"),
        ("|a|b|\n|-|-|\n|`x \\| y`|2|\n|3|\n", None),
        ("> |a|\n> |-|\n> |b|", None),
        ("x | y", None),
    ],
)
def test_a_row_of_which_the_end_is_not_shown_is_told_of(text: str, told: str | None) -> None:
    found = slip_in(text)
    assert (found and found.message.partition(" has ")[2].partition(":")[0]) == told
    assert slip_in(without_slips(text)) is None


@pytest.mark.parametrize(
    ("text", "is_closed"),
    [("a\n```", False), ("```\na", False), ("```\n```", True), ("a\n~~~ py\nb\n~~~\nc", True)],
)
def test_code_that_is_not_closed_is_told_of(text: str, is_closed: bool) -> None:
    found = slip_in(text)
    assert (found is None) == is_closed
    assert found is None or "is not closed by ```" in found.message
