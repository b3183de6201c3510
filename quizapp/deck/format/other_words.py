"""Words that authors also have for a key or a kind, and that are not spelt like it."""

from __future__ import annotations

from collections.abc import Sequence

_MEANT: dict[str, tuple[str, ...]] = {
    "answer": ("back", "expect"),
    "answers": ("back", "expect"),
    "assert": ("tests",),
    "asserts": ("tests",),
    "atol": ("digits",),
    "because": ("explain",),
    "blank": ("code",),
    "chinese": ("zh",),
    "cloze": ("code",),
    "clue": ("hint",),
    "cn": ("zh",),
    "correct": ("holds",),
    "cuda": ("device",),
    "difficulty": ("level",),
    "docs": ("see",),
    "english": ("en",),
    "error": ("raises",),
    "exception": ("raises",),
    "fill": ("code",),
    "front": ("prompt",),
    "gap": ("code",),
    "gpu": ("device",),
    "limit": ("timeout",),
    "lines": ("order",),
    "links": ("see",),
    "max_time": ("timeout",),
    "options": ("choices",),
    "parameters": ("vary",),
    "params": ("vary",),
    "precision": ("digits",),
    "prerequisites": ("after",),
    "print": ("output",),
    "prints": ("output",),
    "question": ("prompt",),
    "requires": ("needs",),
    "rtol": ("digits",),
    "seconds": ("timeout",),
    "size": ("shape",),
    "stdout": ("output",),
    "time": ("timeout",),
    "time_limit": ("timeout",),
    "timelimit": ("timeout",),
    "tip": ("hint",),
    "tolerance": ("digits",),
    "url": ("see",),
    "why": ("explain",),
}


def other_words(word: str) -> Sequence[str]:
    """What may be meant by it, wherever that can stand."""
    return _MEANT.get(word, ())
