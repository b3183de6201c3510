"""What a query says, as a tree."""

from __future__ import annotations

from dataclasses import dataclass

from quizapp.errors import UserError
from quizapp.text.cells import cells


@dataclass(frozen=True)
class Term:
    """One thing that a card is held against."""

    field: str
    """Before the colon; empty for words that are looked for in the card itself."""
    value: str
    at: int
    """Where in the query it begins, from 0."""


@dataclass(frozen=True)
class Not:
    part: Query


@dataclass(frozen=True)
class AllOf:
    parts: tuple[Query, ...]


@dataclass(frozen=True)
class AnyOf:
    parts: tuple[Query, ...]


Query = Term | Not | AllOf | AnyOf


class QueryError(UserError):
    """A query that says nothing; its message has the query in it, and a caret below the place."""

    def __init__(self, what: str, query: str, at: int) -> None:
        query = query.replace("\n", " ")
        super().__init__(f"{what}\n  {query}\n  {' ' * cells(query[:at])}^")
        self.what = what
        self.at = at
