"""What a learner can predict of a value: numbers, as precise as typed, and nests of them."""

from __future__ import annotations

from dataclasses import dataclass


class Unreadable(Exception):
    """The text has no meaning as an answer. The message says why where that is known."""


@dataclass(frozen=True, kw_only=True)
class NotUnderstood:
    """An answer that cannot be read. It is asked again, never graded wrong."""

    hint: str
    """One sentence: the form expected, with an example; or the slip that was seen."""


@dataclass(frozen=True)
class Precision:
    """How a number was rounded by typing it.

    `digits` counts the significant ones, trailing zeros included; `half_unit` is half a unit in
    the last of them.
    """

    digits: int
    half_unit: float


@dataclass(frozen=True)
class Number:
    """A number: rounded to the digits typed such as `0.333`, or exact such as `1/3`.

    A complex number has a precision for each part; None is exact.
    """

    value: int | float | complex
    real: Precision | None = None
    imaginary: Precision | None = None

    def __neg__(self) -> Number:
        return Number(-self.value, self.real, self.imaginary)


@dataclass(frozen=True)
class Name:
    """Torch's name of an object, such as `torch.float32`, as it was typed."""

    text: str


@dataclass(frozen=True)
class Items:
    """A list, tuple or tensor. `size` is what torch prints where brackets cannot tell the shape."""

    items: tuple[Prediction, ...]
    size: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Unordered:
    """A set."""

    items: tuple[Prediction, ...]


@dataclass(frozen=True)
class Pairs:
    """A dict."""

    items: tuple[tuple[Prediction, Prediction], ...]


Prediction = Number | Name | bool | str | None | Items | Unordered | Pairs


def shape_of(prediction: Prediction) -> tuple[int, ...] | None:
    """The shape that torch.tensor would give it; None where it would refuse."""
    if isinstance(prediction, Number | bool):
        return ()
    if not isinstance(prediction, Items):
        return None
    if prediction.size is not None:
        return prediction.size
    rows = {shape_of(item) for item in prediction.items}
    if not rows:
        return (0,)
    row = rows.pop()
    return None if rows or row is None else (len(prediction.items), *row)
