"""The keys that open help wherever there is any."""

from __future__ import annotations

from textual.binding import Binding

HELP = "app.help"
HELP_KEY = Binding("question_mark,f1", HELP, "help", tooltip="Show these keys")
"""In a field, which writes the first, the last line names the second."""
