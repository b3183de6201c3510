"""A query as it is typed becomes a tree, or an error that points at its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizapp.search.parse import LONGEST, parse
from quizapp.search.query import AllOf, AnyOf, Not, QueryError, Term


def test_a_query_is_fields_words_and_what_joins_them() -> None:
    assert parse('topic:amp -is:new ("no grad" or level:3)') == AllOf(
        (
            Term("topic", "amp", 0),
            Not(Term("is", "new", 11)),
            AnyOf((Term("", "no grad", 19), Term("level", "3", 32))),
        )
    )
    assert parse("a and b OR c") == AnyOf(
        (AllOf((Term("", "a", 0), Term("", "b", 6))), parse_at(11))
    )
    assert parse('tag:"two words"') == Term("tag", "two words", 0)
    assert parse("orange Tag:and-so-on") == AllOf(
        (Term("", "orange", 0), Term("tag", "and-so-on", 7))
    )
    assert parse("  ") == AllOf(())
    assert parse("a NOT b not (c)") == parse("a    -b    -(c)")
    assert parse('"not" notable') == AllOf((Term("", "not", 0), Term("", "notable", 6)))


def test_a_query_may_have_the_signs_of_a_chinese_keyboard() -> None:
    assert parse("topic：amp　－（“no grad” or prop:r＜0.8）") == parse(
        'topic:amp -("no grad" or prop:r<0.8)'
    )


def parse_at(at: int) -> Term:
    return Term("", "c", at)


WRONG = [
    ('a "b', "this quotation mark is not closed", 2),
    ("a (b or (c)", "this parenthesis is not closed", 2),
    ("a) b", "this parenthesis closes nothing", 1),
    ("()", "something to find is missing before this ')'", 1),
    ("or a", "something to find is missing before this 'or'", 0),
    ("a or", "something to find is missing here", 4),
    ("(a or", "something to find is missing here", 5),
    ("a -", "something to find is missing here", 3),
]


@pytest.mark.parametrize(("query", "what", "at"), WRONG)
def test_what_is_wrong_is_told_with_its_place(query: str, what: str, at: int) -> None:
    with pytest.raises(QueryError) as raised:
        parse(query)
    assert str(raised.value) == f"{what}\n  {query}\n  {' ' * at}^"


def test_the_caret_stands_below_wide_characters_too() -> None:
    with pytest.raises(QueryError) as raised:
        parse("广播 (")
    assert str(raised.value).endswith("\n  广播 (\n        ^")


@given(st.text(st.sampled_from('ab:() "-or') | st.characters(), max_size=LONGEST + 9))
def test_whatever_is_typed_is_a_query_or_told(text: str) -> None:
    try:
        parse(text)
    except QueryError as error:
        assert 0 <= error.at <= len(text)


@pytest.mark.parametrize("sign", "-(")
def test_no_depth_is_too_deep(sign: str) -> None:
    closed = ")" if sign == "(" else ""
    parse(sign * (LONGEST // 2 - 1) + "a" + closed * (LONGEST // 2 - 1))
