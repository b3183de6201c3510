"""How large a terminal has to be."""

from __future__ import annotations

FEWEST_COLUMNS, FEWEST_ROWS = 60, 20
NEEDED = f"the app needs a terminal of at least {FEWEST_COLUMNS} columns and {FEWEST_ROWS} rows"


def too_small(columns: int, rows: int) -> bool:
    return columns < FEWEST_COLUMNS or rows < FEWEST_ROWS
