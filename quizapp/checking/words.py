"""What is wrong with the words of a card that are computed, to be seen from runs of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import get_args

from quizapp.checking.findings import UNSTEADY, Finding, Site
from quizapp.checking.refused import explained
from quizapp.deck.computed import BEFORE, holes_of, look_of, word_of, words_seen
from quizapp.deck.exercise import Exercise
from quizapp.deck.kinds.choice import ChoiceCard
from quizapp.deck.model import Card
from quizapp.deck.parts import Spot
from quizapp.text.holes import Hole
from quizapp.text.language import Language, tr
from quizapp.text.plain import plain_line
from runner.protocol.wire import Fact, Outcome, Raised

_MEANT = re.compile(r"""(''|"").* else |\belse (''|"")""")
"""An expression that says itself in which case it gives an empty text."""
_STOP = re.compile(r"(?: .*|\D)[.。]\Z")
"""Behind a number alone it is a point: `2.` is no `2`."""
CALLABLE = re.compile(r"<(?:built-in method|bound method|function|built-in function) ")
_FORMS_A_CALLABLE = re.compile(r"unsupported format string passed to (?:\w*function\w*|method)\.")
LONGEST = 200
"""Characters of a word in a sentence."""


def word_findings(run: Exercise, seen: Outcome) -> Iterator[Finding]:
    """Words that cannot be told in this draw, and options that they make read the same."""
    facts = words_seen(run.card, seen.facts)
    sound = True
    for spot, hole, written in words_after(run.card):
        fact = facts.get(look_of(hole))
        if fact is not None and (wrong := _wrong_with(fact, hole)):
            sound = False
            yield Finding(site_of(spot, written), *wrong)
    told = run.told(seen).card
    if sound and isinstance(told, ChoiceCard):
        for language in get_args(Language):
            yield from _read_alike(told, language)


def _read_alike(told: ChoiceCard, language: Language) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for number, option in enumerate(told.options):
        text = plain_line(option.text.in_language(language))
        other = first.setdefault(_as_heard(text), number)
        if other != number:
            what = tr("reads the same as option {other}", other=other + 1)
            yield Finding(Site("choices", number), what, text)


def _as_heard(line: str) -> str:
    """A line without its backticks and the stop at its end, which make no other option of it."""
    return (line[:-1] if _STOP.search(line) else line).replace("`", "")


def word_changes(card: Card, first: Outcome, again: Outcome, what: str = "") -> list[Finding]:
    """Words that are others when the same exercise runs again: `what` says how."""
    what = what or tr(UNSTEADY)
    seen, then = words_seen(card, first.facts), words_seen(card, again.facts)
    found: list[Finding] = []
    for spot, hole, written in words_after(card):
        was, now = (_told(facts.get(look_of(hole)), hole) for facts in (seen, then))
        if was != now and None not in (was, now):
            changed = tr("{first}, then {again}", first=was, again=now)
            changed = f"`{hole.expression}`: {changed}"
            found.append(Finding(site_of(spot, written), what, changed))
    return found


def words_after(card: Card) -> Iterator[tuple[Spot, Hole, str]]:
    """Each hole that is filled once the code has run, with its place and what is written there."""
    for spot, text in card.texts():
        if spot.field not in BEFORE:
            yield from ((spot, hole, written) for hole, written in holes_of(text))


def site_of(spot: Spot, written: str, from_line: int = 1, *, zh: bool = False) -> Site:
    """The place of a word, to tell of it."""
    return Site(spot.field, spot.number, spot.part, written, from_line, zh)


def _wrong_with(fact: Fact | Raised, hole: Hole) -> tuple[str, str] | None:
    if _calls_nothing(fact, hole):
        return tr("a word cannot be computed"), tr(
            "`{expression}` calls nothing (did you mean `{meant}`?)",
            expression=hole.expression,
            meant=f"{hole.expression}()",
        )
    if isinstance(fact, Raised):
        return tr("a word cannot be computed"), explained(fact)
    told = word_of(fact)
    if not told.strip("'\"") and not _MEANT.search(hole.expression):
        return tr("a word comes to nothing"), tr("an empty text")
    if len(told) > LONGEST:
        return tr("a word is too long for a sentence"), tr(
            "{text}… has {length:,} characters", text=told[:40], length=len(told)
        )
    return None


def _calls_nothing(fact: Fact | Raised, hole: Hole) -> bool:
    """Whether a word is a method that it only names."""
    if isinstance(fact, Raised):
        return _FORMS_A_CALLABLE.match(fact.message) is not None
    node = ast.parse(hole.expression, mode="eval").body
    return isinstance(node, ast.Name | ast.Attribute) and bool(CALLABLE.match(word_of(fact)))


def _told(fact: Fact | Raised | None, hole: Hole) -> str | None:
    if not isinstance(fact, Fact) or _calls_nothing(fact, hole):
        return None
    return word_of(fact)
