"""Words that state what a tensor is, without a number: a view, a copy, a leaf, of which family."""

from __future__ import annotations

import re

from quizapp.drafting.stating.stated import Aspect, Stated

_SOFT = (
    r"(?:(?:it|this|is|was|only|just|also|still|again|really|now|returns?|gives?|makes?|creates?"
    r"|是|仍|还是|也|会|得到|返回|的|只是)\s*)*"
)
_ENDS = (
    r"(?=\s*(?:\Z|[!,;:.(—–|/。]|-{1,2}\s|因为|由于"
    r"|\b(?:of|because|since|so|here|now|too|and|with|but)\b))"
)
_MEMORY = r"(?:the\s+)?(?:same\s+)?(?:memory|storage|data)"


def _named(group: str) -> str:
    return rf"`?(?P<{group}>[A-Za-z_]\w*)`?"


_SHARED = (
    rf"(?:a\s+|another\s+)?view(?:\s+(?:of|on|into)\s+(?:the\s+same\s+\w+|{_named('of')}))?",
    rf"shares?\s+{_MEMORY}(?:\s+with\s+{_named('mate')})?",
    rf"(?:the\s+)?same\s+(?:memory|storage)(?:\s+as\s+{_named('like')})?",
    rf"(?:[与和跟]\s*{_named('zh')}\s*)?共享(?:同一块)?(?:内存|存储)",
    r"(?:一个)?视图",
    r"no\s+(?:data\s+)?cop(?:y|ying)|not\s+a\s+copy|zero[- ]copy|without\s+(?:a\s+)?cop(?:y|ying)",
    r"不(?:会)?(?:复制|拷贝)(?:数据|内存)?|没有(?:复制|拷贝)|不是(?:副本|拷贝)",
)
_OWN = (
    r"(?:does\s+not|doesn't|do\s+not|don't|not|no\s+longer)\s+shar(?:e|ing)\s+"
    rf"{_MEMORY}(?:\s+with\s+{_named('mate')})?",
    r"(?:not\s+a|no)\s+view|no\s+shared\s+memory|(?:has\s+)?(?:its\s+)?own\s+(?:memory|storage)",
    rf"(?:[与和跟]\s*{_named('zh')}\s*)?不(?:再)?共享(?:同一块)?(?:内存|存储)|不是视图",
    r"(?:an?\s+)?(?:new\s+|real\s+|full\s+|deep\s+|true\s+|independent\s+)?copy"
    rf"(?:\s+of\s+(?:the\s+(?:data|memory)|{_named('of')}))?|copies(?:\s+the\s+data)?",
    r"(?:一[个份])?(?:新的?|独立的?|真正的?)?(?:副本|拷贝)|(?:复制|拷贝)(?:了)?数据|深拷贝",
)
_MEANINGS: tuple[tuple[tuple[str, ...], Aspect, bool | str], ...] = (
    (_OWN, "shares", False),
    (_SHARED, "shares", True),
    (
        (
            r"(?:does\s+not|doesn't|don't|no\s+longer|not)\s+requir(?:e|es|ing)\s+grad(?:ient)?s?",
            r"不(?:再)?(?:需要|要求)(?:梯度|求导)",
        ),
        "requires_grad",
        False,
    ),
    ((r"requires\s+grad(?:ient)?s?", r"(?:需要|要求)(?:梯度|求导)"), "requires_grad", True),
    (
        (r"(?:not\s+a\s+leaf|non-?leaf|no\s+leaf|非叶子?|不是叶子?)\s*(?:tensor|node|节点|张量)?",),
        "is_leaf",
        False,
    ),
    ((r"(?:a\s+leaf|leaf|叶子)\s*(?:tensor|node|节点|张量)?",), "is_leaf", True),
    (
        (r"(?:an?\s+)?int(?:eger)?\s+(?:tensor|dtype|type)", r"(?:整数|整型)(?:张量|类型)?"),
        "family",
        "int",
    ),
    (
        (
            r"(?:a\s+)?float(?:ing(?:[- ]point)?)?\s+(?:tensor|dtype|type)",
            r"浮点[数型]?(?:张量|类型)?",
        ),
        "family",
        "float",
    ),
    (
        (r"(?:a\s+)?bool(?:ean)?\s+(?:tensor|mask|dtype)", r"布尔型?(?:张量|掩码|类型)?"),
        "family",
        "bool",
    ),
)
_WORDS = [
    (re.compile(f"{_SOFT}(?:{words}){_ENDS}", re.IGNORECASE), aspect, what)
    for ways, aspect, what in _MEANINGS
    for words in ways
]


def read_fact(text: str) -> Stated | None:
    """What the words at the beginning state, None where they state no such thing."""
    for pattern, aspect, what in _WORDS:
        if match := pattern.match(text):
            return Stated(
                aspect=aspect,
                says=match[0].strip(),
                what=what,
                partner=next((name for name in match.groupdict().values() if name), None),
                tail=text[match.end() :],
            )
    return None
