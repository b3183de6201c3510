"""The keys: each act with its own, screen by screen, moved by pressing another."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from quizapp.machine.remember import Value
from quizapp.machine.settings import KEYS, SettingsError
from quizapp.study.study import Study
from quizapp.text.cells import padded
from quizapp.text.language import mark, tr
from quizapp.text.visible import visible
from quizapp.tui.keys.complaints import complaints
from quizapp.tui.keys.moving import act_of, bindings_with, ids, keys_of
from quizapp.tui.keys.names import key_in_words, key_name
from quizapp.tui.keys.presets import PRESETS, moves_of
from quizapp.tui.keys.screens import screens
from quizapp.tui.pressable import pressable
from quizapp.tui.screens.closed_once import ClosedOnce
from quizapp.tui.settings.row_screen import FAINT, RowScreen, row_keys

ID_COLUMNS, KEY_COLUMNS = 26, 18


class KeysScreen(RowScreen):
    """Each act with its keys, and what it does."""

    BINDING_GROUP_TITLE = mark("Keys")
    BINDINGS = [
        *row_keys(
            change=mark("Press another key for the act"),
            usual=mark("Have the act at its usual keys"),
            back=mark("Back to the settings"),
        )
    ]

    def __init__(self, study: Study) -> None:
        self._words: dict[str, str] = {}
        """What each act does, by its id."""
        self._usual: dict[str, list[str]] = {}
        for screen in screens().values():
            named, bindings = ids(screen), bindings_with(screen, {})
            for binding in bindings:
                id = named[act_of(binding.action)]
                if binding.tooltip or binding.description:
                    words = tr(binding.tooltip or binding.description)
                    self._words.setdefault(id, words)
            self._usual |= {named[act]: keys for act, keys in keys_of(bindings).items()}
        super().__init__(study, tr("Keys"), list(self._words))

    def _keys_of(self, name: str) -> list[str]:
        chosen = moves_of(self._study.settings).get(name)
        return [key_name(key) or key for key in chosen] if chosen else self._usual[name]

    def row(self, name: str) -> Content:
        moved = self._keys_of(name) != self._usual[name]
        row = Content.assemble(
            padded(name, ID_COLUMNS),
            (padded(f"{self.value(name)}  ", KEY_COLUMNS), "bold $text-accent" if moved else ""),
            ("" if self.is_narrow else self._words[name], FAINT),
        )
        return row.rstrip().truncate(max(self.size.width - 10, ID_COLUMNS), ellipsis=True)

    def value(self, name: str) -> str:
        return visible(" ".join(map(key_in_words, self._keys_of(name))))

    def meaning(self, name: str) -> str:
        return self._words[name]

    def about(self) -> str:
        name = self.name_here
        usual = " ".join(map(key_in_words, self._usual[name]))
        return f"{self.meaning(name)}\n{tr('default: {value}', value=usual)}"

    def change(self) -> None:
        name = self.name_here
        self.app.push_screen(PressScreen(name, self._words[name]), self._pressed)

    def action_usual(self) -> None:
        self._set(None)

    def _pressed(self, key: str | None) -> None:
        if key is not None:
            self._set(key_in_words(key))

    def _set(self, key: Value | None) -> None:
        """Have the act under the cursor at a key, or as usual, where that can be."""
        if not self.is_as_shown():
            return
        name, settings = self.name_here, self._study.settings
        moves = {act: keys for act, keys in settings.keys.items() if act != name}
        if isinstance(key, str):
            moves[name] = (key,)
        for _, wrong in complaints(moves, PRESETS[settings.key_preset]):
            self.complain(tr("{wrong}; {id} stays as it was", wrong=wrong, id=name))
            return
        try:
            self._study.set(f"{KEYS}{name}", key)
        except SettingsError as error:
            self.complain(error)
            return
        self.take_effect(settings)


class PressScreen(ModalScreen[str | None], ClosedOnce[str | None]):
    """Its result is the key that is pressed; None for Escape."""

    CSS_PATH = "press.tcss"

    def __init__(self, id: str, words: str) -> None:
        super().__init__()
        self._act = id
        self._words = words

    def compose(self) -> ComposeResult:
        box = Static(f"{self._words}\n{tr('Press the key.')}", id="press", markup=False)
        box.border_title = self._act
        box.border_subtitle = pressable(tr("esc closes"), "esc")
        yield box

    def on_key(self, event: Key) -> None:
        event.stop()
        self.dismiss(None if event.key == "escape" else event.key)
