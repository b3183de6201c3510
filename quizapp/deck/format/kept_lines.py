"""The lines of a file of texts in another language, of which each is kept while more come in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quizapp.deck.format.english_yaml import body, field, in_braces, part, scalar
from quizapp.deck.format.yaml_nodes import Entries, Items, Node, Scalar
from quizapp.deck.parts import Spot
from quizapp.deck.translation import Unit

LISTED = ("ideas", "cards")
"""Keys of the head that hold other units."""


class KeptLines:
    """Lines by their numbers in the file as it was read; what is put after one goes along."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = ["", *(f"{line}\n" for line in lines)]

    def text(self, start: int, end: int) -> str:
        return "".join(self._lines[start:end])

    def lines_of(self, node: Entries) -> range:
        """The numbers of the lines in which a unit says something, and of the blank ones below."""
        end = self._end(node) + 1
        while end < len(self._lines) and not self._lines[end].strip():
            end += 1
        return range(node.start.line, end)

    def dash(self, item: Node) -> str:
        """The dash of an item that begins a line, with the blanks before it; else nothing."""
        before = self._lines[item.start.line][: item.start.column - 1]
        return before.rstrip() if re.fullmatch(" *- +", before) else ""

    def take_away_notes(self, first: str) -> None:
        """Take away the comments that begin with a line that `note` has put."""
        is_note = False
        for number, line in enumerate(self._lines):
            is_note = line.strip() == first or (is_note and bool(re.match(" *#(   |$)", line)))
            if is_note:
                self._lines[number] = ""

    def note(self, node: Entries, lines: Sequence[str]) -> None:
        """Put a comment at the top of a unit."""
        indent = _indent(node)
        self._lines[_top(node)] += "".join(f"{indent}{line}\n" for line in lines)

    def stamp(self, unit: Unit, node: Entries) -> None:
        """Say that a unit is of the English that there is."""
        of = node.keys.get("of")
        if of is not None:
            line, at = self._lines[of.start.line], of.start.column - 1
            new = re.sub(r"^(['\"]?)of\1\s*:[^\S\n]*[^\s#,}]*", f"of: {unit.of}", line[at:])
            self._lines[of.start.line] = line[:at] + new
        elif node.flow:
            self._put_in_braces(node, f"of: {unit.of}, ")
        else:
            self._lines[_top(node)] += f"{_indent(node)}of: {unit.of}\n"

    def put_field(self, unit: Unit, node: Entries, name: str) -> None:
        """Put a whole field below the others, in English."""
        if node.flow:
            self._put_in_braces(node, in_braces(unit, name))
        else:
            self._lines[self._end(node)] += "".join(field(unit, name, _indent(node)))

    def put_anew(self, unit: Unit, node: Entries) -> None:
        """Put the English of today in place of all that a unit says."""
        said = [key for key in node.keys if key in ("of", *unit.shape)]
        for key in said:
            start, end = node.keys[key].start.line, self._last(node.values[key])
            self._lines[start : end + 1] = [""] * (end + 1 - start)
        self._lines[node.keys[said[0]].start.line] = body(unit, _indent(node))

    def can_put_parts(self, unit: Unit, node: Entries, new: frozenset[Spot]) -> bool:
        """Whether there is a place among the lines for each text that a list lacks."""
        return all(
            listed.items
            and all(map(self.dash, listed.items))
            and all(
                item is None or not new.intersection(spots) or _is_short(item)
                for spots, item in _side_by_side(listed, parts, new)
            )
            for listed, parts in _lists(unit, node, new)
        )

    def put_parts(self, unit: Unit, node: Entries, new: frozenset[Spot]) -> None:
        """Put what lists lack in its place, in English."""
        for listed, parts in _lists(unit, node, new):
            above = listed.items[0].start.line - 1
            dash = self.dash(listed.items[0])[:-1]
            for spots, item in _side_by_side(listed, parts, new):
                if item is None:
                    self._lines[above] += part(unit, spots, dash)
                    continue
                above = self._last(item)
                for spot in [spot for spot in spots if spot in new]:
                    line, at = self._lines[item.start.line], item.start.column - 1
                    self._lines[item.start.line] = f"{line[:at]}{spots[0].part}: {line[at:]}"
                    indent = " " * at
                    self._lines[above] += f"{indent}{spot.part}: {scalar(unit, spot, indent)}\n"

    def _put_in_braces(self, node: Entries, text: str) -> None:
        line, at = self._lines[node.start.line], node.start.column
        self._lines[node.start.line] = line[:at] + text + line[at:]

    def _end(self, node: Entries) -> int:
        """The last line of what a unit says."""
        return max(
            max(self._last(value), node.keys[key].start.line)
            for key, value in node.values.items()
            if key not in LISTED
        )

    def _last(self, node: Node) -> int:
        """The last line of a value that is not blank."""
        if isinstance(node, Entries | Items) and not node.flow:
            inner = node.items if isinstance(node, Items) else [*node.values.values()]
            return max((self._last(one) for one in inner), default=node.start.line)
        end = node.end.line - (node.end.column == 1 and node.end != node.start)
        end = min(end, len(self._lines) - 1)
        while end > node.start.line and not self._lines[end].strip():
            end -= 1
        return end


def _indent(node: Entries) -> str:
    return " " * (node.start.column - 1)


def _top(node: Entries) -> int:
    """The line of a unit below which it says what it is of."""
    marks = [node.values[key] for key in ("id", "format", "language") if key in node.values]
    return max((mark.end.line for mark in marks), default=node.start.line - 1)


def _lists(
    unit: Unit, node: Entries, new: frozenset[Spot]
) -> Iterator[tuple[Items, list[list[Spot]]]]:
    """The lists of a unit that lack something."""
    for name, parts in unit.shape.items():
        listed = node.values.get(name)
        if isinstance(listed, Items) and any(new.intersection(spots) for spots in parts):
            yield listed, parts


def _side_by_side(
    listed: Items, parts: list[list[Spot]], new: frozenset[Spot]
) -> Iterator[tuple[list[Spot], Node | None]]:
    """The texts of each part of a list, and its item; None for a part that is new."""
    items = iter(listed.items)
    for spots in parts:
        yield spots, None if new.issuperset(spots) else next(items)


def _is_short(item: Node) -> bool:
    """Whether a key can be put before an item, and another below it."""
    return isinstance(item, Scalar) and item.style not in ("|", ">")
