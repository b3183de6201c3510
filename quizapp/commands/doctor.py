"""`quiz doctor`: how things stand, and what is wrong."""

from __future__ import annotations

import asyncio
import platform
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from quizapp.commands.decks import usual_library, usual_trust
from quizapp.commands.say import say, say_held, say_json
from quizapp.commands.surroundings import now
from quizapp.commands.warm import warm_runner
from quizapp.deck.files import links_to_nowhere
from quizapp.deck.gone import gone, named, unread
from quizapp.deck.problem import Problem
from quizapp.errors import UserError
from quizapp.library.library import Library
from quizapp.library.trust import TrustError, refusal
from quizapp.machine.isolation import USUAL_REASONS, adding_up, gaps, isolation
from quizapp.machine.settings import Settings, SettingsError, load_settings, places
from quizapp.memory.errors import CorruptLog, LogError
from quizapp.memory.study_day import study_date, yet_to_come
from quizapp.running.faults import words_of
from quizapp.study.lost import lost_answers
from quizapp.study.opening import open_log
from quizapp.text.language import tr
from quizapp.text.visible import visible_path
from quizapp.text.words import counted, unreadable_in_words
from runner.protocol.wire import Fault, Hello, Look, Snippet, Source

PROBE = Snippet(
    (
        Source(
            "import torch\n"
            "x = torch.ones(2, requires_grad=True, device=device)\n"
            "x.sum().backward()\n"
        ),
    ),
    (Look("value", "x.grad.tolist()"),),
    device="cpu",
)

LEAST_ROOM = 16 << 20
"""Bytes of the disk that the log is on, below which it may be full tomorrow."""


@dataclass
class Findings:
    """What was looked at, by room, and what is wrong."""

    facts: dict[str, Any] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def examine(*, as_json: bool) -> int:
    """Look into every room and print what is found. Returns the exit code."""
    found = Findings()
    settings = _look_at_settings(found)
    hello = _look_at_runner(found, settings)
    library = _look_at_library(found)
    _look_at_log(found, settings, library)
    look_at_disk(found)
    _look_at_decks(found, hello, library)
    if as_json:
        say_json({"ok": not found.wrong, **found.facts, "problems": found.wrong})
    else:
        for line in _report(found):
            say(line)
    return 1 if found.wrong else 0


def _look_at_settings(found: Findings) -> Settings:
    """The settings in force; the defaults where the file is wrong."""
    where = places()
    found.facts["places"] = {
        "settings": str(where.config_file),
        "log": str(where.database),
        "decks": str(where.decks),
        "cache": str(where.cache),
    }
    try:
        settings = load_settings(where.config_file)
    except SettingsError as error:
        found.wrong.append(str(error))
        return Settings()
    from quizapp.tui.themes import theme_complaint

    if complaint := theme_complaint(settings.theme):
        found.wrong.append(f"{visible_path(where.config_file)}: {complaint}")
    if settings.keys:
        from quizapp.tui.keys.complaints import complaints_in_file

        found.wrong += complaints_in_file(settings, where.config_file)
    return settings


def _look_at_runner(found: Findings, settings: Settings) -> Hello | None:
    """The runner's first words; None where it does not start."""
    runner: dict[str, Any] = {"ok": False, "command": settings.runner_command}
    runner |= {"sandbox": [], "missing": {}, "isolation": None, "groups": False}
    found.facts |= {"python": platform.python_version(), "torch": None, "devices": []}
    found.facts["runner"] = runner
    try:
        hello, fault = asyncio.run(_probe(settings))
    except UserError as error:
        found.wrong.append(str(error))
        return None
    found.facts |= {"torch": hello.torch, "devices": list(hello.devices)}
    runner["ok"] = fault is None
    runner["sandbox"] = list(hello.sandbox)
    runner["missing"] = gaps(hello.sandbox)
    runner["isolation"] = isolation(hello.sandbox)
    runner["groups"] = hello.groups
    if fault is not None:
        found.wrong.append(tr("the runner cannot run a simple snippet: {fault}", fault=fault))
    return hello


async def _probe(settings: Settings) -> tuple[Hello, str | None]:
    """The runner's first words, and what is wrong with how it runs a snippet."""
    async with warm_runner(settings=settings) as (runner, hello):
        end = await runner.run(PROBE)
        if not isinstance(end, Fault) and len(hello.devices) > 1:
            end = await runner.run(replace(PROBE, device="best"))
    if isinstance(end, Fault):
        return hello, words_of(end)
    return hello, end.raised.message if end.raised else None


def _look_at_library(found: Findings) -> Library:
    """The decks; none where it cannot be told which there are."""
    try:
        return usual_library()
    except UserError as error:
        found.wrong.append(str(error))
        return Library(())


def _look_at_log(found: Findings, settings: Settings, library: Library) -> None:
    where = places()
    path = where.database
    log: dict[str, Any] = {"ok": False, "reviews": None, "unreadable": None}
    log |= {"gone": [], "answers_to_gone": 0, "yet_to_come": 0}
    found.facts["log"] = log
    ahead: list[str] = []
    try:
        with open_log(where, settings, library, say_held) as opened:
            log["unreadable"] = opened.unreadable()
            log["reviews"] = opened.count() - log["unreadable"]
            opened.require_sound()
            log["ok"] = True
            today = study_date(now(), settings.rollover_hour)
            known = opened.memories()
            answers = opened.answers_by_card()
            hidden = unread(library.decks, library.problems)
            log["gone"] = gone(answers, library.cards.values(), hidden)
            log["answers_to_gone"] = sum(answers[id] for id in log["gone"])
            log["yet_to_come"] = yet_to_come(opened.answers_by_day(), today)
            ahead = [id for id in known if id in library.cards and known[id].is_ahead(today)]
            if lost := lost_answers(opened, path):
                found.wrong.append(lost)
            opened.backup_if_due(now())
    except LogError as error:
        found.wrong.append(str(error))
        if isinstance(error, CorruptLog):  # what was counted lies in the file that was set aside
            log |= {"reviews": None, "unreadable": None}
    if log["unreadable"]:
        found.wrong.append(f"{visible_path(path)}: {unreadable_in_words(log['unreadable'])}")
    if ahead:
        found.wrong.append(
            tr(
                "{cards} answered last on a day yet to come. If a clock was wrong then, this "
                "brings them back today: quiz due --to 0 {ids}",
                cards=counted(len(ahead), "card"),
                ids=shlex.join(ahead),
            )
        )


def look_at_disk(found: Findings) -> None:
    """Whether there is room for answers to come."""
    folder = places().database.parent
    if folder.is_dir() and (free := shutil.disk_usage(folder).free) < LEAST_ROOM:
        told = tr(
            "{folder}: {free:.1f} MiB are left on its disk; once it is full, no answer can be kept",
            folder=folder,
            free=free / (1 << 20),
        )
        found.wrong.append(told)


def _look_at_decks(found: Findings, hello: Hello | None, library: Library) -> None:
    def of(path: str) -> list[Problem]:
        return [problem for problem in library.problems if problem.path == path]

    found.facts["decks"] = [
        {
            "topic": deck.topic,
            "path": deck.path,
            "cards": len(deck.cards),
            "problems": len(of(deck.path)),
            "trust": deck.trust,
            "refused": refusal(deck, hello.sandbox) if hello and deck.runs_code else None,
        }
        for deck in library.decks
    ]
    found.wrong += map(str, library.problems)
    told = {problem.path for problem in library.problems}
    for link in links_to_nowhere(places().decks):
        if str(link) in told:
            continue
        found.wrong.append(
            tr("{link}: a link that leads to no file; mend it, or take it away", link=link)
        )
    try:
        usual_trust().digests()
    except TrustError as error:
        found.wrong.append(str(error))


def _report(found: Findings) -> Iterator[str]:
    facts = found.facts
    yield f"python   {facts['python']}"
    yield f"torch    {facts['torch'] or tr('cannot be used')}"
    yield tr("devices  {names}", names=", ".join(facts["devices"]) or tr("none"))
    runner = facts["runner"]
    by = tr(", by {runner}", runner=shlex.join(runner["command"])) if runner["command"] else ""
    state = tr("works") if runner["ok"] else tr("does not work")
    yield tr("runner   {state}{by}", state=state, by=by)
    if runner["isolation"]:
        yield tr("sandbox  {layers}", layers=", ".join(runner["sandbox"]) or tr("none"))
        yield f"         {runner['isolation']}"
        if runner["sandbox"]:
            yield f"         {adding_up(kernel=runner['groups'])}"
    for layer, gap in runner["missing"].items():
        yield tr(
            "         no {layer}: {gap} ({why})", layer=layer, gap=gap, why=tr(USUAL_REASONS[layer])
        )
    kept = {name: visible_path(path) for name, path in facts["places"].items()}
    if facts["log"]["ok"]:
        yield tr(
            "log      {reviews}, readable: {kept}",
            reviews=counted(facts["log"]["reviews"], "review"),
            kept=kept["log"],
        )
        if lost := facts["log"]["gone"]:
            yield "         " + tr(
                "{answers} in it to {cards} of no deck here: {names}. They are kept; a card goes "
                "on with them that comes back, or has another id and says `was: [{first}]`.",
                answers=counted(facts["log"]["answers_to_gone"], "answer"),
                cards=counted(len(lost), "card"),
                names=named(lost),
                first=lost[0],
            )
        if ahead := facts["log"]["yet_to_come"]:
            yield "         " + tr(
                "{answers} in it of a day yet to come, by a clock that was wrong then or is now. "
                "They are kept, and counted on that day.",
                answers=counted(ahead, "answer"),
            )
    else:
        yield tr("log      cannot be used: {kept}", kept=kept["log"])
    yield tr("settings {kept}", kept=kept["settings"])
    yield tr("cache    {kept}", kept=kept["cache"])
    yield tr("decks    your own are kept in {kept}", kept=kept["decks"])
    for deck in facts["decks"]:
        cards = counted(deck["cards"], "card")
        yield tr(
            "         {topic}: {cards}, {path}",
            topic=deck["topic"],
            cards=cards,
            path=visible_path(deck["path"]),
        )
        if deck["refused"]:
            yield f"           {deck['refused']}"
    yield ""
    if not found.wrong:
        yield tr("Nothing is wrong.")
    for problem in found.wrong:
        yield tr("wrong: {problem}", problem=problem)
