"""Prompts that name other circumstances than those in which their card runs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from quizapp.checking.claims import questions, sentences
from quizapp.checking.findings import Finding
from quizapp.checking.words import site_of
from quizapp.deck.kinds.choice import ChoiceCard
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.model import Card, RunCard
from quizapp.deck.parts import Spot
from quizapp.deck.python_source import names_set
from quizapp.text.language import tr

_IS = r"`?\s*(?:==?|\bis(?:\s+set\s+to)?\b|\bequals\b|为|是|等于|取)\s*`?"
_NUMBER = r"-?\d+(?:\.\d+)?"
_NO_MORE = r"(?!\w|\.\d|\s*[-+*/%×^]\s*\w|\s*(?:\bor\b|\bto\b|\band\b|或|和|到|、|/))"
"""Nothing behind a value makes another of it, or one of several."""
_OPEN = re.compile(
    r"\b(?:if|when|whenever|where|say|suppose|imagine|example|e\.g|such as|instead|would|were|not"
    r"|until|unless)\b|如果|若|当|假设|假如|例如|比如|不|时(?=[\s，,。？?]|$)",
    re.IGNORECASE,
)
"""In a sentence that may speak of some draws, or of other code."""
_CALL = re.compile(r"`[^`]*\([^`]*`")

_RANK = re.compile(r"(?:\branks?|秩)\s*`?(\d+)(?!\w|\.\d)", re.IGNORECASE)
_ASKED_OF_RANK = re.compile(
    r"\b(?:on|does|do|will|has|did)\s+(?:the\s+)?rank\s*`?(\d+)(?!\w|\.\d|'s|’s)"
    r"|(?:\brank|秩)\s*(\d+)`?\s*(?:上|会?(?:打印|输出|得到|持有|保存|有))",
    re.IGNORECASE,
)
_OF_ALL_RANKS = {"hangs", "fails", "raises", "warns"}
"""Kinds of ask that the rank asked about does not answer alone."""


def of_other_circumstances(card: Card) -> Iterator[Finding]:
    """A value of what varies, and a rank, that the prompt names and the card has otherwise."""
    if isinstance(card, RunCard):
        for zh, written in ((False, card.prompt.en), (True, card.prompt.zh or "")):
            yield from _fixed(card, written, zh=zh)
            yield from _on_another_rank(card, written, zh=zh)


def _fixed(card: RunCard, prompt: str, *, zh: bool) -> Iterator[Finding]:
    drawn = {name: [*values] for name, values in card.vary.items()}
    for row in card.rows:
        for name, value in row.items():
            drawn.setdefault(name, []).append(value)
    own = names_set(card.code.text)
    for name, values in drawn.items():
        if len({*values}) < 2 or name in own:
            continue
        any_value = "|".join(map(re.escape, values))
        if all(re.fullmatch(_NUMBER, value) for value in values):
            any_value = _NUMBER
        said = re.compile(rf"(?<![\w.]){re.escape(name)}{_IS}({any_value}){_NO_MORE}")
        plain = [one for one in sentences(_CALL.sub(" ", prompt)) if not _OPEN.search(one)]
        found = [one for sentence in plain for one in said.finditer(sentence)]
        if len({one[1] for one in found}) == 1:
            what = tr(
                "`{name}` is {value} in some draws alone, or in none; `{hole}` tells what it is",
                name=name,
                value=found[0][1],
                hole=f"{{= {name}}}",
            )
            yield Finding(site_of(Spot("prompt"), found[0][0], zh=zh), what)


def _on_another_rank(card: RunCard, prompt: str, *, zh: bool) -> Iterator[Finding]:
    """A question about another rank than is asked about; of several it may be about any."""
    if card.ranks < 2 or len({*_RANK.findall(prompt)}) != 1:
        return
    if isinstance(card, PredictCard):
        asked = [ask.expression for ask in card.asks]
        if any(ask.kind in _OF_ALL_RANKS for ask in card.asks):
            return
    else:
        asked = [option.holds for option in card.options] if isinstance(card, ChoiceCard) else []
    found = next(filter(None, map(_ASKED_OF_RANK.search, questions(prompt))), None)
    if found is None or not asked:
        return
    rank = found[1] or found[2]
    gathered = any(rank in re.findall(r"\d+", one) for one in asked)  # as by `parts[1]`
    if int(rank) != card.on_rank and not gathered:
        what = tr(
            "it asks about rank {said}, and the card about rank {on_rank} (`on_rank`)",
            said=rank,
            on_rank=card.on_rank,
        )
        yield Finding(site_of(Spot("prompt"), found[0], zh=zh), what)
