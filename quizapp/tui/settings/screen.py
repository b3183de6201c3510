"""The settings: each with its value, its meaning and its effect, changed in place."""

from __future__ import annotations

from textual.binding import Binding
from textual.content import Content
from textual.theme import Theme
from textual.widgets import Input

from quizapp.machine.remember import Value
from quizapp.machine.settings import CHOICES, Settings, SettingsError
from quizapp.study.counting import USUAL_PACE
from quizapp.study.settings_in_words import LATER, MEANINGS, effect_in_words
from quizapp.study.study import Study
from quizapp.text.cells import padded
from quizapp.text.language import asked_for, mark, tr
from quizapp.text.visible import visible
from quizapp.tui.settings.row_screen import FAINT, RowScreen, row_keys
from quizapp.tui.settings.written import as_text, from_text, next_value, value_of
from quizapp.tui.widgets.pick_list import PickList

KEY_COLUMNS = max(map(len, MEANINGS)) + 3
VALUE_COLUMNS, FEWER = 22, 10
"""Columns of a value, and on a narrow screen."""
KEYS = "keys"
"""The row that leads to the keys."""
ROWS = (*MEANINGS, KEYS)


class SettingsScreen(RowScreen):
    """All settings, and the row that leads to the keys."""

    BINDING_GROUP_TITLE = mark("Settings")
    LESSER = ("step(-1)", "step(1)")
    BINDINGS = [
        *row_keys(
            Binding(
                "left,h",
                "step(-1)",
                "less",
                key_display="←",
                tooltip="One less, or the value before",
            ),
            Binding(
                "right,l", "step(1)", "more", key_display="→", tooltip="One more, or the next value"
            ),
            change=mark("Change the setting"),
            usual=mark("Have it as it is without a config file"),
            back=mark("Home; or leave it as it is"),
        )
    ]

    def __init__(self, study: Study) -> None:
        super().__init__(study, tr("Settings"), ROWS)
        self._told_of = ROWS[0]
        """The row whose keys the last line names."""
        self._pace = (study.log.pace() or USUAL_PACE).card

    def on_mount(self) -> None:
        self.query_one(PickList).styles.max_height = len(ROWS)
        self.app.theme_changed_signal.subscribe(self, self._show_theme)

    def _show_theme(self, _: Theme) -> None:
        """It is set after the palette in which it is picked has gone."""
        self.show_rows()

    def row(self, name: str) -> Content:
        if name == KEYS:
            moved = len(self._study.settings.keys)
            words = tr("{moved} moved", moved=moved) if moved else tr("as usual")
            return Content.assemble(padded(name, KEY_COLUMNS), words)
        value, usual = self.value(name), _shown(Settings(), name)
        changed = "" if value == usual else tr("default: {value}", value=usual)
        asked = asked_for() if name == "language" else None
        this_time = tr("{value} for this start", value=asked) if asked not in (None, value) else ""
        columns = FEWER if self.is_narrow else VALUE_COLUMNS
        row = Content.assemble(
            padded(name, KEY_COLUMNS),
            (padded(f"{value} ", columns), "bold $text-accent" if changed else ""),
            (tr(", ").join(filter(None, (changed, this_time))), FAINT),
        )
        return row.rstrip().truncate(max(self.size.width - 7, KEY_COLUMNS), ellipsis=True)

    def value(self, name: str) -> str:
        return _shown(self._study.settings, name)

    def meaning(self, name: str) -> str:
        return tr("Which key does what, screen by screen.") if name == KEYS else tr(MEANINGS[name])

    def about(self) -> str:
        name = self.name_here
        if self._told_of != name:
            self._told_of = name
            self.refresh_bindings()
        if name == KEYS:
            return self.meaning(name)
        lines = [self.meaning(name), effect_in_words(name, self._study.settings, self._pace)]
        if name in LATER:
            lines.append(self._when_taken_up())
        return "\n".join(filter(None, lines))

    def _when_taken_up(self) -> str:
        if self.app.is_web:  # which goes on as it was where its page is loaded anew
            again = tr("Open it again")
            return tr('The app takes it up once you have quit it and press "{again}".', again=again)
        return tr("The app takes it up when it is started again.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("step", "usual") and self._told_of == KEYS:
            return False
        if action == "step" and next_value(self._study.settings, self._told_of, 1) is None:
            return False
        return super().check_action(action, parameters)

    def change(self) -> None:
        """Take what was typed; or step through what may be chosen; or have it typed."""
        key = self.name_here
        if self._is_editing:
            self._take(self.query_one(Input).value)
        elif key == KEYS:
            from quizapp.tui.settings.keys_screen import KeysScreen  # which looks at every screen

            self.app.push_screen(KeysScreen(self._study))
        elif key in CHOICES:
            self.action_step(1)
        elif not self.is_as_shown():
            return
        elif key == "theme":
            self.app.search_themes()
        else:
            self._edit(as_text(value_of(self._study.settings, key)))

    def action_step(self, way: int) -> None:
        """Where the keys come quickly, the row may be another than when this was offered."""
        if self.name_here == KEYS:
            return
        value = next_value(self._study.settings, self.name_here, way)
        if value is not None:
            self._set(value)

    def action_usual(self) -> None:
        if self.name_here != KEYS:
            self._set(None)

    def _take(self, text: str) -> None:
        try:
            value = from_text(self._study.settings, self.name_here, text)
        except ValueError as error:
            self.complain(str(error))
            return
        if self._set(value):
            self._stop_editing()

    def _set(self, value: Value | None) -> bool:
        """Set the setting under the cursor; whether that was possible."""
        if not self.is_as_shown():
            return False
        before = self._study.settings
        try:
            self._study.set(self.name_here, value)
        except SettingsError as error:
            self.complain(str(error))
            return False
        self.take_effect(before)
        return True


def _shown(settings: Settings, name: str) -> str:
    return visible(as_text(value_of(settings, name))) or tr("none")
