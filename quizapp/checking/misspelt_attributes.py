"""Attributes that code of a card sets, and that nothing reads: advice of `quiz check`."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from quizapp.checking.findings import Site
from quizapp.checking.sites import SitesByPath
from quizapp.deck.answered import TriedCard, TruthCard
from quizapp.deck.exercise import draws, exercise
from quizapp.deck.model import Card, Deck, RunCard
from quizapp.deck.parts import Code
from quizapp.deck.problem import Problem
from quizapp.deck.python_source import parsed
from quizapp.text.language import tr
from runner.client import Runs
from runner.protocol.wire import Fact, Look, Outcome, Source

_OWN = {"self", "cls", "ctx"}


def _meant_by(thing: object, name: str) -> str:
    """What of torch's is almost the name of an attribute that a thing of torch has been given."""
    import difflib
    import sys

    torch = sys.modules["torch"]

    def nearest(names: set[str]) -> str:
        # Beside `layer1` and `half_a` people make another.
        stem = name.rstrip("0123456789")
        others = [one for one in names if one.rstrip("0123456789") != stem]
        others = [one for one in others if (len(one), one[:-1]) != (len(name), name[:-1])]
        return next(iter(difflib.get_close_matches(name, others, 1, 0.85)), "")

    known: set[str] = set()
    for kind in type(thing).__mro__:
        known |= {*vars(kind), *getattr(kind, "__annotations__", ())}
        for method in vars(kind).values():  # what they set or read of `self`
            known |= {*getattr(getattr(method, "__code__", None), "co_names", ())}
    if name in known or not hasattr(thing, name):
        return ""
    if isinstance(thing, torch.optim.Optimizer):
        group = {"learning_rate": "lr"}.get(name, name)
        if group := group if group in thing.defaults else nearest({*thing.defaults}):
            return f'param_groups[0]["{group}"]'
    elif not isinstance(thing, torch.Tensor | torch.nn.Module):
        return ""
    return nearest({one for one in dir(thing) if one[0] != "_"} - {name})


async def misspelt_attributes(cards: Sequence[tuple[Deck, Card]], runner: Runs) -> list[Problem]:
    """Where a tensor, module or optimizer is given an attribute that is almost one of its own.

    Torch says nothing of it. What the card reads or speaks of is meant.
    """
    sites = SitesByPath()
    found: dict[tuple[str, Site, str], Problem] = {}
    for deck, card in cards:
        if not isinstance(card, RunCard) or card.may_hang or card.ranks > 1:
            continue
        if is_set := dict(reversed([*_set_by(deck, card)])):  # each where it is set first
            ran = exercise(deck, card, next(draws(card))).to_be_told()
            looks = tuple(Look("text", f"_meant_by({of}, {name!r})") for of, name in is_set)
            sources = (Source(inspect.getsource(_meant_by), "<attributes>"), *ran.sources)
            seen = await runner.run(replace(ran, sources=sources, looks=looks))
            facts = seen.facts if isinstance(seen, Outcome) else ()
            for ((_, name), site), fact in zip(is_set.items(), facts, strict=False):
                if isinstance(fact, Fact) and fact.data:
                    message = tr(
                        "torch knows no attribute `{name}` (did you mean `{meant}`?)",
                        name=name,
                        meant=fact.data,
                    )
                    problem = sites[deck.path].problem(card, site, message)
                    of_card = "" if site.field == "setup" else card.id
                    found.setdefault((deck.path + of_card, site, name), problem)
    return sorted(found.values(), key=attrgetter("path", "line"))


def _set_by(deck: Deck, card: RunCard) -> Iterator[tuple[tuple[str, str], Site]]:
    """What is given an attribute, and which, that neither code nor a text of the card reads."""
    said = "\n".join(f"{text.en}\n{text.zh or ''}" for _, text in card.texts())
    codes = [part.text for part in (deck.setup, *vars(card).values()) if isinstance(part, Code)]
    if isinstance(card, TruthCard):
        codes += [look.expression for look in card.looks()]
    read = {name for code in codes for name in _read(code)}
    written = [("setup", deck.setup), ("code", card.code)]
    for field, code in written:
        for line, of, name in _stored(code.text if code else ""):
            if name not in read and not re.search(rf"\.{name}\b", said):
                yield (of, name), Site(field, (code.line if code else 1) + line - 1)
    for _, of, name in _stored(card.solution_code if isinstance(card, TriedCard) else ""):
        if name not in read and not re.search(rf"\.{name}\b", said):
            yield (of, name), Site("solution")


def _stored(code: str) -> Iterator[tuple[int, str, str]]:
    """Each attribute that code sets, on something named: its line from 1, of what, its name."""
    tree = parsed(code)
    for node in ast.walk(tree) if tree else ():
        for target in node.targets if isinstance(node, ast.Assign) else ():
            match target:
                case ast.Attribute(value=of, attr=name) if _is_named(of):
                    yield target.lineno, ast.unparse(of), name


def _is_named(node: ast.expr) -> bool:
    match node:
        case ast.Name(id=name):
            return name not in _OWN
        case ast.Attribute(value=of) | ast.Subscript(value=of, slice=ast.Constant()):
            return _is_named(of)
    return False


def _read(code: str) -> Iterator[str]:
    """The attributes that code reads, and the texts in it, as `getattr` takes one."""
    tree = parsed(code.strip())
    for node in ast.walk(tree) if tree else ():
        match node:
            case ast.Attribute(attr=name, ctx=ast.Load()) | ast.Constant(value=str(name)):
                yield name
