"""The tables of Anki's collections, which may come from anybody."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

from quizapp.text.language import tr


class NotAPackage(Exception):
    """The file is not one of Anki's, or cannot be read; the text says why."""


def rows(
    connection: sqlite3.Connection, table: str, query: str, *values: object
) -> Iterator[tuple[Any, ...]]:
    """The rows that a query of a table gives; what only bears its name may compute for ever.

    None where there is no such table. Raises NotAPackage.
    """
    named = "SELECT type, rootpage FROM sqlite_master WHERE name = ?"
    kind, page = connection.execute(named, (table,)).fetchone() or ("missing", 0)
    if kind == "missing":
        return
    columns = connection.execute("SELECT hidden FROM pragma_table_xinfo(?)", (table,))
    if kind != "table" or not page or any(hidden for (hidden,) in columns):
        # A virtual one has no page.
        raise NotAPackage(tr("its {table} are not in a table", table=table))
    yield from connection.execute(query, values)
