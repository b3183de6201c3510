"""`quiz draft FILE…`: what notes state, held against torch, and a deck of cards from them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from quizapp.asks.table import KINDS
from quizapp.checking.check import Checked, check
from quizapp.checking.plan import plan_check
from quizapp.commands.decks import SCHEMA, refuse_deck, refuse_taken, schema_text, write_new
from quizapp.commands.draft_report import DraftReport, Written
from quizapp.commands.progress import progress
from quizapp.commands.say import Form, say
from quizapp.commands.surroundings import is_at_terminal
from quizapp.commands.warm import warm_runner
from quizapp.deck.format.fields import LONGEST_SLUG
from quizapp.deck.format.load import load
from quizapp.drafting.proposing.deck_text import Entry, deck_text, entries, mistake_line
from quizapp.drafting.proposing.ids import slug
from quizapp.drafting.proposing.noted import given
from quizapp.drafting.proposing.proposal import Proposal
from quizapp.drafting.proposing.propose import propose
from quizapp.drafting.reading.files import read_notes
from quizapp.drafting.reading.notes import Notes
from quizapp.drafting.survey import Survey, steps_of, survey
from quizapp.errors import UserError
from quizapp.machine.settings import places
from quizapp.text.language import mark, tr
from runner.client import Runner
from runner.protocol.layers import is_full
from runner.protocol.wire import Fact, Hello, Raised

DIGITS = 4


def check_claims(paths: Sequence[Path], form: Form) -> int:
    """Judge what notes state, and print what was found. Returns the exit code."""

    async def look() -> DraftReport:
        every = [read_notes(path) for path in dict.fromkeys(paths)]
        async with warm_runner() as (runner, hello):
            return DraftReport(surveys=await _surveys(every, runner, hello), torch=hello.torch)

    report = asyncio.run(look())
    report.say(form)
    unusable = any(one.notes.troubles for one in report.surveys)
    return 1 if report.wrong or unusable else 0


def draft_deck(paths: Sequence[Path], output: Path | None, form: Form, *, open_author: bool) -> int:
    """Write a deck of what notes are good for, and open it. Returns the exit code."""
    for path in paths:
        refuse_deck(path)
    every = [read_notes(path) for path in dict.fromkeys(paths)]
    topic = slug(output.stem if output else paths[0].stem)[:LONGEST_SLUG].strip("-") or "notes"
    deck = output or places().decks / f"{topic}.yaml"
    if deck.exists():
        raise UserError(tr("there is {deck} already; give another by --output", deck=deck))
    refuse_taken(topic, tr("give another by --output"))
    title = next(
        (notes.title for notes in every if notes.title), topic.replace("-", " ").capitalize()
    )
    is_chinese = sum(notes.is_chinese for notes in every) * 2 > len(every)

    async def make() -> tuple[DraftReport, str, int]:
        async with warm_runner() as (runner, hello):
            surveys = await _surveys(every, runner, hello)
            proposed = [
                (_told(one.notes.path, every), card) for one in surveys for card in propose(one)
            ]
            proposed.sort(key=lambda one: -one[1].score)

            def write(cards: Sequence[Entry]) -> str:
                return deck_text(topic, title, cards, is_chinese=is_chinese)

            with TemporaryDirectory() as folder:
                trial = Path(folder) / "draft.yaml"
                cards = await _sound(entries(proposed), write, trial, runner, hello)
        return DraftReport(surveys=surveys, torch=hello.torch), write(cards), len(cards)

    report, text, count = asyncio.run(make())
    if count:
        described = deck.parent / SCHEMA
        beside = {} if output and described.exists() else {described: schema_text()}
        write_new({deck: text} | beside)
    report = replace(report, written=Written(str(deck) if count else None, count))
    report.say(form)
    if not count:
        say(tr("there is nothing in these notes that a card could ask"), err=True)
        return 1
    if open_author and form == "text" and is_at_terminal():
        from quizapp.commands.author import author_deck

        return author_deck(deck)
    return 0


def _told(path: str, every: Sequence[Notes]) -> str:
    """The file's name, as where a card comes from; the whole path where two have that name."""
    name = Path(path).name
    return path if sum(Path(one.path).name == name for one in every) > 1 else name


async def _surveys(every: Sequence[Notes], runner: Runner, hello: Hello) -> list[Survey]:
    if not is_full(hello.sandbox):
        raise UserError(
            tr(
                "notes are code from anywhere and run only in a full sandbox, which is not to be "
                "had here; `quiz doctor` says why"
            )
        )
    with progress(sum(map(steps_of, every)), mark("running")) as on_steps:
        return [await survey(notes, runner, on_steps=on_steps) for notes in every]


async def _sound(
    cards: list[Entry],
    write: Callable[[Sequence[Entry]], str],
    path: Path,
    runner: Runner,
    hello: Hello,
) -> list[Entry]:
    """The cards of which nothing is wrong, and whose code gives what that of the notes did.

    For it some have more lines, some vary less, and some lose a mistake.
    """
    sound: dict[str, Entry] = {}
    todo = {card.id: card for card in cards}
    while todo:
        bad, checked = await _problems(list(todo.values()), write, path, runner, hello)
        later = {}
        for card in todo.values():
            as_noted = _is_as_noted(card, checked)
            if as_noted and card.id not in bad:
                sound[card.id] = _with_truth(card, checked)
                continue
            other = None if as_noted is False else _otherwise(card, bad.get(card.id, set()))
            if other is None and not as_noted:
                other = _with_more_lines(card)
            if other is not None:
                later[card.id] = other
        todo = later
    # Once more as a whole, now that each says what it expects.
    kept = [sound[card.id] for card in cards if card.id in sound]
    bad, _ = await _problems(kept, write, path, runner, hello)
    return [card for card in kept if card.id not in bad]


def _otherwise(card: Entry, lines: set[str]) -> Entry | None:
    """The card without the mistakes that are none, or another that varies less; None at last."""
    said = {one.expression for one in card.wrong if mistake_line(card.proposal.kind, one) in lines}
    if said and len(said) == len(lines):
        return replace(card, but=card.but | said)
    if card.own.vary is not None:
        return replace(card, way=card.way + 1, but=frozenset())
    if card.wrong:
        return replace(card, but=frozenset(one.expression for one in card.own.wrong))
    return None


async def _problems(
    cards: Sequence[Entry],
    write: Callable[[Sequence[Entry]], str],
    path: Path,
    runner: Runner,
    hello: Hello,
) -> tuple[dict[str, set[str]], Checked | None]:
    """The ids of the cards of which something is wrong, with the lines, and what was found."""
    if not cards:
        return {}, None
    text = write(cards)
    lines = text.split("\n")
    path.write_text(text, encoding="utf-8")  # a check looks up there where something stands
    loaded = load(path)
    if loaded.deck is None:
        return {card.id: set() for card in cards}, None
    bad: dict[str, set[str]] = {}

    def note(card: str | None, line: str) -> None:
        if card:
            bad.setdefault(card.partition("/")[2], set()).add(line)

    for problem in loaded.problems:
        note(problem.card, lines[problem.line - 1])
    plans = plan_check([(loaded.deck, card) for card in loaded.deck.cards], random.Random(0))
    with progress(sum(len(plan.draws) for plan in plans)) as on_runs:
        checked = await check(plans, runner, hello, on_runs)
    for problem in checked.problems:
        note(problem.card, lines[problem.line - 1])
    for skipped in checked.skipped:
        note(skipped.card, "")
    for plan in plans:
        truths = checked.truths.get(plan.card.id, {})
        if len(plan.draws) > 1 and len({repr(facts[:1]) for facts in truths.values()}) < 2:
            note(plan.card.id, "")  # what is drawn does not change the answer
    here = {card.id.partition("/")[2] for card in loaded.deck.cards}
    return bad | {card.id: {""} for card in cards if card.id not in here | bad.keys()}, checked


def _truths(card: Entry, checked: Checked | None) -> list[Sequence[Fact | Raised]]:
    """What torch gives in each draw, as far as it could be run."""
    truths = {} if checked is None else checked.truths
    return [
        facts
        for id, by_draw in truths.items()
        if id.partition("/")[2] == card.id
        for facts in by_draw.values()
    ]


def _is_as_noted(card: Entry, checked: Checked | None) -> bool | None:
    """Whether the code gives what the notes' own run did, so that it lacks none of its lines.

    None where it could not be run.
    """
    vary = card.own.vary
    draw = vary.values.index(vary.noted) if vary is not None else 0
    facts = dict(enumerate(_truths(card, checked))).get(draw, ())
    kind = "bool" if card.proposal.choices else card.proposal.kind
    found = [given(kind, one.data) for one in facts if isinstance(one, Fact)]
    return found == list(card.proposal.noted) if facts else None


def _with_more_lines(card: Entry) -> Entry | None:
    fuller = card.proposal.fuller
    return None if fuller is None else replace(card, proposal=fuller, way=0, but=frozenset())


def _with_truth(card: Entry, checked: Checked | None) -> Entry:
    """The card with what torch gives in each draw as what is expected."""
    vary = card.own.vary
    expect = []
    for number, facts in enumerate(_truths(card, checked)):
        known = [one for one in facts if isinstance(one, Fact)]
        if not facts or len(known) < len(facts):
            return card
        text = _expected(card.proposal, known)
        if text is None:
            return card
        draw = {vary.name: vary.values[number]} if vary is not None else {}
        expect.append((draw, text))
    return replace(card, expect=tuple(expect))


def _expected(proposal: Proposal, facts: Sequence[Fact]) -> str | None:
    """The truth in short, as a learner would type it; None where it takes lines."""
    if proposal.choices:
        return ", ".join(str(number) for number, one in enumerate(facts, 1) if one.data)
    kind, fact = proposal.kind, facts[0]
    if kind == "raises":
        return str(fact.data["type"]) if fact.data else "nothing"
    shown = KINDS[kind].show(fact.data, DIGITS)
    return shown if "\n" not in shown and len(shown) <= 80 else None
