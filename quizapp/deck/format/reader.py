"""One deck's text on its way to cards, and the problems met on it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from quizapp.deck.format.build import build_card, full_id
from quizapp.deck.format.complaints import complaints
from quizapp.deck.format.cut_texts import cut_texts
from quizapp.deck.format.effort import Effort
from quizapp.deck.format.fields import SLUG
from quizapp.deck.format.form import HeadForm, IdeasForm
from quizapp.deck.format.form_kind import FormKind, build_code, build_text
from quizapp.deck.format.form_parts import Form, TextForm
from quizapp.deck.format.markdown_slips import joined_blocks
from quizapp.deck.format.other_words import other_words
from quizapp.deck.format.prerequisites import settle_after
from quizapp.deck.format.salvage import Lost, salvage
from quizapp.deck.format.spots import untold
from quizapp.deck.format.table import BY_KEY, MEANT
from quizapp.deck.format.yaml_nodes import Entries, Items, Node, Place, Scalar, Slip
from quizapp.deck.format.yaml_words import odd_sign
from quizapp.deck.model import Card, Deck, topic_of
from quizapp.deck.parts import Code, Text
from quizapp.deck.problem import Claim, ClaimField, DeckFile, Loaded, Problem
from quizapp.text.language import tr
from quizapp.text.spelling import nearest

ESSENTIAL = {"format", "topic", "setup", "cards"}
"""Keys that no card of the deck can do without, once they are wrong."""


OTHERWISE = BY_KEY["back"]
"""The kind of a card of which nothing tells it."""


class DeckReader:
    """Reads one deck; of no use after that."""

    def __init__(self, file: DeckFile) -> None:
        self._file = file
        self._topic = Path(file.path).stem
        self._setup: Code | None = None
        self._problems: list[Problem] = []
        self._claims: list[Claim] = []
        self._ideas: dict[str, Text] = {}
        self._words = Effort()
        self._conditions = Effort()
        self._declared: dict[str, int] = {}
        """The line of each full id given in the deck, sound or not."""

    def read(self, text: str) -> Loaded:
        """The deck and its problems."""
        salvaged = salvage(text)
        deck = None
        if isinstance(salvaged.root, Entries):
            deck = self._deck(salvaged.root, salvaged.slips, salvaged.lost)
        else:
            for each in salvaged.lost:
                self._say(each.slip)
            if salvaged.root is not None:
                self._say(Slip(salvaged.root.start, tr("a deck begins with `key: value` lines")))
            elif not salvaged.lost:
                self._say(Slip(Place(1, 1), tr("the file is empty")))
        # A value that a comma has cut up brings the same complaint about each of its parts.
        distinct = {(p.line, p.message): p for p in reversed(self._problems)}.values()
        return Loaded(
            deck=deck,
            problems=tuple(sorted(distinct, key=lambda p: (p.line, p.column))),
            claims=tuple(self._claims),
            ideas=self._ideas,
        )

    def read_ideas(self, text: str) -> Loaded:
        """A file that names nothing but ideas, for all decks beside it."""
        salvaged = salvage(text)
        for slip in (*salvaged.slips, *(each.slip for each in salvaged.lost)):
            self._say(slip)
        root = salvaged.root
        if isinstance(root, Entries):
            try:
                self._name_ideas(root, IdeasForm.model_validate(root.plain_data).ideas)
            except ValidationError as error:
                self._say_all(error, IdeasForm, root)
                self._name_ideas(root, {})
        elif root is not None or not salvaged.lost:
            self._say(Slip(Place(1, 1), tr("the file names no `ideas`")))
        return Loaded(
            deck=None,
            problems=tuple(self._problems),
            claims=tuple(self._claims),
            ideas=self._ideas,
        )

    def _name_ideas(self, root: Entries, sound: Mapping[str, TextForm]) -> None:
        """Note the ideas named; those that are not sound by their names, which may be used."""
        named = root.values.get("ideas")
        keys = named.keys if isinstance(named, Entries) else {}
        self._claims += (
            Claim("ideas", name, self._file.problem(*key.start, "")) for name, key in keys.items()
        )
        self._ideas = {name: Text(en=name) for name in keys}
        self._ideas |= {name: build_text(form) for name, form in sound.items()}

    def _deck(self, root: Entries, slips: list[Slip], lost: list[Lost]) -> Deck | None:
        head = self._head(root, some_lost=bool(lost))
        self._name_ideas(root, head.ideas if head else {})
        if head is not None:
            if head.after:  # else it is not there, or was not sound
                self._claim("after", root, head.after)
            if head.aliases:
                self._claim("aliases", root, head.aliases)
        for slip, card_id, line in lost:
            full = self._full_id(card_id)
            self._say(slip, full)
            if full:
                self._declared[full] = line
        listed = root.values.get("cards")
        nodes = listed.items if isinstance(listed, Items) else ()
        sound: list[Card] = []
        for node, own in zip(nodes, self._slips_by_card(nodes, slips), strict=True):
            card = self._card(node, own)
            if card is not None:
                sound.append(card)
        inside = [claim for claim in self._claims if topic_of(claim.target) == self._topic]
        cards, problems = settle_after(sound, inside, self._declared.__contains__)
        self._problems += problems
        if head is None or not cards:
            return None
        return Deck(
            topic=head.topic,
            title=build_text(head.title) if head.title else Text(en=head.topic),
            path=self._file.path,
            setup=self._setup,
            cards=tuple(cards),
            after=tuple(dict.fromkeys(head.after)),
            aliases=tuple(dict.fromkeys(head.aliases)),
            about=build_text(head.about) if head.about else None,
            author=head.author or "",
            license=head.license or "",
            version=head.version or "",
            ideas=self._ideas,
        )

    def _slips_by_card(self, nodes: Sequence[Node], slips: list[Slip]) -> list[list[Slip]]:
        """The slips inside each card; those outside of all are said at once."""
        by_card: list[list[Slip]] = [[] for _ in nodes]
        starts = [node.start for node in nodes]
        for slip in slips:
            index = bisect_right(starts, slip.place) - 1
            if index >= 0 and slip.place < nodes[index].end:
                by_card[index].append(slip)
            else:
                self._say(slip)
        return by_card

    def _head(self, root: Entries, *, some_lost: bool) -> HeadForm | None:
        """The deck apart from its cards; None where what is wrong spoils every card."""
        data = root.plain_data
        if "topic" not in data and SLUG.fullmatch(self._topic):
            data["topic"] = self._topic
        if some_lost and not data.get("cards"):
            data["cards"] = [{}]
        self._topic = str(data.get("topic", self._topic))
        setup = root.values.get("setup")
        if isinstance(setup, Scalar):
            self._setup = build_code(setup)
        topic = root.keys.get("topic")
        place = self._file.problem(*(topic.start if topic else Place(1, 1)), "")
        self._claims.append(Claim("topic", self._topic, place))
        for key in ("title", "about", "author", "setup"):
            if key in root.values:
                value, lines = root.values[key], self._file.lines
                for slip in (*cut_texts(value, lines, key), *joined_blocks(value, lines, key)):
                    self._say(slip)
        try:
            return HeadForm.model_validate(data)
        except ValidationError as error:
            self._say_all(error, HeadForm, root)
            wrong = {details["loc"][0] for details in error.errors()}
            if wrong & ESSENTIAL:
                return None
            return HeadForm.model_validate({k: v for k, v in data.items() if k not in wrong})

    def _card(self, node: Node, slips: list[Slip]) -> Card | None:
        """The card that a node describes; None, and its problems said, where it is not sound."""
        if not isinstance(node, Entries):
            words = tr("a card is made of `key: value` lines")
            at, words = odd_sign(self._file.lines, node.start.line) or (node.start, words)
            for slip in slips or [Slip(Place(*at), words)]:
                self._say(slip)
            return None
        data = node.plain_data
        card_id = self._full_id(data.get("id"))
        before = len(self._problems)
        lines = self._file.lines
        cuts = [*cut_texts(node, lines), *joined_blocks(node, lines)]
        for slip in (*slips, *cuts):
            self._say(slip, card_id)
        line = node.start.line
        declared = self._declared.get(card_id or "")
        # A lost card further down has taken nothing from this one.
        if declared is not None and declared <= line:
            message = tr(
                "id: '{data}' is taken by the card on line {declared}",
                data=data["id"],
                declared=declared,
            )
            self._say(Slip(node.keys["id"].start, message), card_id)
        elif card_id:
            self._declared[card_id] = line
        kinds = [key for key in BY_KEY if key in data]
        for other in kinds[1:]:
            message = tr("a card has '{kinds}' or '{other}', not both", kinds=kinds[0], other=other)
            self._say(Slip(node.keys[other].start, message), card_id)
        if kinds[1:]:
            return None  # what is wrong with the rest depends on which it is to be
        kind = BY_KEY[kinds[0]] if kinds else _kind_without_its_key(data)
        try:
            filled = kind.form.model_validate(data, context=self._conditions)
        except ValidationError as error:
            told = {slip.place.line for slip in (*slips, *cuts)}
            self._say_all(error, kind.form, node, card_id, parts=kind.parts, but_on=told)
            return None
        if len(self._problems) > before:
            return None
        card = build_card(kind, filled, node, self._topic, self._setup)
        for slip in untold(card, node, self._file.lines, self._words):
            self._say(slip, card_id)
        if len(self._problems) > before:
            return None
        self._claim("after", node, filled.after, card.id)
        self._claim("was", node, filled.was, card.id)
        self._claim_ideas(node, card.id)
        return card

    def _claim(
        self, field: ClaimField, node: Entries, targets: list[str], card: str | None = None
    ) -> None:
        """Note where a card names others, or the deck itself topics."""
        named = node.values.get(field)
        nodes = named.items if isinstance(named, Items) else [named] if named else []
        for item, target in zip(nodes, targets, strict=True):
            place = self._file.problem(*item.start, "", card=card)
            full = target if card is None else full_id(self._topic, target)
            self._claims.append(Claim(field, full, place))

    def _claim_ideas(self, node: Entries, card: str) -> None:
        """Note where parts of a card name ideas."""
        for parts in node.values.values():
            for part in parts.items if isinstance(parts, Items) else ():
                idea = part.values.get("idea") if isinstance(part, Entries) else None
                if isinstance(idea, Scalar):
                    place = self._file.problem(*idea.start, "", card=card)
                    self._claims.append(Claim("idea", idea.text, place))

    def _full_id(self, written: object) -> str | None:
        return full_id(self._topic, written) if isinstance(written, str) and written else None

    def _say(self, slip: Slip, card: str | None = None) -> None:
        self._problems.append(self._file.problem(*slip.place, slip.message, card=card))

    def _say_all(
        self,
        error: ValidationError,
        form: type[Form],
        node: Entries,
        card: str | None = None,
        *,
        parts: Mapping[str, type[Form]] = MappingProxyType({}),
        but_on: Collection[int] = (),
    ) -> None:
        """Say what is wrong with a form, but on lines of which all has been said."""
        for slip in complaints(error, form, parts, node, self._file.lines):
            if slip.place.line not in but_on:
                self._say(slip, card)


def _kind_without_its_key(data: Mapping[str, object]) -> FormKind[Any]:
    known = {key for kind in BY_KEY.values() for key in kind.form.model_fields}
    unknown = [key for key in data if key not in known]
    by_other_words = [word for key in unknown for word in other_words(key) if word in BY_KEY]
    misspelt = [near for key in unknown for near in nearest(key, BY_KEY)]
    if (meant := by_other_words or misspelt) and "choose" not in data:
        return BY_KEY[meant[0]]
    return next((kind for key, kind in MEANT.items() if key in data), OTHERWISE)
