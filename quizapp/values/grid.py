"""A value as a grid of cells to be filled in, and as the text of an answer: the same of both."""

from __future__ import annotations

import ast
import warnings

from quizapp.values.expression import read_expression
from quizapp.values.normalise import normalise
from quizapp.values.prediction import Prediction, Unreadable
from quizapp.values.printed import as_python
from quizapp.values.unknown import says_unknown

MOST_ROWS, MOST_COLUMNS = 8, 10
EMPTY = "_"
"""What stands in the text for a cell in which nothing does; no value is written so."""


class Grid:
    """Rows of cells, all of one length, of which one is being written at its end.

    `levels` of brackets stand around them: none around a number, one around a row, two around
    rows. It grows by what is typed, so that it shows nobody what shape is right.
    """

    def __init__(self, rows: list[list[str]] | None = None, levels: int = 0) -> None:
        self.rows = rows or [[""]]
        self.levels = levels
        self.row = self.column = 0
        self._is_closed = False  # by a bracket, behind which a comma leads to no other cell

    @property
    def text(self) -> str:
        """The answer as one would type it; empty where nothing is filled in."""
        every = [cell for row in self.rows for cell in row]
        if not any(every) or (len(every) == 1 and (self.levels == 0 or says_unknown(every[0]))):
            return "".join(every)
        rows = [", ".join(cell or EMPTY for cell in row) for row in self.rows]
        return f"[{rows[0]}]" if self.levels == 1 else f"[{', '.join(f'[{row}]' for row in rows)}]"

    @property
    def gap(self) -> tuple[int, int] | None:
        """The row and column of the first cell that is empty among others that are not."""
        empty = [
            (r, c) for r, row in enumerate(self.rows) for c, cell in enumerate(row) if not cell
        ]
        return empty[0] if empty and self.text else None

    def go(self, row: int, column: int) -> None:
        """Go to a cell, or the nearest to it."""
        self.row = min(max(row, 0), len(self.rows) - 1)
        self.column = min(max(column, 0), len(self.rows[0]) - 1)
        self._is_closed = False

    def go_on(self, by: int) -> bool:
        """Go on so many cells in the order of reading; whether there are any."""
        columns = len(self.rows[0])
        at = self.row * columns + self.column + by
        if at not in range(len(self.rows) * columns):
            return False
        self.go(*divmod(at, columns))
        return True

    def type(self, sign: str) -> None:
        """Take a sign as in a text: a comma or a blank leads to the next cell, `;` to a new row.

        A bracket where nothing is filled in yet stands around the cells; later ones may be typed
        as well: rows follow each other as they do in the text.
        """
        sign = normalise(sign)
        cell = self.rows[self.row][self.column]
        if _is_open(cell):
            self._write(cell + sign)
        elif sign == "[" and self._is_closed:
            self.next_row()
        elif sign == "[":
            self.levels = min(self.levels + (not self.text), 2)
        elif sign == "]":
            self._is_closed = True
        elif sign == ",":
            self.next_cell()
        elif sign == " ":
            if cell:
                self.next_cell()
        elif sign in (";", "\n"):
            self.next_row()
        else:
            self._write(cell + sign)

    def next_cell(self) -> None:
        """Go to the cell on the right, in a new column where there is none."""
        if self._is_closed:
            return
        if self.column == len(self.rows[0]) - 1 < MOST_COLUMNS - 1:
            for row in self.rows:
                row.append("")
            self.levels = max(self.levels, 1)
        self.go(self.row, self.column + 1)

    def next_row(self) -> None:
        """Go to the first cell of the row below, a new one where there is none."""
        if self.row == len(self.rows) - 1 < MOST_ROWS - 1:
            self.rows.append([""] * len(self.rows[0]))
            self.levels = 2
        self.go(self.row + 1, 0)

    def clear(self) -> None:
        """Empty the cell."""
        self._write("")

    def erase(self) -> None:
        """Take the last sign of the cell; of an empty one, go back, and take what is left empty.

        That is the last row, or the last column, or around a single cell a bracket.
        """
        if cell := self.rows[self.row][self.column]:
            self._write(cell[:-1])
            return
        row, column, columns = self.row, self.column, len(self.rows[0])
        if not self.go_on(-1):
            self.levels -= (len(self.rows) == columns == 1) and self.levels > 0
        elif row == len(self.rows) - 1 > 0 and not any(self.rows[-1]):
            del self.rows[-1]
            self.go(row, columns)
        elif column == columns - 1 > 0 and not any(row[-1] for row in self.rows):
            for each in self.rows:
                del each[-1]

    def _write(self, cell: str) -> None:
        self.rows[self.row][self.column] = cell
        self._is_closed = False


def read_grid(text: str) -> Grid | None:
    """The grid for what was typed so far, at its last cell; None where it fits into none.

    Brackets that are yet to be closed are taken as closed.
    """
    text = normalise(text).strip()
    if not text:
        return Grid()
    for closing in ("", "]", "]]"):
        grid = _parsed(text + closing)
        if grid is not None:
            grid.go(MOST_ROWS, MOST_COLUMNS)
            return grid
    return None


def _parsed(text: str) -> Grid | None:
    try:
        source = as_python(text)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            tree = ast.parse(source, mode="eval").body
    except (Unreadable, SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    if isinstance(tree, ast.Call) and tree.args and _items(tree.args[0]):
        tree = tree.args[0]  # within `tensor(…)`
    items, levels = _items(tree), 1
    if items and all(map(_items, items)):
        rows, levels = [_items(item) for item in items], 2
    else:
        rows, levels = ([items], 1) if items else ([[tree]], 0)
    cells = [[ast.get_source_segment(source, cell) or "" for cell in row] for row in rows]
    cells = [["" if cell == EMPTY else cell for cell in row] for row in cells]
    columns = {len(row) for row in cells}
    fits = len(columns) == 1 and len(cells) <= MOST_ROWS and max(columns) <= MOST_COLUMNS
    fits &= not any("[" in cell for row in cells for cell in row)
    grid = Grid(cells, levels)
    return grid if fits and _meaning(grid.text) == _meaning(text) else None


def _items(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.List | ast.Tuple) else []


def _meaning(text: str) -> Prediction | str:
    """What a text says, or where that is nothing yet, that."""
    try:
        return read_expression(text)
    except Unreadable:
        return ""


def _is_open(cell: str) -> bool:
    """Whether a quotation mark or a parenthesis waits for its other one: all is text until then."""
    return any(cell.count(quote) % 2 for quote in "'\"") or cell.count("(") > cell.count(")")
