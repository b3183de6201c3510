"""A field of one line whose Enter acts before the next key is looked at."""

from __future__ import annotations

from textual.widgets import Input


class PromptInput(Input):
    """Textual's own tells its screen in a message, which later keys may overtake, and it blinks."""

    def on_mount(self) -> None:
        self.cursor_blink = False

    async def action_submit(self) -> None:
        await self.screen._on_message(self.Submitted(self, self.value))
