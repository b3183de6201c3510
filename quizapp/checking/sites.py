"""Where in a deck's file the parts of its cards stand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from quizapp.checking.findings import Site
from quizapp.deck.format.complaints import place_of
from quizapp.deck.format.salvage import salvage
from quizapp.deck.format.spots import node_of
from quizapp.deck.format.yaml_nodes import Entries, Items, Node, Place, Scalar
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.model import Card
from quizapp.deck.parts import Ask, Mistake, Spot, match_kinds
from quizapp.deck.problem import DeckFile, Problem
from quizapp.deck.translation import short_id, translation_of


class DeckSites:
    """The places in one deck, for problems that show only when a card runs."""

    def __init__(self, path: str) -> None:
        self._file, cards = _read(Path(path))
        self._cards = {card.start.line: card for card in cards}

    @cached_property
    def _chinese(self) -> tuple[DeckFile, dict[str, Entries]]:
        """The file beside the deck, and its cards by the ids that the deck gives them."""
        file, cards = _read(translation_of(Path(self._file.path), "zh"))
        named = ((card.values.get("id"), card) for card in cards)
        return file, {name.text: card for name, card in named if isinstance(name, Scalar)}

    def problem(self, card: Card, site: Site, message: str) -> Problem:
        """A problem at the best place known: of the expression, else of the field or the card."""
        if site.zh:
            file, cards = self._chinese
            there = cards.get(short_id(card))
            if there is not None and site.field in there.values:
                node = node_of(Spot(site.field, site.number, site.part), there)
                place = _place_in(node, site, file.lines) if site.written else node.start
                return file.problem(*place, message, card=card.id)
        line, column = self.place(card, site)
        return self._file.problem(line, column, message, card=card.id)

    def place(self, card: Card, site: Site) -> Place:
        """The best place known, as of `problem`."""
        if site.is_a_line:
            line = self._file.lines[site.number - 1 : site.number]
            indent = len(line[0]) - len(line[0].lstrip()) if line else 0
            return Place(site.number, indent + 1)
        node = self._cards.get(card.line)
        if node is None:
            return Place(card.line, 1)
        if site.field not in node.values:
            return node.start
        if site.written:
            text = node_of(Spot(site.field, site.number, site.part), node)
            if isinstance(text, Entries) and site.zh:
                text = text.values.get("zh", text)
            return _place_in(text, site, self._file.lines)
        if not isinstance(card, PredictCard) or site.field not in ("ask", "expect", "mistakes"):
            parts = node.values[site.field]
            if isinstance(parts, Items) and site.number < len(parts.items):
                return parts.items[site.number].start
            return node.keys[site.field].start
        forms = [form for form in _forms(node.values[site.field]) if isinstance(form, Entries)]
        places = ((key, value.start) for form in forms for key, value in form.values.items())
        wanted: Sequence[Ask | Mistake] = card.asks
        if site.field == "mistakes":
            wanted = card.mistakes
        elif site.field == "expect":
            wanted = card.asks * len(card.expect)
        matched, _ = match_kinds(wanted, places)
        return matched.get(site.number, node.keys[site.field].start)


def _place_in(text: Node, site: Site, lines: Sequence[str]) -> Place:
    return place_of(site.written, text, lines, site.from_line)


def _read(path: Path) -> tuple[DeckFile, list[Entries]]:
    """A file, and the nodes of its cards; of one that cannot be read, none."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):  # it was sound when it was loaded, a moment ago
        text = ""
    root = salvage(text).root
    cards = root.values.get("cards") if isinstance(root, Entries) else None
    items = cards.items if isinstance(cards, Items) else ()
    return DeckFile(str(path), text), [card for card in items if isinstance(card, Entries)]


class SitesByPath(dict[str, DeckSites]):
    """Those of each deck that is asked for, read once."""

    def __missing__(self, path: str) -> DeckSites:
        self[path] = DeckSites(path)
        return self[path]


def _forms(node: Node) -> tuple[Node, ...]:
    """A list of forms, or a form that stands for a list of one."""
    return node.items if isinstance(node, Items) else (node,)
