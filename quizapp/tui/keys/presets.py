"""Keys that are moved together, for those who come from vim or never use letters to move."""

from __future__ import annotations

from collections.abc import Mapping

from quizapp.machine.settings import Preset, Settings
from quizapp.tui.keys.moving import Moves

DOWN, UP = ("pagedown", "ctrl+d", "ctrl+f"), ("pageup", "ctrl+u", "ctrl+b")

PRESETS: Mapping[Preset, Moves] = {
    "default": {},
    "vim": {
        "review.walk.1": ("right", "l"),
        "review.walk.-1": ("left", "h"),
        "review.turn_page.1": ("tab", "right", "l"),
        "review.turn_page.-1": ("shift+tab", "left", "h"),
        "review.scroll.1": (*DOWN, "down", "j"),
        "review.scroll.-1": (*UP, "up", "k"),
        "placement.scroll.1": DOWN,
        "placement.scroll.-1": UP,
        "card.scroll.10": DOWN,
        "card.scroll.-10": UP,
        "placed.scroll.10": DOWN,
        "placed.scroll.-10": UP,
    },
    "arrows": {
        "review.move.1": ("down",),
        "review.move.-1": ("up",),
        "review.step.1": ("down",),
        "review.step.-1": ("up",),
        "review.scroll.1": ("pagedown", "down"),
        "review.scroll.-1": ("pageup", "up"),
        "placement.move.1": ("down",),
        "placement.move.-1": ("up",),
        "placed.scroll.1": ("down",),
        "placed.scroll.-1": ("up",),
        "card.scroll.1": ("down",),
        "card.scroll.-1": ("up",),
        "statistics.turn.1": ("right", "tab"),
        "statistics.turn.-1": ("left", "shift+tab"),
    },
}


def moves_of(settings: Settings) -> Moves:
    """The keys of acts that are not as usual: those of the preset, and the learner's own."""
    return {**PRESETS[settings.key_preset], **settings.keys}
