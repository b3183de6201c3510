"""Rows that are changed one at a time, and below them what the present one means."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from quizapp.machine.settings import Settings, SettingsError, load_settings, place_of
from quizapp.study.study import Study
from quizapp.text.ascii import draw_with
from quizapp.text.language import mark, tr
from quizapp.text.visible import visible
from quizapp.tui.base import StudyApp
from quizapp.tui.keys.help_key import HELP_KEY
from quizapp.tui.screens.styled_once import StyledOnce
from quizapp.tui.themes import theme_complaint
from quizapp.tui.widgets.key_bar import KeyBar
from quizapp.tui.widgets.pick_list import PickList
from quizapp.tui.widgets.prompt_input import PromptInput
from quizapp.tui.widgets.title_bar import TitleBar

WIDE = 78
"""Columns from which on a row has room for words."""

FAINT = "$text 60%"


def row_keys(*own: Binding, change: str, usual: str, back: str) -> list[Binding]:
    """The keys of such a screen, with their tooltips; `own` ones stand behind the first."""
    return [
        Binding("enter", "change", "change", key_display="enter", priority=True, tooltip=change),
        Binding("enter", "stay", "to this row", key_display="enter", priority=True),
        *own,
        Binding("r", "usual", "as usual", tooltip=usual),
        Binding("slash", "find", "find", show=False, tooltip="Go to a row by a part of its name"),
        Binding("escape", "leave", "back", key_display="esc", tooltip=back),
        Binding("q,comma", "leave", show=False),
        HELP_KEY,
    ]


class RowScreen(StyledOnce[None]):
    """What is changed here acts at once, and is in the config file; its comments stay."""

    CSS_PATH = "settings.tcss"
    HELP = mark("The arrows, or j, k, g and G, choose a row.")
    LESSER: Sequence[str] = ()
    """Acts whose keys give way to others."""
    AUTO_FOCUS = "#settings"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (18, "-tall")]

    def __init__(self, study: Study, title: str, rows: Sequence[str]) -> None:
        super().__init__()
        self._study = study
        self._heading = title
        self._names = rows
        self._is_finding = False
        self._edited = ""
        """The row that something is typed for; a click moves the cursor, and is told of later."""

    def compose(self) -> ComposeResult:
        yield TitleBar(self._heading, visible(str(self._study.places.config_file)))
        yield PickList(*(Option("", id=name) for name in self._names), id="settings", markup=False)
        yield Static(id="about", markup=False)
        yield PromptInput(id="value", select_on_focus=False)
        yield KeyBar(self.LESSER)

    @abstractmethod
    def row(self, name: str) -> Content:
        """What a row says."""

    @abstractmethod
    def value(self, name: str) -> str:
        """What a row shows as its value."""

    @abstractmethod
    def meaning(self, name: str) -> str:
        """What a row is about, in words that it is found by, too."""

    @abstractmethod
    def about(self) -> str:
        """What the present row means, and how it stands."""

    def on_mount(self) -> None:
        self.show_rows()
        self.query_one(PickList).highlighted = 0

    def on_screen_resume(self) -> None:
        self._take_up()
        self.show_rows()

    def _take_up(self) -> bool:
        """Have all as the config file says by now; whether that can be."""
        file, before = self._study.places.config_file, self._study.settings
        try:
            there = load_settings(file)
        except SettingsError as error:
            self.complain(error)
            return False
        if wrong := theme_complaint(there.theme):
            self.complain(f"{place_of(file, 'theme')}: {wrong}")
            return False
        self._study.settings = there
        self.take_effect(before)
        return True

    def is_as_shown(self) -> bool:
        """Whether the config file has the present row as it is shown; else show and tell it."""
        name = self.name_here
        shown = self.value(name)
        if not self._take_up():
            return False
        if (value := self.value(name)) == shown:
            return True
        told = tr("{name} was changed elsewhere: it is now {value}.", name=name, value=value)
        self.notify(told, severity="warning", markup=False)
        return False

    def take_effect(self, before: Settings) -> None:
        """Have all that acts at once as it is set by now."""
        settings = self._study.settings
        if settings == before:
            return
        draw_with(settings.signs)
        assert isinstance(self.app, StudyApp)
        is_moved = (settings.key_preset, settings.keys) != (before.key_preset, before.keys)
        if is_moved and (complaint := self.app.move_keys()):
            self.complain(complaint)
        self.app.wear_theme()
        self.show_rows()
        self.app.refresh(layout=True)

    @property
    def _is_editing(self) -> bool:
        """Something is typed below the rows."""
        return self.has_class("-editing")

    def _edit(self, text: str) -> None:
        self._edited = "" if self._is_finding else self.name_here
        field = self.query_one(Input)
        field.value = text
        field.select_all()
        self.add_class("-editing")
        self.set_focus(field)
        self.refresh_bindings()

    def _stop_editing(self) -> None:
        self._is_finding, self._edited = False, ""
        self.app.clear_notifications()
        self.remove_class("-editing")
        self.set_focus(self.query_one(PickList))
        self.refresh_bindings()

    def action_find(self) -> None:
        self._is_finding = True
        self._found_from = self.query_one(PickList).highlighted or 0
        self._edit("")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        if self._is_finding:
            self._go_to(event.value)

    def _go_to(self, said: str) -> bool:
        """Go to the first row that has this in its name, its words or its meaning, if one has.

        Else, and where nothing is said, back to where one was.
        """
        said = said.strip().lower()
        rows = [name.lower() for name in self._names]
        rows += [self.row(name).plain.lower() for name in self._names]
        rows += [self.meaning(name).lower() for name in self._names]
        found = next((at for at, row in enumerate(rows) if said and said in row), None)
        here = self._found_from if found is None else found % len(self._names)
        self.query_one(PickList).highlighted = here
        return found is not None or not said

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("change", "stay"):
            return self._is_finding == (action == "stay")
        return action in ("leave", "app.help") or not self._is_editing

    @on(OptionList.OptionSelected)
    def action_change(self) -> None:
        """Change the present row, or take what was typed for it."""
        self.change()

    def action_stay(self) -> None:
        """Stay at the row that was found."""
        said = self.query_one(Input).value
        is_found = self._go_to(said)  # it may not have been looked for yet
        self._stop_editing()
        if not is_found:
            self.complain(tr("No row has '{said}' in it.", said=said))

    def on_resize(self) -> None:
        self.show_rows()

    @property
    def is_narrow(self) -> bool:
        """Its class comes only after the rows are told of the size."""
        return self.size.width < WIDE

    @property
    def name_here(self) -> str:
        """The row that is typed for, or else the one under the cursor, by its name."""
        return self._edited or self._under_cursor

    @property
    def _under_cursor(self) -> str:
        option = self.query_one(PickList).highlighted_option
        return (option.id if option is not None else None) or self._names[0]

    def show_rows(self) -> None:
        rows = self.query_one(PickList)
        for name in self._names:
            rows.replace_option_prompt(name, self.row(name))
        self.explain()

    @on(OptionList.OptionHighlighted)
    def _moved(self) -> None:
        """A click on another row leaves what is typed for this one."""
        if self.name_here != self._under_cursor:
            self._stop_editing()
        self.explain()

    def explain(self) -> None:
        self.query_one("#about", Static).update(self.about())

    def complain(self, words: str | SettingsError) -> None:
        self.app.clear_notifications()  # a key that is held down would pile them up
        self.notify(visible(str(words)), severity="warning", markup=False)

    @abstractmethod
    def change(self) -> None:
        """Have the present row otherwise."""

    def action_leave(self) -> None:
        if self._is_editing:
            if self._is_finding:
                self._go_to("")
            self._stop_editing()
        else:
            self.app.clear_notifications()  # they tell of rows
            self.app.pop_screen()
