"""From what a learner typed to what it means, for each kind of ask. Nothing typed is ever run."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from quizapp.deck.model import Ask, AskKind
from quizapp.grading.brackets import forgotten_bracket
from quizapp.grading.expression import read_expression
from quizapp.grading.normalise import normalise
from quizapp.grading.prediction import Prediction, Unreadable
from quizapp.grading.verdict import NotUnderstood
from quizapp.grading.words import (
    Dtype,
    read_bool,
    read_device,
    read_dtype,
    read_grad_fn,
    read_raises,
)

LONGEST_ANSWER = 60_000
"""Characters; a tensor of 4096 elements fits."""
_LONGEST_WORDS = 1_000
"""Of kinds that are answered in words or sizes."""

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Value:
    """A predicted value, and as it was typed: the text `3` looks like a number."""

    prediction: Prediction
    typed: str


Reading = Shape | Dtype | Value | str | bool | None
"""What an answer means: see the reader of each kind. None is *nothing* or *no grad_fn*."""

_EXAMPLES: dict[AskKind, str] = {
    "shape": "like (2, 3); a scalar's is ()",
    "dtype": "like float32",
    "device": "like cpu or cuda:0",
    "value": "like [[1.5, 2], [0, -1]]",
    "bool": "yes or no",
    "strides": "like (3, 1); a scalar's are ()",
    "raises": "like RuntimeError, or nothing",
    "fails": "yes or no",
    "hangs": "yes or no",
    "output": "what is printed, line by line",
    "grad_fn": "like PowBackward0, or None",
}
_HINTS: dict[AskKind, str] = {
    "shape": "A shape looks like (2, 3); a scalar's is ().",
    "dtype": "A dtype looks like float32 or torch.int64.",
    "device": "A device looks like cpu or cuda:0.",
    "value": "A value looks like [1.5, 2], 1/3 or True; text goes in quotes like 'mean'.",
    "bool": "Answer yes or no.",
    "strides": "Strides look like (3, 1); a scalar's are ().",
    "raises": "Name one type of exception, like RuntimeError, or answer nothing.",
    "fails": "Answer yes or no.",
    "hangs": "Answer yes or no.",
    "output": "Type what is printed line by line, or nothing.",
    "grad_fn": "A grad_fn looks like PowBackward0, or just pow; None where there is none.",
}


def example_for(kind: AskKind) -> str:
    """The form of an answer in a few words, to stand under its field."""
    return _EXAMPLES[kind]


def read_answer(ask: Ask, text: str) -> Reading | NotUnderstood:
    """What the answer to an ask means. Whether it is understood depends on the kind alone."""
    longest = LONGEST_ANSWER if ask.kind in ("value", "output") else _LONGEST_WORDS
    if len(text) > longest:
        return NotUnderstood(hint=f"Such an answer has {longest:,} characters at most.")
    spelt = normalise(text)
    try:
        if not spelt.strip():
            raise Unreadable
        return _READERS[ask.kind](spelt)
    except Unreadable as why:
        return NotUnderstood(hint=str(why) or forgotten_bracket(spelt) or _HINTS[ask.kind])


_SIZE = re.compile(r"(?:torch\.)?size\s*\((.*)\)")
_SIZES = re.compile(r"\d{1,12}(?:(?:\s*[,x×]\s*|\s+)\d{1,12})*(?:\s*,)?")


def _read_shape(text: str) -> Shape:
    text = text.strip().lower()
    if size := _SIZE.fullmatch(text):
        text = size[1].strip()
    if text in ("scalar", "0-d", "0d"):
        return ()
    if text[:1] + text[-1:] in ("()", "[]"):
        text = text[1:-1].strip()
        if not text:
            return ()
    if not _SIZES.fullmatch(text):
        raise Unreadable
    return tuple(map(int, re.findall(r"\d+", text)))


def _read_value(text: str) -> Value:
    text = text.strip().strip("`").strip()
    return Value(read_expression(text), text)


def _read_output(text: str) -> str:
    return text


_READERS: dict[AskKind, Callable[[str], Reading]] = {
    "shape": _read_shape,
    "dtype": read_dtype,
    "device": read_device,
    "value": _read_value,
    "bool": read_bool,
    "strides": _read_shape,
    "raises": read_raises,
    "fails": read_bool,
    "hangs": read_bool,
    "output": _read_output,
    "grad_fn": read_grad_fn,
}
