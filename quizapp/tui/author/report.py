"""What a check found, and what torch says of the card under the eye, as styled text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from textual.content import Content

from quizapp.checking.examined import Examined
from quizapp.checking.plan import draw_key
from quizapp.checking.workbench import Reading
from quizapp.deck.answered import TruthCard
from quizapp.deck.model import Card, RunCard
from quizapp.deck.problem import Problem
from quizapp.deck.translation import deck_translated_by
from quizapp.text.cells import padded
from quizapp.text.language import tr
from quizapp.text.visible import visible
from quizapp.text.words import counted
from quizapp.tui.author.tried_text import tried_text

MOST_DRAWS = 12
"""Draws whose truths are shown."""


def report(
    reading: Reading, card: Card | None, before: Reading, gone: Sequence[str] = ()
) -> Content:
    """What is told of the card: its problems and the deck's, advice, and its truths by draw.

    Then come the problems of other cards. Of a card that has not been run as it is now, what was
    known `before` is told as that. `gone` says which cards are no longer in the deck.
    """
    about = {card.id if card else None, None}
    own = [problem for problem in reading.problems if problem.card in about]
    own.sort(key=lambda problem: problem.card is None)
    others = [problem for problem in reading.problems if problem.card not in about]
    lines = [_problem(problem) for problem in own]
    lines += [Content.styled(f"· {one}", "$text 60%") for one in gone]
    if card is not None:
        lines += _of_card(card, reading, before)
    if card is not None and others:
        problems = counted(len(others), "problem")
        lines.append(_aside(tr("{problems} of other cards:", problems=problems)))
    lines += [_problem(problem) for problem in others]
    nothing = tr("No problems so far.") if reading.unknown else tr("No problems.")
    return Content("\n").join(lines or [Content.styled(nothing, "$text 60%")])


def _of_card(card: Card, reading: Reading, before: Reading) -> Iterator[Content]:
    """What is told of a card beside its problems."""
    yield from (_advice(one) for one in reading.advice if one.card == card.id)
    if card.id in reading.skipped:
        yield _aside(tr("· this card {skipped}", skipped=reading.skipped[card.id]))
    if card.id in reading.slow and isinstance(card, RunCard):
        yield _aside(
            tr(
                "? it has run for {seconds:g} s, its `timeout`, and is given longer now: it may "
                "never end",
                seconds=card.timeout,
            )
        )
    elif card.id in reading.unknown:
        old = [*map(_problem, before.of_card(card.id)), *_truths(card, before)]
        yield _aside(tr("? not run yet") + tr("; before this save:") * bool(old))
        yield from (line.stylize("dim") for line in old)
    else:
        yield from _truths(card, reading)
    yield from tried_text(card, reading.truths.get(card.id, ()))


def _aside(text: str) -> Content:
    return Content.styled(f"  {text}", "$text 60%")


def _place(problem: Problem) -> str:
    """The line, of the deck's own file or, by its name, of that of its texts in Chinese.

    Of a file that cannot be read, its name alone.
    """
    path = Path(problem.path)
    if problem.is_of_no_line:
        return visible(path.name)
    if deck_translated_by(path) is not None:
        return visible(f"{path.name}:{problem.line}")
    return tr("line {line}", line=problem.line)


def _problem(problem: Problem) -> Content:
    return Content.assemble(
        ("✗ ", "$text-error"),
        (f"{padded(_place(problem), 8)} ", "$text 60%"),
        visible(problem.message),
    )


def _advice(one: Problem) -> Content:
    return Content.styled(f"· {padded(_place(one), 8)} {visible(one.message)}", "$text 60%")


def _truths(card: Card, reading: Reading) -> Iterator[Content]:
    by_draw = reading.truths.get(card.id, ())
    for draw, examined in by_draw[:MOST_DRAWS]:
        told = _told(card, examined)
        if told:
            drawn = f"{draw_key(draw)}  " if draw else ""
            yield Content.assemble((f"  {drawn}", "$text 60%"), visible(told))
    if len(by_draw) > MOST_DRAWS:
        more = counted(len(by_draw) - MOST_DRAWS, "more draw")
        yield Content.styled(tr("  and {more}", more=more), "$text 60%")


def _told(card: Card, examined: Examined) -> str:
    """The truth in a line; nothing where there is none."""
    facts = examined.truth or ()
    return card.in_a_line(facts) if isinstance(card, TruthCard) else ""
