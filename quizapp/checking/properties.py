"""Prompts that ask which of the options require grad, are leaves or are contiguous."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import partial

from quizapp.checking.questions import HERE, WHERE, WHICH, last_sentences
from quizapp.deck.parts import Text

_NAMES = r"(?:`[A-Za-z_]\w*`(?:\s*(?:,|and|和|与|、)\s*)*)*"
_BE = r"(?:is|are)\s+(?:an?\s+)?"
_PROPERTIES = {
    "requires_grad": (
        r"(?:(?:requires?|needs?)\s+(?:(?:a|its|their)\s+)?(?:grads?|gradients?)"
        r"|(?:has|have)\s+`?requires_grad(?:\s*=\s*True)?`?)",
        r"(?:需要|要求)(?:计算|求)?(?:梯度|求导)",
    ),
    "is_leaf": (
        rf"{_BE}(?:lea(?:f|ves)|leaf\s+tensors?)(?:\s+of\s+the\s+(?:autograd\s+)?graph)?",
        r"是?叶子?(?:节点|张量|结点)?",
    ),
    "is_contiguous()": (rf"{_BE}contiguous(?:\s+in\s+memory)?", r"是?(?:内存)?连续的?"),
}
_QUESTIONS = {
    test: re.compile(
        rf"{WHICH}{_NAMES}\s*{said}\s*[?.:]?|{HERE}{_NAMES}{HERE}{in_zh}(?:的?张量)?{WHERE}",
        re.IGNORECASE,
    )
    for test, (said, in_zh) in _PROPERTIES.items()
}
"""All of a question: with a word more it may ask for something else."""
_OF_ANOTHER_MOMENT = re.compile(
    r"\b(?:if|suppose|imagine|would|after|afterwards|then|later|next|once|instead)\b"
    r"|后|再|先|如果|假设|假如|若|要是",
    re.IGNORECASE,
)
"""In a prompt that may ask of more than what the code has made."""
_BINDS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
"""Expressions behind which a point needs no brackets."""


def asked_to_be(prompt: Text) -> Callable[[str], str] | None:
    """What makes a test of an option's code; None where none of these is asked for."""
    if _OF_ANOTHER_MOMENT.search(f"{prompt.en}\n{prompt.zh or ''}"):
        return None
    for asked in last_sentences(prompt):
        for test, question in _QUESTIONS.items():
            if question.fullmatch(asked):
                return partial(_test, test)
    return None


def _test(test: str, code: str) -> str:
    binds = isinstance(ast.parse(code, mode="eval").body, _BINDS)
    return f"{code}.{test}" if binds else f"({code}).{test}"
