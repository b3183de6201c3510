"""A query as it is typed, `topic:amp -is:new ("no grad" or level:3)`, becomes a tree."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NoReturn

from quizapp.search.query import AllOf, AnyOf, Not, Query, QueryError, Term
from quizapp.text.language import tr

if TYPE_CHECKING:
    from lark import Lark, Token, Tree, UnexpectedInput

GRAMMAR = r"""
?start: any_of?
?any_of: all_of (_OR all_of)*
?all_of: part (_AND? part)*
?part: "-" part -> negated
     | _NOT part -> negated
     | "(" any_of ")"
     | FIELD | QUOTED | WORD

FIELD.2: /[a-z]+:("[^"]*"|[^\s()"]*)/i
QUOTED: /"[^"]*"/
WORD: /[^\s()"-][^\s()"]*/
_OR.3: /or(?![^\s()"])/i
_AND.3: /and(?![^\s()"])/i
_NOT.3: /not(?![^\s()"])/i
%ignore /\s+/
"""

OF_WIDTH = str.maketrans("：（）“”－＜＞＝\u3000", ':()""-<>= ')
"""The signs of a query as a Chinese keyboard gives them."""
LONGEST = 500
"""Characters of a query, and so the depth of what is made of it."""


def parse(text: str) -> Query:
    """Read a query; an empty one is met by every card. Raises QueryError."""
    from lark import UnexpectedInput

    if len(text) > LONGEST:
        what = tr("a query has at most {most} characters", most=LONGEST)
        raise QueryError(what, text[:LONGEST], LONGEST)
    try:
        return _query(_parser().parse(text.translate(OF_WIDTH)))
    except UnexpectedInput as error:
        _complain(error, text)


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark(GRAMMAR, parser="lalr", lexer="basic")


def _query(tree: Tree[Token] | Token) -> Query:
    from lark import Token

    if isinstance(tree, Token):
        return _term(tree)
    parts = tuple(_query(child) for child in tree.children)
    match str(tree.data):
        case "negated":
            return Not(*parts)
        case "any_of":
            return AnyOf(parts)
        case _:
            return AllOf(parts)


def _term(token: Token) -> Term:
    text, at = str(token), token.start_pos or 0
    if token.type != "FIELD":
        return Term("", text.strip('"'), at)
    field, _, value = text.partition(":")
    return Term(field.lower(), value.strip('"'), at)


def _complain(error: UnexpectedInput, text: str) -> NoReturn:
    from lark import UnexpectedToken

    if not isinstance(error, UnexpectedToken):  # a character: all others are part of a word
        raise QueryError(tr("this quotation mark is not closed"), text, error.pos_in_stream or 0)
    token, opened = error.token, list[int]()
    for one in _parser().lex(text):
        if one.start_pos == token.start_pos and token.type != "$END":
            break
        if one.type == "LPAR":
            opened.append(one.start_pos or 0)
        elif one.type == "RPAR":
            opened.pop()
    at = token.start_pos or 0
    if token.type == "RPAR" and not opened:
        raise QueryError(tr("this parenthesis closes nothing"), text, at)
    if token.type != "$END":
        what = tr("something to find is missing before this '{token}'", token=token)
        raise QueryError(what, text, at)
    if opened and "RPAR" in error.accepts:
        raise QueryError(tr("this parenthesis is not closed"), text, opened[-1])
    raise QueryError(tr("something to find is missing here"), text, len(text))
