"""Names in the words of cards that torch here has not: advice of `quiz check`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quizapp.checking.sites import SitesByPath
from quizapp.checking.words import site_of
from quizapp.deck.model import Card, Deck
from quizapp.deck.parts import Spot
from quizapp.deck.problem import Problem
from quizapp.text.language import tr
from runner.client import Runner
from runner.protocol.wire import Fact, Look, Outcome, Snippet, Source

_NAME = re.compile(r"`((?:torch|nn|F|dist)(?:\.[A-Za-z_]\w*)+)(?:\([^`]*)?`")

_FIND = """\
import importlib, warnings
import torch
warnings.simplefilter("ignore")
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
"""
SECONDS = 60.0


async def absent_names(cards: Sequence[tuple[Deck, Card]], runner: Runner) -> list[Problem]:
    """Where a text names, as code, what no module of torch has. They are imported in the runner."""
    named: dict[str, list[tuple[Deck, Card, Spot]]] = {}
    for deck, card in cards:
        for spot, text in card.texts():
            for name in dict.fromkeys(_NAME.findall(f"{text.en}\n{text.zh or ''}")):
                named.setdefault(name, []).append((deck, card, spot))
    if not named:
        return []
    looks = tuple(Look("bool", f"is_absent({name!r})") for name in named)
    seen = await runner.run(
        Snippet((Source(_FIND, "<names>"),), looks, timeout=SECONDS, untrusted=True)
    )
    sites, found = SitesByPath(), []
    for name, fact in zip(named, seen.facts if isinstance(seen, Outcome) else (), strict=False):
        if isinstance(fact, Fact) and fact.data is True:
            what = tr("torch here has no {name}", name=name)
            for deck, card, spot in named[name]:
                found.append(sites[deck.path].problem(card, site_of(spot, name), what))
    return found
