"""YAML text → nodes that know their place.

Every scalar is text: `no`, `010` and `1e3` mean what the card says they mean. The nodes are
built from the parser's events, so that a hostile file is refused before it has grown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import yaml

from quizapp.deck.format.yaml_words import ESCAPED, UNQUOTED, in_plain_words, needs_quotes, odd_sign
from quizapp.text.language import tr

MAX_NODES = 50_000
MAX_DEPTH = 40

# The C parser is ten times as fast, but PyYAML can be built without it.
_PARSER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

CONTROL_CHARACTER = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    r"\ud800-\udfff\ufeff\U000e0000-\U000e007f\U00100000-\U0010ffff]"
)
"""What no deck needs: terminals or editors may stumble over it, or show other code than runs.

That is controls, signs that turn the direction of writing or that nobody sees, and the last
plane of private use, in which words are put into texts.
"""


class FoldedText(str):
    """A text whose lines are not the lines of the file."""


class NullText(str):
    """What YAML takes for nothing where it stands without quotes."""


class Place(NamedTuple):
    """A 1-based line and column."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Scalar:
    text: str
    start: Place
    end: Place
    style: str
    """`|`, `>`, a quotation mark, or nothing for a plain scalar."""

    @property
    def text_line(self) -> int:
        """The line of the file where the text begins: below the sign of a block scalar."""
        return self.start.line + (self.style in ("|", ">"))

    @property
    def plain_data(self) -> str:
        if self.style == "|":
            return self.text
        if not self.style and self.text in ("~", "null", "Null", "NULL"):
            return NullText(self.text)
        spread = self.style != ">" and self.start.line != self.end.line
        return FoldedText(self.text) if spread or "\n" in self.text.rstrip("\n") else self.text


@dataclass(frozen=True, slots=True)
class Items:
    """A YAML sequence."""

    items: tuple[Node, ...]
    start: Place
    end: Place
    flow: bool

    @property
    def plain_data(self) -> list[Any]:
        return [item.plain_data for item in self.items]


@dataclass(frozen=True, slots=True)
class Entries:
    """A YAML mapping. A key given twice keeps its first value."""

    values: Mapping[str, Node]
    keys: Mapping[str, Scalar]
    start: Place
    end: Place
    flow: bool

    @property
    def plain_data(self) -> dict[str, Any]:
        return {key: value.plain_data for key, value in self.values.items()}


Node = Scalar | Items | Entries


def scalars(node: Node, key: str = "") -> Iterator[tuple[str, Scalar]]:
    """Each scalar in a node that is the value of a key, or in the list that is, with that key."""
    if isinstance(node, Entries):
        for name, value in node.values.items():
            yield from scalars(value, name)
    elif isinstance(node, Items):
        for item in node.items:
            yield from scalars(item, key)
    else:
        yield key, node


class Slip(NamedTuple):
    """Something wrong that leaves the rest of the file readable."""

    place: Place
    message: str


class NotReadable(Exception):
    """The text is not YAML, or is too much of it."""

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(message)
        self.place = place
        self.message = message


class TooMuch(NotReadable):
    """The text is larger than any deck."""


def read_nodes(text: str) -> tuple[Node | None, list[Slip]]:
    """The document's root, None where there is none, and the slips on the way to it.

    Raises NotReadable.
    """
    return _Composer(text).document()


class _Composer:
    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._events = self._read_events(text)
        self._slips: list[Slip] = []
        self._anchored: list[yaml.Event] = []
        self._has_aliases = False
        self._count = 0
        self._looked_at = 0
        """The line of the last key: a line may hold thousands."""

    def _read_events(self, text: str) -> Iterator[yaml.Event]:
        try:
            yield from yaml.parse(text, Loader=_PARSER)
        except yaml.MarkedYAMLError as error:
            place, message = in_plain_words(error, self._lines)
            raise NotReadable(Place(*place), message) from error

    def document(self) -> tuple[Node | None, list[Slip]]:
        root = None
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent) and root is not None:
                self._slip(event, tr("a deck is one document; what follows this line is not read"))
                break
            if isinstance(event, yaml.NodeEvent):
                root = self._node(event, depth=1)
        for event in () if self._has_aliases else self._anchored:  # else these are told
            self._slip(event, tr("a text that begins with & needs quotes; a deck has no anchors"))
        return root, self._slips

    def _slip(self, event: yaml.Event, message: str) -> None:
        self._slips.append(Slip(_start(event), message))

    def _look_at(self, line: int) -> None:
        if line != self._looked_at and (odd := odd_sign(self._lines, line)):
            self._slips.append(Slip(Place(*odd[0]), odd[1]))
        self._looked_at = line

    def _node(self, event: yaml.Event, depth: int) -> Node:
        self._count += 1
        if self._count > MAX_NODES:
            raise TooMuch(
                _start(event),
                tr("the file holds more than {max_nodes:,} values", max_nodes=MAX_NODES),
            )
        if depth > MAX_DEPTH:
            raise NotReadable(
                _start(event), tr("nested more than {max_depth} levels deep", max_depth=MAX_DEPTH)
            )
        if getattr(event, "tag", None) is not None:
            self._slip(event, tr("a text that begins with ! needs quotes; a deck has no tags"))
        if isinstance(event, yaml.AliasEvent):
            self._has_aliases = True
        elif getattr(event, "anchor", None) is not None:
            self._anchored.append(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._items(event, depth)
        if isinstance(event, yaml.MappingStartEvent):
            return self._entries(event, depth)
        return self._scalar(event)

    def _scalar(self, event: yaml.Event) -> Scalar:
        if isinstance(event, yaml.AliasEvent):
            self._slip(
                event,
                tr(
                    "an alias such as *{anchor} is not read; write the value out",
                    anchor=event.anchor,
                ),
            )
            # Its name stands in, so that nothing is said of an empty value.
            return Scalar(str(event.anchor), _start(event), _end(event), "")
        assert isinstance(event, yaml.ScalarEvent)
        if found := CONTROL_CHARACTER.search(event.value):
            told = tr("holds the control character U+{number:04X}", number=ord(found[0]))
            self._slip(event, f"{told}; {tr(ESCAPED)}")
        return Scalar(event.value, _start(event), _end(event), event.style or "")

    def _items(self, event: yaml.SequenceStartEvent, depth: int) -> Items:
        items = []
        while not isinstance(inner := next(self._events), yaml.SequenceEndEvent):
            items.append(self._node(inner, depth + 1))
        return Items(tuple(items), _start(event), _end(inner), bool(event.flow_style))

    def _entries(self, event: yaml.MappingStartEvent, depth: int) -> Node:
        values: dict[str, Node] = {}
        keys: dict[str, Scalar] = {}
        last = ""
        while not isinstance(inner := next(self._events), yaml.MappingEndEvent):
            key = self._node(inner, depth + 1)
            value = self._node(next(self._events), depth + 1)
            if not isinstance(key, Scalar):
                self._slip(
                    inner, tr(UNQUOTED) if event.flow_style else tr("a key must be plain text")
                )
            elif event.flow_style and values and _is_missing(value, key):
                self._slips.append(Slip(values[last].start, tr(UNQUOTED)))
                values[last] = _rejoined(values[last], key)
            elif key.text in keys:
                first = keys[key.text].start.line
                self._slip(
                    inner,
                    tr(
                        "duplicate key '{text}' (first on line {first})", text=key.text, first=first
                    ),
                )
            else:
                self._look_at(key.start.line)
                last = key.text
                keys[last], values[last] = key, value
        start, end = _start(event), _end(inner)
        if event.flow_style and last.startswith("=") and not any(values[last].plain_data):
            self._slip(event, needs_quotes("{"))
            return Scalar(last, start, end, "'")  # what was meant, all but for its brackets
        return Entries(values, keys, start, end, bool(event.flow_style))


def _is_missing(value: Node, key: Scalar) -> bool:
    """Whether there is not even a colon after the key, as in `{shape: (2, 3)}`."""
    return isinstance(value, Scalar) and not value.style and value.start == value.end == key.end


def _rejoined(value: Node, rest: Scalar) -> Node:
    """The value that a comma has cut in two, so that no further problem is made of it."""
    if not isinstance(value, Scalar):
        return value
    return Scalar(f"{value.text}, {rest.text}", value.start, rest.end, value.style)


def _start(event: yaml.Event) -> Place:
    return _place(event.start_mark)


def _end(event: yaml.Event) -> Place:
    return _place(event.end_mark)


def _place(mark: Any) -> Place:
    return Place(mark.line + 1, mark.column + 1)
