"""What a card's form is made of: words, asks and what belongs to them, values to draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Generic, Self, TypeVar, cast

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    ModelWrapValidatorHandler,
    Tag,
    create_model,
    model_validator,
)

from quizapp.asks.table import KINDS
from quizapp.deck.drawn import NotDrawn, combinations, value_in
from quizapp.deck.format.effort import Effort
from quizapp.deck.format.fields import (
    Asked,
    Expression,
    Line,
    Name,
    Prose,
    Slug,
    Value,
    Words,
    wrong,
)
from quizapp.text.holes import holes
from quizapp.text.language import tr

MAX_DRAWS = 4096
MAX_JUDGED = 512
"""Draws for each of which a condition is found out as a deck is read."""


def listed(data: Any) -> Any:
    """One of something stands for a list of one."""
    return data if isinstance(data, list) else [data]


class Form(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TextForm(Form):
    """Words for people: a text, or one for each language."""

    en: Prose
    zh: Prose | None = None

    @model_validator(mode="before")
    @classmethod
    def _in_english(cls, data: Any) -> Any:
        if isinstance(data, dict):
            return data
        if isinstance(data, str):
            return {"en": data}
        raise wrong(tr("must be a text, or {en: …, zh: …}"))


class LineForm(TextForm):
    """Words for which there is room for a line."""

    en: Line
    zh: Line | None = None


def as_written(text: LineForm) -> LineForm:
    """A text for which no code runs."""
    if holes(f"{text.en}\n{text.zh or ''}"):
        raise wrong(tr("no code runs for this, so that nothing in it is computed"))
    return text


PlainText = Annotated[LineForm, AfterValidator(as_written)]
Ideas = dict[Slug, PlainText]

T = TypeVar("T")


class ByKind(Form, Generic[T]):
    """Something for each of some kinds of ask: `of_each_kind` gives it the fields."""

    _given: tuple[str, ...] = ()

    @model_validator(mode="wrap")
    @classmethod
    def _remember_order(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        form = handler(data)
        form._given = tuple(key for key in data if key in KINDS)
        return form

    def by_kind(self) -> dict[str, T]:
        """In the author's order."""
        return {kind: getattr(self, kind) for kind in self._given}


F = TypeVar("F", bound=type[Form])


def of_each_kind(thing: Any) -> Callable[[F], F]:
    """Give a form a field for each kind of ask, of that type."""

    def extended(form: F) -> F:
        fields: dict[str, Any] = dict.fromkeys(KINDS, (thing | None, None))
        return cast(F, create_model(form.__name__, __base__=form, __module__=__name__, **fields))

    return extended


@of_each_kind(Asked)
class AskForm(ByKind[str]):
    pass


@of_each_kind(Expression)
class MistakeForm(ByKind[str]):
    say: TextForm
    of: Annotated[int, Field(ge=1)] | None = None
    idea: Slug | None = None
    when: Expression | None = None


@of_each_kind(Words)
class ExpectForm(ByKind[str]):
    draw: dict[str, Words] | None = None


def by_draw(expect: Sequence[ExpectForm]) -> list[list[ExpectForm]]:
    """What is expected, apart for each draw that is named."""
    parts: list[list[ExpectForm]] = []
    for form in expect:
        if form.draw is not None or not parts:
            parts.append([])
        parts[-1].append(form)
    return parts


class RangeForm(Form):
    """Whole numbers, both ends included."""

    first: int = Field(alias="from")
    last: int = Field(alias="to")

    @model_validator(mode="after")
    def _goes_up(self) -> Self:
        if self.last < self.first:
            raise wrong(tr("runs from {first} down to {last}", first=self.first, last=self.last))
        if self.last - self.first >= MAX_DRAWS:
            raise wrong(tr("has more than {max_draws:,} values", max_draws=MAX_DRAWS))
        return self

    def values(self) -> list[str]:
        return [str(number) for number in range(self.first, self.last + 1)]


def times(count: int) -> str:
    """`once`, `3 times`."""
    return {0: tr("not at all"), 1: "once", 2: "twice"}.get(count, tr("{count} times", count=count))


def _worth_drawing(values: list[str]) -> list[str]:
    if not values:
        raise wrong(tr("is empty"))
    for value, count in Counter(values).items():
        if count > 1:
            raise wrong(tr("{value} is given {times}", value=value, times=times(count)))
    return values


# The tags are in brackets so that they cannot be taken for keys of the deck.
ListForm = Annotated[list[Value], AfterValidator(_worth_drawing), Tag("[list]")]
VaryForm = Annotated[
    ListForm | Annotated[RangeForm, Tag("[range]")],
    Discriminator(lambda data: "[range]" if isinstance(data, dict) else "[list]"),
]


def _alike(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    if not rows:
        raise wrong(tr("is empty"))
    if len(rows) > MAX_DRAWS:
        raise wrong(tr("has more than {max_draws:,} rows", max_draws=MAX_DRAWS))
    for index, row in enumerate(rows):
        if not row:
            raise wrong(tr("names nothing that varies"), index)
        if row.keys() != rows[0].keys():
            raise wrong(
                tr("must name just what the first row does: {rows}", rows=", ".join(rows[0])), index
            )
        if row in rows[:index]:
            raise wrong(tr("is the same as row {index}", index=rows.index(row) + 1), index)
    return rows


Combined = Annotated[dict[Name, VaryForm], Tag("[combined]")]
Rows = Annotated[list[dict[Name, Value]], AfterValidator(_alike), Tag("[rows]")]
Vary = Annotated[
    Combined | Rows,
    Discriminator(lambda data: "[rows]" if isinstance(data, list) else "[combined]"),
]


def drawn_rows(vary: Vary, where: str, effort: Effort | None = None) -> list[dict[str, str]]:
    """The draws that are left by a condition. Raises a complaint about it.

    So is it where there are more than the effort allows.
    """
    every = vary if isinstance(vary, list) else list(combinations(possible_values(vary)))
    if len(every) > MAX_JUDGED:
        raise wrong(
            tr(
                "has {every:,} draws to judge; {max_judged} is the most",
                every=len(every),
                max_judged=MAX_JUDGED,
            )
        )
    if effort and not all(effort.allows(row, where) for row in every):
        raise wrong(tr("has too many draws to judge, with those of the cards before"))
    return [row for row in every if _holds(where, row)]


def _holds(where: str, row: dict[str, str]) -> bool:
    shown = ", ".join(f"{name} = {value}" for name, value in row.items())
    try:
        value = value_in(row, where)
    except NotDrawn as error:
        raise wrong(f"{error} ({shown})") from error
    if not isinstance(value, int | float):
        raise wrong(
            tr("comes to {value!r}, neither true nor false ({shown})", value=value, shown=shown)
        )
    return bool(value)


def possible_values(vary: Vary) -> dict[str, tuple[str, ...]]:
    """The values of each name that varies, as Python source."""
    if isinstance(vary, list):
        first = vary[0] if vary else {}
        return {name: tuple(dict.fromkeys(row[name] for row in vary)) for name in first}
    return {
        name: tuple(values.values() if isinstance(values, RangeForm) else values)
        for name, values in vary.items()
    }
