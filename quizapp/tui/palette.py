"""The command palette: Textual's own, without a key of it that goes wrong."""

from __future__ import annotations

from textual.command import CommandList, CommandPalette


class Palette(CommandPalette):
    """Keys that come before its list act on nothing; by pages it moves once that is laid out."""

    def _action_command_list(self, action: str) -> None:
        for commands in self.query(CommandList):
            if commands.scrollable_content_region or "page" not in action:
                super()._action_command_list(action)
