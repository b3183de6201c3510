"""The command palette: Textual's own, without a key of it that goes wrong."""

from __future__ import annotations

from textual.command import CommandList, CommandPalette
from textual.widgets.option_list import Option

from quizapp.text.language import tr


class Palette(CommandPalette):
    """Keys that come before its list act on nothing; by pages it moves once that is laid out."""

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
            told = Option(tr("No such command"), disabled=True, id=self._NO_MATCHES)
            self.query_one(CommandList).add_option(told)
        self._list_visible = bool(search_value)
