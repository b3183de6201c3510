"""Blocks of notes → snippets for the runner, and what it told of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from quizapp.drafting.running.seen import Seen, Summary, read_seen, read_summary
from quizapp.drafting.stating.comments import Place
from quizapp.text.language import tr
from runner.client import Runs
from runner.protocol.framing import WireError
from runner.protocol.wire import Fact, Fault, Look, Snippet, Source

_FILES = ("surroundings", "snapshots", "instrument", "witness")
_PACKAGE = "quizapp.drafting.witness"
_WITNESS = {
    f"{_PACKAGE}.{name}": (Path(__file__).parents[1] / "witness" / f"{name}.py").read_text("utf-8")
    for name in _FILES
}
"""The modules of the witness, each after those that it imports."""
_LOAD = f"""\
def __load__():
    import sys, types
    for name, text in {_WITNESS!r}.items():
        sys.modules[name] = types.ModuleType(name)
        exec(text, vars(sys.modules[name]))
    return sys.modules[{_PACKAGE + ".witness"!r}]
"""
SECONDS = 30.0
"""For a block; its statements have a limit of their own, which is much shorter."""
MOST_LOOKS = 2_000


@dataclass(frozen=True, kw_only=True)
class ToRun:
    """Code with what is to be seen of it."""

    path: str
    setup: str
    text: str
    line: int
    places: Sequence[Place]
    """Statements that are watched."""
    questions: Mapping[int, Sequence[str]]
    """By the number of a statement, what to evaluate after it."""
    meant: Sequence[int] = ()
    """Numbers of the statements that are said to raise."""


@dataclass(frozen=True, kw_only=True)
class Ran:
    """What was seen, by the number of a statement."""

    seen: Mapping[int, Seen]
    summary: Summary


async def run(job: ToRun, runner: Runs, *, seed: int = 0) -> Ran | Fault:
    """Run it once. Another seed than 0 alters those that the setup sets as well."""
    places = list(job.places)[:MOST_LOOKS]
    numbers = [(one.line, one.node.col_offset, one.number) for one in places]
    code = (
        f"{_LOAD}"
        f"__witness__ = __load__().begin(globals(), {job.path!r}, {numbers!r}, "
        f"{dict(job.questions)!r}, {list(job.meant)!r})\n"
        f"__witness__.prepare({job.setup!r}, {seed})\n"
        f"__witness__.run({job.text!r}, {job.line})\n"
    )
    looks = [Look("value", f"__witness__.told({one.number})") for one in places]
    snippet = Snippet(
        (Source(code, "<notes>"),),
        (Look("value", "__witness__.summary()"), *looks),
        timeout=SECONDS,
        seed=seed,
        workers="num_workers" in job.text + job.setup,
        untrusted=True,
    )
    try:
        end = await runner.run(snippet)
    except WireError as error:
        return Fault("refused", tr("The block cannot be sent to the runner: {error}.", error=error))
    if isinstance(end, Fault):
        return end
    if end.raised is not None and not isinstance(end.facts[0], Fact):
        return Fault("internal", f"{end.raised.type}: {end.raised.message}")
    first, *facts = end.facts
    if not isinstance(first, Fact):
        return Fault("internal", f"{first.type}: {first.message}")
    seen = {}
    try:
        summary = read_summary(first.data)
        for place, fact in zip(places, facts, strict=True):
            if isinstance(fact, Fact):
                seen[place.number] = read_seen(fact.data)
    except ValueError as error:
        return Fault("internal", tr("The runner told what cannot be: {error}.", error=error))
    return Ran(seen=seen, summary=summary)
