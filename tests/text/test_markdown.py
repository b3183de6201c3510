"""Deck texts as Markdown: what signs of code stay, and what each renderer makes of blocks."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from textual.content import Content

from quizapp.anki.html import prose_html
from quizapp.deck.format.overfull_rows import overfull_row
from quizapp.text.holes import filled
from quizapp.text.markdown import Paragraph, Table, blocks, parser
from quizapp.text.plain import behind, plain_line, plain_text
from quizapp.tui.prose import prose, prose_line

TABLE = """\
| dtype   | bits | largest |
|---------|-----:|:-------:|
| int8    |    8 |   127   |
| `a\\|b` | {= n} | as large as *it* gets |
"""


def rows(text: str, width: int) -> list[str]:
    """What stands in the app."""
    return [row.plain for row in prose(text, width).wrap(width)]


@pytest.mark.parametrize(
    "text",
    [
        "f(*args, **kwargs) and __init__, x_1, _y_",
        "2 * 3 * 4, 2*3*4, n*m*k, 2**40 has one; 2**24 + 1",
        "(a)*b*(c), x[0]*y*z[1], x <= y >= z, a < b > c",
        "[1, 2], [[1, 2], [3]], x[0](y), `fns`[0](y), a[i][j]",
        "Tensor<float>, <b>, <!-- -->, &c, a & b, {{2}}, {x: 1}",
        "[0]: a\n[b]: https://c.d",
        "- 1",
        "1. x",
        "# no comment",
        "> 0",
        "+",
        "C:\\new and \\n",
    ],
)
def test_signs_of_code_stay_as_they_are(text: str) -> None:
    assert plain_text(text).replace("`", "") == text.replace("`", "")
    assert "".join(rows(text, 200)) == " ".join(text.replace("`", "").split("\n"))
    said = html.unescape(re.sub("</?(code|p)>", "", prose_html(text)))
    assert said == " ".join(text.replace("`", "").split("\n"))


def test_emphasis_is_a_style_also_beside_chinese() -> None:
    text = "a *soft*\nline, **`x`** 这是**重点**内容\\\nhard"
    assert plain_text(text) == "a soft\nline, `x` 这是重点内容\nhard"
    assert prose_html(text) == (
        "<p>a <em>soft</em> line, <strong><code>x</code></strong> 这是<strong>重点</strong>内容"
        "<br>hard</p>"
    )
    shown = prose(text, 80)
    assert shown.plain == "a soft line, x 这是重点内容\nhard"
    assert styles(shown, "soft") == {"italic"}
    assert styles(shown, "x") == {"bold", "$text-primary"}
    assert styles(shown, "重点") == {"bold"}


def test_in_so_many_columns_prose_is_broken_between_words_and_code_never() -> None:
    code = "      x = torch.ones(3, 4)"
    text = f"one two\nthree four\n\n- five six seven\n\n{code}\n\n> 这是重点内容\n> 这是"
    assert plain_text(text, 13).split("\n") == [
        *("one two three", "four", ""),
        *("- five six", "  seven", "", code, ""),
        *("> 这是重点内", "> 容这是"),
    ]


def styles(content: Content, part: str) -> set[str]:
    start = content.plain.index(part)
    return {str(span.style) for span in content.spans if span.start <= start < span.end}


def test_a_table_is_drawn_in_its_columns() -> None:
    text = filled(TABLE, lambda hole: "x|y")
    assert rows(text, 60) == [
        "dtype  bits        largest",
        "─────  ────  ───────────────────",
        "int8      8          127",
        "a|b     x|y  as large as it gets",
    ]
    assert styles(prose(text, 60), "x|y") == {"$text-primary"}
    assert plain_text(text).split("\n") == [
        "dtype: int8; bits: 8; largest: 127",
        "dtype: `a|b`; bits: `x|y`; largest: as large as it gets",
    ]
    assert '<td align="right"><code>x|y</code></td>' in prose_html(text)


def test_a_table_without_room_is_wrapped_and_then_told_row_by_row() -> None:
    text = filled(TABLE, lambda hole: "x|y")
    assert rows(text, 22)[-2:] == ["               as it", "               gets"]
    assert rows(text, 16) == [
        "dtype: int8;",
        "bits: 8;",
        "largest: 127",
        "dtype: a|b;",
        "bits: x|y;",
        "largest: as",
        "large as it gets",
    ]


def test_lists_hang_and_keep_their_numbers() -> None:
    text = "9. nine is long\n10. ten\n    - within\n\n    of it"
    assert rows(text, 12) == [
        " 9. nine is",
        "    long",
        "",
        "10. ten",
        "",
        "    • within",
        "",
        "    of it",
    ]
    assert plain_text("Two:\n- one\n  more\n- other") == "Two:\n\n- one\n  more\n- other"
    assert prose_html("3. a\n4. b") == '<ol start="3"><li>a</li><li>b</li></ol>'


def test_code_keeps_its_lines_and_has_the_colours_of_code() -> None:
    text = "So:\n```python\nfor x in y:\n    print(x, x, x)\n```"
    assert rows(text, 16) == ["So:", "", "  for x in y:", "      print(x,", "    x, x)"]
    assert plain_text(text) == "So:\n\n    for x in y:\n        print(x, x, x)"
    assert styles(prose(text, 60), "for") != set()
    assert styles(prose(text.replace("python", "text"), 60), "for") == set()
    assert '<span class="' in prose_html(text)
    assert prose_html("```text\na <b\n```\n") == '<pre class="language-text">a &lt;b</pre>'


def test_a_link_says_where_it_leads() -> None:
    text = "See [the *docs*](https://a.b/?c=1&d=2) or <https://e.f>."
    told = "See the docs (https://a.b/?c=1&d=2) or https://e.f."
    assert plain_text(text) == told
    shown = prose(text, 90)
    assert shown.plain == told
    links = {str(span.style) for span in shown.spans if "link" in str(span.style)}
    assert links == {"underline link='https://a.b/?c=1&d=2'", "underline link='https://e.f'"}
    assert '<a href="https://a.b/?c=1&amp;d=2">the <em>docs</em></a>' in prose_html(text)


def test_what_leads_elsewhere_is_no_link() -> None:
    text = "[a](javascript:b) ![c](https://d) <script>e</script>"
    assert plain_text(text) == "[a](javascript:b) !c (https://d) <script>e</script>"
    assert "<script" not in prose_html(text)
    assert "javascript:b)" in prose_html(text)


def test_words_of_ours_stand_beside_a_paragraph_and_above_a_list() -> None:
    assert behind("Hint:", "a\nb\n\n- c") == "Hint: a\nb\n\n- c"
    assert behind("Hint:", "1. a\n2. b") == "Hint:\n\n1. a\n2. b"
    assert (behind("Wrong.", ""), behind("", "a")) == ("Wrong.", "a")


def test_a_text_in_a_line_takes_no_blocks() -> None:
    text = "- *a*\n- `b`\n\nc"
    assert plain_line(text) == "- a - `b` c"
    assert prose_line(text).plain == "- a - b\n\nc"


def test_a_word_is_never_read_as_markdown() -> None:
    word = "**a** [b](https://c) `d` <e> \\f\n- g"
    shown = filled("It is {= x}, *{= x}*.\n\n```\n{= x}\n```", lambda hole: word)
    flat = word.replace("\n", " ")
    assert prose(shown, 200).plain == (f"It is {flat}, {flat}.\n\n  " + word.replace("\n", "\n  "))


SIGNS = st.sampled_from(
    [
        *("\n", "\n\n", "\n    ", "- ", "1. ", "> ", "# ", "|", "\n|-|", "---", "```", "~~~"),
        *("*", "**", "_", "`", "\\", "&amp;", "{=", "}", "\t", "  ", "中文"),
        *("[a](https://b)", "](", "![", "<https://c>"),
    ]
)
WORDS = st.from_regex(r"[a-z0-9]{1,9}", fullmatch=True)
TEXTS = st.lists(SIGNS | WORDS | st.text(max_size=4), max_size=30).map("".join)


@given(TEXTS, st.integers(20, 90))
@example("\n".join("> " * deep + "a" for deep in range(1, 40)), 40)
@example("|" * 40 + "\n" + "|-" * 40 + "|\n" + "|a" * 40, 20)
@example("a\n" * 30_000, 40)
def test_no_text_makes_a_renderer_raise_or_loses_a_word(text: str, width: int) -> None:
    assume(not overfull_row(parser().parse(text), re.split(r"\r\n?|\n", text)))  # told to authors
    words = re.findall(r"[a-z0-9]+", _without_addresses(text))
    said = html.unescape(re.sub("<[^>]*>", "", prose_html(text)))
    for shown in (plain_text(text), plain_line(text), prose(text, width).plain, said):
        joined = re.sub(r"\s+", "", shown)
        assert all(word in joined for word in words), shown


def _without_addresses(text: str) -> str:
    """Entities become signs, the name of fenced code is not shown, and numbers are counted."""
    return re.sub(r"&\w*;?|(```|~~~)[^\n]*|\d+[.)]|https?\S*", " ", text)


CELLS = st.text(
    st.characters(categories=["L", "N", "S", "Zs"], exclude_characters="|\\`"), max_size=30
)


@given(st.lists(st.lists(CELLS, min_size=3, max_size=3), max_size=3), st.integers(20, 60))
def test_a_table_is_never_wider_than_its_room(cells: list[list[str]], width: int) -> None:
    table = "\n".join("|".join(["", *row, ""]) for row in [["a", "b", "c"], ["-"] * 3, *cells])
    assert all(line.cell_length <= width for line in prose(table, width).split("\n"))
    assert len(blocks(table)) == 1


def test_a_table_of_more_cells_than_anybody_reads_is_text() -> None:
    wide, rows_below = 500, 2_000  # a million cells, most of them not even written
    text = f"{'|a' * wide}|\n{'|-' * wide}|\n" + "a\n" * rows_below
    assert [type(block) for block in blocks(text)] == [Paragraph]
    assert isinstance(blocks(TABLE + "\n" + "a\n" * rows_below)[0], Table)
