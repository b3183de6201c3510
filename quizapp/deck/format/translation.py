"""A deck's texts in another language, from the file beside it, and what that file lacks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from pydantic import TypeAdapter, ValidationError

from quizapp.deck.format.complaints import complaints
from quizapp.deck.format.cut_texts import cut_texts
from quizapp.deck.format.fields import Line, Prose, Words
from quizapp.deck.format.form import FORMAT
from quizapp.deck.format.form_parts import TextForm
from quizapp.deck.format.markdown_slips import joined_blocks
from quizapp.deck.format.salvage import salvage
from quizapp.deck.format.still_english import is_english, of_said
from quizapp.deck.format.yaml_nodes import Entries, Items, Node, Place, Scalar, Slip
from quizapp.deck.messages import MESSAGES, holes_in, words_of
from quizapp.deck.model import Card
from quizapp.deck.parts import Spot, Text
from quizapp.deck.problem import DeckFile, Loaded, Problem
from quizapp.deck.texts import with_texts
from quizapp.deck.translation import (
    NO_CHINESE,
    Section,
    Translated,
    Unit,
    blocks_in,
    computed_in,
    computes_the_same,
    is_no_chinese,
    is_sentence,
    other_code,
    says_something,
    short_id,
    units,
)
from quizapp.text.language import tr
from quizapp.text.spelling import did_you_mean

HEAD = ("format", "language", "of", "title", "about", "ideas", "cards")
OF_A_LINE = ("title", "about", "text")
"""Texts that have room for a line."""

_PROSE: TypeAdapter[str] = TypeAdapter(Prose)
_LINE: TypeAdapter[str] = TypeAdapter(Line)
_PLAIN: TypeAdapter[str] = TypeAdapter(Words)

Said = Mapping[tuple[Section, str], Mapping[Spot, str]]
"""What a file says of each unit."""


def translated(loaded: Loaded, file: DeckFile, language: Translated) -> Loaded:
    """What a deck's file gave, with its texts in another language, and what is wrong with these."""
    if loaded.deck is None and not loaded.ideas:
        return loaded
    reader = TranslationReader(loaded, file, language)
    said = reader.read()
    made = _with(loaded, said, language)
    return replace(
        made,
        problems=(*loaded.problems, *sorted(reader.problems, key=_place)),
        untranslated=tuple(sorted(reader.untranslated, key=_place)),
    )


class TranslationReader:
    """Reads one file of texts in another language; of no use after that."""

    def __init__(self, loaded: Loaded, file: DeckFile, language: Translated) -> None:
        self._file = file
        self._language = language
        self._topic = loaded.deck.topic if loaded.deck else ""
        self._units = {(unit.section, unit.id): unit for unit in units(loaded)}
        unsound = (problem.card for problem in loaded.problems if problem.card)
        self._unsound = {card.partition("/")[2] for card in unsound}
        self.root: Entries | None = None
        self.unreadable = False
        """Whether some of the file is not YAML."""
        self.nodes: dict[tuple[Section, str], Entries] = {}
        """The node of each unit of the file."""
        self.superseded: list[Entries] = []
        """English that nobody has touched, of cards whose texts stand under a former id."""
        self.problems: list[Problem] = []
        self.untranslated: list[Problem] = []
        """What is lacking, or of an English that has changed; and code that differs."""

    def read(self) -> Said:
        """The texts that are sound, of each unit."""
        salvaged = salvage("\n".join(self._file.lines))
        for slip in (*salvaged.slips, *(each.slip for each in salvaged.lost)):
            self._say(slip)
        lost = {each.card for each in salvaged.lost if each.card}
        self.unreadable = bool(salvaged.lost)
        root = salvaged.root
        if not isinstance(root, Entries):
            if not salvaged.lost:
                self._say(Slip(Place(1, 1), tr("a translation begins with `key: value` lines")))
            return {}
        self.root = root
        self._check_head(root)
        if ("head", "") in self._units:
            self.nodes["head", ""] = root
        sections: tuple[Section, ...] = ("ideas", "cards")
        for section in sections:
            self._find(section, root.values.get(section), lost)
        return {at: self._texts(self._units[at], node) for at, node in self.nodes.items()}

    def _check_head(self, root: Entries) -> None:
        for key in root.keys.keys() - set(HEAD):
            self._say(
                Slip(
                    root.keys[key].start,
                    tr(
                        "unknown key '{key}'{did_you_mean}",
                        key=key,
                        did_you_mean=did_you_mean(key, HEAD),
                    ),
                )
            )
        for key, wanted in (("format", str(FORMAT)), ("language", self._language)):
            node = root.values.get(key)
            if node is None:
                self._say(Slip(root.start, tr("missing `{key}: {wanted}`", key=key, wanted=wanted)))
            elif not isinstance(node, Scalar) or node.text != wanted:
                self._say(Slip(node.start, tr("{key}: must be {wanted}", key=key, wanted=wanted)))

    def _find(self, section: Section, listed: Node | None, lost: Collection[str]) -> None:
        """Note the node of each unit of a section, and those that are not there."""
        known = [name for at, name in self._units if at == section]
        unknown: list[tuple[Scalar, Entries]] = []
        if listed is not None and not isinstance(listed, Items):
            self._say(
                Slip(listed.start, tr("{section}: must be a list of `- id: …`", section=section))
            )
            return
        for node in listed.items if listed else ():
            name = node.values.get("id") if isinstance(node, Entries) else None
            if not isinstance(node, Entries) or not isinstance(name, Scalar):
                self._say(
                    Slip(node.start, tr("{section}: must be a list of `- id: …`", section=section))
                )
            elif (unit := self._units.get((section, name.text))) is None:
                unknown.append((name, node))
            elif (section, name.text) in self.nodes:
                self._say(Slip(name.start, tr("id: '{text}' stands here twice", text=name.text)))
            elif unit.is_inline:
                told = tr("id: the deck itself has '{text}' in two languages", text=name.text)
                self._say(Slip(name.start, told), self._card(unit))
            else:
                self.nodes[section, name.text] = node
        for name, node in unknown:
            self._find_renamed(section, name, node)
        place = listed.start if listed else Place(1, 1)
        for one in known:
            unit = self._units[section, one]
            if (section, one) not in self.nodes and not unit.is_inline and one not in lost:
                self._tell(unit, place, tr("'{one}' has no translation", one=one))

    def _find_renamed(self, section: Section, name: Scalar, node: Entries) -> None:
        """Note the node of a unit that has another id now; or that no unit is called so."""
        mine = {at[1]: unit for at, unit in self._units.items() if at[0] == section}
        unit = next((unit for unit in mine.values() if name.text in unit.was), None)
        if unit is None and name.text not in self._unsound:
            what = tr("card") if section == "cards" else tr("idea")
            hint = did_you_mean(name.text, mine)
            hint += _named_by_its_english(name.text, node, mine.values())
            hint = hint or tr("; where another deck has it now, this belongs beside that one")
            told = tr(
                "id: the deck has no {what} '{text}'{hint}", what=what, text=name.text, hint=hint
            )
            self._say(Slip(name.start, told))
        elif unit is not None and (unit.is_inline or self._is_taken(unit)):
            told = tr(
                "id: '{old}' is '{id}' now, which is there too; keep one of them",
                old=name.text,
                id=unit.id,
            )
            self._say(Slip(name.start, told), self._card(unit))
        elif unit is not None:
            if (english := self.nodes.get((section, unit.id))) is not None:
                self.superseded.append(english)
            self.nodes[section, unit.id] = node
            told = tr(
                "'{old}' is '{id}' now; `quiz translate` renames it", old=name.text, id=unit.id
            )
            self._tell(unit, name.start, told)

    def _is_taken(self, unit: Unit) -> bool:
        """Whether somebody has put something under the id of today, beside the English."""
        there = self.nodes.get((unit.section, unit.id))
        return there is not None and (there.flow or not is_english(unit, there))

    def _texts(self, unit: Unit, node: Entries) -> Mapping[Spot, str]:
        """The sound texts of a unit. Of an older one those that still fit are."""
        is_current = self._is_current(unit, node)
        found: dict[Spot, str] = {}
        for field, parts in unit.shape.items():
            if field not in node.values:
                if is_current:
                    self._tell(
                        unit,
                        node.start,
                        tr("{name}: {field} is not translated", name=_name(unit), field=field),
                    )
                continue
            for spot, scalar in self._scalars(unit, field, parts, node.values[field], is_current):
                text = self._sound(unit, spot, scalar)
                if text is not None and self._fits(unit, spot, scalar, text, is_current):
                    found[spot] = text
        own = HEAD if unit.section == "head" else ("id", "of", *unit.shape)
        for key in node.keys.keys() - set(own) if is_current else ():
            known = did_you_mean(key, unit.shape)
            told = tr(
                "unknown key '{key}'{what}",
                key=key,
                what=known or tr("; its English has no such text"),
            )
            self._say(Slip(node.keys[key].start, told), self._card(unit))
        return found

    def _is_current(self, unit: Unit, node: Entries) -> bool:
        """Whether a unit was made of the English that there is; where it was not, that is told."""
        of = node.values.get("of")
        if isinstance(of, Scalar) and of.text == unit.of:
            return True
        if isinstance(of, Scalar) and of.text:
            told = tr("{name} is older than its English", name=_name(unit))
        else:
            told = tr(
                "{name} does not say of which English it is; `quiz translate` puts that there",
                name=_name(unit),
            )
        self._tell(unit, of.start if of else node.start, told)
        return False

    def _scalars(
        self, unit: Unit, field: str, parts: list[list[Spot]], node: Node, is_current: bool
    ) -> Iterator[tuple[Spot, Scalar]]:
        """The node of each text in a field; what has another shape is wrong, or older."""
        card = self._card(unit)
        if not parts[0][0].part:
            nodes, groups = [node], parts
        elif isinstance(node, Items) and len(node.items) == len(parts):
            nodes, groups = [*node.items], parts
        else:
            if is_current:
                told = tr(
                    "{field}: must be a list of as many texts as its English has: {parts}",
                    field=field,
                    parts=len(parts),
                )
                self._say(Slip(node.start, told), card)
            return
        for item, spots in zip(nodes, groups, strict=True):
            names = [spot.part for spot in spots]
            if isinstance(item, Scalar) and len(spots) == 1:
                yield spots[0], item
            elif isinstance(item, Entries) and set(item.values) == set(names):
                for spot in spots:
                    one = item.values[spot.part]
                    if isinstance(one, Scalar):
                        yield spot, one
                    else:
                        self._say(
                            Slip(
                                one.start,
                                tr("{field}: {part}: must be a text", field=field, part=spot.part),
                            ),
                            card,
                        )
            elif is_current:
                form = f"{{{', '.join(f'{name}: …' for name in names)}}}"
                wanted = form if len(spots) > 1 else tr("a text")
                self._say(
                    Slip(item.start, tr("{field}: must be {wanted}", field=field, wanted=wanted)),
                    card,
                )

    def _sound(self, unit: Unit, spot: Spot, scalar: Scalar) -> str | None:
        """A text that is fit to be shown; what is wrong with any other is said."""
        name = spot.part or spot.field
        lines, card = self._file.lines, self._card(unit)
        slips = [*cut_texts(scalar, lines, name), *joined_blocks(scalar, lines, name)]
        for slip in slips:
            self._say(slip, card)
        if slips:
            return None
        adapter = _LINE if name in OF_A_LINE else _PROSE
        if spot.field == MESSAGES:  # which are no Markdown
            adapter = _PLAIN
        try:
            return adapter.validate_python(scalar.plain_data)
        except ValidationError as error:
            for slip in complaints(error, TextForm, {}, scalar, lines):
                self._say(slip._replace(message=f"{name}: {slip.message}"), card)
            return None

    def _fits(self, unit: Unit, spot: Spot, scalar: Scalar, text: str, is_current: bool) -> bool:
        """Whether a text computes what its English does, and nothing else: else it is no code.

        What differs otherwise is noted.
        """
        name, english = spot.part or spot.field, unit.texts[spot].en
        same = computes_the_same(spot, text, english)
        if not is_current:
            return same
        if not same:
            told = tr(
                "{name}: must compute what its English does: {computed}",
                name=name,
                computed=_computed(spot, english),
            )
            self._say(Slip(scalar.start, told), self._card(unit))
            return False
        if spot.field == MESSAGES:
            text, english = words_of(text), words_of(english)
        if text == english and (says_something(text) or is_sentence(text)):
            self._tell(unit, scalar.start, tr("{name}: is not translated yet", name=name))
        elif self._language == "zh" and is_no_chinese(text, english):
            self._tell(unit, scalar.start, tr("{label}: {text}", label=name, text=tr(NO_CHINESE)))
        elif told := other_code(english, text):
            self._tell(unit, scalar.start, tr("{label}: {text}", label=name, text=told))
        elif blocks_in(text) != blocks_in(english):
            told = tr("its lists, tables or code blocks are not those of its English")
            self._tell(unit, scalar.start, tr("{label}: {text}", label=name, text=told))
        return same

    def _card(self, unit: Unit) -> str | None:
        return f"{self._topic}/{unit.id}" if unit.section == "cards" else None

    def _say(self, slip: Slip, card: str | None = None) -> None:
        self.problems.append(self._file.problem(*slip.place, slip.message, card=card))

    def _tell(self, unit: Unit, place: Place, message: str) -> None:
        self.untranslated.append(self._file.problem(*place, message, card=self._card(unit)))


def _with(loaded: Loaded, said: Said, language: Translated) -> Loaded:
    def change(unit: tuple[Section, str], spot: Spot, text: Text) -> Text:
        other = said.get(unit, {}).get(spot)
        return text if other is None else replace(text, **{language: other})

    def card(one: Card) -> Card:
        at: tuple[Section, str] = ("cards", short_id(one))
        texts = ((spot, change(at, spot, text)) for spot, text in one.to_be_translated())
        return with_texts(one, texts) if at in said else one

    ideas = {
        name: change(("ideas", name), Spot("text"), text) for name, text in loaded.ideas.items()
    }
    deck = loaded.deck
    if deck is not None:
        deck = replace(
            deck,
            title=change(("head", ""), Spot("title"), deck.title),
            about=deck.about and change(("head", ""), Spot("about"), deck.about),
            cards=tuple(map(card, deck.cards)),
            ideas=ideas,
        )
    return replace(loaded, deck=deck, ideas=ideas)


def _named_by_its_english(old: str, node: Entries, known: Iterable[Unit]) -> str:
    """What to do where a card of the same English may be the one that an entry is of."""
    alike = (unit for unit in known if unit.section == "cards" and unit.of == of_said(node))
    return next(
        (
            tr("; if '{new}' is what was '{old}', give it `was: [{old}]`", new=unit.id, old=old)
            for unit in alike
        ),
        "",
    )


def _name(unit: Unit) -> str:
    return f"'{unit.id}'" if unit.id else tr("the head")


def _computed(spot: Spot, text: str) -> str:
    if spot.field == MESSAGES:
        return ", ".join(holes_in(text) or ()) or tr("nothing")
    found = [f"{{= {what}{':' * bool(form)}{form}}}" for what, form in computed_in(text)]
    return ", ".join(found) or tr("nothing")


def _place(problem: Problem) -> tuple[int, int]:
    return problem.line, problem.column
