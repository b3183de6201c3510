"""The settings: each with its value, its meaning and its effect, changed in place."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from quizapp.machine.remember import Value
from quizapp.machine.settings import CHOICES, Settings, SettingsError
from quizapp.study.counting import USUAL_PACE
from quizapp.study.settings_in_words import LATER, MEANINGS, effect_in_words
from quizapp.study.study import Study
from quizapp.text.ascii import draw_with
from quizapp.text.cells import padded
from quizapp.text.language import mark, tr
from quizapp.text.visible import visible
from quizapp.tui.base import StudyApp
from quizapp.tui.settings.written import as_text, from_text, next_value, value_of
from quizapp.tui.widgets.key_bar import KeyBar
from quizapp.tui.widgets.pick_list import PickList
from quizapp.tui.widgets.title_bar import TitleBar

KEY_COLUMNS = max(map(len, MEANINGS)) + 3
VALUE_COLUMNS = 22
FAINT = "$text 60%"
KEYS = "keys"
"""The row that leads to the keys."""
ROWS = (*MEANINGS, KEYS)


class SettingsScreen(Screen[None]):
    """What is changed here is in the config file at once; its comments stay."""

    CSS_PATH = "settings.tcss"
    AUTO_FOCUS = "#settings"
    BINDING_GROUP_TITLE = mark("Settings")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (78, "-wide")]
    BINDINGS = [
        Binding(
            "enter",
            "change",
            "change",
            key_display="enter",
            priority=True,
            tooltip="Change the setting",
        ),
        Binding(
            "left,h", "step(-1)", "less", key_display="←", tooltip="One less, or the value before"
        ),
        Binding(
            "right,l", "step(1)", "more", key_display="→", tooltip="One more, or the next value"
        ),
        Binding("r", "usual", "as usual", tooltip="Have it as it is without a config file"),
        Binding("escape", "leave", "back", key_display="esc", tooltip="Home; or leave it as it is"),
        Binding("q,comma", "leave", show=False),
        Binding("f1,question_mark", "app.help", "help", key_display="?", tooltip="Show these keys"),
    ]

    def __init__(self, study: Study) -> None:
        super().__init__()
        self._study = study
        self._leads_on = False
        """Whether the row under the cursor is no setting, but leads to more of them."""
        self._pace = study.log.pace() or USUAL_PACE

    def compose(self) -> ComposeResult:
        yield TitleBar(tr("Settings"), visible(str(self._study.places.config_file)))
        yield PickList(*(Option("", id=key) for key in ROWS), id="settings", markup=False)
        yield Static(id="about", markup=False)
        yield Input(id="value", select_on_focus=True)
        yield KeyBar(lesser=("step(-1)", "step(1)"))

    def on_mount(self) -> None:
        self._show()
        rows = self.query_one(PickList)
        rows.styles.max_height = len(ROWS)
        rows.highlighted = 0

    @property
    def _key(self) -> str:
        """The setting under the cursor."""
        option = self.query_one(PickList).highlighted_option
        return (option.id if option is not None else None) or next(iter(MEANINGS))

    @property
    def _is_editing(self) -> bool:
        return self.has_class("-editing")

    def _show(self) -> None:
        rows = self.query_one(PickList)
        for key in ROWS:
            rows.replace_option_prompt(key, self._row(key))
        self._explain()

    def _row(self, key: str) -> Content:
        if key == KEYS:
            moved = len(self._study.settings.keys)
            words = tr("{moved} moved", moved=moved) if moved else tr("as usual")
            return Content.assemble(padded(key, KEY_COLUMNS), words)
        value, usual = (
            visible(as_text(value_of(of, key))) or tr("none")
            for of in (self._study.settings, Settings())
        )
        changed = "" if value == usual else tr("usually {value}", value=usual)
        return Content.assemble(
            padded(key, KEY_COLUMNS),
            (padded(value, VALUE_COLUMNS), "bold $text-accent" if changed else ""),
            (changed, FAINT),
        ).truncate(max(self.size.width - 7, KEY_COLUMNS), ellipsis=True)

    def on_resize(self) -> None:
        self._show()

    @on(OptionList.OptionHighlighted)
    def _explain(self) -> None:
        key = self._key
        if self._leads_on != (key == KEYS):
            self._leads_on = key == KEYS
            self.refresh_bindings()
        if self._leads_on:
            self.query_one("#about", Static).update(tr("Which key does what, screen by screen."))
            return
        lines = [tr(MEANINGS[key]), effect_in_words(key, self._study.settings, self._pace)]
        if key in LATER:
            lines.append(tr("The app takes it up when it is started again."))
        self.query_one("#about", Static).update("\n".join(filter(None, lines)))

    def on_screen_resume(self) -> None:
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self._leads_on and action in ("step", "usual"):
            return False
        return action in ("change", "leave", "app.help") or not self._is_editing

    def action_change(self) -> None:
        """Take what was typed; or step through what may be chosen; or have it typed."""
        field, key = self.query_one(Input), self._key
        if self._is_editing:
            self._take(field.value)
        elif key == KEYS:
            from quizapp.tui.settings.keys_screen import KeysScreen  # which looks at every screen

            self.app.push_screen(KeysScreen(self._study))
        elif key == "theme":
            self.app.search_themes()
        elif key in CHOICES:
            self.action_step(1)
        else:
            field.value = as_text(value_of(self._study.settings, key))
            self.add_class("-editing")
            self.set_focus(field)
            self.refresh_bindings()

    @on(OptionList.OptionSelected)
    @on(Input.Submitted)
    def _clicked(self) -> None:
        self.action_change()

    def action_step(self, way: int) -> None:
        value = next_value(self._study.settings, self._key, way)
        if value is not None:
            self._set(value)

    def action_usual(self) -> None:
        self._set(None)

    def action_leave(self) -> None:
        if self._is_editing:
            self._stop_editing()
        else:
            self.app.pop_screen()

    def _take(self, text: str) -> None:
        try:
            value = from_text(self._study.settings, self._key, text)
        except ValueError as error:
            self.notify(visible(str(error)), severity="warning", markup=False)
            return
        if self._set(value):
            self._stop_editing()

    def _stop_editing(self) -> None:
        self.remove_class("-editing")
        self.set_focus(self.query_one(PickList))
        self.refresh_bindings()

    def _set(self, value: Value | None) -> bool:
        """Set the setting under the cursor; whether that was possible."""
        try:
            self._study.set(self._key, value)
        except SettingsError as error:
            self.notify(visible(str(error)), severity="warning", markup=False)
            return False
        settings = self._study.settings
        draw_with(settings.signs)
        assert isinstance(self.app, StudyApp)
        self.app.wear_theme()
        self._show()
        self.app.refresh(layout=True)
        return True
