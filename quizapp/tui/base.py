"""What every app of ours does alike: its look, its help, and how it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.dom import DOMNode
from textual.filter import LineFilter
from textual.screen import Screen
from textual.theme import Theme

import quizapp.tui.whole_notices
import quizapp.tui.wrapping  # noqa: F401  # whatever this app shows
from quizapp.errors import UserError
from quizapp.machine.background import is_said_to_be_light
from quizapp.machine.settings import AUTO, Settings, SettingsError
from quizapp.study.desk import Desk
from quizapp.text.ascii import draws_in_ascii
from quizapp.text.language import in_a_row, tr
from quizapp.text.visible import visible
from quizapp.tui.background import FollowsBackground
from quizapp.tui.composing import ComposesInPlace
from quizapp.tui.copying import copy
from quizapp.tui.handing_over import is_lacking
from quizapp.tui.harmless import Harmless
from quizapp.tui.in_ascii import InAscii
from quizapp.tui.kept_styles import KeptStyles
from quizapp.tui.keys.moving import Moves, move_keys
from quizapp.tui.keys.names import key_in_words
from quizapp.tui.keys_in_order import KeysInOrder
from quizapp.tui.legible import Legible
from quizapp.tui.mishaps import GoesOn
from quizapp.tui.notices import Notices
from quizapp.tui.outliving import OutlivesTerminal
from quizapp.tui.own_colours import OwnColours
from quizapp.tui.painted_anew import PaintedAnew
from quizapp.tui.palette import Palette, Themes
from quizapp.tui.parsed_once import ParsedOnce
from quizapp.tui.pressable import Presses
from quizapp.tui.rest import TidiesAtRest
from quizapp.tui.sized_by_page import SizedByPage
from quizapp.tui.themes import DARK, LIGHT, OFFERED, OWN, theme_complaint

if TYPE_CHECKING:
    from quizapp.memory.acts.act import ActKind
    from quizapp.study.study import Study


LOOKS_AROUND = 0.5
"""Seconds from one look to the next at what no key tells of."""

SWITCH = 0.0005
"""Seconds that the thread which writes to the terminal waits for its turn; Python's are ten times
as many, by which all would be seen later that is drawn while something goes on.
"""


@runtime_checkable
class Decides(Protocol):
    """A screen on which `decide(NAME)` does an act."""

    def decidable(self) -> Mapping[str, ActKind]:
        """What can be decided there now, by name."""


class StudyApp(
    OutlivesTerminal,
    TidiesAtRest,
    SizedByPage,
    PaintedAnew,
    Presses,
    ComposesInPlace,
    KeysInOrder,
    FollowsBackground,
    Notices,
    GoesOn,
):
    """An app on what a learner has on the desk. Raises UserError for a theme that is none."""

    CSS_PATH = "quiz.tcss"
    HANDS_OVER = ("suspend_process",)
    BINDINGS = [
        Binding("ctrl+p", "command_palette", "Commands", show=False, tooltip="All commands"),
        Binding(
            "ctrl+z",
            "suspend_process",
            "Suspend",
            show=False,
            priority=True,
            tooltip="Back to the shell for a while; fg brings the app back",
        ),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True, tooltip="Leave the app"),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        if "TEXTUAL_ANIMATIONS" not in os.environ:
            self.animation_level = "none"  # nothing moves that the learner did not move
        self._light = is_said_to_be_light()
        self._desk = desk
        self._always: Sequence[LineFilter] = (Harmless(), Legible())
        self._in_ascii = InAscii()
        self._own_colours = OwnColours()
        self._moves: Moves = {}
        for name in self.available_themes.keys() - OFFERED.keys():
            self.unregister_theme(name)
        for theme in OFFERED.values():
            self.register_theme(theme)
        if complaint := theme_complaint(desk.settings.theme):
            raise UserError(f"{desk.places.config_file}: {complaint}")
        self._kept_styles = KeptStyles(desk.places.cache)
        self._kept_styles.take_up()
        self._wear_first_theme()

    @property
    def _study(self) -> Study:
        return self._desk.study

    def get_key_display(self, binding: Binding) -> str:
        """An arrow in ASCII would be another key."""
        shown = super().get_key_display(binding)
        return key_in_words(binding.key) if draws_in_ascii() and not shown.isascii() else shown

    def get_line_filters(self) -> Sequence[LineFilter]:
        filters = [*super().get_line_filters(), *self._always]
        filters += [self._own_colours] if self.no_color or self.theme == OWN.name else []
        filters += [self._in_ascii] if draws_in_ascii() else []
        return filters

    def _check_action_state(self, action: str, default_namespace: DOMNode) -> bool | None:
        if is_lacking(self, default_namespace, action):
            return False
        return super()._check_action_state(action, default_namespace)

    async def on_mount(self) -> None:
        sys.setswitchinterval(SWITCH)
        with suppress(NotImplementedError, AttributeError):  # on Windows
            loop = asyncio.get_running_loop()
            for told in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(told, self.exit, None, 128 + told)
        self.set_interval(LOOKS_AROUND, self.look_around)
        self.wear_theme()
        self.theme_changed_signal.subscribe(self, self._remember_theme, immediate=True)
        self.app_resume_signal.subscribe(self, self._paint_anew)
        self.screen_change_signal.subscribe(self, self._move_keys, immediate=True)
        if complaint := self.move_keys():
            self.notify(complaint, severity="warning", timeout=15, markup=False)
        await self.begin()

    async def begin(self) -> None:
        """What comes once keys and colours are in place; each `on_mount` is called by Textual."""

    def look_around(self) -> None:
        """See to what no key tells of, twice a second.

        Where the terminal is gone and no signal said so, as under `su`, end: Textual would read
        the end of its input over and over. And where who served the page was killed.
        """
        if self.is_left_alone:
            self.exit(None, 128 + signal.SIGHUP)
        self.tidy()

    def move_keys(self) -> str:
        """Have the keys as they are set; all as usual where not all can be, and say why."""
        settings = self._desk.settings
        told = self._told_of(settings)
        self._moves = {}
        if not told and (settings.keys or settings.key_preset != "default"):
            from quizapp.tui.keys.presets import moves_of  # which a first paint mostly does without

            self._moves = moves_of(settings)
        for screen in self.screen_stack:
            self._move_keys(screen)
        return told

    def _move_keys(self, screen: Screen[object]) -> None:
        move_keys(screen, self._moves)

    def _told_of(self, settings: Settings) -> str:
        if not settings.keys:
            return ""
        from quizapp.tui.keys.complaints import complaints_in_file  # which looks at every screen

        file = self._desk.places.config_file
        told = [f"{wrong}." for wrong in complaints_in_file(settings, file)]
        return visible(in_a_row(*told, tr("All keys are as usual."))) if told else ""

    def _paint_anew(self, _: object) -> None:
        """Back from the shell, the terminal is blank, and Textual takes it to be as it was."""
        self.refresh(layout=True)

    @property
    def _theme_to_wear(self) -> str:
        chosen = self._desk.settings.theme
        return chosen if chosen != AUTO else (LIGHT if self._light else DARK).name

    def _wear_first_theme(self) -> None:
        """Before any style is computed: Textual's own way has all of them computed twice."""
        self.set_reactive(App.theme, self._theme_to_wear)
        self.stylesheet = ParsedOnce()
        self.stylesheet.set_variables(self.get_css_variables())
        self.set_class(self.current_theme.dark, "-dark-mode", update=False)
        self.set_class(not self.current_theme.dark, "-light-mode", update=False)

    def keep_styles(self) -> None:
        """Have the next start begin with the styles that this one has parsed."""
        assert isinstance(self.stylesheet, ParsedOnce)
        self._kept_styles.keep(self.stylesheet)

    def wear_theme(self) -> None:
        """Have the colours that are set."""
        self.theme = self._theme_to_wear

    def be_light(self, light: bool) -> None:
        self._light = light
        self.wear_theme()

    def _remember_theme(self, theme: Theme) -> None:
        """A theme that was picked is the learner's from now on."""
        if theme.name == self._theme_to_wear:
            return
        try:
            self._study.set("theme", theme.name)
        except SettingsError as error:
            self.notify(
                tr("The theme is not remembered. {error}", error=visible(str(error))),
                severity="warning",
                markup=False,
            )

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The command palette: what the keys of the screen do now, and the app's own."""
        told = set[str]()
        for binding in screen.BINDINGS:
            assert isinstance(binding, Binding)
            title = tr(binding.description).capitalize()
            if (
                title
                and binding.tooltip
                and title not in told
                and self._check_action_state(binding.action, screen)
            ):
                told.add(title)
                yield SystemCommand(
                    title, tr(binding.tooltip), partial(self._act_still, binding.action, screen)
                )
        if isinstance(screen, Decides) and self._check_action_state("decide", screen):
            for name, kind in screen.decidable().items():
                decide = partial(self._act_still, f"decide('{name}')", screen)
                yield SystemCommand(tr(kind.title), tr("Decide about the card"), decide)
        if selected := screen.get_selected_text():
            yield SystemCommand(
                tr("Copy selection"), tr("Copy what is selected"), partial(copy, self, selected)
            )
        yield SystemCommand(tr("Theme"), tr("Change the colours"), self.action_change_theme)
        if tr("Quit") not in told:
            yield SystemCommand(tr("Quit"), tr("Leave the app"), self.action_quit)

    async def _act_still(self, action: str, screen: Screen[object]) -> None:
        """What was picked in the palette, unless keys have led elsewhere meanwhile."""
        if self.screen is screen and self._check_action_state(action, screen):
            await self.run_action(action, screen)

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, Palette):
            self.push_screen(
                Palette(id="--command-palette", placeholder=tr("Search for commands…"))
            )

    def search_themes(self) -> None:
        self.push_screen(Palette([Themes], placeholder=tr("Search for themes…")))

    def action_help_quit(self) -> None:
        """After ctrl+c, where it copies nothing: in our words and with our keys."""
        key = next(
            (
                each
                for each, bound in self.active_bindings.items()
                if bound.binding.action == "quit"
            ),
            "",
        )
        self.notify(tr("{key} leaves the app.", key=key or "ctrl+q"))

    def action_suspend_process(self) -> None:
        """Stop as a job of a shell; one that leads its session would stand still for good."""
        if sys.platform != "win32" and os.getpgrp() == os.getsid(0):
            self.notify(tr("There is nothing to go back to: no shell waits behind the app."))
        else:
            super().action_suspend_process()

    def action_help(self) -> None:
        from quizapp.tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen))
