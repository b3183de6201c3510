"""A small editor for Python, coloured like the code that is shown."""

from __future__ import annotations

from collections.abc import Mapping

from rich.segment import Segment
from rich.style import Style as RichStyle
from rich.text import Text
from textual.app import App
from textual.binding import Binding
from textual.geometry import Offset
from textual.strip import Strip
from textual.style import Style
from textual.widgets.text_area import TextAreaTheme

from quizapp.tui.keys.motions import FIELD_SCROLLS
from quizapp.tui.widgets.answer_form import HandIn
from quizapp.tui.widgets.code_view import FOLDED
from quizapp.tui.widgets.passing_text_area import PassingTextArea
from quizapp.tui.widgets.second_enter import EntersTwice

INDENT = 4

STYLES: Mapping[str, str] = {
    "comment": "$text 60%",
    "string": "$text-success 90%",
    "number": "$text-warning",
    "float": "$text-warning",
    "boolean": "bold $text-success 80%",
    "constant.builtin": "bold $text-success 80%",
    "keyword": "$text-accent",
    "keyword.function": "$text-accent",
    "keyword.return": "$text-accent",
    "keyword.operator": "$text-error bold",
    "conditional": "$text-accent",
    "repeat": "$text-accent",
    "exception": "$text-accent",
    "include": "$text-error",
    "variable": "$text-primary",
    "field": "$text-primary",
    "method.call": "$text-primary",
    "function.call": "$text-primary",
    "function.builtin": "$text-accent",
    "function": "$text-warning underline",
    "type.class": "$text-warning bold",
    "operator": "bold",
}
"""By tree-sitter's names, the looks that `textual.highlight` gives to code."""


class CodeEditor(EntersTwice, PassingTextArea):
    """Python to be written: Enter keeps the indentation, tab and shift+tab change it.

    A line too long goes on below itself, behind a mark where lines are numbered, else before one.
    """

    BINDING_GROUP_TITLE = "Code"
    BINDINGS = [
        Binding("ctrl+s", "hand_in", "run", key_display="^s"),
        Binding("f5", "hand_in", "Run", show=False),
        Binding("enter,ctrl+j", "new_line", "New line", show=False),
        Binding("tab", "indent", "Indent", show=False),
        Binding("shift+tab", "dedent", "Dedent", show=False),
        Binding("backspace", "delete_back", "Delete", show=False),
        *FIELD_SCROLLS,
    ]

    def __init__(self, text: str, hand_in: HandIn, *, numbered: bool) -> None:
        super().__init__(
            text,
            tab_behavior="focus",
            highlight_cursor_line=False,
            show_line_numbers=numbered,
        )
        self.language = "python"  # given above, Textual would parse the text twice
        self.cursor_blink = False
        self._hand_in = hand_in
        self._failed: int | None = None

    def on_mount(self) -> None:
        self.watch(self.app, "theme", self._colour)

    def on_unmount(self) -> None:
        """Open a circle that Python does not see, since it runs through tree-sitter."""
        vars(self.document).pop("_syntax_tree", None)

    def _colour(self) -> None:
        self.register_theme(_theme_like(self.app))
        self.theme = "quiz"

    def mark_failed(self, line: int | None) -> None:
        """Mark the line that failed, counted from 1, until the text is changed."""
        self._failed = line
        self.notify_style_update()

    def get_line(self, line_index: int) -> Text:
        line = super().get_line(line_index)
        if self._failed == line_index + 1:
            line.stylize(RichStyle(bgcolor=_on_surface("on $error 30%", self.app).bgcolor))
        return line

    def render_line(self, y: int) -> Strip:
        """A row; of a line that goes on below, or has gone on from above, with a mark."""
        strip, row = super().render_line(y), y + self.scroll_offset.y
        if self.gutter_width:
            return self._marked(strip, 0, f"{FOLDED:>{self.gutter_width - 2}}  ", row)
        return self._marked(strip, self.wrap_width, FOLDED, row + 1)

    def _marked(self, strip: Strip, column: int, mark: str, row: int) -> Strip:
        """The strip with a mark from that column on, where this row begins no line."""
        wrapped = self.wrapped_document
        if row >= wrapped.height or not wrapped.offset_to_location(Offset(0, row))[1]:
            return strip
        before, under, after = strip.divide([column, column + len(mark), strip.cell_length])
        look = next(iter(under)).style
        return Strip.join([before, Strip([Segment(mark, look)], len(mark)), after])

    def on_text_area_changed(self) -> None:
        if self._failed is not None:
            self.mark_failed(None)

    def action_hand_in(self) -> None:
        self._hand_in()

    def action_new_line(self) -> None:
        """Start a line indented like the one before, deeper where that opens a block."""
        before = self._before_cursor
        indent = before[: len(before) - len(before.lstrip())]
        deeper = " " * INDENT if before.rstrip().endswith(":") else ""
        self._type(f"\n{indent}{deeper}")

    def action_indent(self) -> None:
        """Indent the selected lines; else go on to the next multiple of four."""
        if self.selection.is_empty:
            self._type(" " * (INDENT - len(self._before_cursor) % INDENT))
        else:
            self._shift(INDENT)

    def action_dedent(self) -> None:
        """Take a step of indentation from the line, or from the selected ones."""
        self._shift(-INDENT)

    def action_delete_back(self) -> None:
        """Delete what is left of the cursor: of indentation, a whole step."""
        before = self._before_cursor
        if self.selection.is_empty and before and not before.strip():
            row, column = self.cursor_location
            self.delete((row, column - ((column - 1) % INDENT + 1)), (row, column))
        else:
            self.action_delete_left()

    @property
    def _before_cursor(self) -> str:
        row, column = min(self.selection)
        return self.document.get_line(row)[:column]

    def _type(self, text: str) -> None:
        self.replace(text, *self.selection, maintain_selection_offset=False)

    def _shift(self, by: int) -> None:
        (first, _), (last, column) = sorted(self.selection)
        for row in range(first, last + (column > 0 or first == last)):
            line = self.document.get_line(row)
            if by > 0:
                self.insert(" " * by if line.strip() else "", (row, 0))
            else:
                blanks = min(len(line) - len(line.lstrip()), -by)
                self.delete((row, 0), (row, blanks))


class LineEditor(CodeEditor):
    """A piece of a line to be written, which Enter hands in; ctrl+j starts a new line."""

    BINDINGS = [
        Binding("enter", "hand_in", "run", key_display="enter"),
        Binding("ctrl+s", "hand_in", "Run", show=False),
    ]


def _theme_like(app: App[object]) -> TextAreaTheme:
    looks = {name: _on_surface(style, app) for name, style in STYLES.items()}
    return TextAreaTheme(
        name="quiz",
        syntax_styles={
            name: RichStyle(color=look.color, bold=look.bold, underline=look.underline)
            for name, look in looks.items()
        },
    )


def _on_surface(style: str, app: App[object]) -> RichStyle:
    """A style as it looks on the background of an editor in the app's present theme."""
    variables = app.theme_variables
    return (Style.parse("on $surface", variables) + Style.parse(style, variables)).rich_style
