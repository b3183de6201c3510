"""The file of a deck's texts in another language, brought up to date with its English.

What stands there is kept line by line, with its comments. What lacks is put there in English;
what is older than its English gets that as a comment, until it is said to be up to date.
"""

from __future__ import annotations

from collections.abc import Callable

from quizapp.deck.format.english_yaml import body, skeleton
from quizapp.deck.format.form import FORMAT
from quizapp.deck.format.gained import begun, gained, missing_fields
from quizapp.deck.format.kept_lines import KeptLines
from quizapp.deck.format.still_english import is_english, of_said
from quizapp.deck.format.translation import TranslationReader
from quizapp.deck.format.yaml_nodes import Entries, Items, Node, Scalar
from quizapp.deck.problem import DeckFile, Loaded, Problem
from quizapp.deck.translation import Section, Translated, Unit, units
from quizapp.text.language import tr

OLDER = "# Older than its English, which is now:"
SECTIONS: tuple[Section, ...] = ("ideas", "cards")


class NotUpdated(Exception):
    """The file is no YAML, or none to whose lines some can be added."""

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
    if renamed := _renamed(file, reader):
        file = DeckFile(file.path, renamed)
        reader = TranslationReader(loaded, file, language)
        reader.read()
    if reader.unreadable or reader.root is None:
        raise NotUpdated(reader.problems[0])
    if reader.root.flow:
        told = tr("a translation begins with `key: value` lines")
        raise NotUpdated(file.problem(*reader.root.start, told))
    return _Updater(reader, file, is_done).text(list(units(loaded)))


def _renamed(file: DeckFile, reader: TranslationReader) -> str:
    """The text of the file with today's ids; nothing where it has them already."""
    lines: list[str | None] = [*file.lines]
    kept = KeptLines(file.lines)
    for node in reader.superseded:
        for number in kept.lines_of(node):
            lines[number - 1] = None
    for (_, id), node in reader.nodes.items():
        name = node.values.get("id")
        if id and isinstance(name, Scalar) and name.text != id:
            line = file.lines[name.start.line - 1]
            before, after = line[: name.start.column - 1], line[name.end.column - 1 :]
            lines[name.start.line - 1] = f"{before}{id}{after}"
    there = [line for line in lines if line is not None]
    return "" if there == file.lines else "\n".join(there)


class _Updater:
    def __init__(
        self, reader: TranslationReader, file: DeckFile, is_done: Callable[[Unit], bool]
    ) -> None:
        assert reader.root is not None
        self._root = reader.root
        self._nodes = reader.nodes
        self._file = file
        self._lines = KeptLines(file.lines)
        self._is_done = is_done

    def text(self, wanted: list[Unit]) -> str:
        starts = sorted((key.start.line, name) for name, key in self._root.keys.items())
        ends = [*(start for start, _ in starts[1:]), len(self._file.lines) + 1]
        spans = {name: (at, end) for (at, name), end in zip(starts, ends, strict=True)}
        items = {section: self._items(section) for section in SECTIONS}
        self._lines.take_away_notes(OLDER)
        for unit in wanted:
            if unit.section == "head":
                self._update(unit, self._root)
        made = [self._lines.text(0, starts[0][0])]
        made[0] += "".join(
            self._lines.text(*spans[name]) for _, name in starts if name not in SECTIONS
        )
        for section in SECTIONS:
            mine = [unit for unit in wanted if unit.section == section and not unit.is_inline]
            if section in spans or mine:
                made.append(self._section(section, spans.get(section), items[section], mine))
        return "\n".join(f"{part.rstrip()}\n" for part in made)

    def _items(self, section: Section) -> tuple[Node, ...]:
        listed = self._root.values.get(section)
        items = listed.items if isinstance(listed, Items) else ()
        for item in items:
            if not self._lines.dash(item):
                told = tr("{section}: must be a list of `- id: …`", section=section)
                raise NotUpdated(self._file.problem(*item.start, told))
        return items

    def _section(
        self,
        section: Section,
        span: tuple[int, int] | None,
        items: tuple[Node, ...],
        wanted: list[Unit],
    ) -> str:
        if span is None or not items:
            return f"{section}:\n" + "\n".join(skeleton(unit, "  ") for unit in wanted)
        dash = self._lines.dash(items[0])[:-1]
        ends = [*(item.start.line for item in items[1:]), span[1]]
        there = {id(item): (item.start.line, end) for item, end in zip(items, ends, strict=True)}
        made = []
        for unit in wanted:
            node = self._nodes.get((section, unit.id))
            lines = there.pop(id(node), None)
            if node is None or lines is None or _is_older_english(unit, node):
                made.append(skeleton(unit, dash))
            else:
                self._update(unit, node)
                made.append(self._lines.text(*lines))
        made += [self._lines.text(*lines) for lines in there.values()]
        return self._lines.text(span[0], items[0].start.line) + "\n".join(
            part.rstrip() + "\n" for part in made
        )

    def _update(self, unit: Unit, node: Entries) -> None:
        """Put into the lines of a unit what lacks, and what its English is now if it is older."""
        if _is_older_english(unit, node):
            self._lines.put_anew(unit, node)
            return
        of = of_said(node)
        new = gained(unit, node, of) if of else begun(unit, node)
        if new is not None and not self._lines.can_put_parts(unit, node, new):
            new = None
        if of and of != unit.of and new is None and not self._is_done(unit):
            told = body(unit, "").splitlines()[1:]
            self._lines.note(node, [OLDER, *(f"#   {line}".rstrip() for line in told)])
        elif of != unit.of:
            self._lines.stamp(unit, node)
        if new:
            self._lines.put_parts(unit, node, new)
        for name in missing_fields(unit, node):
            self._lines.put_field(unit, node, name)


def _is_older_english(unit: Unit, node: Entries) -> bool:
    """Whether what a unit says is the English still that its digest is of."""
    return is_english(unit, node) and of_said(node) != unit.of
