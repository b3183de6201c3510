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
            return tr("a dtype") if is_dtype(text.removeprefix("torch.")) else tr("a name")
    return _kind_of_plain(typed)


def is_dtype(name: str) -> bool:
    """Whether a dtype is called so, `torch.` left out."""
    return name in DTYPES or name in DTYPE_ALIASES


def no_value(name: Name, at: str = "") -> str:
    """Why a name is asked again. To say what torch's value is would tell its shape."""
    return tr(
        "Yours is {yours}{at}. A value looks like [1.5, 2], 1/3 or True; text goes in quotes like "
        "'mean'.",
        yours=kind_of_typed(name),
        at=at,
    )


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
