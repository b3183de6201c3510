"""Help: the keys of the screen that it was opened from."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

SHORT_NAMES = {"escape": "esc", "question_mark": "?", "pagedown": "pgdn", "pageup": "pgup"}


class HelpScreen(ModalScreen[None]):
    """Which keys do what."""

    CSS_PATH = "help.tcss"
    BINDINGS = [Binding("escape,question_mark,f1,q,enter", "dismiss", "Close")]

    def __init__(self, about: Screen[object]) -> None:
        super().__init__()
        self._about = about

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help") as pane:
            pane.border_title = f"keys: {(self._about.BINDING_GROUP_TITLE or 'quiz').lower()}"
            pane.border_subtitle = "esc closes"
            if self._about.HELP:
                yield Static(self._about.HELP, id="manner", markup=False)
            yield Static(self._keys(), markup=False)

    def _keys(self) -> Content:
        """Every key, whether or not it would act just now."""
        said: dict[str, list[str]] = {}
        for binding in [*self._about.BINDINGS, *self.app.BINDINGS]:
            assert isinstance(binding, Binding)
            keys = " ".join(SHORT_NAMES.get(key, key) for key in binding.key.split(","))
            said.setdefault(keys, []).append(binding.tooltip or binding.description)
        rows = []
        for keys, acts in said.items():
            for number, act in enumerate(acts):
                rows.append(
                    Content.assemble((f"{'' if number else keys:<12}", "bold $text-accent"), act)
                )
        return Content("\n").join(rows)
