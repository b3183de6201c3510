"""Help: the keys of the screen that it was opened from."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Static

from quizapp.text.cells import cells, padded
from quizapp.text.language import tr
from quizapp.text.wrap import wrapped
from quizapp.tui.handing_over import is_lacking
from quizapp.tui.keys.motions import SCROLLS, Scrolls
from quizapp.tui.keys.moving import keys_by_name
from quizapp.tui.keys.names import key_in_words
from quizapp.tui.pressable import pressable
from quizapp.tui.prose import prose_line
from quizapp.tui.screens.styled_once import StyledOnce
from quizapp.tui.widgets.laid_out import LaidOut


class HelpScreen(Scrolls, ModalScreen[None], StyledOnce[None]):
    """Which keys do what."""

    CSS_PATH = "help.tcss"
    BINDINGS = [Binding("escape,question_mark,f1,q,enter", "dismiss", "Close"), *SCROLLS]

    def __init__(self, about: Screen[object]) -> None:
        super().__init__()
        self._about = about

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help", can_focus=False) as pane:
            pane.border_title = tr(
                "keys: {title}", title=tr(self._about.BINDING_GROUP_TITLE or "quiz").lower()
            )
            pane.border_subtitle = pressable(tr("arrows scroll, esc closes"), "esc")
            if self._about.HELP:
                manner = tr(self._about.HELP, **keys_by_name(self._about))
                yield Static(prose_line(manner), classes="manner", markup=False)
            if self.app.is_web:
                fingers = tr(
                    "One finger scrolls, or drags once it has rested; two size the letters."
                )
                yield Static(fingers, classes="manner", markup=False)
            keys = LaidOut(id="keys")
            keys.show(self._keys)
            yield keys

    @property
    def panes(self) -> Sequence[Widget]:
        return [self.query_one("#help")]

    def _keys(self, width: int) -> Content:
        """Every key that is explained, whether or not it would act just now."""
        by_words = dict[str, list[str]]()
        for of in (self._about, self.app):
            for binding in of.BINDINGS:
                assert isinstance(binding, Binding)
                if binding.tooltip and not is_lacking(self.app, of, binding.action):
                    keys_of = by_words.setdefault(tr(binding.tooltip), [])
                    keys_of += map(key_in_words, binding.key.split(","))
        told = {words: " ".join(dict.fromkeys(keys)) for words, keys in by_words.items()}
        columns = max(map(cells, told.values())) + 2
        rows = []
        for words, keys in told.items():
            lines = wrapped(words, max(width - columns, 1))
            text = f"\n{' ' * columns}".join(lines)
            rows.append(Content.assemble((padded(keys, columns), "bold $text-accent"), text))
        return Content("\n").join(rows)
