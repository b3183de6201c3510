"""Whether a write card is sound."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quizapp.checking.examined import Examined, Tried, solution_findings, try_all, why_it_fails
from quizapp.checking.findings import Finding, Site
from quizapp.checking.giveaway import solution_given
from quizapp.checking.slips import of_wrong
from quizapp.deck.exercise import Exercise
from quizapp.deck.gap import GAP
from quizapp.deck.kinds.write import WriteCard
from quizapp.deck.python_source import names_defined, names_read
from quizapp.text.language import tr
from quizapp.values.prediction import NotUnderstood
from runner.client import Runs
from runner.protocol.wire import Fault

_WORD = re.compile(r"\w+")

_GIVEN = re.compile(rf" *(\w+) *= *{GAP.pattern} *(?:#.*)?")
_BY_ANY_NAME = ("globals", "locals", "vars", "exec", "eval", "gc")
"""What reads names, or what has them, without a word of them."""

NOTHING_MUCH = ("None", "object()")
"""What tests refuse that ask for anything."""


async def examine(
    run: Exercise, runner: Runs, *, twice: bool, texts: Sequence[str] | None
) -> Examined:
    """The solution has to pass; the starter, and what is given as wrong, must not."""
    card = run.card
    assert isinstance(card, WriteCard)
    codes = [("solution", card.solution.text)]
    codes += [("starter", card.starter.text)] if card.starter else []
    codes += [
        (tr("wrong {number}", number=number), wrong.text)
        for number, wrong in enumerate(card.wrong, 1)
    ]
    tried = await try_all(run, codes, runner)
    solution, *others = tried
    what = tr("the solution does not pass")
    found = await solution_findings(run, runner, solution.why, Site("solution"), what)
    if card.starter:
        starter, *others = others
        if starter.why is None:
            found.append(Finding(Site("starter"), tr("the starter passes the tests as it is")))
    found += [
        Finding(Site("wrong", number), tr("what is given as wrong passes the tests"))
        for number, wrong in enumerate(others)
        if wrong.why is None
    ]
    found += [*solution_given(card), *_untold(card), *_said_before_the_gap(card)]
    if solution.why is None:
        found += of_wrong(others)
    suspected = [] if found else await _untested(run, card, tried[1:], runner)
    suspected = suspected or ([] if found else await _unread(run, card, runner))
    return Examined(tuple(found), suspected=tuple(suspected), tried=tuple(tried))


def _said_before_the_gap(card: WriteCard) -> Iterator[Finding]:
    """A name that is given a value before the gap, and in it once more: `y = y = x`."""
    before = re.search(r"^ *(\w+) *= *$", GAP.split(card.code.text)[0].split("\n")[-1])
    given = re.match(r" *(\w+) *=(?!=)", card.solution.text)
    if card.has_gap and before and given and before[1] == given[1]:
        said = f"{before[1]} ="
        yield Finding(Site("solution"), tr("the gap stands behind `{said}` already", said=said))


async def _unread(run: Exercise, card: WriteCard, runner: Runs) -> list[Finding]:
    """Whether the tests pass without what the gap makes, be something else refused or not."""
    name = _made_for_nothing(run, card)
    if not (name and await _take_anything(run, card, runner)):
        return []
    return [Finding(Site("tests"), tr("they do not read what the gap makes"), name)]


def _made_for_nothing(run: Exercise, card: WriteCard) -> str:
    """The name that the gap gives a value, where no other line has a word like it."""
    lines = [line for line in card.code.text.split("\n") if GAP.search(line)]
    given = _GIVEN.fullmatch(lines[0]) if len(lines) == 1 else None
    if not card.has_gap or given is None:
        return ""
    rest = card.code.text.replace(lines[0], "", 1)
    setup = run.setup.text if run.setup is not None else ""
    words = {*_WORD.findall(f"{setup}\n{rest}\n{card.tests.text}")}
    return "" if words & {given[1], *_BY_ANY_NAME} else f"`{given[1]}`"


def _untold(card: WriteCard) -> Iterator[Finding]:
    """Names of the solution alone that the tests ask for."""
    if card.starter is None:
        return
    texts = [card.prompt.en, card.hint.en if card.hint else "", card.code.text, card.starter.text]
    told = {word for text in texts for word in _WORD.findall(text)}
    asked = names_read(card.tests.text) & names_defined(card.solution.text) - told
    if asked:
        names = ", ".join(f"`{name}`" for name in sorted(asked))
        what = tr("the tests read what the learner is not told to write")
        reading = enumerate(card.tests.text.splitlines(), card.tests.line)
        line = next((line for line, said in reading if asked & {*_WORD.findall(said)}), 0)
        yield Finding(Site("code", line) if line else Site("tests"), what, names)


async def _untested(
    run: Exercise, card: WriteCard, refused: Sequence[Tried], runner: Runs
) -> list[Finding]:
    """Whether the tests ask for nothing, or nothing that is given as wrong shows what they ask."""
    if await _take_anything(run, card, runner) and await _all_raise(run, refused, runner):
        told = ", ".join(f"`{one}`" for one in NOTHING_MUCH)
        return [Finding(Site("tests"), tr("they pass whatever is written"), told)]
    # In a gap, what raises by itself is what a learner is likely to write.
    if card.has_gap or not card.wrong or not await _all_raise(run, refused, runner):
        return []
    what = tr(
        "whatever is given as wrong raises by itself, so that nothing shows what the tests do: "
        "add what runs and is wrong"
    )
    return [Finding(Site("wrong"), what)]


async def _take_anything(run: Exercise, card: WriteCard, runner: Runs) -> bool:
    """Whether what has no use at all passes, be it true to Python or not."""
    for code in NOTHING_MUCH:
        if isinstance(card.read(code), NotUnderstood) or await why_it_fails(run, code, runner):
            return False
    return True


async def _all_raise(run: Exercise, refused: Sequence[Tried], runner: Runs) -> bool:
    """Whether all that does not pass would raise without any tests."""
    for one in refused:
        attempt = run.attempt(one.code)
        seen = await runner.run(replace(attempt, sources=attempt.sources[:-1]))
        if not isinstance(seen, Fault) and seen.raised is None:
            return False
    return True
