"""Words that authors also have for a key or a kind, and that are not spelt like it."""

from __future__ import annotations

from collections.abc import Sequence

_MEANT: dict[str, tuple[str, ...]] = {
    "answer": ("back", "expect"),
    "answers": ("back", "expect"),
    "atol": ("digits",),
    "because": ("explain",),
    "blank": ("code",),
    "chinese": ("zh",),
    "cloze": ("code",),
    "cn": ("zh",),
    "correct": ("holds",),
    "english": ("en",),
    "error": ("raises",),
    "exception": ("raises",),
    "fill": ("code",),
    "front": ("prompt",),
    "gap": ("code",),
    "lines": ("order",),
    "links": ("see",),
    "options": ("choices",),
    "precision": ("digits",),
    "print": ("output",),
    "prints": ("output",),
    "question": ("prompt",),
    "requires": ("needs",),
    "rtol": ("digits",),
    "size": ("shape",),
    "stdout": ("output",),
    "tolerance": ("digits",),
    "why": ("explain",),
}


def other_words(word: str) -> Sequence[str]:
    """What may be meant by it, wherever that can stand."""
    return _MEANT.get(word, ())
