"""What kind of thing a value is, in words."""

from __future__ import annotations

from quizapp.text.language import tr
from quizapp.values.dtypes import DTYPE_ALIASES, DTYPES
from quizapp.values.prediction import Items, Name, Number, Pairs, Prediction, Unordered
from quizapp.values.truth import Listing, Mapped, Opaque, Plain, Scalar, Tensor, Truth


def kind_of_typed(typed: Prediction) -> str:
    match typed:
        case Items():
            return tr("a list or tensor")  # brackets are either
        case Unordered():
            return tr("a set")
        case Pairs():
            return tr("a dict")
        case Number():
            return tr("a number")
        case Name(text=text):
            name = text.removeprefix("torch.")
            return tr("a dtype") if name in DTYPES or name in DTYPE_ALIASES else tr("a name")
    return _kind_of_plain(typed)


def kind_of_truth(truth: Truth) -> str:
    match truth:
        case Tensor(shape=(), data=data) if not isinstance(data, list):
            return _kind_of_plain(data)
        case Tensor(shape=shape):
            return tr("a tensor of shape {shape}", shape=shape)
        case Listing(type="list"):
            return tr("a list")
        case Listing(type="tuple"):
            return tr("a tuple")
        case Listing():
            return tr("a set")
        case Mapped():
            return tr("a dict")
        case Opaque():
            return tr("another object")
        case Plain(value=value):
            return _kind_of_plain(value)


def _kind_of_plain(value: Scalar | str | None) -> str:
    match value:
        case None:
            return "None"
        case bool():
            return tr("a truth value")
        case str():
            return tr("text")
    return tr("a number")
