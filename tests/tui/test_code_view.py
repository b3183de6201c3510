"""Code in the width that there is."""

from __future__ import annotations

from quizapp.tui.widgets.code_view import CodeView

CODE = "for x in y:\n    z = first(x, second(x), third(x))  # and so on"


def test_what_is_left_of_a_line_too_long_stands_behind_where_that_begins() -> None:
    view = CodeView()
    view.show(CODE)
    rows = [row.plain for _, rows in view._folded(30) for row in rows]
    assert rows == [
        "for x in y:",
        "    z = first(x,",
        "        second(x),",
        "        third(x))  # and so",
        "        on",
    ]
    assert max(map(len, rows)) <= 30 - 3
