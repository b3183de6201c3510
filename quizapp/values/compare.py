"""A predicted value against the true one: right, or the first reason why not."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from quizapp.text.language import tr
from quizapp.values.closeness import USUAL_DIGITS, Closeness, closeness
from quizapp.values.dtypes import DTYPE_ALIASES
from quizapp.values.kinds import kind_of_truth, kind_of_typed, no_value
from quizapp.values.normalise import normalise
from quizapp.values.prediction import (
    Items,
    Name,
    Number,
    Pairs,
    Precision,
    Prediction,
    Unordered,
    shape_of,
)
from quizapp.values.truth import Listing, Mapped, Opaque, Plain, Scalar, Tensor, Truth

Path = tuple[int | str, ...]


@dataclass(frozen=True)
class Comparison:
    """Whether an answer is right, and one sentence where there is something to say."""

    right: bool
    why: str = ""
    coarse: bool = False
    """It is to be given again: right but for its digits, or `unread`."""
    unread: bool = False
    """It says nothing that could be right or wrong, as the name of nothing that there is."""


RIGHT = Comparison(True)
WRONG = Comparison(False)


def compare_value(typed: Prediction, truth: Truth, digits: int | None = None) -> Comparison:
    """As torch.testing.assert_close would, or to the digits typed; see `closeness`.

    Lists and tuples are one thing, since people type either; shapes are never broadcast.
    """
    return _Comparer(digits).compare(typed, truth, ())


@dataclass(frozen=True)
class _Comparer:
    digits: int | None

    def compare(self, typed: Prediction, truth: Truth, path: Path) -> Comparison:
        if isinstance(typed, Name):
            return _name(typed, truth, path)
        match truth:
            case Tensor():
                return self._tensor(typed, truth, path)
            case Plain(value=value):
                return self._plain(typed, value, path)
            case Listing(type="set") if isinstance(typed, Unordered):
                return self._set(typed, truth, path)
            case Listing() if isinstance(typed, Items) and truth.type != "set":
                return self._list(typed, truth, path)
            case Listing(type="set", items=()) if typed == Pairs(()):
                return RIGHT
            case Mapped() if isinstance(typed, Pairs):
                return self._dict(typed, truth, path)
            case Opaque(text=text) if isinstance(typed, str):
                return _differs_unless(same_object(typed, text), path)
        return _of_another_kind(typed, truth, path)

    def _tensor(self, typed: Prediction, truth: Tensor, path: Path) -> Comparison:
        if truth.data is None:
            return Comparison(False, tr("The tensor has too many elements to compare."))
        shape = shape_of(typed)
        if shape is None and isinstance(typed, Items):
            why = tr("Rows of different lengths make no tensor{at}.", at=_at(path))
            return Comparison(False, why, coarse=True, unread=True)
        if shape is None:
            return _of_another_kind(typed, truth, path)
        elements = list(truth.elements())
        if shape == () and truth.shape and len(elements) == 1:
            return self._only_element(typed, elements[0][1], truth, path)
        told = isinstance(typed, Items) and typed.size is not None
        if shape != (truth.shape if told else _as_brackets_show(truth.shape)):
            same = math.prod(shape) == len(elements) > 0
            same = same and self._elements(typed, elements, truth.dtype, path).right
            return Comparison(False, _shape_is_wrong(shape, truth.shape, same, path))
        return self._elements(typed, elements, truth.dtype, path)

    def _only_element(
        self, typed: Prediction, element: Scalar, truth: Tensor, path: Path
    ) -> Comparison:
        """A bare number says nothing of the shape, as brackets would: `0.7` stands for `[0.7]`."""
        comparison = self._elements(typed, [((), element)], truth.dtype, path)
        shape = tr("It is in a tensor of shape {shape}{at}.", shape=truth.shape, at=_at(path))
        return Comparison(True, shape) if comparison.right else comparison

    def _elements(
        self,
        typed: Prediction,
        elements: Sequence[tuple[tuple[int, ...], Scalar]],
        dtype: str,
        path: Path,
    ) -> Comparison:
        """Element by element in order: the two must have equally many."""
        coarse = None
        for leaf, (index, element) in zip(_leaves(typed), elements, strict=True):
            match self._closeness(leaf, element, dtype):
                case Closeness.WRONG:
                    return _differs(leaf, element, (*path, *index))
                case Closeness.COARSE if coarse is None:
                    coarse = self._too_coarse(leaf, element, (*path, *index))
                case Closeness.CUT if coarse is None:
                    coarse = _cut_off((*path, *index))
        return coarse or RIGHT

    def _plain(self, typed: Prediction, value: Scalar | str | None, path: Path) -> Comparison:
        if value is None:
            return RIGHT if typed is None else _of_another_kind(typed, Plain(value), path)
        if isinstance(value, str):
            if not isinstance(typed, str):
                return _of_another_kind(typed, Plain(value), path)
            return _differs_unless(_same_text(typed, value), path)
        if not isinstance(typed, bool | Number):
            return _of_another_kind(typed, Plain(value), path)
        match self._closeness(typed, value, "float64"):
            case Closeness.RIGHT:
                return RIGHT
            case Closeness.COARSE:
                return self._too_coarse(typed, value, path)
            case Closeness.CUT:
                return _cut_off(path)
        return _differs(typed, value, path)

    def _closeness(self, typed: bool | Number, truth: Scalar, dtype: str) -> Closeness:
        if isinstance(truth, bool):
            same = typed is truth or (isinstance(typed, Number) and typed.value == int(truth))
            return Closeness.RIGHT if same else Closeness.WRONG
        if isinstance(typed, bool):
            return Closeness.WRONG
        return closeness(typed, truth, dtype, self.digits)

    def _list(self, typed: Items, truth: Listing, path: Path) -> Comparison:
        if len(typed.items) != len(truth.items):
            mine, theirs = len(typed.items), len(truth.items)
            return Comparison(
                False,
                tr(
                    "The length is not right: yours is {mine}, torch's is {theirs}{at}.",
                    mine=mine,
                    theirs=theirs,
                    at=_at(path),
                ),
            )
        return _worst(self._each(zip(typed.items, truth.items, itertools.count()), path))

    def _set(self, typed: Unordered, truth: Listing, path: Path) -> Comparison:
        """Each must hold all of the other: an element may be written twice."""
        rows = [[self.compare(one, item, path) for one in typed.items] for item in truth.items]
        nearest = [_nearest(row) for row in rows]
        if not all(map(_may_be_it, nearest)):
            return Comparison(False, tr("An element is missing{at}.", at=_at(path)))
        if not all(any(map(_may_be_it, column)) for column in zip(*rows, strict=True)):
            return Comparison(False, tr("There is an element too many{at}.", at=_at(path)))
        return _worst(nearest)

    def _dict(self, typed: Pairs, truth: Mapped, path: Path) -> Comparison:
        left = list(typed.items)
        keys, pairs = [], []
        for key, value in truth.items:
            name = repr(key.value) if isinstance(key, Plain) else "…"
            compared = [self.compare(mine, key, path) for mine, _ in left]
            nearest = _nearest(compared)
            if not _may_be_it(nearest):
                return Comparison(
                    False, tr("The key {name} is missing{at}.", name=name, at=_at(path))
                )
            keys.append(nearest)
            pairs.append((left.pop(compared.index(nearest))[1], value, name))
        if left:
            return Comparison(False, tr("There is a key too many{at}.", at=_at(path)))
        return _worst([*keys, *self._each(pairs, path)])

    def _each(
        self, pairs: Iterable[tuple[Prediction, Truth, int | str]], path: Path
    ) -> list[Comparison]:
        return [self.compare(typed, truth, (*path, step)) for typed, truth, step in pairs]

    def _too_coarse(self, typed: bool | Number, truth: Scalar, path: Path) -> Comparison:
        if isinstance(truth, int):
            why = tr("Give all digits of a whole number{at}.", at=_at(path))
            return Comparison(False, why, coarse=True)
        digits = USUAL_DIGITS if self.digits is None else self.digits
        given = [part.digits for part in _precisions(typed)]
        if given and min(given) >= digits:  # -1.0 for -0.989992
            why = tr("Give one digit more{at}.", at=_at(path))
        else:
            why = tr("Give at least {digits} significant digits{at}.", digits=digits, at=_at(path))
        return Comparison(False, why, coarse=True)


def _precisions(typed: bool | Number) -> list[Precision]:
    parts = () if isinstance(typed, bool) else (typed.real, typed.imaginary)
    return [part for part in parts if part is not None]


def _worst(compared: Iterable[Comparison]) -> Comparison:
    """The first that is wrong, else the first to be given again, else right."""
    off = [comparison for comparison in compared if not comparison.right]
    return min(off, key=lambda comparison: comparison.coarse, default=RIGHT)


def _nearest(compared: Iterable[Comparison]) -> Comparison:
    return max(compared, key=lambda each: (each.right, each.coarse), default=WRONG)


def _may_be_it(comparison: Comparison) -> bool:
    return comparison.right or comparison.coarse


def _cut_off(path: Path) -> Comparison:
    why = tr("Round the last digit{at}: what follows it was left out.", at=_at(path))
    return Comparison(False, why, coarse=True)


def _leaves(prediction: Prediction) -> Iterator[bool | Number]:
    if isinstance(prediction, Items):
        for item in prediction.items:
            yield from _leaves(item)
    elif isinstance(prediction, bool | Number):
        yield prediction


def _as_brackets_show(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape as far as nested brackets can tell it: up to the first empty dimension."""
    return shape[: shape.index(0) + 1] if 0 in shape else shape


def _shape_is_wrong(
    yours: tuple[int, ...], torchs: tuple[int, ...], same_numbers: bool, path: Path
) -> str:
    shapes = tr(
        "yours is {yours}, torch's is {torchs}{at}", yours=yours, torchs=torchs, at=_at(path)
    )
    if same_numbers:
        return tr("The numbers are right, the shape is not: {shapes}.", shapes=shapes)
    return tr("The shape is not right: {shapes}.", shapes=shapes)


def _same_text(typed: str, text: str) -> bool:
    return normalise(typed) == normalise(text)


def same_object(typed: str, text: str) -> bool:
    """Whether an object's repr is meant: by `float32` or `float` torch.float32, by `Tensor`
    its class, by `torch.nn.Linear` the class of that name in one of torch.nn's modules."""
    mine, truth = _short_name(typed), _short_name(text)
    if not text.startswith("<class '"):
        return truth in {mine, DTYPE_ALIASES.get(mine)}
    package, _, name = mine.rpartition(".")
    module, _, its_name = truth.rpartition(".")
    return name == its_name and f"{module}.".startswith(f"{package}." if package else "")


def _short_name(text: str) -> str:
    text = normalise(text).removeprefix("<class '").removesuffix("'>")
    name = text.removeprefix("torch.")
    return name if name == text else DTYPE_ALIASES.get(name, name)


def _differs(typed: bool | Number, truth: Scalar, path: Path) -> Comparison:
    if isinstance(typed, bool) and not isinstance(truth, bool):
        return _of_another_kind(typed, Plain(truth), path)
    return _differs_unless(False, path)


def _differs_unless(same: bool, path: Path) -> Comparison:
    return (
        RIGHT
        if same
        else Comparison(False, tr("It first differs{at}.", at=_at(path)) if path else "")
    )


def _at(path: Path) -> str:
    """Where in a value: ` at [0, 1]`, ` at ['weight'][0, 1]`; nothing at its top."""
    if not path:
        return ""
    groups = itertools.groupby(path, key=lambda step: isinstance(step, int))
    return tr(" at ") + "".join(f"[{', '.join(map(str, steps))}]" for _, steps in groups)


def _name(typed: Name, truth: Truth, path: Path) -> Comparison:
    """A name is an object's, or what a text says; else it was typed a field too early."""
    match truth:
        case Opaque(text=text):
            return _differs_unless(same_object(typed.text, text), path)
        case Plain(value=str() as text) if typed.text.startswith("torch."):
            return _differs_unless(_same_text(typed.text, text), path)
    return Comparison(False, no_value(typed, _at(path)), coarse=True, unread=True)


def _of_another_kind(typed: Prediction, truth: Truth, path: Path) -> Comparison:
    yours, torchs = kind_of_typed(typed), kind_of_truth(truth)
    if isinstance(typed, Items) and torchs == "None":
        return Comparison(False, tr("Yours has values, torch's is None{at}.", at=_at(path)))
    return Comparison(
        False,
        tr("Yours is {yours}, torch's is {torchs}{at}.", yours=yours, torchs=torchs, at=_at(path)),
    )
