"""Keys that are moved together, for those who come from vim or never use letters to move."""

from __future__ import annotations

from collections.abc import Mapping

from quizapp.machine.settings import Preset, Settings
from quizapp.tui.keys.motions import SCROLLS
from quizapp.tui.keys.moving import Moves, keys_of
from quizapp.tui.keys.names import is_text

SCROLLED = ("review", "placement", "placed", "card", "poke", "statistics", "summary")
"""The screens that are scrolled by SCROLLS."""

PRESETS: Mapping[Preset, Moves] = {
    "default": {},
    "vim": {
        "review.walk.1": ("right", "l"),
        "review.walk.-1": ("left", "h"),
        "review.turn_page.1": ("tab", "right", "l"),
        "review.turn_page.-1": ("shift+tab", "left", "h"),
    },
    "arrows": {
        "review.move.1": ("down",),
        "review.move.-1": ("up",),
        "review.step.1": ("down",),
        "review.step.-1": ("up",),
        "placement.move.1": ("down",),
        "placement.move.-1": ("up",),
        "statistics.turn.1": ("right", "tab"),
        "statistics.turn.-1": ("left", "shift+tab"),
    }
    | {
        f"{screen}.{act}": tuple(key for key in keys if not is_text(key))
        for screen in SCROLLED
        for act, keys in keys_of(SCROLLS).items()
    },
}


def moves_of(settings: Settings) -> Moves:
    """The keys of acts that are not as usual: those of the preset, and the learner's own."""
    return {**PRESETS[settings.key_preset], **settings.keys}
