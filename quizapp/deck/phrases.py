"""What front ends say of an ask and what came of it, in words without a style."""

from __future__ import annotations

import re
from collections.abc import Iterator

from quizapp.asks.table import KINDS
from quizapp.deck.exercise import Exercise
from quizapp.deck.model import Card, RunCard
from quizapp.deck.parts import Ask
from quizapp.deck.python_source import assertions
from quizapp.text.language import spoken, tr
from quizapp.text.visible import visible
from quizapp.text.words import counted
from runner.protocol.wire import Outcome, Raised

MOST_PRINTED = 10
"""Lines of output that are shown beside a verdict; and so many characters of each."""
LONGEST_PRINTED = 400

_INTERNALLY = re.compile(r" \(Triggered internally at [^)]*\)")
"""Where torch's own source warns, which a learner does not have."""


def labelled(ask: Ask, text: str) -> str:
    """A text behind what it is about: `value of x.grad: 3.`, `does the code hang? yes`."""
    label = ask_in_words(ask)
    if label.endswith(("?", "？")):
        return f"{label} {text}"
    return tr("{label}: {text}", label=label, text=text)


def ask_in_words(ask: Ask) -> str:
    """`value of x.grad`, `what y.view(-1) raises`."""
    tried = tr("the code") if ask.expression == "code" else ask.expression
    return tr(KINDS[ask.kind].label, expression=ask.expression, tried=tried)


def traceback_of(raised: Raised) -> str:
    """The lines of the deck that led to an exception, and on which rank where there are several."""
    traceback = visible(raised.traceback.rstrip())
    return (
        traceback
        if raised.rank is None
        else tr("rank {rank} raised:\n{traceback}", rank=raised.rank, traceback=traceback)
    )


def kind_in_words(card: Card) -> str:
    """`predict`; another language has a message for `predict card`."""
    return card.kind if spoken() == "en" else tr(f"{card.kind} card")


def proof_in_words(card: Card, *, opened_by: str = "") -> str:
    """How much stands behind what a card says, and the key for it; empty where nothing does."""
    if card.proof is None:
        return ""
    count = assertions(card.proof.text)
    if count == 1:
        proof = tr("1 assertion stands behind this")
        return tr("{proof}; {key} opens it", proof=proof, key=opened_by) if opened_by else proof
    proof = tr("{assertions} stand behind this", assertions=counted(count, "assertion"))
    return tr("{proof}; {key} opens them", proof=proof, key=opened_by) if opened_by else proof


def source_in_words(card: Card) -> Iterator[str]:
    """Where a card comes from, if it says so."""
    if card.source:
        yield tr("source: {source}", source=visible(card.source))


def printed(run: Exercise, outcome: Outcome) -> Iterator[tuple[str, str]]:
    """What the code printed that was not asked for, and how it warned, each with its title."""
    asked_for = isinstance(run.card, RunCard) and run.card.asks_for_output
    if not asked_for and outcome.stdout.strip():
        yield tr("printed"), _first_lines(outcome.stdout)
    if outcome.stderr.strip():
        title = tr("warned") if "Warning" in outcome.stderr else tr("printed to stderr")
        own = re.compile(rf"(?m)^(\[rank \d+\] )?{re.escape(run.path)}:(\d+): ")
        errors = own.sub(
            lambda found: f"{found[1] or ''}{_in_shown_code(run, int(found[2]))}", outcome.stderr
        )
        yield title, _first_lines(_INTERNALLY.sub("", errors))


def _in_shown_code(run: Exercise, line: int) -> str:
    shown = run.shown_line(line)
    return tr("setup: ") if shown is None else tr("line {shown}: ", shown=shown)


def _first_lines(text: str) -> str:
    """The first lines, made safe, and how many more there are."""
    lines = text.strip("\n").split("\n")
    more = len(lines) - MOST_PRINTED
    shown = [visible(line.rstrip(), most=LONGEST_PRINTED) for line in lines[:MOST_PRINTED]]
    return "\n".join([*shown, *([f"… {counted(more, 'more line')}"] if more > 0 else [])])


def hanging(text: str) -> str:
    """A text of several lines, the further ones indented to stand below the first.

    That is where it stands behind a word such as `  torch  `.
    """
    return text.replace("\n", "\n         ")
