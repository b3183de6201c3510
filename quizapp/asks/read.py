"""From what a learner typed to what it means. Nothing typed is ever run."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from quizapp.asks.table import KINDS
from quizapp.text.language import tr
from quizapp.values.brackets import forgotten_bracket
from quizapp.values.normalise import normalise
from quizapp.values.prediction import NotUnderstood, Unreadable

LONGEST_ANSWER = max(kind.longest for kind in KINDS.values())
"""Characters."""

_ENDED = re.compile(r"(.*[^.。\s])\s*[.。]\s*", re.DOTALL)
"""An answer with a full stop, as behind a sentence."""


def read_answer(name: str, text: str) -> Any | NotUnderstood:
    """What the answer to an ask of that kind means, as the kind itself says."""
    kind = KINDS[name]
    if len(text) > kind.longest:
        return NotUnderstood(
            hint=tr("Such an answer has {longest:,} characters at most.", longest=kind.longest)
        )
    spelt = normalise(text)
    try:
        if not spelt.strip():
            raise Unreadable
        return _read(kind.read, spelt)
    except Unreadable as why:
        return NotUnderstood(hint=str(why) or forgotten_bracket(spelt) or tr(kind.hint))


def _read(read: Callable[[str], Any], text: str) -> Any:
    """What it means, if need be without the stop at its end. Raises Unreadable."""
    try:
        return read(text)
    except Unreadable:
        if ended := _ENDED.fullmatch(text):
            return read(ended[1])
        raise
