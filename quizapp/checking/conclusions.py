"""Sentences of an explanation that say what is asked for to be something else than it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from quizapp.checking.claims import sentences
from quizapp.checking.findings import Finding
from quizapp.checking.lengthy import in_a_line
from quizapp.checking.words import site_of
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.model import Card
from quizapp.deck.parts import Ask, Spot
from quizapp.text.language import tr
from quizapp.values.compare import Comparison
from runner.protocol.wire import Fact, Raised

_KINDS = ("value", "shape", "strides")
_IS = r"\s*(?:is(?:\s+now)?|are|becomes?|holds|==?|:|→|->)\s*"
_IS_ZH = r"\s*(?:就?是|为|变成|得到|等于|==?|[:：]|→)\s*"
_LED = r"(?:(?:so|thus|hence|therefore|and|here|now|所以|因此|于是|故)[,，]?\s*)?"
_LIST = r"(?P<said>(?:tensor\()?\[[-+\d.,\s\[\]]*\d[-+\d.,\s\[\]]*\]\)?|\((?:\d+,\s*)+\d*\))"
_ANY = rf"`?(?P<what>{_LIST}|-?\d+(?:\.\d+)?)`?"
_END = r"(?=\s*(?:[;。；!！]|\.(?:\s|$)|$))"
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def _patterns(*said: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(f"{one}{_END}", re.IGNORECASE) for one in said)


_OF_ALL = _patterns(
    rf"^{_LED}(?:the\s+)?(?:final\s+)?(?:result|answer){_IS}{_ANY}",
    rf"(?:^|[，,])\s*{_LED}(?:最终)?的?(?:结果|答案){_IS_ZH}{_ANY}",
)
"""What is said to come of the code as a whole."""
_AT_LAST = _patterns(
    rf",\s*(?:which|and\s+that|and\s+this)\s+(?:gives|makes|yields)\s*`?{_LIST}`?",
    rf"[，,]\s*(?:这样)?(?:就)?(?:得到|给出)\s*`?{_LIST}`?",
)
"""What is where nothing is said behind it, and else may come of a part."""
_OPEN = re.compile(
    r"\b(?:if|without|instead|would|were|had|not|never|before|after|first|then|whereas|while"
    r"|unless|with|for|when|where)\b|\w+n['’]t\b|如果|若|没有|否则|不|先|再|之前|之后|而|当|对",
    re.IGNORECASE,
)
"""In a sentence that may speak of other circumstances."""

Truths = Mapping[str, Sequence[Fact | Raised]]


def misconcluded(card: Card, truths: Truths) -> Iterator[Finding]:
    """What an explanation says of the one thing asked for, where torch gives something else."""
    if not isinstance(card, PredictCard) or len(card.asks) != 1 or card.explain is None:
        return
    (ask,) = card.asks
    if ask.kind not in _KINDS:
        return
    facts = {draw: seen[0] for draw, seen in truths.items() if seen}
    for zh, written in ((False, card.explain.en), (True, card.explain.zh or "")):
        for sentence, says in _concluded(written, ask):
            wrong = {
                draw: fact
                for draw, fact in facts.items()
                if isinstance(fact, Fact) and _is_another(card, ask, says, fact)
            }
            if wrong:
                site = site_of(Spot("explain"), sentence, zh=zh)
                draw, fact = next(iter(wrong.items()))
                torch = in_a_line(card.show(0, fact))
                what = tr("says {says} of what is asked; torch: {torch}", says=says, torch=torch)
                if len(wrong) < len(facts):
                    what += tr(
                        " ({draw}); `{hole}` tells what it comes to in each draw",
                        draw=draw,
                        hole=f"{{= {ask.expression}}}",
                    )
                yield Finding(site, what)


def _concluded(text: str, ask: Ask) -> Iterator[tuple[str, str]]:
    """Each sentence that says what is asked for, and what it says."""
    # A list in backticks is code, which is held against the expression by running both.
    own = _patterns(rf"^{_LED}`{re.escape(ask.expression)}`(?:{_IS}|{_IS_ZH}){_LIST}")
    said = sentences(text)
    for number, sentence in enumerate(said, 1):
        patterns = (*own, *_OF_ALL, *(_AT_LAST if number == len(said) else ()))
        found = next(filter(None, (one.search(sentence) for one in patterns)), None)
        if found is not None and not _OPEN.search(sentence):
            yield sentence, found["said"] or found["what"]


def _is_another(card: PredictCard, ask: Ask, says: str, fact: Fact) -> bool:
    """Whether what is said is an answer of the same form, and wrong to the digits it has."""
    shown = card.show(0, fact).removeprefix("tensor(")
    alike = _NUMBER.match(shown) if _NUMBER.fullmatch(says) else shown[:1] in ("[", "(")
    if not alike or (ask.kind == "value" and _is_its_shape(says, fact)):
        return False
    judgement = card.judge(ask, says, fact)
    return isinstance(judgement, Comparison) and not (judgement.right or judgement.coarse)


def _is_its_shape(says: str, fact: Fact) -> bool:
    sizes = fact.data.get("shape") if isinstance(fact.data, dict) else None
    return sizes is not None and [str(one) for one in sizes] == re.findall(r"[^\s,()\[\]]+", says)
