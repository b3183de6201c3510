"""The characters that pictures are drawn with, each a cell wide."""

from __future__ import annotations

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
"""The sides of a cell that a line leaves it by, to be added."""

_SIDES = (
    *(UP, DOWN, UP | DOWN, LEFT, RIGHT, LEFT | RIGHT),
    *(DOWN | RIGHT, DOWN | LEFT, UP | RIGHT, UP | LEFT),
    *(UP | DOWN | RIGHT, UP | DOWN | LEFT, DOWN | LEFT | RIGHT, UP | LEFT | RIGHT),
    UP | DOWN | LEFT | RIGHT,
)

LINES = dict(zip(_SIDES, "│││───┌┐└┘├┤┬┴┼", strict=True))
"""By the sides that a line leaves a cell by."""
LIT = dict(zip(_SIDES, "┃┃┃━━━┏┓┗┛┣┫┳┻╋", strict=True))
"""Of a line that is to be followed."""
HERE = "▸"
"""Before what was chosen."""
TO_LEFT, TO_RIGHT, TO_TOP, TO_BOTTOM = "←", "→", "↑", "↓"
"""Where a picture goes on."""
SIZES = "▁▂▃▄▅▆▇█"
"""How large a number is, the least first."""
NONE = "·"
"""A cell without a value, or that a view has no part in."""
ALL = "*"
"""An index that can be any."""
WHOLE = "●"
"""The only element of a tensor without dimensions."""
TIMES = "×"
ACROSS = "⋯"
"""For columns that are left out."""
DOWNWARDS = "⋮"
"""For rows that are left out."""
CUT = "…"
STRETCHED = "→"
"""Between the size of a dimension and what it is stretched to."""
CLASH = "≠"
"""Between two sizes that do not go together."""
