"""The command palette: Textual's own, without a key of it that goes wrong."""

from __future__ import annotations

from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.command import CommandList, CommandPalette
from textual.theme import ThemeProvider
from textual.widgets import Input
from textual.widgets.option_list import Option
from textual.worker import Worker, WorkerState

from quizapp.text.language import tr
from quizapp.tui.widgets.pick_list import BarredList


class _Commands(CommandList, BarredList, can_focus=False):
    """What is found."""


class Themes(ThemeProvider):
    """The colours that can be had, those in force first: Enter at once changes nothing."""

    @property
    def commands(self) -> list[tuple[str, Callable[[], None]]]:
        return sorted(super().commands, key=lambda named: named[0] != self.app.theme)


class Palette(CommandPalette):
    """Keys that come before its list act on nothing; by pages it moves once that is laid out.

    Enter takes what is found by all that was typed, also where that is still being searched for.
    """

    _is_awaited = False
    """Enter was pressed before the search was over."""

    def compose(self) -> ComposeResult:
        for widget in super().compose():
            yield _Commands() if isinstance(widget, CommandList) else widget

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False

    @on(Input.Submitted)
    def _wait_for_the_search(self, event: Input.Submitted) -> None:
        if any(self._is_search(each) and not each.is_finished for each in self.workers):
            self._is_awaited = True
            event.stop()
            event.prevent_default()

    @on(Input.Changed)
    def _search_anew(self) -> None:
        self._is_awaited = False

    @on(Worker.StateChanged)
    def _take_what_was_found(self, event: Worker.StateChanged) -> None:
        done = event.state is WorkerState.SUCCESS and self._is_search(event.worker)
        if done and self._is_awaited:
            self._is_awaited = False
            self._select_or_command()

    def _is_search(self, worker: Worker[object]) -> bool:
        return worker.node is self and worker.group == self._GATHER_COMMANDS_GROUP

    def _action_command_list(self, action: str) -> None:
        for commands in self.query(CommandList):
            if commands.scrollable_content_region or "page" not in action:
                super()._action_command_list(action)

    def _start_no_matches_countdown(self, search_value: str) -> None:
        """Textual's own, with its words in the language that is spoken."""
        self._stop_no_matches_countdown()
        self._no_matches_timer = self.set_timer(
            self._NO_MATCHES_COUNTDOWN, lambda: self._tell_of_no_matches(search_value)
        )

    def _tell_of_no_matches(self, search_value: str) -> None:
        if search_value:
            told = Option(tr("Nothing is found"), disabled=True, id=self._NO_MATCHES)
            self.query_one(CommandList).add_option(told)
        self._list_visible = bool(search_value)
