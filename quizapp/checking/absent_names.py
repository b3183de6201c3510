"""Names in the words of cards that torch here has not: advice of `quiz check`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set

from quizapp.checking.advice import Truths
from quizapp.checking.claims import sentences
from quizapp.checking.findings import Finding, Site
from quizapp.checking.sites import SitesByPath
from quizapp.checking.words import site_of
from quizapp.deck.answered import TruthCard
from quizapp.deck.model import Card, Deck
from quizapp.deck.parts import Code, Spot
from quizapp.deck.problem import Problem
from quizapp.text.language import tr
from runner.client import Runs
from runner.protocol.wire import Fact, Look, Outcome, Snippet, Source

_NAME = re.compile(r"`((?:torch|nn|F|dist)(?:\.[A-Za-z_]\w*)+)(?:\([^`]*)?`")
_CALLED = re.compile(r"`(?!(?:torch|nn|F|dist)\.)(?:[A-Za-z_]\w*\.)?([A-Za-z_]\w{3,})\([^`]*\)`")
"""A function or a method of something."""
_DENIED = re.compile(
    r"\bthere\s+(?:(?:is|was|are|were)\s+(?:no|not|never)|(?:never|ever)\s+(?:is|was))\b"
    r"|\b(?:no such|(?:is|was|are|were) there (?:no|ever|never)|(?:is|was|has|have|had) no"
    r"|(?:does|do|did)(?: not|n't) exist|never existed|removed|renamed|mis-?spel\w+|typo"
    r"|AttributeError)\b|没有|不存在|并无|从未有|拼错|写错",
    re.IGNORECASE,
)
"""In a sentence that says itself that there is no such name."""

_FIND = """\
import difflib, importlib, sys, warnings
import torch
warnings.simplefilter("ignore")
MEANT = [torch, torch.Tensor, torch.nn, torch.nn.Module, torch.nn.functional, torch.optim.Optimizer]
SHORT = {"nn": "torch.nn", "F": "torch.nn.functional", "dist": "torch.distributed"}

def is_absent(name):
    first, *parts = name.split(".")
    path = SHORT.get(first, first)
    found = importlib.import_module(path)
    for part in parts:
        if isinstance(found, type) or not hasattr(found, "__dict__"):
            return False  # what an object of a class has, the class need not
        path = f"{path}.{part}"
        try:
            found = getattr(found, part)
        except AttributeError:
            try:
                found = importlib.import_module(path)
            except ModuleNotFoundError as error:
                return path.startswith(error.name)
            except Exception:
                return False
    return False

def nearest(name):
    # A slip is almost the name of something of torch, and nothing here has it.
    known = set()
    for module in list(sys.modules.values()):
        for one, found in list(getattr(module, "__dict__", {}).items()):
            known.add(one)
            if isinstance(found, type):
                known.update(dir(found))
    if name in known:
        return ""
    meant = set().union(*map(dir, MEANT))
    return next(iter(difflib.get_close_matches(name, meant, 1, 0.85)), "")
"""
SECONDS = 60.0


async def absent_names(
    cards: Sequence[tuple[Deck, Card]], truths: Mapping[str, Truths], runner: Runs
) -> list[Problem]:
    """Where a text names, as code, what no module of torch has. They are imported in the runner.

    Also what is called in it and is almost the name of something that torch has.
    """
    sites, problems = SitesByPath(), []
    for deck, card, one in await absent(cards, truths, runner):
        problem = sites[deck.path].problem(card, one.site, one.what)
        if problem not in problems:
            problems.append(problem)
    return problems


async def absent(
    cards: Sequence[tuple[Deck, Card]], truths: Mapping[str, Truths], runner: Runs
) -> list[tuple[Deck, Card, Finding]]:
    """The same with the part of the card that each is about."""
    named: dict[Look, list[tuple[Deck, Card, Site, str]]] = {}
    for deck, card in cards:
        own = _own_names(deck, card)
        for spot, text in card.texts():
            is_said = _is_said(spot, truths.get(card.id, {}))
            for zh, written in ((False, text.en), (True, text.zh or "")):
                for look, name in _names_in(written, own if is_said else None):
                    site = site_of(spot, name, zh=zh)
                    named.setdefault(look, []).append((deck, card, site, name))
    if not named:
        return []
    seen = await runner.run(
        Snippet((Source(_FIND, "<names>"),), tuple(named), timeout=SECONDS, untrusted=True)
    )
    found = []
    for look, fact in zip(named, seen.facts if isinstance(seen, Outcome) else (), strict=False):
        if isinstance(fact, Fact) and fact.data:
            for deck, card, site, name in named[look]:
                what = tr("torch here has no {name}", name=name)
                if look.kind == "text":
                    what += tr(" (did you mean {meant}?)", meant=f"`{fact.data}`")
                found.append((deck, card, Finding(site, what)))
    return found


def _names_in(text: str, own: Set[str] | None) -> Iterator[tuple[Look, str]]:
    """The names in a text, each with what is to be looked at.

    Given the names that code of the card has; None where it may call what is not there.
    """
    for sentence in sentences(text):
        if _DENIED.search(sentence):
            continue
        for name in _NAME.findall(sentence):
            yield Look("bool", f"is_absent({name!r})"), name
        for name in _CALLED.findall(sentence):
            if own is not None and name not in own:
                yield Look("text", f"nearest({name!r})"), name


def _own_names(deck: Deck, card: Card) -> Set[str]:
    """All words of the code that a card has or asks about."""
    codes = [part.text for part in (deck.setup, *vars(card).values()) if isinstance(part, Code)]
    if isinstance(card, TruthCard):
        codes += [look.expression for look, _ in card.looks_at()]
    return {*re.findall(r"\w+", "\n".join(codes))}


def _is_said(spot: Spot, truths: Truths) -> bool:
    """Whether the author says it: an option that never holds may name whatever it likes."""
    if (spot.field, spot.part) != ("choices", "text"):
        return True
    return any(facts[spot.number] == Fact("bool", True) for facts in truths.values())
