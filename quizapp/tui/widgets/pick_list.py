"""A list in which one row is picked, moved through by vim's keys too."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding
from textual.events import Click
from textual.strip import Strip
from textual.widgets import OptionList

from quizapp.tui.keys.motions import motions


class BarredList(OptionList):
    """Before the row that is highlighted stands a bar: not every terminal shows a tint."""

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        row = next((one.style.meta.get("option") for one in strip if one.style), None)
        if row is None or row != self.highlighted:
            return strip
        style = self.get_visual_style("option-list--option-highlighted").rich_style
        bar = Segment("▌", style + Style(color=self.app.theme_variables["accent"]))
        return Strip.join([Strip([bar], 1), strip.crop(1)])


class PickList(BarredList):
    """A click on another row than the highlighted one only highlights it."""

    AT_ONCE = False
    """Whether it acts as well."""

    BINDINGS = [
        *motions("cursor_down", "cursor_up", "page_down", "page_up", "first", "last"),
        Binding("enter", "pick", "Select", show=False),
    ]

    async def action_pick(self) -> None:
        """Have the screen act on the highlighted row before the next key is looked at.

        The message that Textual posts of it would wait, and find a screen that has gone.
        """
        row, option = self.highlighted, self.highlighted_option
        if row is not None and option is not None and not option.disabled:
            await self.screen._on_message(self.OptionSelected(self, option, row))

    def on_resize(self) -> None:
        """The highlighted row stays in sight, also where what stands around takes its room."""
        self.scroll_to_highlight()

    def action_page_up(self) -> None:
        if self.scrollable_content_region:  # else Textual looks a row up that is not laid out
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]

    def on_click(self, event: Click) -> None:
        row = event.style.meta.get("option")
        if row is not None and row != self.highlighted and not self.AT_ONCE:
            event.prevent_default()
            self.highlighted = row


class Menu(PickList):
    """Its rows have one act each, done by a key, or by a click."""

    AT_ONCE = True
