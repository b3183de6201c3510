"""Styles that were parsed for a first screen, kept for the next: a twentieth of a start."""

from __future__ import annotations

import copyreg
import pickle
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

from textual.css import model, parse, styles
from textual.css.model import CombinatorType, RuleSet, Selector, SelectorType
from textual.css.scalar import Unit
from textual.css.styles import Styles

from quizapp.machine.pickled import pickled, unpickled
from quizapp.machine.safekeeping import read_own, write_if_roomy
from quizapp.tui.parsed_once import MOST_THEMES, Colours, ParsedOnce, Source, parsed_with

_MADE_OF = {
    *(("textual.css.model", name) for name in ("RuleSet", "Selector", "SelectorSet")),
    *(("textual.css.model", name) for name in ("CombinatorType", "SelectorType")),
    *(("textual.css.scalar", name) for name in ("Scalar", "ScalarOffset", "Unit")),
    ("textual.css.styles", "Styles"),
    ("textual.color", "Color"),
    ("textual.geometry", "Spacing"),
    *((f"textual.layouts.{name}", f"{name.title()}Layout") for name in ("horizontal", "vertical")),
}
"""The classes of what is kept; a style of another is parsed at each start."""


class KeptStyles:
    """A file of them in a folder of the user's own. What cannot be read is as good as not there."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "styles"
        self._kept: dict[Colours, dict[Source, list[RuleSet]]] = {}

    def take_up(self) -> None:
        """Know what was kept, if this Textual parsed it."""
        with suppress(OSError):
            match unpickled(read_own(self._file), _MADE_OF):
                case (stamp, dict(kept)) if stamp == _stamp():
                    self._kept = {of: rules for of, rules in kept.items() if type(rules) is dict}
        for colours, rules in self._kept.items():
            parsed = parsed_with(colours)
            for source, one in rules.items():
                parsed[source] = one

    def keep(self, sheet: ParsedOnce) -> None:
        """Keep what a sheet is made of, unless that was taken up."""
        rules = sheet.rules_by_source
        if rules.keys() <= self._kept.get(sheet.colours, {}).keys():
            return
        others = {colours: kept for colours, kept in self._kept.items() if colours != sheet.colours}
        self._kept = {**dict(list(others.items())[1 - MOST_THEMES :]), sheet.colours: rules}
        with suppress(OSError, pickle.PicklingError):
            write_if_roomy(self._file, pickled((_stamp(), self._kept)))


def _stamp() -> tuple[tuple[int, int], ...]:
    """Of Textual's sources: what another release made may have another form."""
    of = (Path(module.__file__ or "").stat() for module in (model, parse, styles))
    return tuple((status.st_mtime_ns, status.st_size) for status in of)


def _by_init(thing: Any) -> tuple[Any, ...]:
    """How it is made again: by what it was made of, and not by what it made of that."""
    return type(thing), tuple(getattr(thing, field.name) for field in fields(thing) if field.init)


def _by_value(member: Any) -> tuple[Any, ...]:
    return type(member), (member.value,)


copyreg.pickle(Selector, _by_init)
copyreg.pickle(Styles, _by_init)
copyreg.pickle(CombinatorType, _by_value)
copyreg.pickle(SelectorType, _by_value)
copyreg.pickle(Unit, _by_value)
