"""The themes: our own two, the terminal's own colours, and Textual's.

Ours have one accent colour; right and wrong are said in words as well.
"""

from __future__ import annotations

from dataclasses import replace

from textual.theme import BUILTIN_THEMES, Theme

from quizapp.machine.settings import AUTO
from quizapp.text.language import tr

DARK = Theme(
    name="quiz-dark",
    primary="#7aa2f7",
    secondary="#7dcfff",
    accent="#ee9d5c",
    success="#8fc46b",
    warning="#e0af68",
    error="#f0788c",
    foreground="#d3d7e3",
    background="#14161d",
    surface="#1b1e27",
    panel="#232733",
    dark=True,
)

LIGHT = Theme(
    name="quiz-light",
    primary="#2a5bd0",
    secondary="#0f7490",
    accent="#b2500f",
    success="#35701a",
    warning="#8a5b00",
    error="#b3223e",
    foreground="#23262f",
    background="#fbfaf7",
    surface="#f2f0ea",
    panel="#e7e4dc",
    dark=False,
)

OWN = replace(DARK, name="terminal")
"""Shown by nothing but the terminal's own foreground and background, see `OwnColours`."""

OFFERED = {
    theme.name: theme for theme in (DARK, LIGHT, OWN, *BUILTIN_THEMES.values()) if not theme.ansi
}
"""By name. In the other colours of a terminal's own, nobody can say that text will be legible."""


def theme_complaint(name: str) -> str | None:
    """What is wrong with a theme's name, if anything."""
    if name in (AUTO, *OFFERED):
        return None
    return tr(
        "unknown theme '{name}'; there are {offered}",
        name=name,
        offered=", ".join((AUTO, *sorted(OFFERED))),
    )
