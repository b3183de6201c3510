"""`quiz doctor`: how things stand, and what is wrong."""

from __future__ import annotations

import asyncio
import json
import platform
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import click

from quizapp.commands.decks import usual_library
from quizapp.commands.warm import warm_runner
from quizapp.deck.problem import Problem
from quizapp.errors import UserError
from quizapp.memory.errors import LogError
from quizapp.memory.log import ReviewLog
from quizapp.memory.schedule import Scheduling
from quizapp.settings import Settings, SettingsError, load_settings, places
from quizapp.words import counted
from runner.layers import is_full
from runner.wire import Fault, Hello, Look, Snippet, Source

PROCESS = "a process of its own for each snippet, with limits on time, memory and output"
FULL_SANDBOX = f"{PROCESS}, that reaches none of your files, no network and no other process"
NOT_FULL = f"{PROCESS}; this machine does not give a full sandbox, so run only decks that you trust"

PROBE = Snippet(
    (Source("import torch\nx = torch.ones(2, requires_grad=True)\nx.sum().backward()\n"),),
    (Look("value", "x.grad.tolist()"),),
)


@dataclass
class Findings:
    """What was looked at, by room, and what is wrong."""

    facts: dict[str, Any] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def examine(*, as_json: bool) -> int:
    """Look into every room and print what is found. Returns the exit code."""
    found = Findings()
    settings = _look_at_settings(found)
    _look_at_runner(found)
    _look_at_log(found, settings)
    _look_at_decks(found)
    if as_json:
        click.echo(json.dumps({"ok": not found.wrong, **found.facts, "problems": found.wrong}))
    else:
        for line in _report(found):
            click.echo(line)
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
        found.wrong.append(f"{where.config_file}: {complaint}")
    return settings


def _look_at_runner(found: Findings) -> None:
    runner: dict[str, Any] = {"ok": False, "sandbox": [], "isolation": None}
    found.facts |= {"python": platform.python_version(), "torch": None, "devices": []}
    found.facts["runner"] = runner
    try:
        hello, fault = asyncio.run(_probe())
    except UserError as error:
        found.wrong.append(str(error))
        return
    found.facts |= {"torch": hello.torch, "devices": list(hello.devices)}
    runner["ok"] = fault is None
    runner["sandbox"] = list(hello.sandbox)
    runner["isolation"] = FULL_SANDBOX if is_full(hello.sandbox) else NOT_FULL
    if fault is not None:
        found.wrong.append(f"the runner cannot run a simple snippet: {fault}")


async def _probe() -> tuple[Hello, str | None]:
    """The runner's first words, and what is wrong with how it runs a snippet."""
    async with warm_runner() as (runner, hello):
        end = await runner.run(PROBE)
    if isinstance(end, Fault):
        return hello, end.message
    return hello, end.raised.message if end.raised else None


def _look_at_log(found: Findings, settings: Settings) -> None:
    path = places().database
    log: dict[str, Any] = {"ok": False, "reviews": None}
    found.facts["log"] = log
    scheduling = Scheduling(retention=settings.retention, max_interval=settings.max_interval)
    try:
        with ReviewLog.open(path, scheduling) as opened:
            log["reviews"] = len(opened.reviews())
            log["ok"] = opened.is_sound()
    except LogError as error:
        found.wrong.append(str(error))
        return
    if not log["ok"]:
        found.wrong.append(f"The review log {path} does not pass SQLite's integrity check.")


def _look_at_decks(found: Findings) -> None:
    library = usual_library()

    def of(path: str) -> list[Problem]:
        return [problem for problem in library.problems if problem.path == path]

    found.facts["decks"] = [
        {
            "topic": deck.topic,
            "path": deck.path,
            "cards": len(deck.cards),
            "problems": len(of(deck.path)),
        }
        for deck in library.decks
    ]
    found.wrong += map(str, library.problems)


def _report(found: Findings) -> Iterator[str]:
    facts = found.facts
    yield f"python   {facts['python']}"
    yield f"torch    {facts['torch'] or 'cannot be used'}"
    yield f"devices  {', '.join(facts['devices']) or 'none'}"
    yield f"runner   {'works' if facts['runner']['ok'] else 'does not work'}"
    if facts["runner"]["isolation"]:
        yield f"sandbox  {', '.join(facts['runner']['sandbox']) or 'none'}"
        yield f"         {facts['runner']['isolation']}"
    if facts["log"]["ok"]:
        yield f"log      {counted(facts['log']['reviews'], 'review')}, sound"
    else:
        yield "log      cannot be used"
    for name, place in facts["places"].items():
        yield f"{name:<8} {place}"
    for deck in facts["decks"]:
        yield f"deck     {deck['topic']}: {counted(deck['cards'], 'card')}, {deck['path']}"
    yield ""
    if not found.wrong:
        yield "Nothing is wrong."
    for problem in found.wrong:
        yield f"wrong: {problem}"
