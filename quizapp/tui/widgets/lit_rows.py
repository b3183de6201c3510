"""Rows of which one is lit; up and down move the light."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import HorizontalGroup, VerticalGroup
from textual.content import Content
from textual.message import Message
from textual.widgets import Static


class Row(HorizontalGroup):
    """A head, and beside it a body of one line or more."""

    def __init__(self) -> None:
        super().__init__()
        self._head = Static(classes="head", markup=False)
        self._body = Static(classes="body", markup=False)

    def compose(self) -> ComposeResult:
        yield self._head
        yield self._body

    def show(self, head: Content, body: Content, *, lit: bool) -> None:
        pointer = Content.styled(">", "bold $text-accent") if lit else Content(" ")
        self._head.update(Content.assemble(pointer, " ", head, " "))
        self._body.update(body)
        self.set_class(lit, "lit")


class LitRows(VerticalGroup, can_focus=True):
    """What the rows say is told by `head` and `body`, which a kind of rows gives."""

    BINDING_GROUP_TITLE = "Answer"
    BINDINGS = [
        Binding("up,k", "light(-1)", "Up", show=False),
        Binding("down,j", "light(1)", "Down", show=False),
        Binding("question_mark", "give_up", "Not known", show=False),
    ]

    class Changed(Message):
        """What the rows answer has changed, or whether it is said not to be known."""

    class Stray(Message):
        """A letter was typed that does nothing here."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.given_up = False
        """The learner has said that the answer is not known."""
        self._rows = [Row() for _ in range(count)]
        self._lit: int | None = 0

    def compose(self) -> ComposeResult:
        yield from self._rows

    def on_mount(self) -> None:
        self.draw()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """While one answers, no letter is a command."""
        return character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        if event.is_printable and event.key not in self._bindings.key_to_bindings:
            self.post_message(self.Stray())

    async def press(self, key: str) -> bool:
        """Do what a key does here, whatever has the focus; whether it does anything."""
        bindings = self._bindings.key_to_bindings.get(key, ())
        for binding in bindings:
            await self.run_action(binding.action)
        return bool(bindings)

    def on_click(self, event: events.Click) -> None:
        """A click on a row acts on it, as long as there is something to answer."""
        index = self.row_under(event)
        if index is not None:
            self.click(index)

    def row_under(self, event: events.MouseEvent) -> int | None:
        """The row that the mouse is on; None where there is nothing more to answer."""
        if self.can_focus:
            for index, row in enumerate(self._rows):
                if row.region.contains_point(event.screen_offset):
                    return index
        return None

    def head(self, index: int) -> Content:
        """What stands before a row."""
        raise NotImplementedError

    def body(self, index: int) -> Content:
        """What a row says."""
        raise NotImplementedError

    def click(self, index: int) -> None:
        """Act on a row as its keys would."""
        self.light(index)

    def draw(self) -> None:
        """Show every row as it is now."""
        for index, row in enumerate(self._rows):
            row.show(self.head(index), self.body(index), lit=index == self._lit)

    def light(self, index: int | None) -> None:
        """Light a row, and bring it into sight; or none."""
        self._lit = index
        self.draw()
        if index is not None:
            self._rows[index].scroll_visible(animate=False)

    def action_light(self, by: int) -> None:
        last = len(self._rows) - 1
        if self._lit is None:
            self.light(0 if by > 0 else last)
        else:
            self.light(min(max(self._lit + by, 0), last))

    def action_give_up(self) -> None:
        self.change(given_up=not self.given_up)

    def change(self, *, given_up: bool = False) -> None:
        """Tell that the answer is another one; whoever answers knows something."""
        self.given_up = given_up
        self.draw()
        self.post_message(self.Changed())
