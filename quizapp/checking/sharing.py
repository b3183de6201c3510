"""Prompts that ask which of the options share memory with something."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from quizapp.checking.questions import HERE, WHERE, WHICH, last_sentences
from quizapp.deck.parts import Text

_OF = r"\s*`(?P<name>[A-Za-z_]\w*)`\s*"
_SHARES = r"shares?\s+(?:(?:its|their|the|same|a)\s+)*(?:memory|storage|data)\s+(?:with|of)"
_IS_A_VIEW = r"(?:is|are|gives?|returns?|makes?)\s+(?:an?\s+)?views?\s+(?:of|on|into|onto)"
_SHARING = re.compile(
    rf"{WHICH}{_SHARES}{_OF}[?.:]?|{HERE}(?:与|和|跟|同){_OF.replace('name', 'zh')}共享"
    rf"(?:同一(?:块|片))?(?:内存|存储|数据){WHERE}",
    re.IGNORECASE,
)
_VIEWS = re.compile(
    rf"{WHICH}{_IS_A_VIEW}{_OF}[?.:]?|{HERE}是?{_OF.replace('name', 'zh')}的视图{WHERE}",
    re.IGNORECASE,
)
"""All of a question: with a word more it may ask for something else."""
_NO_VIEW_TO_ALL = re.compile(
    r"\b(?:detach|data|numpy|\w*dlpack\w*|as_?tensor|asarray|as_?array|from_numpy|Parameter|alias"
    r"|contiguous|to|type|type_as|float|double|half|bfloat16|int|long|bool|cpu|cuda|\w*storage)\b"
    r"|\A\s*\w+\s*\Z"
)
"""What shares memory, and is the tensor itself, perhaps, or not counted among its views."""


def asked_to_share(prompt: Text) -> Callable[[str], str] | None:
    """What makes a test of an option's code; None where sharing is not asked for.

    The test is empty of what not everybody calls a view.
    """
    for asked in last_sentences(prompt):
        for pattern, are_views in ((_SHARING, False), (_VIEWS, True)):
            if found := pattern.fullmatch(asked):
                name = found["name"] or found["zh"]
                return partial(_test, name, are_views)
    return None


def _test(name: str, are_views: bool, code: str) -> str:
    is_open = are_views and _NO_VIEW_TO_ALL.search(code)
    return "" if is_open else f"shares({name}, {code})"
