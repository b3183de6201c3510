"""Sentences that state a yes or no: `They do not share memory.`, `It raises.`"""

from __future__ import annotations

import re

from quizapp.deck.parts import Ask

_CODE = r"`[^`]+`"
_OBJECT = rf"(?:it|them|that|this|the (?:code|tensors?|result)|{_CODE})"
_PRONOUN = (
    r"it|this|that|they|(?:the )?both|both of them|the (?:two|tensors?|results?)"
    r"|the two tensors|它们?|两者|二者|两个张量|这|结果"
)
_NAMED = (
    r"(?:the|this|that) (?:code|snippet|program|(?:(?:last|first|second|third) )?(?:line|call))"
    rf"|{_CODE}(?:\s*(?:and|,)\s*{_CODE})*|(?:这段|这|此|该)?代码|(?:最后|第[一二三])(?:一)?行"
    rf"|{_CODE}(?:\s*(?:和|与|跟)\s*{_CODE})?"
)
_THEN = r"(?:(?:so|here|then|therefore|but|and|所以|因此),?\s*)"
_NAME = re.compile(r"\w+")
_NOT = r"(?:does not|doesn['’]t|do not|don['’]t|will not|won['’]t|cannot|can['’]t|never)"
_IS_NOT = r"(?:is not|isn['’]t|are not|aren['’]t)"
_NO_ZH = r"(?:并|都|也|却)?(?:不会?|没有)(?:再)?"
_YES_ZH = r"(?:都|也|却)?(?:会|就|将|是)?"

_ERROR = r"(?: an?(?: `?\w+`?)?(?: (?:error|exception))?)?"
_SHARED = r"(?: (?:the same|same|its|their|one|a))?(?: (?:memory|storage|data))?"
_WITH = rf"(?: (?:with|of) (?:each other|{_OBJECT}))?"
_SHARED_ZH = r"(?:同一(?:块|片|份|个))?(?:内存|存储|数据)?"
_RAISED_ZH = r"(?:抛出(?:了)?(?:任何)?(?:异常|错误|`?\w+`?)?|报错|出错|失败)"

_WORDS = {
    r"shares\(.*\)": (
        rf"(?:do |does |will )?shares?{_SHARED}{_WITH}|{_YES_ZH}共享{_SHARED_ZH}(?:的)?",
        rf"{_NOT} share(?: any)?{_SHARED}{_WITH}|shares? no (?:memory|storage|data){_WITH}"
        rf"|{_NO_ZH}共享(?:任何)?{_SHARED_ZH}(?:的)?",
    ),
    r"[\w.\[\]]+\.requires_grad": (
        r"(?:do |does |will )?requires? (?:grads?|gradients?|a grad(?:ient)?)|(?:也|就)?需要梯度",
        rf"{_NOT} require (?:a |any )?(?:grads?|gradients?)|(?:并|也)?不(?:再)?需要梯度",
    ),
    r"[\w.\[\]]+\.is_leaf": (
        r"(?:is|are) (?:a )?lea(?:f|ves)(?: tensors?)?|是叶子(?:节点|张量)?",
        rf"(?:{_IS_NOT} (?:a )?|is no )lea(?:f|ves)(?: tensors?)?|(?:并)?不是叶子(?:节点|张量)?",
    ),
    r"[\w.\[\]]+\.is_contiguous\(\)": (
        r"(?:is|are) contiguous|是?连续的?",
        rf"{_IS_NOT} contiguous|(?:并)?不(?:是)?连续的?",
    ),
}
"""How it is said of what an expression tests that it is so, and that it is not."""
_OF_KIND = {
    "fails": (
        rf"(?:will )?(?:raises?|fails?|errors?|throws?|breaks?){_ERROR}|{_YES_ZH}{_RAISED_ZH}",
        rf"{_NOT} (?:raise|fail|error|throw|break)(?: anything|{_ERROR})"
        rf"|raises (?:nothing|no error)|(?:works|runs)(?: fine| without (?:an )?errors?)?|is fine"
        rf"|{_NO_ZH}{_RAISED_ZH}|(?:可以|能|会)?正常(?:运行|执行)",
    ),
    "warns": (
        rf"(?:will )?warns?|{_YES_ZH}(?:发出|给出)?警告",
        rf"{_NOT} warn(?: of anything)?|{_NO_ZH}(?:发出|给出)?警告",
    ),
}


def states(sentence: str, ask: Ask, truth: bool, *, by_name: bool) -> bool:
    """Whether a sentence says of what is asked that it is so, and nothing else.

    Of what is asked `by_name`: a pronoun may stand for something else.
    """
    words = _OF_KIND.get(ask.kind)
    if ask.kind == "bool":
        words = next((_WORDS[one] for one in _WORDS if re.fullmatch(one, ask.expression)), None)
    if words is None:
        return False
    who = rf"(?:{_NAMED})" if by_name else rf"(?:{_NAMED}|{_PRONOUN})?"
    said = rf"{_THEN}?{who}\s*(?:{words[0 if truth else 1]})\s*[.!。！]?"
    if not re.fullmatch(said, sentence, re.IGNORECASE):
        return False
    of_all = ask.expression == "code" and truth  # raised by any of its lines
    names = {*_NAME.findall(ask.expression)}
    return of_all or all(
        names.issuperset(_NAME.findall(one)) for one in re.findall(_CODE, sentence)
    )
