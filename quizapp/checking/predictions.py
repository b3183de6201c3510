"""What is wrong with one exercise of a predict card, to be seen from runs of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from quizapp.asks.exception import exception_in_words
from quizapp.asks.read import read_answer
from quizapp.asks.show import show, show_raised
from quizapp.asks.table import KINDS
from quizapp.checking.digits_wanted import digits_wanted, is_taken_for_noise
from quizapp.checking.findings import (
    EQUALS_THE_TRUTH,
    IS_GRADED_RIGHT,
    UNSTEADY,
    Finding,
    Site,
    raising_line,
)
from quizapp.checking.lengthy import in_a_line, too_long_to_type
from quizapp.checking.refused import explained, of_the_card, owed_to_the_machine
from quizapp.checking.words import CALLABLE
from quizapp.deck.kinds.predict import PredictCard, raised_by_the_machine
from quizapp.deck.model import RunCard
from quizapp.deck.parts import Ask, Mistake
from quizapp.text.language import tr
from quizapp.values.prediction import NotUnderstood
from runner.protocol.wire import Fact, Outcome, Raised

_ADDRESS = re.compile(r"\bat 0x[0-9a-f]{6,}")
_CALLABLE = ast.Name | ast.Attribute | ast.Subscript | ast.Call
"""What a call may stand right behind."""
_OF_A_NAME = re.compile(r"[A-Za-z_]\w*[.(\[]")


def findings(
    card: PredictCard,
    path: str,
    outcome: Outcome,
    expected: Sequence[tuple[Site, str | Raised]],
) -> Iterator[Finding]:
    """All that is wrong, given what torch did and what the author expects, ask by ask.

    The path is that of the card's deck. An empty `expected` is an author who does not say.
    A Raised in it is an expression of the author's that failed.
    """
    raised = outcome.raised
    if raised is not None and not card.may_raise:
        site = raising_line(card, path, raised)
        what = tr("the code raises, and no ask is `raises: code` or `fails: code`")
        yield Finding(
            site, what, show_raised(raised) + of_the_card(card, raised) + _of_braces(card)
        )
        return
    sound: dict[int, Fact] = {}
    for number, (ask, truth) in enumerate(zip(card.asks, outcome.facts, strict=False)):
        if isinstance(truth, Raised):
            yield Finding(Site("ask", number), tr("cannot be observed"), explained(truth))
        elif raised_here := raised_by_the_machine(truth):
            told = exception_in_words(*raised_here) + owed_to_the_machine(*raised_here)
            yield Finding(Site("ask", number), tr("this machine raises it, and not torch"), told)
        elif wrong := _cannot_be_typed(card, number, truth):
            yield Finding(Site("ask", number), *wrong)
        else:
            sound[number] = truth
            site, text = expected[number] if expected else (Site("ask", number), None)
            off = [] if text is None else list(_of_expectation(site, text, card, ask, truth))
            yield from off
            told_below = any(
                card.accepts(ask, mistake.expression, truth) for mistake in card.mistakes
            )
            if not (off or told_below or isinstance(text, Raised)):
                yield from digits_wanted(card, number, truth, site, text)
    yield from _of_mistakes(card, outcome.facts, sound)


def never_made(card: PredictCard, outcome: Outcome) -> list[Finding]:
    """Mistakes that are none in this draw; to be told of where that is so in every draw."""
    return [
        Finding(
            Site("mistakes", index),
            tr("is a mistake in no draw"),
            tr("when: {when}", when=mistake.when),
        )
        for index, (mistake, _, here) in enumerate(card.mistakes_seen(outcome.facts))
        if here == Fact("bool", False)
    ]


def never_said(card: PredictCard, outcome: Outcome) -> Iterator[Finding]:
    """Mistakes that an earlier one equals in this draw; to be told of as those of `never_made`."""
    earlier: dict[int, list[Fact]] = {number: [] for number in range(len(card.asks))}
    for index, (mistake, fact, here) in enumerate(card.mistakes_seen(outcome.facts)):
        numbers = [number for number in earlier if _belongs(mistake, number, card.asks[number])]
        if here != Fact("bool", True) or isinstance(fact, Raised) or not numbers:
            continue
        equal = [[card.same(number, fact, one) for one in earlier[number]] for number in numbers]
        if all(map(any, equal)):
            what = tr("the mistake is never said, since an earlier one equals it")
            yield Finding(Site("mistakes", index), what, in_a_line(card.show(numbers[0], fact)))
        for number in numbers:
            earlier[number].append(fact)


def changes(
    card: PredictCard, path: str, first: Outcome, again: Outcome, what: str = ""
) -> Iterator[Finding]:
    """What was another truth when the same exercise ran again: `what` says how."""
    what = what or tr(UNSTEADY)
    raised = first.raised or again.raised
    if raised is not None and None in (first.raised, again.raised):
        site = raising_line(card, path, raised)
        yield Finding(
            site,
            what,
            tr("{show_raised}, in only one of two runs", show_raised=show_raised(raised)),
        )
        return
    facts = zip(card.truth(first), card.truth(again), strict=False)
    stays = True
    for number, (truth, other) in enumerate(facts):
        if isinstance(truth, Raised) or _cannot_be_typed(card, number, truth):
            continue  # told by `findings`
        if isinstance(other, Raised) or not card.same(number, truth, other):
            stays = False
            yield Finding(Site("ask", number), what, _in_turn(card, number, truth, other))
    if stays:
        yield from _of_mistakes_again(card, first, again)


def _of_mistakes_again(card: PredictCard, first: Outcome, again: Outcome) -> Iterator[Finding]:
    """Mistakes that were others when the same exercise ran again."""
    both = zip(*(card.mistakes_seen(outcome.facts) for outcome in (first, again)), strict=True)
    for index, ((mistake, was, here), (_, now, _)) in enumerate(both):
        if here != Fact("bool", True) or isinstance(was, Raised) or isinstance(now, Raised):
            continue
        numbers = [n for n, ask in enumerate(card.asks) if _belongs(mistake, n, ask)]
        if was != now and numbers and not card.same(numbers[0], was, now):
            what = tr("the mistake is not the same in every run")
            yield Finding(Site("mistakes", index), what, _in_turn(card, numbers[0], was, now))


def _in_turn(card: PredictCard, number: int, first: Fact, again: Fact | Raised) -> str:
    was, now = (in_a_line(card.show(number, fact)) for fact in (first, again))
    return tr("{first}, then {again}", first=was, again=now)


def _of_braces(card: RunCard) -> str:
    """A remark for code in which what varies stands as in a template."""
    for found in re.finditer(r"(?<![\w\"'{]){(\w+)}", card.code.text):
        if found[1] in card.vary:
            return tr(
                "; `{found}` is a set: what varies stands in code by its name, `{name}`",
                found=found[0],
                name=found[1],
            )
    return ""


def _cannot_be_typed(card: PredictCard, number: int, truth: Fact) -> tuple[str, str] | None:
    """Why no learner could give the right answer: what is wrong, and how it shows."""
    ask = card.asks[number]
    if ask.kind == "value" and (hidden := _hidden(truth.data)):
        return tr("the truth cannot be typed"), hidden
    if much := too_long_to_type(ask, truth):
        return tr("asks for too much to be typed"), much
    typed = card.show(number, truth)
    if card.accepts(ask, typed, truth):
        if _ADDRESS.search(typed):
            return tr("a memory address is in the truth, which no two runs share"), in_a_line(typed)
        return None
    judgement = card.judge(ask, typed, truth)
    shown = in_a_line(typed)
    if ask.kind == "value" and (thing := _object(truth.data)):
        told = tr("it is the object {in_a_line}", in_a_line=in_a_line(thing))
        called = ast.parse(ask.expression.strip(), mode="eval").body
        is_itself = truth.data.get("type") == "object"  # and none of those in a list
        if CALLABLE.match(thing) and is_itself and isinstance(called, _CALLABLE):
            told += tr(" (did you mean `{expression}()`?)", expression=ask.expression)
        return tr("the truth cannot be typed"), told
    if isinstance(judgement, NotUnderstood):
        return tr("the truth, typed as it is shown, is not understood"), shown
    told = shown
    if judgement.why:
        told = tr("{facts}. {about}", facts=shown, about=judgement.why.rstrip(".。"))
    if card.digits is not None and judgement.coarse:
        told += tr("; the truth is shown with fewer: make `digits` smaller")
    return tr("the truth, typed as it is shown, is not graded right"), told


def _of_expectation(
    site: Site, expected: str | Raised, card: PredictCard, ask: Ask, truth: Fact
) -> Iterator[Finding]:
    if isinstance(expected, Raised):
        hint = (
            tr("where draws vary it is an expression in them: True, False or a condition")
            if KINDS[ask.kind].is_yes_or_no
            else tr(
                "where draws vary it is an expression in them, and a text needs quotes of its own"
            )
        )
        yield Finding(site, tr("expect cannot be evaluated"), f"{show_raised(expected)}; {hint}")
        return
    judgement = card.judge(ask, expected, truth)
    if isinstance(judgement, NotUnderstood):
        detail = f"{in_a_line(expected)!r}. {judgement.hint.rstrip('.')}"
        if expected.strip() in ("null", "~"):
            detail += tr("; what is `null` in YAML is None in Python")
        if _OF_A_NAME.search(expected):
            detail += tr("; it is what a learner would type, and no expression")
        yield Finding(site, tr("expect is not an answer that is understood"), detail)
    elif not judgement.right:
        shown = [in_a_line(text) for text in (expected, show(ask.kind, truth))]
        if shown[0].split() == shown[1].split():  # they differ in what nobody sees
            shown = [ascii(text) for text in shown]
        told = tr("expected {expected}, torch gives {truth}", expected=shown[0], truth=shown[1])
        if judgement.why:
            told = tr("{facts}. {about}", facts=told, about=judgement.why.rstrip(".。"))
        yield Finding(site, tr("torch disagrees with expect"), told)
    elif is_taken_for_noise(card, ask, expected, truth):
        told = tr(
            "expected {expected}, torch gives {truth}",
            expected=in_a_line(expected),
            truth=in_a_line(show(ask.kind, truth)),
        )
        what = tr("torch disagrees with expect, which passes only as rounding noise would")
        yield Finding(site, what, told)


def _of_mistakes(
    card: PredictCard, facts: Sequence[Fact | Raised], truths: Mapping[int, Fact]
) -> Iterator[Finding]:
    """Mistakes that raise, that are no mistakes, or that no answer brings up.

    Given all facts, and the sound truths by the number of their ask.
    """
    for index, (mistake, fact, here) in enumerate(card.mistakes_seen(facts)):
        if isinstance(here, Raised):
            what = tr("whether it is a mistake here cannot be told")
            yield Finding(
                Site("mistakes", index),
                what,
                tr("when: {show_raised}", show_raised=show_raised(here)),
            )
        if here != Fact("bool", True):
            continue
        numbers = [number for number in truths if _belongs(mistake, number, card.asks[number])]
        if numbers and (wrong := _wrong_with(mistake, fact, card, numbers, truths)):
            yield Finding(Site("mistakes", index), *wrong)


def _wrong_with(
    mistake: Mistake,
    fact: Fact | Raised,
    card: PredictCard,
    numbers: Sequence[int],
    truths: Mapping[int, Fact],
) -> tuple[str, str] | None:
    """What is wrong with a mistake, and how it shows, given the numbers of its asks."""
    ask = card.asks[numbers[0]]  # all of them are of one kind
    if isinstance(fact, Raised):
        told = explained(fact) + _of_an_answer(mistake, fact)
        return tr("the mistake cannot be evaluated"), told
    if fact.kind == "value" and (hidden := _hidden(fact.data)):
        return tr("the mistake cannot be typed"), hidden
    if fact.kind == "text" and isinstance(read := read_answer(ask.kind, fact.data), NotUnderstood):
        told = tr(
            "{text}; a mistake here is code that gives an answer as a text. {hint}",
            text=repr(in_a_line(fact.data)),
            hint=read.hint.rstrip("."),
        )
        return tr("the mistake cannot be typed"), told
    for number in numbers:
        if card.same(number, truths[number], fact):
            return tr(EQUALS_THE_TRUTH), in_a_line(card.show(number, truths[number]))
    shown = in_a_line(card.show(numbers[0], fact))
    if any(card.same(number, fact, truths[number]) for number in numbers):
        return tr(IS_GRADED_RIGHT), shown
    if any(card.accepts(ask, mistake.expression, truths[number]) for number in numbers):
        written = in_a_line(mistake.expression)
        return tr(IS_GRADED_RIGHT), written
    return None


def _of_an_answer(mistake: Mistake, raised: Raised) -> str:
    """A remark for a mistake that is written as a learner types it, and not as code."""
    answer = mistake.expression.strip()
    reading = read_answer(mistake.kind, answer)
    if raised.type not in ("NameError", "TypeError") or isinstance(reading, NotUnderstood):
        return ""
    is_plain = reading is None or isinstance(reading, bool)
    code = repr(reading) if is_plain else KINDS[mistake.kind].in_code(answer)
    return tr("; a mistake is code: write `{code}` for {answer}", answer=answer, code=code)


def _belongs(mistake: Mistake, number: int, ask: Ask) -> bool:
    return mistake.kind == ask.kind and mistake.of in (None, number + 1)


def _hidden(value: Any) -> str | None:
    """What a Value leaves out, being too much or not there; see `runner.observed.observe`."""
    match value:
        case {"type": "tensor", "data": None, "shape": shape}:
            size = tuple(shape)
            return tr(
                "the tensor of shape {size} is not shown; ask for its shape or dtype", size=size
            )
        case {"type": "none" | "object"}:
            return None
        case {"items": None, "type": kind} | {"data": None, "type": kind}:
            return tr("the {kind} is too large, or holds itself", kind=kind)
        case {"items": list(items), "type": "dict"}:
            return _first(_hidden, [part for pair in items for part in pair])
        case {"items": list(items)}:
            return _first(_hidden, items)
    return None


def _object(value: Any) -> str | None:
    """The text of an object, in a Value, that is none of Python's simple types."""
    match value:
        case {"type": "object", "text": text}:
            return str(text)
        case {"items": list(items), "type": "dict"}:
            return _first(_object, [part for pair in items for part in pair])
        case {"items": list(items)}:
            return _first(_object, items)
    return None


def _first(look: Callable[[Any], str | None], items: Sequence[Any]) -> str | None:
    return next(filter(None, map(look, items)), None)
