"""English texts as lines of YAML, to be translated where they stand."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator

import yaml

from quizapp.deck.parts import Spot
from quizapp.deck.translation import Unit

SAME = 10**6
"""Columns of a line, so that none is broken."""


def skeleton(unit: Unit, dash: str) -> str:
    """A unit as an item of its section, behind the blanks that stand before a dash there."""
    return f"{dash}- id: {unit.id}\n" + body(unit, f"{dash}  ")


def body(unit: Unit, indent: str) -> str:
    """All that a unit says, with the digest of it."""
    return f"{indent}of: {unit.of}\n" + "".join(
        written for name in unit.shape for written in field(unit, name, indent)
    )


def field(unit: Unit, name: str, indent: str) -> Iterator[str]:
    parts = unit.shape[name]
    if not parts[0][0].part:
        yield f"{indent}{name}: {scalar(unit, parts[0][0], indent)}\n"
        return
    yield f"{indent}{name}:\n"
    for spots in parts:
        yield part(unit, spots, f"{indent}  ")


def part(unit: Unit, spots: list[Spot], dash: str) -> str:
    """The texts of one part of a list."""
    inside = f"{dash}  "
    texts = [(spot.part, scalar(unit, spot, inside)) for spot in spots]
    named = [f"{name}: {text}" for name, text in texts] if len(texts) > 1 else [texts[0][1]]
    return f"{dash}- " + f"\n{inside}".join(named) + "\n"


def scalar(unit: Unit, spot: Spot, indent: str) -> str:
    """A text as YAML: under `|` where it has lines, else in one."""
    text = unit.texts[spot].en.strip()
    if "\n" in text:
        return "|\n" + textwrap.indent(text, f"{indent}  ")
    return (
        str(yaml.safe_dump(text, allow_unicode=True, width=SAME))
        .strip()
        .removesuffix("...")
        .strip()
    )


def in_braces(unit: Unit, name: str) -> str:
    """A field as it stands between the braces of `{key: value, …}`."""
    parts = unit.shape[name]
    texts = [{spot.part: unit.texts[spot].en.strip() for spot in spots} for spots in parts]
    if not parts[0][0].part:
        value: object = texts[0][""]
    else:
        value = [one if len(one) > 1 else next(iter(one.values())) for one in texts]
    return f"{name}: {json.dumps(value, ensure_ascii=False)}, "
