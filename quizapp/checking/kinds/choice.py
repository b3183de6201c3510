"""Whether a choice card is sound."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quizapp.checking.asked_of_options import tests_asked
from quizapp.checking.examined import Examined, examine_truth
from quizapp.checking.findings import Finding, Site, fault_finding, raising_line
from quizapp.checking.giveaway import option_given
from quizapp.checking.refused import explained
from quizapp.checking.shuffled import of_places
from quizapp.checking.slips import of_names_alone
from quizapp.deck.exercise import Exercise
from quizapp.deck.kinds.choice import ChoiceCard
from quizapp.deck.parts import Option
from quizapp.deck.python_source import names_made_from, names_read, names_set, parsed
from quizapp.deck.translation import whole_code
from quizapp.text.language import mark, tr
from runner.client import Runs
from runner.protocol.wire import Fact, Fault, Look, Outcome, Raised

SHORTEST = 3
"""Characters of an option's code that count; `x` stands in many a `holds`."""

_DTYPE = re.compile(r"(torch\.)?(b?float|u?int|complex)\d+")
_NAME = re.compile(r"[A-Za-z_]\w*")

_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "一": 1, "两": 2, "二": 2, "三": 3, "四": 4}
_OF_A_COUNT = re.compile(
    r"\b(?:which|(?:pick|choose|mark|select|tick)(?: exactly| just| the)?) (one|two|three|four)\b"
    r"|(?:哪|选出?)([一两二三四])(?=[个项种句条])",
    re.IGNORECASE,
)


async def examine(
    run: Exercise, runner: Runs, *, twice: bool, texts: Sequence[str] | None
) -> Examined:
    card = run.card
    assert isinstance(card, ChoiceCard)
    examined = await examine_truth(
        run,
        card,
        runner,
        twice=twice,
        wrong=lambda outcome: _wrong(run, card, outcome),
        changes=_changes,
        suspected=lambda outcome: [*_true_in_any_case(card, outcome), *option_given(card, outcome)],
        is_one=lambda outcome: card.why_not_gradable(outcome) is None,
    )
    if twice and not examined.found and examined.truth is not None:
        told = await _said_otherwise(run, card, examined.truth, runner)
        examined = replace(examined, found=tuple(told))
    return examined


async def _said_otherwise(
    run: Exercise, card: ChoiceCard, truth: Sequence[Fact | Raised], runner: Runs
) -> list[Finding]:
    """Options whose text, or the question of it, torch decides otherwise than `holds`.

    Where that is so of all of them, it is asked what does not hold; a question is plain itself.
    """
    asked = dict(tests_asked(card.prompt, card.options))
    tests = {
        number: test
        for number, option in enumerate(card.options)
        if (test := asked.get(number) or _test_of(option))
        and _spaceless(test) not in _spaceless(option.holds)
    }
    if not tests:
        return []
    looks = tuple(Look("bool", test) for test in tests.values())
    seen = await runner.run(replace(run.snippet(), looks=looks))
    if isinstance(seen, Fault):
        return [fault_finding(seen)]
    told = []
    for (number, test), fact in zip(tests.items(), seen.facts, strict=False):
        held = truth[number]
        if isinstance(fact, Fact) and isinstance(held, Fact) and fact != held:
            what = (
                mark("`{test}` is {said} where `holds` is {held}")
                if number in asked
                else mark("its text is {said} where `holds` is {held}")
            )
            message = tr(what, test=test, said=fact.data, held=held.data)
            told.append(Finding(Site("choices", number), message))
    return told if asked or len(told) < len(card.options) else []


def _test_of(option: Option) -> str:
    """The test that an option is nothing but."""
    test = _code_of(option.text.en.strip().rstrip(".。"))
    return test if _is_test(test) else ""


def _code_of(text: str) -> str:
    """The code that a text is nothing but; an equation is none else without backticks either."""
    return whole_code(text) or (text if "==" in text and "`" not in text else "")


def _is_test(code: str) -> bool:
    match parsed(code):
        case ast.Module(body=[ast.Expr(value=ast.Compare() | ast.BoolOp())]):
            return True
        case ast.Module(body=[ast.Expr(value=ast.UnaryOp(op=ast.Not()))]):
            return True
    return False


def _true_in_any_case(card: ChoiceCard, outcome: Outcome) -> list[Finding]:
    """Options that are; one that shows `x is x` beside `x == x` asks for just that."""
    held = [option.holds for option in card.options]
    return [
        found
        for found in of_names_alone("choices", held, outcome.facts)
        if found.detail not in card.options[found.site.number].text.en
    ]


def _wrong(run: Exercise, card: ChoiceCard, outcome: Outcome) -> Iterator[Finding]:
    if outcome.raised is not None:
        site = raising_line(card, run.path, outcome.raised)
        yield Finding(site, tr("the code raises"), explained(outcome.raised))
        return
    if crossed := [*of_places(card), *_crossed(card)]:
        yield from crossed
        return
    undecided = [
        Finding(
            Site("choices", number),
            tr("`holds` raises, and is to be true or false of what the code made"),
            explained(fact),
        )
        for number, fact in enumerate(card.truth(outcome))
        if isinstance(fact, Raised)
    ]
    if undecided:
        yield from undecided
        return
    holding = _holding(outcome)
    if not card.many and len(holding) != 1:
        wanted = tr("just one option is to hold without `choose: many`")
        told = tr("{options} hold", options=_options(holding)) if holding else tr("none holds")
        yield Finding(Site("choices"), wanted, told)
    elif card.many and (counted := _another_count(card, len(holding))):
        told = tr("{options} hold", options=_options(holding)) if holding else tr("none holds")
        site = Site("prompt", written=counted, zh=counted not in card.prompt.en)
        yield Finding(site, tr("it says '{counted}'", counted=counted), told)
    elif card.expect is not None and card.expect != holding:
        detail = tr(
            "expected {expected}, torch says {truth}",
            expected=_options(card.expect),
            truth=_options(holding),
        )
        yield Finding(Site("expect"), tr("torch disagrees with expect"), detail)


def _another_count(card: ChoiceCard, holding: int) -> str:
    """How the prompt counts the options that it asks for, where others hold."""
    for text in (card.prompt.en, card.prompt.zh or ""):
        for found in _OF_A_COUNT.finditer(text):
            if _COUNTS[(found[1] or found[2]).lower()] != holding:
                return found[0]
    return ""


def _crossed(card: ChoiceCard) -> Iterator[Finding]:
    """Options whose `holds` is about another's code, and not about their own."""
    said = [_spaceless(whole_code(option.text.en)) for option in card.options]
    for here, option in enumerate(card.options):
        tried = _spaceless(option.holds)
        others = [there for there, code in enumerate(said) if len(code) >= SHORTEST]
        about = [there for there in others if said[there] in tried]
        if here in others and about and here not in about:
            number = about[0] + 1
            what = tr("`holds` is about option {number}, and not about this", number=number)
            yield Finding(Site("choices", here), what)
        elif unread := _unread(option.text.en, option.holds, card.code.text):
            what = tr("`holds` does not read {names}, which the option is about", names=unread)
            yield Finding(Site("choices", here), what)
        elif other := _other_literal(option.text.en, option.holds):
            yield Finding(Site("choices", here), tr("its `holds` is about {other}", other=other))


def _unread(text: str, holds: str, code: str) -> str:
    """The names of the code's that an option of nothing but code reads, and `holds` does not.

    Nor any name that is made from them, as far as that can be followed: nothing else.
    """
    read = {*_NAME.findall(holds)} & names_set(code)  # in texts that are run, too
    own = names_read(whole_code(text)) & names_set(code)
    about = names_made_from(own, code)
    if not own or not read or about is None or read & about:
        return ""
    return ", ".join(f"`{name}`" for name in sorted(own))


def _other_literal(text: str, holds: str) -> str:
    """What `holds` compares with, where the option is a number, a shape or a dtype, and another."""
    compared = ast.parse(holds.strip(), mode="eval").body
    if not (isinstance(compared, ast.Compare) and isinstance(compared.ops[0], ast.Eq | ast.Is)):
        return ""
    said, other = whole_code(text) or text.strip(), ast.unparse(compared.comparators[-1])
    if _DTYPE.fullmatch(said) and _DTYPE.fullmatch(other):
        return other if said.split(".")[-1] != other.split(".")[-1] else ""
    try:
        is_other = ast.literal_eval(said) != ast.literal_eval(other)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return ""
    return other if is_other else ""


def _spaceless(text: str) -> str:
    return "".join(text.split())


def _changes(first: Outcome, again: Outcome, what: str) -> Iterator[Finding]:
    holding, then = _holding(first), _holding(again)
    if holding != then:
        yield Finding(
            Site("choices"),
            what,
            tr("{first}, then {again}", first=_options(holding), again=_options(then)),
        )


def _holding(outcome: Outcome) -> tuple[int, ...]:
    """The 1-based numbers of the options that hold."""
    facts = enumerate(outcome.facts, 1)
    return tuple(number for number, fact in facts if isinstance(fact, Fact) and fact.data is True)


def _options(numbers: Sequence[int]) -> str:
    if not numbers:
        return tr("none")
    told = ", ".join(map(str, numbers))
    if len(numbers) == 1:
        return tr("option {numbers}", numbers=told)
    return tr("options {numbers}", numbers=told)
