"""`quiz check`: what is wrong with decks, live torch being the judge."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from pathlib import Path

from quizapp.checking.advice import advise
from quizapp.checking.check import OnTorch, check, refusals
from quizapp.checking.claims import unproven
from quizapp.checking.in_two_languages import unlike
from quizapp.checking.plan import Plan, plan_check
from quizapp.checking.recording import compare
from quizapp.checking.slips_of_writing import slips_of_writing
from quizapp.checking.strays import strays
from quizapp.checking.versions import differences_between, seen_on
from quizapp.commands.check_report import Report
from quizapp.commands.decks import deck_at, given_decks, usual_folders, usual_library, usual_trust
from quizapp.commands.progress import progress
from quizapp.commands.reading import read
from quizapp.commands.say import Form, say
from quizapp.commands.unused_ideas import unused_ideas
from quizapp.commands.warm import warm_runner
from quizapp.deck.files import find_decks, ideas_beside, real_path
from quizapp.deck.model import Card, Deck
from quizapp.deck.problem import Problem
from quizapp.deck.translation import deck_translated_by
from quizapp.errors import UserError
from quizapp.library.library import Library
from quizapp.library.trust import Judged
from quizapp.text.language import tr
from quizapp.text.spelling import did_you_mean
from quizapp.text.visible import visible_path
from quizapp.text.words import counted


def check_decks(
    paths: Sequence[Path],
    *,
    card: str | None,
    jobs: int | None,
    form: Form,
    record: bool = False,
    strict: bool = False,
    advice: bool = False,
    cluster: str | None = None,
    versions: Sequence[str] | None = None,
) -> int:
    """Check decks and print what was found. Returns the exit code.

    They run on this machine, or on a Dask cluster, there on several versions of torch as well.
    A `strict` check names the sentences that nothing proves, too; `advice` says how cards could
    teach better. What was found is put on `record`, or else held against what was.
    """
    begun = time.monotonic()
    given = given_decks(paths) if paths else []
    usual = find_decks(usual_folders())
    files = set(map(str, given or usual))
    judge = Judged(usual_trust())
    library = usual_library(before=given, judge=judge)
    cards = [(deck, card) for deck in library.decks if deck.path in files for card in deck.cards]
    others = [card for deck in library.decks if deck.path not in files for card in deck.cards]
    read = files | set(map(str, ideas_beside(map(Path, files))))
    problems = [problem for problem in library.problems if _deck_of(problem) in read]
    untranslated = [lack for lack in library.untranslated if _deck_of(lack) in read]
    if strict:
        problems += untranslated
    elif card is None:
        _say_untranslated(untranslated)
    problems += _left_out(library, files, [real_path(path) for path in usual])
    if card is not None:
        cards, problems = _only(card, cards, problems)
    else:
        problems += _strays(paths, list(map(Path, files)))
    problems += [*unlike(cards, strict=strict), *slips_of_writing(cards)]
    if strict:
        problems += unproven(cards)
    # The sample of a card with very many draws is the same in every check.
    plans = plan_check(cards, random.Random(0))
    _say_sampled(plans)
    to_read = _to_read(cards, plans)
    if cluster is None:
        found, thoughts = asyncio.run(_check_here(plans, to_read, jobs, advice=advice))
    else:
        found, thoughts = _check_there(
            cluster, versions, plans, to_read, judge.bytes, advice=advice
        )
    compared = compare(plans, found, record=record, library=library)
    seen = dict.fromkeys(problems, ()) | seen_on(found, lambda on: on.problems) | compared.problems
    place = attrgetter("path", "line", "column")
    if advice and card is None:
        thoughts += unused_ideas([deck for deck in library.decks if deck.path in files], library)
    report = Report(
        counts={
            "decks": len(files),
            "cards": len(cards),
            "runs": sum(on.checked.runs for on in found),
        },
        problems={problem: seen[problem] for problem in sorted(seen, key=place)},
        advice=[*advise(cards, found[0].checked.truths, others), *thoughts] if advice else None,
        found=found,
        differs=list(differences_between(plans, found)) if versions else None,
        compared=compared,
        seconds=time.monotonic() - begun,
    )
    report.say(form)
    return 1 if report.problems else 0


def _deck_of(problem: Problem) -> str:
    """The deck that a problem is of, also where it stands in a file of its texts."""
    return str(deck_translated_by(Path(problem.path)) or problem.path)


def _say_untranslated(lacks: Sequence[Problem]) -> None:
    """How much is to be translated, where that is begun: no problem of what is read in English."""
    for path, places in Counter(lack.path for lack in lacks).items():
        told = counted(places, "place")
        say(
            tr(
                "{path}: {told} not as in English yet; `quiz check --strict` names them",
                path=visible_path(path),
                told=told,
            ),
            err=True,
        )


def _say_sampled(plans: Sequence[Plan]) -> None:
    """Which cards have more draws than are run."""
    for plan in plans:
        if plan.there_are > len(plan.draws):
            told = tr(
                "{card}: {run} of its {draws} are run",
                card=plan.card.id,
                run=len(plan.draws),
                draws=counted(plan.there_are, "draw"),
            )
            say(told, err=True)


def _strays(paths: Sequence[Path], decks: Sequence[Path]) -> Iterator[Problem]:
    """What belongs to no deck in the folders that are checked; of decks by themselves it is said.

    It may be of a deck that has another name now, and not of the one that is meant.
    """
    given = [path for path in paths if path.is_dir()]
    below = [deck for deck in decks if not paths or any(map(deck.is_relative_to, given))]
    whole = {*given, *(deck.parent for deck in below)}
    for folder in whole:
        yield from strays(folder)
    for folder in {deck.parent for deck in decks} - whole:
        for stray in strays(folder):
            say(f"{visible_path(stray.path)}: {stray.message}", err=True)


def _left_out(library: Library, files: Collection[str], usual: Sequence[Path]) -> Iterator[Problem]:
    """What is wrong with decks of a topic that another has: the app leaves out the later one.

    Where a deck lies somewhere else, the app may never see both: that is just said.
    """
    told = set[tuple[str, Path]]()
    for other, path in library.left_out.items():
        here, there = real_path(Path(path)), real_path(Path(other))
        if path not in files or other in files or here == there or (path, there) in told:
            continue
        told.add((path, there))  # it is found by a relative and by an absolute path
        topic = next(claim for claim in deck_at(here).claims if claim.field == "topic")
        message = tr("'{target}' is the topic of {other}, too", target=topic.target, other=other)
        if here not in usual:
            say(
                tr(
                    "{path}: {message}; where the app finds both, it leaves one out",
                    path=visible_path(path),
                    message=message,
                ),
                err=True,
            )
        elif usual.index(there) < usual.index(here):
            message = tr("{message}, so the app leaves this deck out", message=message)
            yield replace(topic.wrong(message), path=path)
        else:
            message = tr(
                "{message}, which the app leaves out; one of them needs another topic, or another "
                "place, as a copy does",
                message=message,
            )
            yield replace(topic.wrong(message), path=path)


def _only(
    name: str, cards: Sequence[tuple[Deck, Card]], problems: Sequence[Problem]
) -> tuple[list[tuple[Deck, Card]], list[Problem]]:
    """What is about one card, given by its full id, or by the part of it that the deck gives.

    A former id does as well.
    """

    def is_named(full_id: str) -> bool:
        return name in (full_id, full_id.partition("/")[2])

    renamed = {card.id for _, card in cards if any(map(is_named, card.was))}

    def is_meant(full_id: str | None) -> bool:
        return full_id is not None and (is_named(full_id) or full_id in renamed)

    kept = [(deck, card) for deck, card in cards if is_meant(card.id)]
    about = [problem for problem in problems if is_meant(problem.card)]
    if not kept and not about:
        of_whole_decks = [problem for problem in problems if problem.card is None]
        if of_whole_decks:  # the card may be in what could not be read
            return [], of_whole_decks
        known = [card.id for _, card in cards]
        raise UserError(
            tr(
                "no deck has a card '{name}'{did_you_mean}",
                name=name,
                did_you_mean=did_you_mean(name, known, most=3) or tr("; 'quiz list' shows all"),
            )
        )
    return kept, about


def _to_read(cards: Sequence[tuple[Deck, Card]], plans: Sequence[Plan]) -> list[Plan]:
    """Every card in order, also where nothing of it is run."""
    every = {card.id: Plan(deck=deck, card=card, draws=()) for deck, card in cards}
    return list({**every, **{plan.card.id: plan for plan in plans}}.values())


async def _check_here(
    plans: Sequence[Plan], to_read: Sequence[Plan], jobs: int | None, *, advice: bool
) -> tuple[list[OnTorch], list[Problem]]:
    """What was found, and the advice that is to be had by what is `to_read`."""
    async with warm_runner(jobs) as (runner, hello):
        refused = dict(refusals(plans, [hello.sandbox]))
        allowed = [plan for plan in plans if plan.deck.path not in refused]
        with progress(sum(len(plan.draws) for plan in allowed)) as on_runs:
            checked = await check(allowed, runner, hello, on_runs)
        untold = {one.card for one in checked.skipped}
        readable = [
            plan for plan in to_read if plan.deck.path not in refused and plan.card.id not in untold
        ]
        on = OnTorch(torch=hello.torch, checked=checked, refused=tuple(refused.values()))
        on, thoughts = await read(on, [(runner, readable)], advice=advice)
    return [on], thoughts


def _say_silent(worker: str) -> None:
    say(tr("nothing has been heard of the worker at {worker} for a while", worker=worker), err=True)


def _check_there(
    address: str,
    versions: Sequence[str] | None,
    plans: Sequence[Plan],
    to_read: Sequence[Plan],
    data: Mapping[str, bytes],
    *,
    advice: bool,
) -> tuple[list[OnTorch], list[Problem]]:
    """The same on a cluster, given the bytes of the decks by their path.

    The advice is had on the first version alone.
    """
    try:
        from quizapp.cluster.client import connected
        from quizapp.cluster.offer import place
    except ImportError as error:
        raise UserError(
            tr(
                "--cluster needs the package {name}: pip install 'torch-quiz[cluster]'",
                name=error.name,
            )
        ) from error
    with connected(address, _say_silent) as cluster:
        offers = cluster.offers(versions)
        placed = [place(plans, some) for some in offers]
        with progress(sum(one.runs for one in placed)) as on_runs:
            found = cluster.check(placed, data, on_runs)
        thoughts: list[Problem] = []
        for number, some in enumerate(offers):
            runnable = cluster.runners(place(to_read, some).runnable)
            reading = read(found[number], runnable, advice=advice and number == 0)
            found[number], said = asyncio.run(reading)
            thoughts += said
    return found, thoughts
