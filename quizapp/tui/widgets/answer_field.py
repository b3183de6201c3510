"""Fields in which a learner commits to a prediction."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import TextArea

SCROLLS = {"pageup": -1, "pagedown": 1}
"""Keys that scroll the code, also while a field has the focus."""


async def act_in_order(field: Widget, event: events.Key) -> None:
    """Act on a key before any that came after it, however quickly they came.

    Textual lets a bound key bubble up before it acts, so that letters typed after it overtake
    it; and letters on their way when the focus moves would still go into the old field.
    """
    bindings = field._bindings.key_to_bindings.get(event.key, [])
    elsewhere = field.screen.focused is not field
    if not (elsewhere or bindings or event.key in SCROLLS):
        return
    event.stop()
    event.prevent_default()
    if elsewhere:
        field.app.post_message(events.Key(event.key, event.character))
    elif event.key in SCROLLS:
        await field.run_action(f"screen.scroll({SCROLLS[event.key]})")
    else:
        await field.run_action(bindings[-1].action)


class TextField(TextArea):
    """An answer in words or numbers. Enter hands it in, ctrl+j starts a new line."""

    BINDING_GROUP_TITLE = "Answer"
    BINDINGS = [
        Binding("enter", "hand_in", "answer", key_display="enter"),
        Binding("ctrl+j", "insert_line", "New line", show=False),
    ]

    def __init__(self, hand_in: Callable[[], None]) -> None:
        super().__init__(highlight_cursor_line=False, tab_behavior="focus")
        self._hand_in = hand_in

    async def _on_key(self, event: events.Key) -> None:
        await act_in_order(self, event)

    @property
    def answer(self) -> str:
        return self.text

    def action_hand_in(self) -> None:
        self._hand_in()

    def action_insert_line(self) -> None:
        self.insert("\n")


class YesNoField(Widget, can_focus=True):
    """Yes or no, by one key; Enter hands it in."""

    BINDING_GROUP_TITLE = "Answer"
    BINDINGS = [
        Binding("y,t,1", "choose(True)", "Yes", show=False),
        Binding("n,f,0", "choose(False)", "No", show=False),
        Binding("left,right,space", "other", "The other", show=False),
        Binding("enter", "hand_in", "answer", key_display="enter"),
    ]

    choice: reactive[bool | None] = reactive(None)

    def __init__(self, hand_in: Callable[[], None]) -> None:
        super().__init__()
        self._hand_in = hand_in

    async def _on_key(self, event: events.Key) -> None:
        await act_in_order(self, event)

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

    def action_hand_in(self) -> None:
        self._hand_in()
