"""What an author may write: the YAML format as pydantic forms.

Cross-checks live on the field that they complain about and see the fields above it, so that
all problems of a card come out at once. Every message of ours is for the author to read.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Generic, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    ModelWrapValidatorHandler,
    Tag,
    ValidationInfo,
    field_validator,
    model_validator,
)

from quizapp.deck.fields import (
    CardIds,
    CodeText,
    Expression,
    Links,
    Name,
    Needs,
    Slug,
    Tags,
    Value,
    Words,
    python,
    wrong,
)
from quizapp.deck.model import ASK_KINDS, AskKind

FORMAT = 1
MAX_DRAWS = 4096
MAX_TIMEOUT = 60


class Form(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TextForm(Form):
    """Words for people: a text, or one for each language."""

    en: Words
    zh: Words | None = None

    @model_validator(mode="before")
    @classmethod
    def _in_english(cls, data: Any) -> Any:
        if isinstance(data, dict):
            return data
        if isinstance(data, str):
            return {"en": data}
        raise wrong("must be a text, or {en: …, zh: …}")


T = TypeVar("T")


class Kinds(Form, Generic[T]):
    """Something for each of some kinds of ask."""

    shape: T | None = None
    dtype: T | None = None
    device: T | None = None
    value: T | None = None
    bool: T | None = None
    strides: T | None = None
    raises: T | None = None
    output: T | None = None
    grad_fn: T | None = None
    _given: tuple[AskKind, ...] = ()

    @model_validator(mode="wrap")
    @classmethod
    def _remember_order(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        form = handler(data)
        form._given = tuple(key for key in data if key in ASK_KINDS)
        return form

    def by_kind(self) -> dict[AskKind, T]:
        """In the author's order."""
        return {kind: getattr(self, kind) for kind in self._given}


def _listed(data: Any) -> Any:
    """One mapping stands for a list of one."""
    return data if isinstance(data, list) else [data]


class AskForm(Kinds[Expression]):
    pass


class MistakeForm(Kinds[Expression]):
    say: TextForm
    of: Annotated[int, Field(ge=1)] | None = None


class ExpectForm(Kinds[Words]):
    draw: dict[str, Words] | None = None


class RangeForm(Form):
    """Whole numbers, both ends included."""

    first: int = Field(alias="from")
    last: int = Field(alias="to")

    @model_validator(mode="after")
    def _goes_up(self) -> Self:
        if self.last < self.first:
            raise wrong(f"runs from {self.first} down to {self.last}")
        if self.last - self.first >= MAX_DRAWS:
            raise wrong(f"has more than {MAX_DRAWS:,} values")
        return self

    def values(self) -> list[str]:
        return [str(number) for number in range(self.first, self.last + 1)]


def _worth_drawing(values: list[str]) -> list[str]:
    if not values:
        raise wrong("is empty")
    for value, count in Counter(values).items():
        if count > 1:
            raise wrong(f"{value} is given {_times(count)}")
    return values


# The tags are in brackets so that they cannot be taken for keys of the deck.
ListForm = Annotated[list[Value], AfterValidator(_worth_drawing), Tag("[list]")]
VaryForm = Annotated[
    ListForm | Annotated[RangeForm, Tag("[range]")],
    Discriminator(lambda data: "[range]" if isinstance(data, dict) else "[list]"),
]
Vary = dict[Name, VaryForm]


def possible_values(vary: Vary) -> dict[str, tuple[str, ...]]:
    """The values of each name that varies, as Python source."""
    return {
        name: tuple(values.values() if isinstance(values, RangeForm) else values)
        for name, values in vary.items()
    }


class CardForm(Form):
    """The fields that every kind of card has."""

    id: Slug
    prompt: TextForm
    explain: TextForm | None = None
    hint: TextForm | None = None
    level: Annotated[int, Field(ge=1, le=3)] = 2
    after: CardIds = []
    tags: Tags = []
    see: Links = []
    was: CardIds = []


class RecallForm(CardForm):
    back: TextForm


class PredictForm(CardForm):
    code: CodeText
    ask: Annotated[list[AskForm], BeforeValidator(_listed), Field(min_length=1)]
    vary: Vary = {}
    mistakes: list[MistakeForm] = []
    expect: Annotated[list[ExpectForm], BeforeValidator(_listed)] | None = None
    digits: Annotated[int, Field(ge=1, le=17)] | None = None
    needs: Needs = []
    timeout: Annotated[float, Field(gt=0, le=MAX_TIMEOUT)] = 5.0

    @field_validator("vary")
    @classmethod
    def _can_be_drawn(cls, vary: Vary) -> Vary:
        draws = math.prod(map(len, possible_values(vary).values()))
        if draws > MAX_DRAWS:
            raise wrong(f"gives {draws:,} draws; {MAX_DRAWS:,} is the most")
        return vary

    @field_validator("ask")
    @classmethod
    def _name_something(cls, asks: list[AskForm]) -> list[AskForm]:
        for index, ask in enumerate(asks):
            if not ask.by_kind():
                raise wrong("names nothing to predict", index)
            if ask.output not in (None, "stdout"):
                raise wrong("what is printed is asked as {output: stdout}", index, "output")
        return asks

    @field_validator("mistakes")
    @classmethod
    def _are_of_asks(cls, mistakes: list[MistakeForm], info: ValidationInfo) -> list[MistakeForm]:
        for index, mistake in enumerate(mistakes):
            if len(mistake.by_kind()) != 1:
                raise wrong("needs one kind with its expression, such as `value: x + 1`", index)
        if "ask" not in info.data:
            return mistakes
        kinds = list(_kinds(info.data["ask"]))
        for index, mistake in enumerate(mistakes):
            (kind,) = mistake.by_kind()
            if kind not in kinds:
                raise wrong(f"'{kind}' is not asked", index, kind)
            if mistake.of is None:
                continue
            if mistake.of > len(kinds):
                raise wrong(f"there is no ask {mistake.of}, only {len(kinds)}", index, "of")
            if kinds[mistake.of - 1] != kind:
                asked = kinds[mistake.of - 1]
                raise wrong(f"ask {mistake.of} is of '{asked}', not '{kind}'", index, "of")
        return mistakes

    @field_validator("expect")
    @classmethod
    def _answers_the_asks(
        cls, expect: list[ExpectForm] | None, info: ValidationInfo
    ) -> list[ExpectForm] | None:
        if expect is None or "ask" not in info.data:
            return expect
        asked, expected = Counter(_kinds(info.data["ask"])), Counter(_kinds(expect))
        if strange := [kind for kind in expected if not asked[kind]]:
            raise wrong(f"'{strange[0]}' is not asked")
        for kind in asked:
            if asked[kind] != expected[kind]:
                raise wrong(
                    f"'{kind}' is asked {_times(asked[kind])} and expected {_times(expected[kind])}"
                )
        if "vary" in info.data:
            _check_draw(expect, possible_values(info.data["vary"]))
        return expect


def _kinds(forms: Sequence[Kinds[str]]) -> Iterator[str]:
    for form in forms:
        yield from form.by_kind()


def _times(count: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(count, f"{count} times")


def _check_draw(expect: list[ExpectForm], vary: Mapping[str, Sequence[str]]) -> None:
    """Raise unless a named draw is one of the card's, and expressions are Python."""
    for index, form in enumerate(expect):
        if form.draw is not None and index:
            raise wrong("a named draw belongs to the first of the list", index, "draw")
    draw = expect[0].draw if expect else None
    if draw is not None:
        if not vary:
            raise wrong("nothing varies in this card", 0, "draw")
        if draw.keys() != vary.keys():
            raise wrong(f"must name just what varies: {', '.join(vary)}", 0, "draw")
        for name, value in draw.items():
            if value not in vary[name]:
                raise wrong(f"{name} is never {value}", 0, "draw", name)
    elif vary:
        for index, form in enumerate(expect):
            for kind, text in form.by_kind().items():
                python(text, mode="eval", at=(index, kind))


class HeadForm(Form):
    """A deck; its cards are forms of their own."""

    format: int = FORMAT
    topic: Slug
    title: TextForm | None = None
    setup: CodeText | None = None
    cards: Annotated[list[Any], Field(min_length=1)]

    @field_validator("format")
    @classmethod
    def _is_known(cls, format: int) -> int:
        if format > FORMAT:
            raise wrong(f"format {format} is newer than this quiz reads; update it")
        if format != FORMAT:
            raise wrong(f"there is no format {format}; this quiz reads format {FORMAT}")
        return format
