"""A grid of cells in which the value of a small tensor is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.style import Style
from textual.widget import Widget

from quizapp.text.cells import cells
from quizapp.tui.keys.motions import FIELD_SCROLLS
from quizapp.tui.widgets.answer_form import HandIn
from quizapp.tui.widgets.second_enter import EntersTwice
from quizapp.values.grid import Grid, read_grid

CELL, CURSOR, GAP = "on $primary 15%", "reverse", " "
NARROWEST = 3
CUT, BLANK = "…", "·"


class GridField(EntersTwice, Widget, can_focus=True):
    """Shows and changes a grid; `write` is told the answer whenever that is another.

    What does not fit into the room there is lies beyond a mark, and comes into sight with the
    cell that is being written.
    """

    BINDING_GROUP_TITLE = "Answer"
    BINDINGS = [
        Binding("enter", "hand_in", "answer", key_display="enter"),
        Binding("up", "go(-1, 0)", "Up", show=False),
        Binding("down", "go(1, 0)", "Down", show=False),
        Binding("left", "go(0, -1)", "Left", show=False),
        Binding("right", "go(0, 1)", "Right", show=False),
        Binding("tab", "go_on(1)", "Next cell", show=False),
        Binding("shift+tab", "go_on(-1)", "Cell before", show=False),
        Binding("ctrl+j", "next_row", "Next row", show=False),
        Binding("backspace", "erase", "Delete", show=False),
        Binding("ctrl+u,delete", "clear", "Clear", show=False),
        *FIELD_SCROLLS,
    ]

    def __init__(self, hand_in: HandIn, write: Callable[[str], None]) -> None:
        super().__init__()
        self._hand_in = hand_in
        self._write = write
        self._grid = Grid()

    def show(self, grid: Grid) -> None:
        self._grid = grid
        self.refresh(layout=True)

    def find_gap(self) -> bool:
        """Go to the first cell that is empty among others; whether there is one."""
        gap = self._grid.gap
        if gap is not None:
            self._grid.go(*gap)
            self.refresh()
        return gap is not None

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """While one answers, letters are letters."""
        return character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        if event.is_printable and event.character is not None:
            event.stop()
            self._type(event.character)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        pasted = read_grid(event.text)
        if pasted is not None and not self._grid.text:
            self._grid = pasted
            self._changed()
        else:
            self._type(event.text.strip())

    def on_click(self, event: events.Click) -> None:
        if (at := event.style.meta.get("cell")) is not None:
            self._grid.go(*at)
            self.refresh()

    def _type(self, text: str) -> None:
        for sign in text:
            if sign.isprintable() or sign == "\n":
                self._grid.type(sign)
        self._changed()

    def _changed(self) -> None:
        self._write(self._grid.text)
        self.refresh(layout=True)

    def action_hand_in(self) -> None:
        self._hand_in()

    def action_go(self, down: int, across: int) -> None:
        self._grid.go(self._grid.row + down, self._grid.column + across)
        self.refresh()

    def action_go_on(self, by: int) -> None:
        """To the next cell; behind the last one, to the next field."""
        if self._grid.go_on(by):
            self.refresh()
        elif by > 0:
            self.screen.focus_next()
        else:
            self.screen.focus_previous()

    def action_next_row(self) -> None:
        self._type("\n")

    def action_erase(self) -> None:
        self._grid.erase()
        self._changed()

    def action_clear(self) -> None:
        self._grid.clear()
        self._changed()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._grid.rows)

    def render(self) -> Content:
        grid = self._grid
        widths = [
            max(NARROWEST, *(cells(cell) + 1 for cell in column))
            for column in zip(*grid.rows, strict=True)
        ]
        room = self.size.width - 2 * grid.levels - 2 * len(CUT)
        widths = [min(width, max(room, NARROWEST)) for width in widths]
        columns = _window([width + len(GAP) for width in widths], grid.column, room + len(GAP))
        rows = _window([1] * len(grid.rows), grid.row, self.size.height)
        lines = []
        for row in rows:
            line = [self._cell(row, column, widths[column]) for column in columns]
            is_cut = (row == rows[0] > 0, row == rows[-1] < len(grid.rows) - 1)
            before = CUT if columns[0] > 0 or is_cut[0] else " "
            after = CUT if columns[-1] < len(widths) - 1 or is_cut[1] else ""
            opened, closed = self._brackets(row)
            lines.append(
                Content.assemble(
                    (opened, "$text 60%"),
                    (before, "$text 60%"),
                    Content(GAP).join(line),
                    (f"{after or ' '}{closed}", "$text 60%"),
                )
            )
        return Content("\n").join(lines)

    def _brackets(self, row: int) -> tuple[str, str]:
        levels, last = self._grid.levels, len(self._grid.rows) - 1
        if levels < 2:
            return "[" * levels, "]" * levels
        return "[[" if row == 0 else " [", "]]" if row == last else "]"

    def _cell(self, row: int, column: int, width: int) -> Content:
        """What is in a cell, of what is too long the end; in the present one with the cursor."""
        text = self._grid.rows[row][column] or BLANK
        room = width - 1
        if cells(text) > room:
            while cells(CUT + text) > room:
                text = text[1:]
            text = CUT + text
        blanks = " " * (room - cells(text))
        is_here = self.has_focus and (row, column) == (self._grid.row, self._grid.column)
        cell = Content.assemble(blanks, text, (" ", CURSOR if is_here else ""))
        style = f"{CELL} bold" if is_here else CELL
        return cell.stylize(style).stylize(Style.from_meta({"cell": (row, column)}))


def _window(sizes: Sequence[int], at: int, room: int) -> range:
    """As many as there is room for, that one among them, as far to the front as can be."""
    first, last = at, at + 1
    taken = sizes[at]
    while first > 0 and taken + sizes[first - 1] <= room:
        first -= 1
        taken += sizes[first]
    while last < len(sizes) and taken + sizes[last] <= room:
        taken += sizes[last]
        last += 1
    return range(first, last)
