"""A trial for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from quizapp.commands.parts_text import option_in_words
from quizapp.commands.trial import Trial, ask_is_right, attempt_is_right, why
from quizapp.deck.answered import TruthCard
from quizapp.deck.lists import number_before
from quizapp.deck.model import RunCard
from quizapp.deck.phrases import (
    ask_in_words,
    hanging,
    printed,
    proof_in_words,
    source_in_words,
    traceback_of,
)
from quizapp.deck.question import AnsweredBy
from quizapp.deck.verdict import Verdict
from quizapp.inside.spans import plain
from quizapp.inside.steps import shown_trace
from quizapp.inside.tree import graph_lines
from quizapp.pictures.album import NOTHING, TITLES, Album
from quizapp.running.faults import words_of
from quizapp.running.record import history_in_words
from quizapp.text.cells import padded
from quizapp.text.language import mark, spoken, tr
from quizapp.text.plain import plain_line, plain_text
from quizapp.text.visible import visible
from runner.protocol.wire import Fault, Outcome

WIDTH = 80
"""Columns that the trace and the graph may take."""

WANTED: Mapping[AnsweredBy, str] = {
    "code": mark("Nothing was run: this card needs --code FILE."),
    "numbers": mark(
        "Nothing was run: this card needs --choose with every line's number, in order."
    ),
}

SIGNS = {True: mark("✓ right"), False: mark("✗ wrong"), None: mark("? asked again")}


def trial_as_text(trial: Trial) -> str:
    """What was asked, what torch did, and what that means for the answers."""
    return "\n\n".join(filter(None, _paragraphs(trial)))


def _paragraphs(trial: Trial) -> Iterator[str]:
    yield trial.exercise.shown_code.rstrip()
    yield plain_text(trial.told.prompt.in_language(spoken()))
    match trial.end:
        case Fault() as fault:
            yield tr("no verdict: {message}", message=words_of(fault))
            return
        case Outcome() as outcome:
            yield "\n".join(_seen_by_torch(trial, outcome))
    if trial.verdict is not None:
        yield from _graded(trial, trial.verdict)
    elif trial.end is None:
        yield trial.card.given(trial.exercise.shuffled, spoken())
        yield tr(WANTED[trial.card.answered_by])
    if trial.watched is not None:
        yield from _seen_inside(trial, trial.watched)
    if trial.drawn is not None:
        yield from _pictures(trial, trial.drawn)
    if trial.told.explain is not None:
        yield plain_text(trial.told.explain.in_language(spoken()))
    yield history_in_words(trial.exercise, spoken())
    if proof := proof_in_words(trial.card):
        yield tr("{complaint}.", complaint=proof)
    yield from source_in_words(trial.card)


def _seen_by_torch(trial: Trial, outcome: Outcome) -> Iterator[str]:
    card = trial.told
    if isinstance(card, TruthCard):
        yield from card.told_lines(card.truth(outcome), answered=trial.verdict is not None)
    if outcome.stdout and not (isinstance(card, RunCard) and card.asks_for_output):
        yield tr("{heading}:", heading=tr("printed"))
        yield visible(outcome.stdout.rstrip("\n"))
    for title, text in printed(trial.exercise, replace(outcome, stdout="")):
        yield f"{tr('{heading}:', heading=title)}\n{text}"
    if outcome.raised is not None:
        yield traceback_of(outcome.raised)


def _graded(trial: Trial, verdict: Verdict) -> Iterator[str]:
    for ask in verdict.asks:
        lines = [_signed(ask_is_right(ask), ask_in_words(ask.ask))]
        lines += [f"  {padded(tr('you'), 5)}  {hanging(visible(ask.answer))}"]
        lines += [f"  torch  {hanging(ask.truth)}"]
        lines += [f"  {reason}"] if (reason := why(ask, spoken())) else []
        yield "\n".join(lines)
    for number, option in enumerate(verdict.options, 1):
        text = number_before(number, plain_line(option.option.text.in_language(spoken())))
        yield f"{_signed(option.right, text)}\n  {option_in_words(option, spoken())}"
    if (attempt := verdict.tests) is not None:
        passed = attempt_is_right(trial.card, attempt)
        yield _signed(passed, attempt.why.in_language(spoken()) or tr("it passes the tests"))


def _signed(right: bool | None, text: str) -> str:
    return tr("{label}: {text}", label=tr(SIGNS[right]), text=text)


def _pictures(trial: Trial, drawn: Outcome | Fault) -> Iterator[str]:
    """The pictures, first the one that suits; a graph that is too wide stands above as a tree."""
    if isinstance(drawn, Fault):
        yield tr("no picture: {message}", message=words_of(drawn))
        return
    album = Album(drawn, trial.exercise)
    if album.first is None:
        yield tr(NOTHING)
        return
    for kind in (album.first, *(other for other in album.kinds if other != album.first)):
        if kind != "graph" or (album.boxes and album.boxes.fits(WIDTH)):
            lines = album.lines(kind, album.start(kind), width=WIDTH)
            title = tr("picture: {title}", title=tr(TITLES[kind]))
            yield "\n".join([title, *(plain(line).rstrip() for line in lines)])


def _seen_inside(trial: Trial, watched: Outcome | Fault) -> Iterator[str]:
    """The trace and the graph."""
    if isinstance(watched, Fault):
        yield tr("no trace: {message}", message=watched.message)
        return
    steps = shown_trace(watched.trace, trial.exercise).lines(WIDTH) if watched.trace else []
    yield "\n".join([tr("trace"), *map(plain, steps)])
    yield "\n".join([tr("graph"), *map(plain, graph_lines(watched.graph, width=WIDTH))])
