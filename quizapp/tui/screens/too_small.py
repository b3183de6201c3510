"""What stands on a terminal too small to be useful."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

from quizapp.tui.size import NEEDED


class TooSmallScreen(ModalScreen[None]):
    """One sentence; what lies below stays as it was."""

    CSS_PATH = "too_small.tcss"

    def compose(self) -> ComposeResult:
        yield Static(f"{NEEDED}.".capitalize(), id="too-small", markup=False)
