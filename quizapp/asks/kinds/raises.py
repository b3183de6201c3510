"""What is raised: by the card's code, or by something tried after it."""

from __future__ import annotations

import builtins
import re
from functools import partial
from typing import Any

from quizapp.asks.exception import exception_in_words
from quizapp.asks.kind import AskKind
from quizapp.asks.spelt import is_nothing, unquoted
from quizapp.text.language import mark, tr
from quizapp.values.compare import RIGHT, WRONG, Comparison
from quizapp.values.prediction import Unreadable
from runner.protocol.wire import Look

_TOO_VAGUE = ("exception", "baseexception")
_ARTICLE = re.compile(r"\A(?:raises?\s+)?(?:an?\s+)?")
_TRACEBACK = re.compile(
    r"(?s:.*)^Traceback \(most recent call last\):(?:\n[ \t].*)*\n", re.MULTILINE
)
"""A pasted traceback, or several, up to the exception."""
_CLASS = re.compile(r"\A<class '([\w.]+)'>\Z")
_EXCEPTION = re.compile(
    r"(?:[A-Za-z_]\w*\.)*_?(?P<name>[A-Z]\w*|\w+?(?:error|exception|warning|iteration|interrupt|exit))"
)
_NAMES = {"OutOfMemoryError": "OutOfMemoryError", "LinAlgError": "LinAlgError"} | {
    name: thing.__name__
    for name, thing in vars(builtins).items()
    if isinstance(thing, type) and issubclass(thing, BaseException)
}
_WELL_KNOWN = {name.lower(): own_name for name, own_name in _NAMES.items()}
"""Exceptions as they are called, IOError too, each with its own name, such as OSError."""
_IMAGINED = {
    *("standard", "nullpointer", "illegalargument", "invalidargument", "dividebyzero"),
    *("outofbounds", "outofrange", "indexoutofbounds", "indexoutofrange"),
    *("dtype", "tensor", "torch", "size", "dimension", "dimensionmismatch", "shapemismatch"),
    *("broadcast", "gradient", "autograd", "inplace"),
}
"""What people call exceptions that neither Python 3 nor torch has, as `_short_name` gives it.

Code may define one all the same, so that only one which is not right is asked again.
"""
_ALIKE = 0.85
_VAGUE = ("error", "exception", "Error", "Yes", "True")


def read_raises(text: str) -> str | None:
    """The exception's own name, without its module; None for nothing. Raises Unreadable.

    Blanks may stand only within a well-known name, as in `runtime error`: other words are a
    sentence, or a choice of two.
    """
    words = _CLASS.sub(r"\1", unquoted(_TRACEBACK.sub("", text)).rstrip("."))
    if is_nothing(words):
        return None
    parts = _ARTICLE.sub("", re.split(r"[:(\n]", words)[0]).split()
    name = "".join(parts)
    if len(parts) > 1 and name.lower() not in _WELL_KNOWN:
        raise Unreadable
    exception = _EXCEPTION.fullmatch(name)
    if exception is None or exception["name"] in _VAGUE:
        raise Unreadable
    name = exception["name"]
    if (slip := _slip_for(name.lower())) is not None:
        raise Unreadable(tr("No {name} is known. Is it {meant}?", name=name, meant=slip))
    return _WELL_KNOWN.get(name.lower(), name)


def _slip_for(name: str) -> str | None:
    """What a name stands for that is all but one of those well known, and none of them.

    One that begins otherwise may be a deck's own, such as MyTypeError.
    """
    if name in _WELL_KNOWN or f"{name}error" in _WELL_KNOWN:
        return None
    import difflib  # a start without a slip does without it

    known = [known for known in _WELL_KNOWN if known[0] == name[0]]
    alike = difflib.get_close_matches(name, known, n=1, cutoff=_ALIKE)
    return _WELL_KNOWN[alike[0]] if alike else None


def _compare(reading: str | None, data: Any, digits: int | None) -> Comparison:
    if reading is None:
        return RIGHT if data is None else WRONG
    answer = _short_name(reading)
    if data is None:
        return _none_such(reading) if _is_imagined(answer) else WRONG
    raised = str(data["type"])
    if answer == _short_name(raised):
        return RIGHT
    for base in data["bases"]:
        if answer == _short_name(base):
            if answer in _TOO_VAGUE:
                return Comparison(
                    False,
                    tr(
                        "{raised} is a kind of {base}, as almost every error is.",
                        raised=raised,
                        base=base,
                    ),
                )
            return Comparison(
                True,
                tr(
                    "More exactly, it is {raised}, which is a kind of {base}.",
                    raised=raised,
                    base=base,
                ),
            )
    for subclass in data["subclasses"]:
        if answer == _short_name(subclass):
            return Comparison(
                False,
                tr(
                    "{subclass} is a kind of {raised}, but not what is raised.",
                    subclass=subclass,
                    raised=raised,
                ),
            )
    if _is_imagined(answer):
        return _none_such(reading)
    return Comparison(False, tr("It does raise, but another type."))


def _is_imagined(answer: str) -> bool:
    return answer.removesuffix("exception") in _IMAGINED


def _none_such(name: str) -> Comparison:
    why = tr("Neither Python nor torch has a {name}: which exception is it?", name=name)
    return Comparison(False, why, coarse=True, unread=True)


def _short_name(name: str) -> str:
    """`runtime` of `torch.RuntimeError`."""
    return name.rpartition(".")[2].lstrip("_").lower().removesuffix("error")


def _show(data: Any, digits: int) -> str:
    return mark("nothing") if data is None else exception_in_words(data["type"], data["message"])


def _from_words(text: str) -> Any:
    return None if text == "None" else {"type": text, "bases": (), "subclasses": ()}


KIND = AskKind[str | None](
    meaning=("What `code` raises, or an expression tried after it; RuntimeError, or nothing."),
    example=mark("like RuntimeError, or nothing"),
    hint=mark("Name one type of exception, like RuntimeError, or answer nothing."),
    label=mark("what {tried} raises"),
    look=partial(Look, "raises"),
    mistaken_look=partial(Look, "text"),
    from_words=_from_words,
    read=read_raises,
    compare=_compare,
    show=_show,
    is_of_a_thing=False,
)
