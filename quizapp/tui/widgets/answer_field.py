"""Fields in which a learner commits to a prediction."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import TextArea


@dataclass
class Submitted(Message):
    """The learner pressed Enter in a field."""

    field: TextField | YesNoField


class TextField(TextArea):
    """An answer in words or numbers. Enter submits, ctrl+j starts a new line."""

    BINDING_GROUP_TITLE = "Answer"

    def __init__(self) -> None:
        super().__init__(highlight_cursor_line=False, tab_behavior="focus")

    @property
    def answer(self) -> str:
        return self.text

    def _on_key(self, event: events.Key) -> None:  # type: ignore[override]
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self.post_message(Submitted(self))
        elif event.key == "ctrl+j":
            event.stop()
            event.prevent_default()
            self.insert("\n")


class YesNoField(Widget, can_focus=True):
    """Yes or no, by one key; Enter submits."""

    BINDING_GROUP_TITLE = "Answer"
    BINDINGS = [
        Binding("y,t,1", "choose(True)", "Yes", show=False),
        Binding("n,f,0", "choose(False)", "No", show=False),
        Binding("left,right,space", "other", "The other", show=False),
        Binding("enter", "submit", "Answer", show=False),
    ]

    choice: reactive[bool | None] = reactive(None)

    @property
    def answer(self) -> str:
        return {True: "yes", False: "no", None: ""}[self.choice]

    def render(self) -> Content:
        def option(value: bool, key: str, rest: str) -> Content:
            chosen = self.choice is value
            sign = "(•) " if chosen else "( ) "
            style = "bold $text-accent" if chosen else ""
            return Content.assemble((sign, style), (key, f"{style} underline"), (rest, style))

        return option(True, "y", "es") + "     " + option(False, "n", "o")

    def action_choose(self, value: bool) -> None:
        self.choice = value

    def action_other(self) -> None:
        self.choice = not self.choice

    def action_submit(self) -> None:
        self.post_message(Submitted(self))
