"""Advice on how well cards teach: no problem of the deck, but something to think about."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict

from quizapp.asks.table import KINDS
from quizapp.checking.claims import questions
from quizapp.checking.conclusions import misconcluded
from quizapp.checking.copies import copies
from quizapp.checking.findings import Finding, Site
from quizapp.checking.sites import SitesByPath
from quizapp.checking.words import site_of, words_after
from quizapp.deck.kinds.choice import ChoiceCard
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.kinds.write import WriteCard
from quizapp.deck.model import Card, Deck, RunCard
from quizapp.deck.phrases import ask_in_words
from quizapp.deck.problem import Problem
from quizapp.deck.python_source import names_read, names_set, parsed
from quizapp.deck.translation import whole_code
from quizapp.text.language import tr
from quizapp.text.plain import plain_text
from quizapp.text.spelling import did_you_mean
from runner.protocol.wire import Fact, Raised

Facts = tuple[Fact | Raised, ...]
Truths = Mapping[str, Facts]
"""What torch said of each ask of a card, by its draws."""

MOST_LINES_AT_LEVEL_1 = 12

FEWEST_WORDS = 5
"""Of a prompt without code that says what it is about."""

_BRACES = re.compile(r"\{(?!=) *=? *([A-Za-z_][^{}\n]*?) *\}")
_CODE = re.compile(r"`+[^`]*`+")

_YES_OR_NO = re.compile(
    r"(?:(?:and|but|so|now),? )?(?:does|do|did|will|would|is|are|can|could|may)\b", re.IGNORECASE
)
_OF_WHICH = re.compile(r"\b(?:what|which|how|exceptions?|errors?|\w+Error)\b", re.IGNORECASE)

_IN_PLACE = re.compile(r"(?<![\w.])([A-Za-z_]\w*)(?:\.(?:data|grad))?\.[a-z]\w*(?<!_)_\(")
"""What a method of torch changes, by the `_` at its end."""

AT_HAND = {*sys.stdlib_module_names, "torch", "numpy"}
"""What can be imported wherever cards run."""

_ENTERED = re.compile(
    r"torch\.(?:autograd\.(?:grad_mode\.)?)?(?:no_grad|enable_grad|inference_mode)\([^()]*\)\Z"
    r"|torch\.(?:(?:cuda|cpu)\.)?(?:amp\.)?autocast\([^()]*\)\Z"
)
"""What does something within `with` alone, or as a decorator."""

Rule = Callable[[Card, Truths], Iterator[Finding]]


def advise(
    cards: Sequence[tuple[Deck, Card]],
    truths: Mapping[str, Truths],
    others: Sequence[Card] = (),
) -> Iterator[Problem]:
    """What could be better, card by card, in the order of the decks.

    The others are cards that the learner has beside these.
    """
    sites = SitesByPath()
    copied = copies([*others, *(card for _, card in cards)])
    for deck, card in cards:
        found = [one for rule in RULES for one in rule(card, truths.get(card.id, {}))]
        found += _missing_needs(deck, card)
        if (copy := copied.get(card.id)) is not None:
            found.append(copy)
        for finding in found:
            yield sites[deck.path].problem(card, finding.site, str(finding))


def _unexplained(card: Card, truths: Truths) -> Iterator[Finding]:
    if isinstance(card, RunCard) and card.explain is None:
        yield Finding(Site("card"), tr("there is no `explain`: the learner never hears why"))


def _says_nothing(card: Card, truths: Truths) -> Iterator[Finding]:
    prompt = plain_text(card.prompt.en)
    if "`" not in prompt and len(prompt.split()) < FEWEST_WORDS and isinstance(card, PredictCard):
        yield Finding(Site("prompt"), tr("the prompt says nothing that the asks do not say"))


def _long(card: Card, truths: Truths) -> Iterator[Finding]:
    if not isinstance(card, RunCard) or card.level > 1:
        return
    lines = [line for line in card.code.text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES_AT_LEVEL_1:
        what = tr("{lines} lines of code are much to read at level 1", lines=len(lines))
        yield Finding(Site("code"), what)


def _asks(card: Card, truths: Truths) -> Iterator[Finding]:
    if not isinstance(card, PredictCard):
        return
    every = list(truths.values())
    for number, ask in enumerate(card.asks):
        site = Site("ask", number)
        seen = {repr(facts[number]) for facts in every if number < len(facts)}
        of_it = any(
            mistake.kind == ask.kind and mistake.of in (None, number + 1)
            for mistake in card.mistakes
        )
        # That an answer stays is a lesson where a mistake has it move, or where torch moved it.
        is_a_lesson = (of_it and not KINDS[ask.kind].is_yes_or_no) or any(
            "__version__" in expect.texts[number] for expect in card.expect
        )
        varies = len(every) > 1 and len(set(map(repr, every))) > 1
        if varies and len(seen) == 1 and not is_a_lesson:
            yield Finding(
                site,
                tr(
                    "'{ask_in_words}' has the same answer in every draw",
                    ask_in_words=ask_in_words(ask),
                ),
            )
        elif len(every) == 1 and KINDS[ask.kind].is_yes_or_no and len(card.asks) == 1:
            yield Finding(site, tr("a yes or no that never varies is guessed, and then remembered"))
        if ask.kind == "value" and not of_it:
            yield Finding(site, tr("no `mistakes` say what is wrong with a likely wrong value"))


def _in_place(card: Card, truths: Truths) -> Iterator[Finding]:
    """Asks that change what another, or a word, sees. What may fail is asked so on purpose."""
    asks = card.asks if isinstance(card, PredictCard) else ()
    words = [hole.expression for _, hole, _ in words_after(card)]
    for number, ask in enumerate(asks):
        later = [*(one.expression for one in asks[number + 1 :]), *words]
        changed = (
            set(_IN_PLACE.findall(ask.expression)) if ask.kind not in ("fails", "raises") else set()
        )
        for name in sorted(changed & {name for one in later for name in names_read(one)}):
            what = tr(
                "it changes `{name}`, which is looked at once more: let the code do that", name=name
            )
            yield Finding(Site("ask", number), what)


def _yes_or_no(card: Card, truths: Truths) -> Iterator[Finding]:
    """Questions to be answered by yes or no where the name of an exception is asked for."""
    kinds = [ask.kind for ask in card.asks] if isinstance(card, PredictCard) else []
    if kinds != ["raises"]:
        return
    asked = questions(card.prompt.en)
    if asked and all(_YES_OR_NO.match(one) and not _OF_WHICH.search(one) for one in asked):
        what = tr("the prompt asks yes or no; `fails` asks that, `raises` for an exception's name")
        yield Finding(Site("ask"), what)


def _no_holes(card: Card, truths: Truths) -> Iterator[Finding]:
    """Names of what is drawn in braces, which are shown as they stand."""
    if not isinstance(card, RunCard):
        return
    drawn, made = {*card.vary}, names_set(card.code.text)
    for spot, text in card.texts():
        written = f"{_CODE.sub('', text.en)}\n{_CODE.sub('', text.zh or '')}"
        for found in {found[0]: found[1] for found in _BRACES.finditer(written)}.items():
            braces, inside = found
            read = names_read(inside)
            if braces.startswith("{ =") or inside in drawn or (read & made and inside not in made):
                what = tr(
                    "`{found}` is shown as it stands; `{hole}` tells what it comes to",
                    found=braces,
                    hole=f"{{= {inside}}}",
                )
                yield Finding(site_of(spot, braces), what)


def _undecided(card: Card, truths: Truths) -> Iterator[Finding]:
    """Options of code that their `holds` does not run."""
    for number, option in enumerate(card.options if isinstance(card, ChoiceCard) else ()):
        match parsed(code := whole_code(option.text.en.strip().rstrip(".。"))):
            case ast.Module(body=[ast.Expr(value=ast.Call() | ast.Subscript() | ast.BinOp())]):
                as_text = "".join(code.split()) in "".join(option.holds.split())
                if not (as_text or _parts_of(code) <= _parts_of(option.holds)):
                    yield Finding(Site("choices", number), tr("its `holds` does not run its code"))
            case ast.Module(body=[ast.Expr(value=ast.Name() | ast.Attribute())]):
                assert isinstance(card, ChoiceCard)
                if names_read(code) & names_set(card.code.text) and not names_read(option.holds):
                    yield Finding(Site("choices", number), tr("its `holds` does not run its code"))


def _parts_of(code: str) -> set[str]:
    """What code does, whatever it does it to: the names of what it calls, its constants."""
    found = set[str]()
    for node in ast.walk(ast.parse(code.strip(), mode="eval")):
        match node:
            case ast.Attribute(attr=name) | ast.Call(func=ast.Name(id=name)):
                found.add(name)
            case ast.Constant(value=value):
                found.add(repr(value))
            case ast.Slice() | ast.List() | ast.operator():
                found.add(type(node).__name__)
    return found


def _does_nothing(card: Card, truths: Truths) -> Iterator[Finding]:
    """Lines that name a method, or compare, and leave it at that; blocks that none enters."""
    tree = parsed(card.code.text) if isinstance(card, RunCard) else None
    lines = [line for line in tree.body if isinstance(line, ast.Expr)] if tree else []
    is_the_lesson = any("`with" in text.en for _, text in card.texts())
    for line in lines:
        idle = isinstance(line.value, ast.Attribute | ast.Compare)
        if idle or (_ENTERED.match(ast.unparse(line)) and not is_the_lesson):
            assert isinstance(card, RunCard)
            site = Site("code", card.code.line + line.lineno - 1)
            yield Finding(site, tr("the line does nothing"), ast.unparse(line))


def _idle_names(card: Card, truths: Truths) -> Iterator[Finding]:
    """What varies and is read by nothing."""
    if not isinstance(card, RunCard):
        return
    varying = {*card.vary, *(name for row in card.rows for name in row)}
    rest = asdict(card) | {
        "id": "",
        "vary": [*card.vary.values()],
        "rows": [[*row.values()] for row in card.rows],
    }
    for name in sorted(varying.difference(*(re.findall(r"\w+", text) for text in _strings(rest)))):
        yield Finding(Site("vary"), tr("nothing that is run or shown reads {name}", name=name))


def _strings(part: object) -> Iterator[str]:
    match part:
        case str():
            yield part
        case Mapping():
            yield from _strings([*part, *part.values()])
        case list() | tuple():
            for one in part:
                yield from _strings(one)


RULES: tuple[Rule, ...] = (
    *(_unexplained, _says_nothing, _long, _asks, _in_place, _yes_or_no, _no_holes, _idle_names),
    *(_undecided, _does_nothing, misconcluded),
)


def _missing_needs(deck: Deck, card: Card) -> Iterator[Finding]:
    """What is imported that not every machine has, and `needs` does not name."""
    if not isinstance(card, RunCard):
        return
    codes = [("setup", deck.setup), ("code", card.code), ("proof", card.proof)]
    if isinstance(card, WriteCard):
        codes.append(("solution", card.solution))
    named = {re.split(r"[^\w-]", need, maxsplit=1)[0].replace("-", "_") for need in card.needs}
    told = set[str]()
    for field, code in codes:
        for name in _imported(code.text) if code else ():
            if name not in AT_HAND | named | told and not did_you_mean(name, AT_HAND):
                told.add(name)
                site = Site("setup" if field == "setup" else "code")
                yield Finding(
                    site, tr("`needs: {name}` is missing: not every machine has it", name=name)
                )


def _imported(code: str) -> Iterator[str]:
    """The top-level packages that code imports; none of code with a gap."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]
