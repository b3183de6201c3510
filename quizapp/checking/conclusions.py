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
from quizapp.values.prediction import NotUnderstood
from runner.protocol.wire import Fact, Raised

_IS = r"\s*(?:is(?:\s+now)?|are|becomes?|holds|==?|:|→|->)\s*"
_IS_ZH = r"\s*(?:就?是|为|变成|得到|等于|==?|[:：]|→)\s*"
_LED = r"(?:(?:so|thus|hence|therefore|and|here|now|所以|因此|于是|故)[,，]?\s*)?"
_LIST = r"(?P<said>(?:tensor\()?\[[-+\d.,\s\[\]]*\d[-+\d.,\s\[\]]*\]\)?|\((?:\d+,\s*)+\d*\))"
_ANY = rf"`?(?P<what>{_LIST}|-?\d+(?:\.\d+)?)`?"
_KINDS = {
    **dict.fromkeys(("value", "shape", "strides"), _ANY),
    "dtype": r"`?(?:torch\.)?(?P<what>bool|b?float\d+|u?int\d+|complex\d+)`?",
    "raises": r"`?(?:\w+\.)*(?P<what>\w+(?:Error|Warning))`?",
    "grad_fn": r"`?<?(?P<what>\w+Backward\d*)>?`?",
}
"""What is said of each kind of ask."""
_END = r"(?=\s*(?:[;。；!！]|\.(?:\s|$)|$))"
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def _patterns(*said: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(f"{one}{_END}", re.IGNORECASE) for one in said)


_RESULT = r"(?:the\s+)?(?:final\s+)?(?:result|answer)"
_RESULT_ZH = r"(?:最终)?的?(?:结果|答案)"
_OF_ALL = {
    kind: _patterns(
        rf"^{_LED}{_RESULT}{_IS}{said}",
        rf"(?:^|[，,])\s*{_LED}{_RESULT_ZH}{_IS_ZH}{said}",
    )
    for kind, said in _KINDS.items()
}
"""What is said to come of the code as a whole."""
_OF_SHAPE = rf"(?:\s+is\s+of|\s+has)\s+(?:the\s+)?shape\s+`?{_LIST}`?"
_OF_ALL["shape"] += _patterns(
    rf"^{_LED}{_RESULT}{_OF_SHAPE}",
    rf"(?:^|[，,])\s*{_LED}{_RESULT_ZH}的?形状{_IS_ZH}`?{_LIST}`?",
)
_IT = {
    kind: _patterns(
        rf"^(?:it|this|that)\s+is\s+(?:an?\s+)?{said}",
        rf"^(?:它|这|那)\s*(?:就?是|为)\s*(?:一个\s*)?{said}",
    )
    for kind, said in _KINDS.items()
}
"""Of what is asked in a first sentence alone: before it nothing else is spoken of."""
_IT["shape"] += _patterns(rf"^(?:it|this|that){_OF_SHAPE}")
_IT["raises"] += _patterns(
    rf"^(?:it|this|that|the\s+code)\s+(?:raises|throws)\s+(?:an?\s+)?{_KINDS['raises']}",
    rf"^(?:它|这|代码)?\s*会?(?:抛出|引发)\s*(?:一个\s*)?{_KINDS['raises']}",
)
_COUNT = re.compile(r"(.+)\.(?:numel|nelement)\(\)", re.DOTALL)
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
    own = _of_its_expression(ask)
    said = sentences(text)
    for number, sentence in enumerate(said, 1):
        patterns = (
            *own,
            *(_IT[ask.kind] if number == 1 else ()),
            *_OF_ALL[ask.kind],
            *(_AT_LAST if number == len(said) and _KINDS[ask.kind] is _ANY else ()),
        )
        found = next(filter(None, (one.search(sentence) for one in patterns)), None)
        if found is not None and not _OPEN.search(sentence):
            groups = found.groupdict()
            yield sentence, groups.get("said") or groups["what"]


def _of_its_expression(ask: Ask) -> tuple[re.Pattern[str], ...]:
    """How something is said of what stands in backticks."""
    it = rf"^{_LED}`{re.escape(ask.expression)}`"
    if _KINDS[ask.kind] is not _ANY:
        does = (
            r"\s+(?:raises|throws)\s+|\s*会?抛出\s*" if ask.kind == "raises" else f"{_IS}|{_IS_ZH}"
        )
        return _patterns(rf"{it}(?:{does})(?:an?\s+)?{_KINDS[ask.kind]}")
    # A list in backticks is code, which is held against the expression by running both.
    listed = _patterns(rf"{it}(?:{_IS}|{_IS_ZH}){_LIST}")
    if ask.kind != "value" or not (counted := _COUNT.fullmatch(ask.expression)):
        return listed
    of = rf"^{_LED}`{re.escape(counted[1])}`"
    count = r"`?(?P<what>\d+)`?"
    return listed + _patterns(rf"{of}\s+has\s+{count}\s+elements", rf"{of}\s*有\s*{count}\s*个元素")


def _is_another(card: PredictCard, ask: Ask, says: str, fact: Fact) -> bool:
    """Whether what is said is an answer of the same form, and wrong to the digits it has."""
    if _KINDS[ask.kind] is not _ANY:
        judgement = card.judge(ask, says, fact)
        return fact.data is not None and _is_wrong(judgement)
    shown = card.show(0, fact).removeprefix("tensor(")
    alike = _NUMBER.match(shown) if _NUMBER.fullmatch(says) else shown[:1] in ("[", "(")
    if not alike or (ask.kind == "value" and _is_its_shape(says, fact)):
        return False
    return _is_wrong(card.judge(ask, says, fact))


def _is_wrong(judgement: Comparison | NotUnderstood) -> bool:
    return isinstance(judgement, Comparison) and not (judgement.right or judgement.coarse)


def _is_its_shape(says: str, fact: Fact) -> bool:
    sizes = fact.data.get("shape") if isinstance(fact.data, dict) else None
    return sizes is not None and [str(one) for one in sizes] == re.findall(r"[^\s,()\[\]]+", says)
