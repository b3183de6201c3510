"""Help: the keys of the screen that it was opened from."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from quizapp.text.language import tr
from quizapp.tui.keys.moving import keys_by_name
from quizapp.tui.keys.names import key_in_words


class HelpScreen(ModalScreen[None]):
    """Which keys do what."""

    CSS_PATH = "help.tcss"
    BINDINGS = [Binding("escape,question_mark,f1,q,enter", "dismiss", "Close")]

    def __init__(self, about: Screen[object]) -> None:
        super().__init__()
        self._about = about

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help") as pane:
            pane.border_title = tr(
                "keys: {title}", title=tr(self._about.BINDING_GROUP_TITLE or "quiz").lower()
            )
            pane.border_subtitle = tr("arrows scroll, esc closes")
            if self._about.HELP:
                manner = tr(self._about.HELP, **keys_by_name(self._about))
                yield Static(manner, id="manner", markup=False)
            yield Static(self._keys(), markup=False)

    def _keys(self) -> Content:
        """Every key that is explained, whether or not it would act just now."""
        rows = []
        for binding in [*self._about.BINDINGS, *self.app.BINDINGS]:
            assert isinstance(binding, Binding)
            if binding.tooltip:
                keys = " ".join(map(key_in_words, binding.key.split(",")))
                keys = f"{keys:<16}"
                rows.append(Content.assemble((keys, "bold $text-accent"), tr(binding.tooltip)))
        return Content("\n").join(rows)
