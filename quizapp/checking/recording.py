"""What a check found, put into the records of the decks; and what these tell of torch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from quizapp.checking.check import OnTorch
from quizapp.checking.findings import Site
from quizapp.checking.plan import Plan, draw_key
from quizapp.checking.report import in_draws
from quizapp.checking.sites import DeckSites
from quizapp.deck.answered import TruthCard
from quizapp.deck.exercise import draws
from quizapp.deck.files import leads_away
from quizapp.deck.gone import gone, unread
from quizapp.deck.model import RunCard
from quizapp.deck.parts import Draw
from quizapp.deck.problem import Problem
from quizapp.library.library import Library
from quizapp.running.record import Move, digest, is_same, kept, known_of, moves, said_on, shown
from quizapp.running.record_file import (
    CardRecord,
    Minor,
    Record,
    RecordError,
    Said,
    Texts,
    minor_of,
    named,
    read_record,
    record_of,
    write_record,
)
from quizapp.text.language import tr
from runner.protocol.wire import Fact

NO_OTHERS = Library(())


@dataclass(frozen=True)
class Moved:
    """Something about a card of which torch has not always said the same."""

    card: TruthCard
    drawn: str
    """In which draws, as ` (n = 3, and 2 more draws)`."""
    move: Move

    @property
    def what(self) -> str:
        return f"{self.card.name_of(self.move.part)}{self.drawn}"

    def __str__(self) -> str:
        return f"{self.card.id}: {self.what}: {self.move}"


@dataclass
class Compared:
    """What the records of decks tell, once these were checked."""

    problems: dict[Problem, tuple[str, ...]] = field(default_factory=dict)
    """Truths that are not what is recorded, with the versions that gave them."""
    moved: list[Moved] = field(default_factory=list)
    unrecorded: list[str] = field(default_factory=list)
    """Cards that ran, and are not recorded as they are now."""
    gone: dict[str, list[str]] = field(default_factory=dict)
    """By topic, cards that are recorded, and that no card of the deck is or was."""
    unknown: set[tuple[str, str]] = field(default_factory=set)
    """Versions of which nothing is recorded, each with the newest that is."""


def compare(
    plans: Sequence[Plan],
    found: Sequence[OnTorch],
    *,
    record: bool,
    library: Library = NO_OTHERS,
) -> Compared:
    """Hold what was found against the records beside the decks, or `record` it there.

    A version that is not recorded is compared with all that are. The library has all decks, and
    what keeps cards from being read: of these the record stays. Raises RecordError.
    """
    told = Compared()
    hidden = unread(library.decks, library.problems)
    for path, of_deck in groupby(plans, key=lambda plan: plan.deck.path):
        own = list(of_deck)
        if leads_away(file := record_of(path), Path(path)):
            raise RecordError(tr("{path} is a link out of the folder of its deck", path=file))
        known = read_record(file)
        if known is None and not record:
            continue
        deck, now = own[0].deck, known or Record()
        ids = {f"{now.topic or deck.topic}/{card}": card for card in now.cards}
        lost = gone(ids, [*deck.cards, *library.cards.values()])
        stays = [ids[one] for one in lost] if deck.topic in hidden else []
        if lost and not stays:
            told.gone[deck.topic] = lost
        for on in found:
            if any(problem.path == path for problem in on.refused):
                continue
            if record or minor_of(on.torch) not in now.versions:
                if known and not record:
                    told.unknown.add((on.torch, named(max(known.versions))))
                now = recorded(now, own, on)
                continue
            for problem in disagreements(own, now, on):
                told.problems[problem] = (*told.problems.get(problem, ()), on.torch)
            missing = unrecorded(own, now, on)
            told.unrecorded += [card for card in missing if card not in told.unrecorded]
        if record and now.versions:
            kept = {one: known.cards[one] for one in stays} if known else {}
            write_record(file, Record(now.versions, {**now.cards, **kept}, deck.topic))
        told.moved += moved(own, now)
    return told


def recorded(before: Record, plans: Sequence[Plan], on: OnTorch) -> Record:
    """The record of a deck with what was found on one version, given all plans of its cards.

    Of a card that did not run, or in which something is wrong, that version says nothing.
    """
    version = minor_of(on.torch)
    versions = {**before.versions, version: on.torch.partition("+")[0]}
    unsound = {one.card for one in on.checked.skipped} | {one.card for one in on.problems}
    cards: dict[str, CardRecord] = {}
    for plan in plans:
        card, setup = plan.card, plan.deck.setup
        if not isinstance(card, RunCard) or list(plan.draws) != list(draws(card)):
            continue
        known = known_of(card, setup, before)
        said = _without(version, known.said if known else ())
        if card.id not in unsound:
            said = _with(version, said, plan, on)
        if said:
            cards[card.id.partition("/")[2]] = CardRecord(digest(card, setup), said)
    return Record(dict(sorted(versions.items())), cards)


def disagreements(plans: Sequence[Plan], record: Record, on: OnTorch) -> Iterator[Problem]:
    """Where a version says something else than what is recorded of it and of a deck's cards."""
    version = minor_of(on.torch)
    for plan in plans:
        card = plan.card
        known = known_of(card, plan.deck.setup, record) if isinstance(card, TruthCard) else None
        said = said_on(known, version) if known else None
        if said is None or not isinstance(card, TruthCard):
            continue
        truths = on.checked.truths.get(card.id, {})
        by_draw = zip(draws(card), said.truth, strict=True)
        others = [
            (draw, part, texts[part], fact)
            for draw, texts in by_draw
            for part, fact in enumerate(truths.get(draw_key(draw), ()))
            if isinstance(fact, Fact) and not is_same(card, part, texts[part], fact)
        ]
        if others:
            draw, part, text, fact = others[0]
            drawn = in_draws(draw, len({draw_key(other) for other, *_ in others}) - 1)
            what = tr(
                "{part} was {before} and is {now}",
                part=card.name_of(part),
                before=shown(text),
                now=shown(card.kept(part, fact)),
            )
            message = tr(
                "torch {version} said something else when it was recorded: {what}",
                version=named(version),
                what=what,
            )
            yield DeckSites(plan.deck.path).problem(card, Site("card"), f"{message}{drawn}")


def moved(plans: Sequence[Plan], record: Record) -> Iterator[Moved]:
    """What torch has changed, as far as it is recorded of cards as they are now."""
    for plan in plans:
        card = plan.card
        known = known_of(card, plan.deck.setup, record) if isinstance(card, TruthCard) else None
        if known is None or not isinstance(card, TruthCard):
            continue
        alike: dict[tuple[int, str], list[tuple[Draw, Move]]] = {}
        for number, draw in enumerate(draws(card)):
            for move in moves(known, number):
                alike.setdefault((move.part, str(move)), []).append((draw, move))
        for (draw, move), *more in alike.values():
            yield Moved(card, in_draws(draw, len(more)), move)


def unrecorded(plans: Sequence[Plan], record: Record, on: OnTorch) -> Iterator[str]:
    """The cards that ran on a version of which nothing is recorded of them as they are now."""
    skipped = {one.card for one in on.checked.skipped}
    for plan in plans:
        if isinstance(plan.card, RunCard) and plan.card.id not in skipped:
            known = known_of(plan.card, plan.deck.setup, record)
            if known is None or said_on(known, minor_of(on.torch)) is None:
                yield plan.card.id


def _without(version: Minor, said: Sequence[Said]) -> tuple[Said, ...]:
    left = (replace(one, on=tuple(other for other in one.on if other != version)) for one in said)
    return tuple(one for one in left if one.on)


def _with(version: Minor, said: tuple[Said, ...], plan: Plan, on: OnTorch) -> tuple[Said, ...]:
    """What was said, and by this version: by the same words where that is the same."""
    truth: list[Texts] = []
    if isinstance(plan.card, TruthCard):
        by_draw = on.checked.truths.get(plan.card.id, {})
        for number, draw in enumerate(plan.draws):
            before = [one.truth[number] for one in said]
            texts = kept(plan.card, by_draw.get(draw_key(draw), ()), before)
            if texts is None:
                return said
            truth.append(texts)
    by_truth = {one.truth: one.on for one in said}
    by_truth[tuple(truth)] = tuple(sorted((*by_truth.get(tuple(truth), ()), version)))
    return tuple(Said(on, truth) for truth, on in sorted(by_truth.items(), key=itemgetter(1)))
