"""One card for all that the notes do with the memory of a tensor: which of these share it?"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quizapp.drafting.proposing.forms import compared_memory
from quizapp.drafting.proposing.proposal import Proposal, Way

MOST_OPTIONS = 5
_EXPLAIN = (
    "A view looks at the memory of another tensor, so that a change of one shows in the other.",
    "视图用的是另一个张量的内存：改一个，另一个也变。",
)


def choices_of_memory(found: Sequence[Proposal]) -> Iterator[Proposal]:
    """Questions about the same tensor, gathered into a choice where views and copies are mixed."""
    by_base: dict[tuple[str, str], list[tuple[str, Proposal]]] = {}
    for one in found:
        base, code, option = _apart(one)
        by_base.setdefault((base, code), []).append((option, one))
    for (base, code), some in by_base.items():
        options = dict(reversed(some))
        views = [text for text, one in options.items() if one.what == "shares"]
        copies = [text for text, one in options.items() if one.what == "copies"]
        if not views or len(options) < 3 or (not copies and any("clone" in one for one in views)):
            yield from (_as_one([one for text, one in some if text == each]) for each in options)
            continue
        copies = copies or [f"{base}.clone()"]
        chosen = [*views[: MOST_OPTIONS - min(2, len(copies))], *copies[:2]]
        first = max((one for _, one in some), key=lambda one: one.score)
        chosen.sort()
        yield replace(
            first,
            id=f"which-share-memory-with-{base}",
            kind="choice",
            expression=base,
            what="memory",
            code=code,
            choices=tuple((text, f"shares({base}, {text})") for text in chosen),
            noted=tuple(str(text in views) for text in chosen),
            fuller=None,
            score=first.score + 2,
            is_false=any(one.is_false for _, one in some),
            ways=(Way(vary=None, wrong=(), explain=_EXPLAIN),),
        )


def _as_one(some: Sequence[Proposal]) -> Proposal:
    """The same as it is asked of the code and of a sentence."""
    first = next((one for one in some if one.plain.explain is not None), some[0])
    return replace(
        first,
        score=max(one.score for one in some),
        is_false=any(one.is_false for one in some),
    )


def _apart(one: Proposal) -> tuple[str, str, str]:
    """The tensor that is asked about, the code that makes it, and what may share its memory."""
    pair = compared_memory(ast.parse(one.expression, mode="eval").body)
    assert pair is not None
    base, other = map(ast.unparse, pair)
    before, _, last = one.code.rpartition("\n")
    name, _, made = last.partition(" = ")
    if name == base:  # what is made of the other
        base, other = other, base
    if before and name == other and "\n" not in made:
        return base, before, made
    return base, one.code, other
