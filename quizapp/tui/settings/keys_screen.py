"""The keys: each act with its own, screen by screen, moved by pressing another."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen, Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from quizapp.machine.remember import Value
from quizapp.machine.settings import KEYS, SettingsError
from quizapp.study.study import Study
from quizapp.text.cells import padded
from quizapp.text.language import mark, tr
from quizapp.text.visible import visible
from quizapp.tui.base import StudyApp
from quizapp.tui.keys.complaints import complaints
from quizapp.tui.keys.moving import act_of, bindings_with, ids, keys_of
from quizapp.tui.keys.names import key_in_words, key_name
from quizapp.tui.keys.screens import screens
from quizapp.tui.screens.closed_once import ClosedOnce
from quizapp.tui.widgets.key_bar import KeyBar
from quizapp.tui.widgets.pick_list import PickList
from quizapp.tui.widgets.title_bar import TitleBar

ID_COLUMNS, KEY_COLUMNS = 26, 18
FAINT = "$text 60%"


class KeysScreen(Screen[None]):
    """What is changed here acts at once, and is in the config file."""

    CSS_PATH = "settings.tcss"
    AUTO_FOCUS = "#settings"
    BINDING_GROUP_TITLE = mark("Keys")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (78, "-wide")]
    BINDINGS = [
        Binding(
            "enter",
            "move",
            "move",
            key_display="enter",
            priority=True,
            tooltip="Press another key for the act",
        ),
        Binding("r", "usual", "as usual", tooltip="Have the act at its usual keys"),
        Binding(
            "escape,q", "app.pop_screen", "back", key_display="esc", tooltip="Back to the settings"
        ),
        Binding("f1,question_mark", "app.help", "help", key_display="?", tooltip="Show these keys"),
    ]

    def __init__(self, study: Study) -> None:
        super().__init__()
        self._study = study
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

    def compose(self) -> ComposeResult:
        yield TitleBar(tr("Keys"), visible(str(self._study.places.config_file)))
        yield PickList(*(Option("", id=id) for id in self._words), id="settings", markup=False)
        yield Static(id="about", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self._show()
        self.query_one(PickList).highlighted = 0

    def on_resize(self) -> None:
        self._show()

    @property
    def _act(self) -> str:
        """The act under the cursor."""
        option = self.query_one(PickList).highlighted_option
        return (option.id if option is not None else None) or next(iter(self._words))

    def _show(self) -> None:
        rows = self.query_one(PickList)
        for id in self._words:
            rows.replace_option_prompt(id, self._row(id))
        self._explain()

    def _keys_of(self, id: str) -> list[str]:
        chosen = self._study.settings.keys.get(id)
        return [key_name(key) or key for key in chosen] if chosen else self._usual[id]

    def _row(self, id: str) -> Content:
        keys = " ".join(map(key_in_words, self._keys_of(id)))
        moved = self._keys_of(id) != self._usual[id]
        return Content.assemble(
            padded(id, ID_COLUMNS),
            (padded(visible(keys), KEY_COLUMNS), "bold $text-accent" if moved else ""),
            (self._words[id], FAINT),
        ).truncate(max(self.size.width - 10, ID_COLUMNS), ellipsis=True)

    @on(OptionList.OptionHighlighted)
    def _explain(self) -> None:
        usual = " ".join(map(key_in_words, self._usual[self._act]))
        self.query_one("#about", Static).update(
            f"{self._words[self._act]}\n{tr('usually {value}', value=usual)}"
        )

    @on(OptionList.OptionSelected)
    def action_move(self) -> None:
        self.app.push_screen(PressScreen(self._act, self._words[self._act]), self._pressed)

    def action_usual(self) -> None:
        self._set(None)

    def _pressed(self, key: str | None) -> None:
        if key is not None:
            self._set(key_in_words(key))

    def _set(self, key: Value | None) -> None:
        """Have the act under the cursor at a key, or as usual, where that can be."""
        id, moves = self._act, dict(self._study.settings.keys)
        moves.pop(id, None)
        if isinstance(key, str):
            moves[id] = (key,)
        told = next((wrong for _, wrong in complaints(moves)), "")
        try:
            if not told:
                self._study.set(f"{KEYS}{id}", key)
        except SettingsError as error:
            told = str(error)
        if told:
            self.notify(visible(told), severity="warning", markup=False)
            return
        assert isinstance(self.app, StudyApp)
        self.app.move_keys(moves)
        self._show()


class PressScreen(ClosedOnce[str | None], ModalScreen[str | None]):
    """Its result is the key that is pressed; None for Escape."""

    CSS_PATH = "press.tcss"

    def __init__(self, id: str, words: str) -> None:
        super().__init__()
        self._act = id
        self._words = words

    def compose(self) -> ComposeResult:
        box = Static(f"{self._words}\n{tr('Press the key.')}", id="press", markup=False)
        box.border_title = self._act
        box.border_subtitle = tr("esc closes")
        yield box

    def on_key(self, event: Key) -> None:
        event.stop()
        self.dismiss(None if event.key == "escape" else event.key)
