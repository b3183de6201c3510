"""What a card as it is written says otherwise than its author can have meant."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from quizapp.checking.circumstances import of_other_circumstances
from quizapp.checking.findings import Finding, Site
from quizapp.checking.of_the_machine import of_the_machine
from quizapp.checking.sites import SitesByPath
from quizapp.checking.unread_markdown import unread
from quizapp.checking.verbatim import words_of
from quizapp.checking.words import site_of
from quizapp.deck.format.table import FORMS
from quizapp.deck.model import Card, Deck, RunCard
from quizapp.deck.parts import Text
from quizapp.deck.problem import Problem
from quizapp.deck.python_source import names_read, names_set, parsed
from quizapp.deck.translation import without_code
from quizapp.text.language import mark, tr

_KEYS = sorted(
    {field.alias or key for kind in FORMS for key, field in kind.form.model_fields.items()}
)
_KEY = re.compile(rf"[.!?:|。！？]\n+ *((?:{'|'.join(_KEYS)}):(?= |$)[^\n]*)", re.MULTILINE)
"""A sentence goes on in a line that begins with a word and a colon; behind its end none does."""
_QUOTED = re.compile(r"[“‘„].*[”’“]", re.DOTALL)
_TO_DO = re.compile(
    r"\b(?:TODO|FIXME|XXX|TBD)\b|(?<!等)待(?:补充?|写|定)(?=[\s。，；：！)）\]】…]|\Z)", re.ASCII
)
_FORMULA = re.compile(
    r"\$\$[^$]+\$\$|\$(?=\S)[^$\n]*[\\^_][^$\n]*(?<=\S)\$|\\[a-z]{2,}\{"
    r"|\\\((?:(?!\\[()]).)+\\\)|\\\[(?:(?!\\[\[\]]).)*[\\^_=](?:(?!\\[\[\]]).)*\\\]",
    re.DOTALL,
)
"""A bracket behind a backslash is also how Markdown shows one."""
_OTHER_CARD = re.compile(
    r"\b(?:previous|preceding|foregoing) (?:card|question|exercise)s?\b"
    r"|\b(?:as|see|like|from|in|than) (?:in |on )?the (?:last|next|earlier) (?:card|exercise)\b"
    r"|[上前下]一(?:道?题|张卡片?|个卡片|个问题|个?练习)|前面的(?:题|卡片)",
    re.IGNORECASE,
)
_NOT_MEANT = (
    (_TO_DO, mark("something is still to be written here")),
    (_OTHER_CARD, mark("cards are asked in any order, each by itself")),
    (_FORMULA, mark("a formula of TeX is shown as it is written; put it in words or in code")),
)
"""What no text is to show, outside of code."""
_FENCED = re.compile(r"^(```|~~~).*?^\1$", re.MULTILINE | re.DOTALL)


def slips_of_writing(cards: Sequence[tuple[Deck, Card]]) -> Iterator[Problem]:
    """Whatever of these is told without running anything."""
    sites = SitesByPath()
    for deck, card in cards:
        of_texts = (*_swallowed(card), *_unclosed(card), *_not_meant(card), *_unread(card))
        found_in = (*of_texts, *_said_twice(card), *_overwritten(card))
        by_machine = (*of_other_circumstances(card), *of_the_machine(deck, card))
        for found in (*found_in, *by_machine):
            yield sites[deck.path].problem(card, found.site, str(found))


def _swallowed(card: Card) -> Iterator[Finding]:
    """Keys that stand in a text since they are indented too far."""
    for spot, text in card.texts():
        if found := _KEY.search(_FENCED.sub("", text.en)):
            written = found[1].rstrip()
            what = tr("a key of the card stands in a text, indented too far perhaps")
            yield Finding(site_of(spot, written), what, written)


def _unclosed(card: Card) -> Iterator[Finding]:
    """Backticks without another, and a text that stands in quotes which YAML does not know."""
    for spot, text in card.texts():
        for zh, written in ((False, text.en), (True, text.zh or "")):
            rest = without_code(_FENCED.sub("", written))
            if "`" in rest:
                line = next(one for one in rest.splitlines() if "`" in one).strip()
                site = site_of(spot, line[line.index("`") :], zh=zh)
                yield Finding(site, tr("a backtick has no other that closes it"), line)
            if _QUOTED.fullmatch(written.strip()):
                quotes = f"{written.strip()[0]} {written.strip()[-1]}"
                what = tr("these quotes are shown: they are none of YAML's")
                yield Finding(site_of(spot, written.strip()[0], zh=zh), what, quotes)


def _not_meant(card: Card) -> Iterator[Finding]:
    """Notes of an author's own that something is still to be written, TeX, the card before."""
    for spot, text in card.texts():
        for zh, written in ((False, text.en), (True, text.zh or "")):
            words = without_code(_FENCED.sub("", written))
            for pattern, what in _NOT_MEANT:
                if found := pattern.search(words):
                    site = site_of(spot, found[0], zh=zh)
                    yield Finding(site, tr(what), " ".join(found[0].split()))


def _said_twice(card: Card) -> Iterator[Finding]:
    """A text that is word for word what is to come, or what was asked."""
    for field, text, other, what in (
        ("hint", card.hint, card.behind, mark("the hint is word for word the answer")),
        ("hint", card.hint, card.explain, mark("the hint is word for word the explanation")),
        ("back", card.behind, card.prompt, mark("the answer is word for word the prompt")),
    ):
        for zh, one, same in _in_each_language(text, other):
            if words_of(one) and words_of(one) == words_of(same):
                yield Finding(Site(field, written=one.strip().split("\n")[0], zh=zh), tr(what))
                break


def _in_each_language(one: Text | None, other: Text | None) -> Iterator[tuple[bool, str, str]]:
    if one and other:
        yield False, one.en, other.en
        yield True, one.zh or "", other.zh or ""


def _unread(card: Card) -> Iterator[Finding]:
    """Signs that were meant as Markdown."""
    for spot, text in card.texts():
        for zh, written in ((False, text.en), (True, text.zh or "")):
            for found in unread(written):
                yield Finding(site_of(spot, found.written, found.line, zh=zh), found.message)


def _overwritten(card: Card) -> Iterator[Finding]:
    """Names that vary, and to which the code gives one value for good."""
    if not isinstance(card, RunCard):
        return
    varying = {*card.vary, *(name for row in card.rows for name in row)}
    tree = parsed(card.code.text)
    for line in tree.body if tree else []:  # it may have a gap
        text = ast.unparse(line)
        if isinstance(line, ast.Assign):
            for name in sorted((varying & names_set(text)) - names_read(text)):
                site = Site("code", card.code.line + line.lineno - 1)
                yield Finding(site, tr("what varies is overwritten"), name)
        varying -= names_read(text) | names_set(text)
