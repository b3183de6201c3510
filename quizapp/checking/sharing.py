"""Options that are code, of a prompt that asks which of them share memory with something."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from quizapp.checking.claims import sentences
from quizapp.deck.parts import Option, Text
from quizapp.deck.python_source import parsed
from quizapp.deck.translation import whole_code

_OF = r"\s*`(?P<name>[A-Za-z_]\w*)`\s*"
_WHICH = (
    r"(?:(?:which|what|select|choose|pick|mark|tick|all|of|these|those|them|the|following|that|do"
    r"|does|will|expressions?|tensors?|results?|options?|lines?|ones?|two|three)\s+)+"
)
_SHARES = r"shares?\s+(?:(?:its|their|the|same|a)\s+)*(?:memory|storage|data)\s+(?:with|of)"
_IS_A_VIEW = r"(?:is|are|gives?|returns?|makes?)\s+(?:an?\s+)?views?\s+(?:of|on|into|onto)"
_HERE = (
    r"(?:下面|以下|下列|这些|选项|表达式|张量|结果|代码|哪些|哪个|哪几个|哪一个|中|里|的|会|\s)*"
)
_WHERE = r"\s*(?:的?(?:是|有)?(?:哪些|哪个|哪几个|哪一个))?\s*[?？。]?"
_SHARING = re.compile(
    rf"{_WHICH}{_SHARES}{_OF}[?.:]?|{_HERE}(?:与|和|跟|同){_OF.replace('name', 'zh')}共享"
    rf"(?:同一(?:块|片))?(?:内存|存储|数据){_WHERE}",
    re.IGNORECASE,
)
_VIEWS = re.compile(
    rf"{_WHICH}{_IS_A_VIEW}{_OF}[?.:]?|{_HERE}是?{_OF.replace('name', 'zh')}的视图{_WHERE}",
    re.IGNORECASE,
)
"""All of a question: with a word more it may ask for something else."""
_CHANGES = re.compile(r"_\(|:=|\b(?:exec|eval|pop|append)\(")
_NO_VIEW_TO_ALL = re.compile(
    r"\b(?:detach|data|numpy|\w*dlpack\w*|as_?tensor|asarray|as_?array|from_numpy|Parameter|alias"
    r"|contiguous|to|type|type_as|float|double|half|bfloat16|int|long|bool|cpu|cuda|\w*storage)\b"
    r"|\A\s*\w+\s*\Z"
)
"""What shares memory, and is the tensor itself, perhaps, or not counted among its views."""


def sharing_asked(prompt: Text, options: Sequence[Option]) -> Iterator[tuple[int, str]]:
    """The number of each option that is code, and the test that the prompt asks of it.

    Not of one that changes something, or that not everybody calls a view.
    """
    name, are_views = _asked_of(prompt)
    for number, option in enumerate(options if name else ()):
        code = whole_code(option.text.en.strip().rstrip(".。"))
        is_open = are_views and _NO_VIEW_TO_ALL.search(code)
        if _is_expression(code) and not _CHANGES.search(code) and not is_open:
            yield number, f"shares({name}, {code})"


def _asked_of(prompt: Text) -> tuple[str, bool]:
    """What is to share memory, and whether by being a view; no name where that is not asked."""
    for text in (prompt.en, prompt.zh or ""):
        for asked in sentences(text)[-1:]:
            for pattern, are_views in ((_SHARING, False), (_VIEWS, True)):
                if found := pattern.fullmatch(asked):
                    return found["name"] or found["zh"], are_views
    return "", False


def _is_expression(code: str) -> bool:
    match parsed(code):
        case ast.Module(body=[ast.Expr(value=value)]):
            return not isinstance(value, ast.Constant)
    return False
