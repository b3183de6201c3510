"""What the witness told of a statement, as types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from quizapp.values.truth import Listing, Mapped, Opaque, Plain, Truth, read_truth


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What is known of a tensor besides its elements."""

    shape: tuple[int, ...]
    dtype: str
    device: str
    requires_grad: bool
    is_leaf: bool
    grad_fn: str | None
    strides: tuple[int, ...] | None
    is_contiguous: bool | None


@dataclass(frozen=True, kw_only=True)
class Error:
    """What was raised; `bases` begin with the type itself."""

    type: str
    bases: tuple[str, ...]
    message: str


@dataclass(frozen=True, kw_only=True)
class Thing:
    """What a statement made, as it was then."""

    value: Truth
    type: str
    text: str
    facts: Facts | None = None
    shared: Mapping[str, bool] = field(default_factory=dict)
    """Of the tensors and arrays that the statement read, whether it lies in their memory."""
    inputs: Mapping[str, Facts]
    raised: Error | None = None

    @property
    def is_tensor(self) -> bool:
        return self.facts is not None


@dataclass(frozen=True, kw_only=True)
class Seen:
    """All that is known of a statement, run once or more."""

    things: tuple[Thing, ...] = ()
    printed: str = ""
    raised: Error | None = None
    answers: Mapping[str, tuple[Thing, ...]]
    has_run: bool = False
    is_cut: bool = False
    """Whether it ran more often than was kept."""


@dataclass(frozen=True, kw_only=True)
class Warned:
    number: int
    category: str
    message: str


@dataclass(frozen=True, kw_only=True)
class Summary:
    escaped: tuple[int, ...]
    warned: tuple[Warned, ...]
    is_random: bool


def read_seen(value: Any) -> Seen:
    """What the runner told of `Witness.told`. Raises ValueError."""
    told = _fields(read_truth(value))
    runs = _items(told.get("runs"))
    fields = [_fields(one) for one in runs]
    printed = told.get("printed")
    answers = told.get("answers")
    return Seen(
        things=tuple(_thing(one) for one in fields if "more" not in one),
        printed=_text(printed),
        raised=_error(told.get("raised")),
        answers={
            _text(text): tuple(_thing(_fields(one)) for one in _items(seen))
            for text, seen in (answers.items if isinstance(answers, Mapped) else ())
        },
        has_run=bool(runs) or (isinstance(printed, Plain) and printed.value is not None),
        is_cut=any("more" in one for one in fields),
    )


def read_summary(value: Any) -> Summary:
    """What the runner told of `Witness.summary`. Raises ValueError."""
    told = _fields(read_truth(value))
    warned = []
    for one in _items(told.get("warned")):
        number, category, message = [*_items(one), None, None, None][:3]
        warned.append(Warned(number=_int(number), category=_text(category), message=_text(message)))
    return Summary(
        escaped=tuple(_int(one) for one in _items(told.get("escaped"))),
        warned=tuple(warned),
        is_random=_plain(told.get("is_random")) is True,
    )


def _thing(told: Mapping[str, Truth]) -> Thing:
    raised = _error(told.get("raised"))
    if raised is not None:
        return Thing(value=Plain(None), type="", text="", inputs={}, raised=raised)
    inputs = told.get("inputs")
    return Thing(
        value=told.get("thing", Opaque("")),
        type=_text(told.get("type")),
        text=_text(told.get("text")),
        facts=_facts(told.get("facts")),
        shared={name: _plain(one) is True for name, one in _fields(told.get("shared")).items()},
        inputs={
            _text(name): facts
            for name, one in (inputs.items if isinstance(inputs, Mapped) else ())
            if (facts := _facts(one)) is not None
        },
    )


def _facts(told: Truth | None) -> Facts | None:
    if not isinstance(told, Mapped):
        return None
    fields = _fields(told)
    strides = fields.get("strides")
    contiguous = _plain(fields.get("is_contiguous"))
    grad_fn = _plain(fields.get("grad_fn"))
    return Facts(
        shape=tuple(_int(one) for one in _items(fields.get("shape"))),
        dtype=_text(fields.get("dtype")).removeprefix("torch."),
        device=_text(fields.get("device")),
        requires_grad=_plain(fields.get("requires_grad")) is True,
        is_leaf=_plain(fields.get("is_leaf")) is True,
        grad_fn=None if grad_fn is None else str(grad_fn),
        strides=tuple(_int(one) for one in _items(strides))
        if isinstance(strides, Listing)
        else None,
        is_contiguous=contiguous if isinstance(contiguous, bool) else None,
    )


def _error(told: Truth | None) -> Error | None:
    if not isinstance(told, Mapped):
        return None
    fields = _fields(told)
    return Error(
        type=_text(fields.get("type")),
        bases=tuple(_text(one) for one in _items(fields.get("bases"))),
        message=_text(fields.get("message")),
    )


def _fields(told: Truth | None) -> dict[str, Truth]:
    if not isinstance(told, Mapped):
        return {}
    return {_text(key): value for key, value in told.items}


def _items(told: Truth | None) -> tuple[Truth, ...]:
    return told.items if isinstance(told, Listing) else ()


def _plain(told: Truth | None) -> object:
    return told.value if isinstance(told, Plain) else None


def _text(told: Truth | None) -> str:
    match told:
        case Plain(value=str() as text):
            return text
        case Opaque(text=text):
            return text
    return ""


def _int(told: Truth | None) -> int:
    value = _plain(told)
    return value if isinstance(value, int) else -1
