"""What a learner's answer means against a fact, for each kind of ask."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import zip_longest
from typing import Any

from quizapp.deck.model import AskKind
from quizapp.grading.normalise import normalise
from quizapp.grading.prediction import Unreadable
from quizapp.grading.read import Reading, Shape, Value
from quizapp.grading.truth import Opaque, read_truth
from quizapp.grading.values import RIGHT, Comparison, compare_value, same_object
from quizapp.grading.words import Dtype, read_device
from runner.protocol.wire import Fact

WRONG = Comparison(False)
_TOO_VAGUE = ("exception", "baseexception")
_BACKWARD = re.compile(r"(.+)backward(\d*)")
_SURPRISING = ("int", "float")  # in Python both are as wide as 64 bits


def compare(
    kind: AskKind, reading: Reading, fact: Fact, *, digits: int | None = None
) -> Comparison:
    """An answer of that kind against a fact of that kind.

    Where the kind is answered in words, the fact may be of kind `text`: those very words.
    Raises ValueError where the fact's data is not what its kind promises.
    """
    data = _as_said_by(str(fact.data), kind) if fact.kind == "text" else fact.data
    try:
        if isinstance(reading, Value):
            return _compare_values(reading, data, digits)
        return _COMPARERS[kind](reading, data)
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"the runner sent something that is not a fact of kind {kind}") from error


def _as_said_by(text: str, kind: AskKind) -> Any:
    """The data that a fact of a kind answered in words would have had, from those words."""
    if kind in ("raises", "grad_fn") and text == "None":
        return None
    return {"type": text, "bases": (), "subclasses": ()} if kind == "raises" else text


def _compare_values(value: Value, data: Any, digits: int | None) -> Comparison:
    truth = read_truth(data)
    if isinstance(truth, Opaque) and same_object(value.typed, truth.text):
        return RIGHT
    return compare_value(value.prediction, truth, digits)


def _compare_shapes(reading: Shape, data: Any) -> Comparison:
    return RIGHT if list(reading) == list(data) else WRONG


def _compare_dtypes(reading: Dtype, data: Any) -> Comparison:
    if reading.name == data:
        return RIGHT
    if reading.typed in _SURPRISING:
        return Comparison(False, f"`{reading.typed}` means {reading.name} in torch.")
    return WRONG


def _compare_devices(reading: str, data: Any) -> Comparison:
    try:
        return RIGHT if reading == read_device(data) else WRONG
    except Unreadable:  # a device that has no name here
        return WRONG


def _compare_bools(reading: bool, data: Any) -> Comparison:
    return RIGHT if reading is bool(data) else WRONG


def _compare_outputs(reading: str, data: Any) -> Comparison:
    typed, printed = _lines(reading), _lines(normalise(data))
    if typed == printed or (not printed and reading.strip().lower() in ("nothing", "none")):
        return RIGHT
    pairs = zip_longest(typed, printed)
    number = next(number for number, (a, b) in enumerate(pairs, 1) if a != b)
    return Comparison(False, f"Line {number} differs." if len(printed) > 1 else "")


def _lines(text: str) -> list[str]:
    """Lines without blanks at their ends, nor empty lines at the end."""
    return [line.rstrip() for line in text.rstrip().split("\n")] if text.strip() else []


def _compare_raised(reading: str | None, data: Any) -> Comparison:
    if reading is None or data is None:
        return RIGHT if reading is data else WRONG
    answer, raised = _exception_name(reading), str(data["type"])
    if answer == _exception_name(raised):
        return RIGHT
    for base in data["bases"]:
        if answer == _exception_name(base):
            if answer in _TOO_VAGUE:
                return Comparison(False, f"{raised} is a kind of {base}, as almost every error is.")
            return Comparison(True, f"More exactly, it is {raised}, which is a kind of {base}.")
    for subclass in data["subclasses"]:
        if answer == _exception_name(subclass):
            return Comparison(False, f"{subclass} is a kind of {raised}, but not what is raised.")
    return Comparison(False, "It does raise, but another type.")


def _compare_grad_fns(reading: str | None, data: Any) -> Comparison:
    if reading is None or data is None:
        return RIGHT if reading is data else WRONG
    operation, number = _operation(reading)
    true_operation, true_number = _operation(data)
    if operation != true_operation:
        return WRONG
    if number and number != true_number:
        return Comparison(False, f"The operation is right; the number is not: it is {data}.")
    return RIGHT


def _exception_name(name: str) -> str:
    """`runtime` of `torch.RuntimeError`."""
    return name.rpartition(".")[2].lstrip("_").lower().removesuffix("error")


def _operation(node: str) -> tuple[str, str]:
    """`pow` and `0` of `PowBackward0`: people call a node by its operation."""
    name = node.lower().replace("_", "")
    backward = _BACKWARD.fullmatch(name)
    return (backward[1], backward[2]) if backward else (name, "")


_COMPARERS: dict[AskKind, Callable[[Any, Any], Comparison]] = {
    "shape": _compare_shapes,
    "dtype": _compare_dtypes,
    "device": _compare_devices,
    "bool": _compare_bools,
    "strides": _compare_shapes,
    "raises": _compare_raised,
    "fails": _compare_bools,
    "hangs": _compare_bools,
    "output": _compare_outputs,
    "grad_fn": _compare_grad_fns,
}
