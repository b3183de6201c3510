"""Words in which a yes or no is told before it is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quizapp.asks.table import KINDS
from quizapp.checking.claims import questions, sentences
from quizapp.checking.findings import Site
from quizapp.checking.stated import states
from quizapp.deck.model import Card
from quizapp.deck.parts import Ask, Text

_FIRST = re.compile(
    r"\s*`?(?:(?P<yes>yes|true|是的?|会的?|对|能|可以|真的?)"
    r"|no|false|不是|不会|不能|不可以|不|否|假的?)`?\s*[,.!:;，。！：；]",
    re.IGNORECASE,
)
"""How a hint begins that answers at once."""

_IN_BRACKETS = re.compile(r"[(（](?:(?P<yes>yes|true|是|会)|no|false|否|不会)[)）]", re.IGNORECASE)

_SHORT = re.compile(
    r"[(（]?\s*(?:(?:(?:so|and|but),?\s+)?(?:it|this|that|they|both|the code)\s+"
    r"(?:(?P<yes>does|do|is|are|will|would|can)"
    r"|(?:does|do|is|are|will|would|can)(?:\s+not|n['’]t)|won['’]t|cannot)"
    r"|(?P<word>yes)|no|它?(?:(?P<zh>会的?|是的)|不会|不是))\s*[.!。！]?\s*[)）]?",
    re.IGNORECASE,
)
"""A whole sentence that answers the question before it."""
_WORKS = re.compile(
    r"\b(?:works?|runs?|succeeds?|fine|legal|valid|allowed)\b|可以|正常|成功|能(?!否)",
    re.IGNORECASE,
)
_FAILS = re.compile(
    r"\b(?:rais\w*|throw\w*|fail\w*|errors?|exceptions?|break\w*)\b|抛|报错|出错|失败|异常|错误",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|no|never)\b|n['’]t\b|(?<![会是能])不|(?<!有)没", re.IGNORECASE)

_WHY_OR_HOW = r"\b(?:why|how) (?:does|do|did|must|will|would)\b"
_ON = r"(?:(?!\b(?:does|do|is|are|will|would|and|or|but|while|not|never|only)\b)[^?.,;])*?"
"""More of the same question."""
_KIND_OF = r"\b(?:which|what) (?:(?:kind|type|sort) of )?"
_IS = r"(?:does|do|is|are|will|would)\b"
_OF_WHAT_IS = {
    "fails": re.compile(
        rf"{_WHY_OR_HOW}{_ON}\b(?:raise|fail|break)\b|{_KIND_OF}error {_IS}"
        r"|(?:为什么|为何|怎么|怎样|如何)[^，。？不没]*(?:抛出|报错|出错|失败)"
        r"|(?:抛出|报)的?是?(?:什么|哪种|哪个|哪一种|哪类)(?:错误|异常)",
        re.IGNORECASE,
    ),
    "warns": re.compile(
        rf"{_WHY_OR_HOW}{_ON}\bwarn\b|{_KIND_OF}warning {_IS}"
        r"|(?:为什么|为何|怎么|怎样|如何)[^，。？不没]*警告|(?:什么|哪种|哪个|哪条|哪一种|哪类)警告",
        re.IGNORECASE,
    ),
}
"""Questions about what there is, where it is asked whether there is any."""
_OPEN = re.compile(r"\b(?:if|whether|nothing|none|or)\b|吗|是否|还是|如果|若|或", re.IGNORECASE)


def given_in_words(card: Card, ask: Ask, truth: bool, *, alone: bool) -> Iterator[Site]:
    """The places where this truth of an ask is told, be it the only one of its card or not."""
    if not KINDS[ask.kind].is_yes_or_no:
        return
    in_prompt = (_in_prompt(said, ask, truth, alone) for said in _languages(card.prompt))
    if told := next(filter(None, in_prompt), ""):
        yield Site("prompt", written=told, zh=told not in card.prompt.en)
    asked = [questions(said) for said in _languages(card.prompt)]
    in_hint = (_in_hint(said, ask, truth, asked) for said in _languages(card.hint))
    if alone and card.hint is not None and (told := next(filter(None, in_hint), "")):
        yield Site("hint", written=told, zh=told not in card.hint.en)


def _languages(text: Text | None) -> list[str]:
    return [said for said in (text.en, text.zh) if said] if text else []


def _in_prompt(prompt: str, ask: Ask, truth: bool, alone: bool) -> str:
    """The words of a prompt that tell this truth; nothing where none do."""
    found = _IN_BRACKETS.search(prompt)
    if alone and found is not None and _agrees(found, truth):
        return found[0].strip()
    for sentence in sentences(prompt):
        if _is_of(sentence, ask, truth) or _says(sentence, ask, truth):
            return sentence
        if alone and states(sentence, ask, truth, by_name=True):
            return sentence
    asked = questions(prompt)
    if alone and len(asked) == 1:
        answer = prompt.rpartition(asked[0])[2].strip()
        return answer if _answers(answer, asked[0], ask, truth) else ""
    return ""


def _in_hint(hint: str, ask: Ask, truth: bool, asked: Sequence[Sequence[str]]) -> str:
    """The words of a hint that tell this truth; nothing where none do."""
    if _agrees(_FIRST.match(hint), truth):
        return hint
    said = sentences(hint)
    told = (one for one in said if states(one, ask, truth, by_name=False))
    question = "\n".join(one for each in asked for one in each)
    first = next(iter(said), "")
    if all(len(each) == 1 for each in asked) and _answers(first, question, ask, truth):
        return first
    return next(told, "")


def _answers(sentence: str, asked: str, ask: Ask, truth: bool) -> bool:
    """Whether all that it says is yes or no, which tells this truth to what was asked."""
    found = _SHORT.fullmatch(sentence)
    if found is None or _NOT.search(asked):
        return False
    says = any(found[one] for one in ("yes", "word", "zh"))
    if ask.kind == "fails" and not _FAILS.search(asked):
        return bool(_WORKS.search(asked)) and says != truth
    return says == truth


def _agrees(found: re.Match[str] | None, truth: bool) -> bool:
    return found is not None and bool(found["yes"]) == truth


def _is_of(sentence: str, ask: Ask, truth: bool) -> bool:
    """Whether it takes for given that there is what is asked for."""
    of = _OF_WHAT_IS.get(ask.kind)
    if not truth or of is None or not of.search(sentence) or _OPEN.search(sentence):
        return False
    return ask.expression == "code" or "`" not in sentence or f"`{ask.expression}`" in sentence


def _says(sentence: str, ask: Ask, truth: bool) -> bool:
    """Whether it says of what is asked that it is true, or asks why."""
    if ask.kind != "bool" or _OPEN.search(sentence):
        return False
    it, said = f"`{re.escape(ask.expression)}`", "(?:true|真)" if truth else "(?:false|假)"
    stated = rf"(?:why is |为什么\s*)?{it}\s*(?:is|为|是)?\s*`?{said}`?\s*(?![\w`])"
    return re.match(stated, sentence, re.IGNORECASE) is not None
