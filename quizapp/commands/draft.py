"""`quiz draft FILE…`: what notes state, held against torch, and a deck of cards from them."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from quizapp.asks.table import KINDS
from quizapp.checking.check import Checked, check
from quizapp.checking.plan import plan_check
from quizapp.commands.decks import SCHEMA, refuse_taken, schema_text, write_new
from quizapp.commands.draft_report import DraftReport, Written
from quizapp.commands.progress import progress
from quizapp.commands.say import Form, say
from quizapp.commands.warm import warm_runner
from quizapp.deck.format.load import load_text
from quizapp.drafting.proposing.deck_text import Entry, deck_text, entries, slug
from quizapp.drafting.proposing.propose import propose
from quizapp.drafting.reading.files import read_notes
from quizapp.drafting.reading.notes import Notes
from quizapp.drafting.survey import Survey, steps_of, survey
from quizapp.errors import UserError
from quizapp.machine.settings import places
from runner.client import Runner
from runner.protocol.layers import is_full
from runner.protocol.wire import Fact, Hello

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
    every = [read_notes(path) for path in dict.fromkeys(paths)]
    topic = slug(output.stem if output else paths[0].stem) or "notes"
    deck = output or places().decks / f"{topic}.yaml"
    if deck.exists():
        raise UserError(f"there is {deck} already; give another by --output")
    refuse_taken(topic, "give another by --output")
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

            cards = await _sound(entries(proposed), write, str(deck), runner, hello)
        return DraftReport(surveys=surveys, torch=hello.torch), write(cards), len(cards)

    report, text, count = asyncio.run(make())
    if count:
        described = deck.parent / SCHEMA
        beside = {} if output and described.exists() else {described: schema_text()}
        write_new({deck: text} | beside)
    report = replace(report, written=Written(str(deck) if count else None, count))
    report.say(form)
    if not count:
        say("there is nothing in these notes that a card could ask", err=True)
        return 1
    if open_author and form == "text" and sys.stdin.isatty() and sys.stdout.isatty():
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
            "notes are code from anywhere and run only in a full sandbox, which is not to be had "
            "here; `quiz doctor` says why"
        )
    with progress(sum(map(steps_of, every)), "running") as on_steps:
        return [await survey(notes, runner, on_steps=on_steps) for notes in every]


async def _sound(
    cards: list[Entry],
    write: Callable[[Sequence[Entry]], str],
    path: str,
    runner: Runner,
    hello: Hello,
) -> list[Entry]:
    """The cards of which nothing is wrong: where need be without what varies, or the mistakes."""
    ways: tuple[Callable[[Entry], Entry | None], ...] = (
        lambda card: card,
        lambda card: replace(card, has_vary=False),
        lambda card: replace(card, has_vary=False, has_mistakes=False),
    )
    sound: dict[str, Entry] = {}
    todo = cards
    for way in ways:
        tried = [one for card in todo if (one := way(card)) is not None]
        if not tried:
            break
        bad, checked = await _problems(tried, write, path, runner, hello)
        for card in tried:
            if card.id not in bad:
                sound[card.id] = _with_truth(card, checked)
        todo = [card for card in cards if card.id not in sound]
    # Once more as a whole, now that each says what it expects.
    kept = [sound[card.id] for card in cards if card.id in sound]
    bad, _ = await _problems(kept, write, path, runner, hello)
    return [card for card in kept if card.id not in bad]


async def _problems(
    cards: Sequence[Entry],
    write: Callable[[Sequence[Entry]], str],
    path: str,
    runner: Runner,
    hello: Hello,
) -> tuple[set[str], Checked | None]:
    """The ids of the cards of which something is wrong, and what was found."""
    if not cards:
        return set(), None
    loaded = load_text(write(cards), path)
    bad = {problem.card.partition("/")[2] for problem in loaded.problems if problem.card}
    if loaded.deck is None:
        return {card.id for card in cards}, None
    plans = plan_check([(loaded.deck, card) for card in loaded.deck.cards], random.Random(0))
    with progress(sum(len(plan.draws) for plan in plans)) as on_runs:
        checked = await check(plans, runner, hello, on_runs)
    bad |= {problem.card.partition("/")[2] for problem in checked.problems if problem.card}
    bad |= {one.card.partition("/")[2] for one in checked.skipped}
    for plan in plans:
        truths = checked.truths.get(plan.card.id, {})
        shown = {repr(facts[:1]) for facts in truths.values()}
        if len(plan.draws) > 1 and len(shown) < len(plan.draws):
            bad.add(plan.card.id.partition("/")[2])  # what is drawn does not change the answer
    here = {card.id.partition("/")[2] for card in loaded.deck.cards}
    return bad | {card.id for card in cards if card.id not in here}, checked


def _with_truth(card: Entry, checked: Checked | None) -> Entry:
    """The card with what torch gives as what is expected, where it does not vary."""
    if checked is None or (card.has_vary and card.proposal.vary is not None):
        return card
    for full_id, by_draw in checked.truths.items():
        if full_id.partition("/")[2] == card.id:
            for facts in by_draw.values():
                if facts and isinstance(facts[0], Fact):
                    text = _expected(card.proposal.kind, facts[0])
                    return replace(card, expect=text) if text else card
    return card


def _expected(kind: str, fact: Fact) -> str | None:
    """The truth in short, as a learner would type it; None where it takes lines."""
    if kind == "raises":
        return str(fact.data["type"]) if fact.data else "nothing"
    shown = KINDS[kind].show(fact.data, DIGITS)
    return shown if "\n" not in shown and len(shown) <= 80 else None
