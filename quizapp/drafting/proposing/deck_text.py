"""Proposals → the YAML of a deck, as an author would write it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import yaml

from quizapp.deck.format.markdown_slips import without_slips
from quizapp.deck.format.yaml_nodes import CONTROL_CHARACTER
from quizapp.drafting.proposing.forms import compared_memory
from quizapp.drafting.proposing.ids import slug
from quizapp.drafting.proposing.imports import one_each
from quizapp.drafting.proposing.proposal import Proposal, Way
from quizapp.drafting.proposing.wrong_rules import Wrong
from quizapp.text.holes import without_holes

LONGEST_TITLE = 80
_PROMPTS = {
    "shape": ("What is the shape of `{x}`?", "`{x}` 的形状是什么？"),
    "dtype": ("Which dtype has `{x}`?", "`{x}` 的 dtype 是什么？"),
    "value": ("What does `{x}` hold?", "`{x}` 的值是什么？"),
    "grad": ("What does `{x}` hold?", "`{x}` 的值是什么？"),
    "strides": ("What are the strides of `{x}`?", "`{x}` 的步长是什么？"),
    "raises": (
        "What does this code raise? Answer `nothing` if it runs.",
        "这段代码会抛出什么异常？不抛出就答 `nothing`。",
    ),
    "fails": ("Does this code raise an exception?", "这段代码会抛出异常吗？"),
    "memory": ("Which of these share memory with `{x}`?", "哪些与 `{x}` 共用内存？"),
    "shares": ("Do `{x}` and `{y}` share memory?", "`{x}` 和 `{y}` 共用内存吗？"),
    "copies": ("Do `{x}` and `{y}` share memory?", "`{x}` 和 `{y}` 共用内存吗？"),
    "requires_grad": ("Does `{x}` require grad?", "`{x}` 需要梯度吗？"),
    "is_leaf": ("Is `{x}` a leaf?", "`{x}` 是叶子吗？"),
    "is_contiguous": ("Is `{x}` contiguous?", "`{x}` 是连续的吗？"),
    "bool": ("Is `{x}` true?", "`{x}` 是否为真？"),
}


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A card as it is to be written."""

    id: str
    proposal: Proposal
    source: str
    expect: tuple[tuple[Mapping[str, str], str], ...] = ()
    """The truth of each draw as a learner would type it; none where it is not to be written."""
    way: int = 0
    """Which of the proposal's ways it takes."""
    but: frozenset[str] = frozenset()
    """Mistakes that are none here."""

    @property
    def own(self) -> Way:
        return self.proposal.ways[self.way]

    @property
    def wrong(self) -> list[Wrong]:
        return [one for one in self.own.wrong if one.expression not in self.but]


def entries(proposals: Sequence[tuple[str, Proposal]]) -> list[Entry]:
    """The proposals, each from a file, with ids of their own."""
    taken: set[str] = set()
    found = []
    for path, one in proposals:
        base = one.id
        name, number = base, 1
        while name in taken:
            number += 1
            name = f"{base}-{number}"
        taken.add(name)
        found.append(Entry(id=name, proposal=one, source=f"{path}:{one.line}"))
    return found


def deck_text(topic: str, title: str, cards: Iterable[Entry], *, is_chinese: bool) -> str:
    """The deck's YAML."""
    cards = list(cards)
    imports = one_each(["import torch", *(line for one in cards for line in one.proposal.imports)])
    lines = [
        "# yaml-language-server: $schema=deck.schema.json",
        "format: 1",
        f"topic: {topic}",
        f"title: {_scalar(_text(_clean(title)[:LONGEST_TITLE]))}",
        "setup: |",
        *(f"  {line}" for line in imports),
        "",
        "cards:",
    ]
    for card in cards:
        lines += ["", *_card(card, is_chinese)] if card is not cards[0] else _card(card, is_chinese)
    return "\n".join(lines) + "\n"


def _card(card: Entry, is_chinese: bool) -> list[str]:
    one = card.proposal
    language = 1 if is_chinese else 0
    vary = card.own.vary
    prompt = without_holes(_prompt(one, language))
    lines = [
        f"  - id: {card.id}",
        f"    prompt: {_scalar(prompt)}",
    ]
    topics = [re.sub(r"^(?:\d+-?)+", "", slug(words)) for words in one.headings[1:][-1:]]
    tags = list(dict.fromkeys(filter(None, [*topics, slug(one.operation)])))
    if tags:
        lines.append(f"    tags: [{', '.join(map(_flow, tags))}]")
    if vary is not None:
        lines.append(f"    vary: {{{vary.name}: [{', '.join(map(str, vary.values))}]}}")
    code = vary.code if vary is not None else one.code
    lines += ["    code: |", *(f"      {line}".rstrip() for line in code.split("\n"))]
    lines += _choices(one) if one.choices else _one_key("ask", one.kind, one.expression)
    lines += _expect(card)
    if card.wrong:
        lines.append("    mistakes:")
        for wrong in card.wrong:
            lines += [
                mistake_line(one.kind, wrong),
                f"        say: {_scalar(wrong.zh if is_chinese else wrong.en)}",
            ]
    if card.own.explain is not None:
        lines.append(f"    explain: {_scalar(without_slips(_clean(card.own.explain[language])))}")
    lines.append(f"    source: {_scalar(_clean(card.source))}")
    return lines


def mistake_line(kind: str, wrong: Wrong) -> str:
    """The line of a mistake that holds its expression."""
    return f"      - {kind}: {_scalar(wrong.expression)}"


def _choices(one: Proposal) -> list[str]:
    lines = ["    choose: many", "    choices:"]
    for text, holds in one.choices:
        lines.append(f"      - text: {_scalar(f'`{text}`')}")
        lines.append(f"        holds: {_scalar(holds)}")
    return lines


def _expect(card: Entry) -> list[str]:
    one = card.proposal
    if one.choices and card.expect:
        return [f"    expect: [{card.expect[0][1]}]"]
    if len(card.expect) == 1 and not card.expect[0][0]:
        return _one_key("expect", one.kind, card.expect[0][1])
    lines = ["    expect:"] if card.expect else []
    for draw, text in card.expect:
        drawn = ", ".join(f"{name}: {value}" for name, value in draw.items())
        lines += [f"      - draw: {{{drawn}}}", f"        {one.kind}: {_scalar(text)}"]
    return lines


_OF = {
    "requires_grad": r"\.requires_grad$",
    "is_leaf": r"\.is_leaf$",
    "is_contiguous": r"\.is_contiguous\(\)$",
}


def _prompt(one: Proposal, language: int) -> str:
    what = "bool" if one.what == "value" and one.kind == "bool" else one.what
    what = "fails" if one.kind == "fails" else what
    words = _PROMPTS.get(what, _PROMPTS["value"])[language]
    x, y = re.sub(_OF.get(what, "$^"), "", one.expression), ""
    if pair := compared_memory(ast.parse(one.expression, mode="eval").body):
        x, y = map(ast.unparse, pair)
    return words.format(x=x, y=y)


def _one_key(name: str, kind: str, text: str) -> list[str]:
    if re.fullmatch(r"[\w.]+", text):
        return [f"    {name}: {{{kind}: {_scalar(text)}}}"]
    return [f"    {name}:", f"      {kind}: {_scalar(text)}"]


def _scalar(text: str) -> str:
    """A text on one line, quoted where YAML would take it for something else."""
    written = yaml.safe_dump(text, allow_unicode=True, width=10**6).strip()
    return written.removesuffix("...").strip()


def _flow(word: str) -> str:
    return f'"{word}"' if word.isdigit() else word


def _text(text: str) -> str:
    """Words from notes or from torch, as a text of a deck."""
    return without_slips(without_holes(_clean(text)))


def _clean(text: str) -> str:
    return CONTROL_CHARACTER.sub("", " ".join(text.split()))
