"""The file of a deck's texts in another language, brought up to date with its English.

What stands there is kept line by line, with its comments. What lacks is put there in English;
what is older than its English gets that as a comment, until it is said to be up to date.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator

import yaml

from quizapp.deck.format.form import FORMAT
from quizapp.deck.format.translation import TranslationReader
from quizapp.deck.format.yaml_nodes import Entries, Items, Scalar
from quizapp.deck.parts import Spot
from quizapp.deck.problem import DeckFile, Loaded, Problem
from quizapp.deck.translation import Section, Translated, Unit, digest, units

OLDER = "# Older than its English, which is now:"
_OLDER = re.compile(rf"^ *{OLDER}\n(?: *#(?:   .*)?\n)+", re.MULTILINE)
_OF = re.compile(r"^( *(?:- )?(?: *id:.*\n *)?)of:.*$", re.MULTILINE)
SECTIONS: tuple[Section, ...] = ("ideas", "cards")
SAME = 10**6
"""Columns of a line, so that none is broken."""


class NotUpdated(Exception):
    """The file is not YAML, so that nothing of it could be kept."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))


def brought_up_to_date(
    file: DeckFile,
    loaded: Loaded,
    language: Translated,
    is_done: Callable[[Unit], bool] = lambda _: False,
) -> str:
    """The text of the file, empty for none yet, with all units of a deck that was read alone.

    Of units that are done it is said that they are of the English that there is. Raises
    NotUpdated.
    """
    text = "\n".join(file.lines)
    if not text.strip():
        text = f"format: {FORMAT}\nlanguage: {language}\n"
        file = DeckFile(file.path, text)
    reader = TranslationReader(loaded, file, language)
    reader.read()
    if reader.unreadable or reader.root is None:
        raise NotUpdated(reader.problems[0])
    return _Updater(reader, [f"{line}\n" for line in text.rstrip("\n").split("\n")], is_done).text(
        list(units(loaded))
    )


class _Updater:
    def __init__(
        self, reader: TranslationReader, lines: list[str], is_done: Callable[[Unit], bool]
    ) -> None:
        assert reader.root is not None
        self._root = reader.root
        self._nodes = reader.nodes
        self._lines = lines
        self._is_done = is_done

    def text(self, wanted: list[Unit]) -> str:
        there = sorted(
            (self._root.keys[section].start.line - 1, section)
            for section in SECTIONS
            if section in self._root.keys
        )
        starts = [start for start, _ in there]
        head = self._of("".join(self._lines[: min(starts, default=len(self._lines))]), wanted)
        ends = [*starts[1:], len(self._lines)]
        spans = {name: (at, end) for (at, name), end in zip(there, ends, strict=False)}
        made = [head]
        for section in SECTIONS:
            mine = [unit for unit in wanted if unit.section == section and not unit.is_inline]
            if section in spans or mine:
                made.append(self._section(section, spans.get(section), mine))
        return "\n".join(f"{part.rstrip()}\n" for part in made)

    def _of(self, head: str, wanted: list[Unit]) -> str:
        unit = next((unit for unit in wanted if unit.section == "head"), None)
        if unit is None:
            return head
        if "of" not in self._root.values:
            return head.rstrip("\n") + "\n" + "".join(_body(unit, ""))
        return self._updated(unit, self._root, head, "")

    def _section(self, section: Section, span: tuple[int, int] | None, wanted: list[Unit]) -> str:
        listed = self._root.values.get(section)
        items = listed.items if isinstance(listed, Items) else ()
        if span is None or not items:
            return f"{section}:\n" + "\n".join(map(_skeleton, wanted))
        starts = [item.start.line - 1 for item in items]
        chunks = {
            id(item): "".join(self._lines[at:end])
            for item, at, end in zip(items, starts, [*starts[1:], span[1]], strict=True)
        }
        made = []
        for unit in wanted:
            node = self._nodes.get((section, unit.id))
            chunk = chunks.pop(id(node), None)
            if node is None or chunk is None:
                made.append(_skeleton(unit))
            else:
                made.append(self._updated(unit, node, chunk, "    "))
        parts = [chunk.rstrip() + "\n" for chunk in (*made, *chunks.values())]
        return "".join(self._lines[span[0] : starts[0]]) + "\n".join(parts)

    def _updated(self, unit: Unit, node: Entries, chunk: str, indent: str) -> str:
        """What stands there of a unit, with what its English is now where that has changed."""
        of = node.values.get("of")
        chunk = _OLDER.sub("", chunk)
        if isinstance(of, Scalar) and of.text == unit.of:
            return chunk
        if isinstance(of, Scalar) and of.text == _digest_of(node, unit):
            return _skeleton(unit)  # the English that it was
        if self._is_done(unit):
            new = f"of: {unit.of}"
            if of is not None:
                return _OF.sub(rf"\g<1>{new}", chunk, count=1)
            first, rest = chunk.split("\n", 1)
            return f"{first}\n{indent}{new}\n{rest}"
        now = "".join(_body(unit, "")).splitlines()[1:]
        told = "".join(f"{indent}#   {line}".rstrip() + "\n" for line in now)
        first, rest = chunk.split("\n", 1)
        return f"{first}\n{indent}{OLDER}\n{told}{rest}"


def _digest_of(node: Entries, unit: Unit) -> str:
    """The digest of what a unit says, as if it were English."""
    said: list[str] = []
    for field in node.values:
        if field in unit.shape:
            said += _scalars(node.values[field])
    return digest(said)


def _scalars(node: object) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield node.text.strip()
    elif isinstance(node, Items):
        for item in node.items:
            yield from _scalars(item)
    elif isinstance(node, Entries):
        for item in node.values.values():
            yield from _scalars(item)


def _skeleton(unit: Unit) -> str:
    """A unit in English, to be translated."""
    return f"  - id: {unit.id}\n" + "".join(_body(unit, "    "))


def _body(unit: Unit, indent: str) -> Iterator[str]:
    yield f"{indent}of: {unit.of}\n"
    for field, parts in unit.shape.items():
        if not parts[0][0].part:
            yield f"{indent}{field}: {_scalar(unit, parts[0][0], indent)}\n"
            continue
        yield f"{indent}{field}:\n"
        inside = f"{indent}    "
        for spots in parts:
            texts = [(spot.part, _scalar(unit, spot, inside)) for spot in spots]
            named = [f"{part}: {text}" for part, text in texts] if len(texts) > 1 else [texts[0][1]]
            yield f"{indent}  - " + f"\n{inside}".join(named) + "\n"


def _scalar(unit: Unit, spot: Spot, indent: str) -> str:
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
