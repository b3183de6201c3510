"""Predict cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Annotated

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator

from quizapp.asks.table import KINDS
from quizapp.deck.drawn import NotDrawn, value_in
from quizapp.deck.format.effort import Effort
from quizapp.deck.format.fields import CodeText, python_or_text, wrong
from quizapp.deck.format.form import CardForm, WholeForm
from quizapp.deck.format.form_kind import Common, FormKind, build_text
from quizapp.deck.format.form_parts import (
    AskForm,
    ByKind,
    ExpectForm,
    MistakeForm,
    Vary,
    by_draw,
    drawn_rows,
    listed,
    possible_values,
    times,
)
from quizapp.deck.format.yaml_nodes import Entries
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.parts import Ask, Expect, Mistake, match_kinds
from quizapp.text.language import mark, tr

MAX_TIMEOUT_OF_HANGS = 10
OF_DRAWS = mark("on a card that varies, what you expect is an expression, in which ")


class _AskingForm(CardForm):
    """What the checks of all other fields look at."""

    ask: Annotated[list[AskForm], BeforeValidator(listed), Field(min_length=1)]

    @field_validator("ask")
    @classmethod
    def _name_something(cls, asks: list[AskForm]) -> list[AskForm]:
        named: set[tuple[str, str]] = set()
        for index, ask in enumerate(asks):
            if not ask.by_kind():
                raise wrong(tr("names nothing to predict"), index)
            for kind, expression in ask.by_kind().items():
                if (only := KINDS[kind].only) not in (None, expression):
                    raise wrong(
                        tr("is asked as {{{kind}: {only}}}", kind=kind, only=only), index, kind
                    )
                if (kind, expression) in named:
                    told = tr("{expression} is asked twice", expression=expression)
                    raise wrong(told, index, kind)
                named.add((kind, expression))
        return asks

    @field_validator("ask")
    @classmethod
    def _can_be_seen_of_code_that_hangs(cls, asks: list[AskForm]) -> list[AskForm]:
        asked = [(index, kind) for index, ask in enumerate(asks) for kind in ask.by_kind()]
        hangs = [at for at in asked if at[1] == "hangs"]
        others = [at for at in asked if at[1] not in ("hangs", "output")] + hangs[1:]
        if hangs and others:
            message = tr("of code that may hang only {output: stdout} can be asked besides")
            raise wrong(message, *others[0])
        return asks


class PredictForm(WholeForm, _AskingForm):
    code: CodeText
    mistakes: list[MistakeForm] = []
    expect: Annotated[list[ExpectForm], BeforeValidator(listed)] | None = None
    digits: Annotated[int, Field(ge=1, le=17)] | None = None

    @field_validator("mistakes")
    @classmethod
    def _are_of_asks(cls, mistakes: list[MistakeForm], info: ValidationInfo) -> list[MistakeForm]:
        for index, mistake in enumerate(mistakes):
            if len(mistake.by_kind()) != 1:
                raise wrong(tr("needs one kind with its expression, such as `value: x + 1`"), index)
        if "ask" not in info.data:
            return mistakes
        kinds = list(_kinds(info.data["ask"]))
        of_hangs = any("hangs" in mistake.by_kind() for mistake in mistakes)
        vary = info.data.get("vary") if of_hangs and "hangs" in kinds else None
        rows = drawn_rows(vary, info.data.get("where") or "True") if vary else []
        effort = info.context or Effort()
        for index, mistake in enumerate(mistakes):
            (kind,) = mistake.by_kind()
            if kind not in kinds:
                raise wrong(tr("'{kind}' is not asked", kind=kind), index, kind)
            if kind == "hangs":
                _check_drawn(mistake, rows, index, effort)
            if mistake.when is not None and not info.data.get("vary", True):
                raise wrong(tr("nothing varies in this card"), index, "when")
            if mistake.of is None:
                continue
            if mistake.of > len(kinds):
                raise wrong(
                    tr("there is no ask {of}, only {kinds}", of=mistake.of, kinds=len(kinds)),
                    index,
                    "of",
                )
            if kinds[mistake.of - 1] != kind:
                asked = kinds[mistake.of - 1]
                raise wrong(
                    tr(
                        "ask {of} is of '{asked}', not '{kind}'",
                        of=mistake.of,
                        asked=asked,
                        kind=kind,
                    ),
                    index,
                    "of",
                )
        return mistakes

    @field_validator("expect")
    @classmethod
    def _answers_the_asks(
        cls, expect: list[ExpectForm] | None, info: ValidationInfo
    ) -> list[ExpectForm] | None:
        if expect is None or "ask" not in info.data:
            return expect
        parts = by_draw(expect) or [[]]
        places = [expect.index(part[0]) for part in parts if part]
        for place, part in zip_longest(places, parts):
            at = (place,) if len(parts) > 1 else ()
            _check_kinds(Counter(_kinds(info.data["ask"])), Counter(_kinds(part)), *at)
        if "vary" in info.data:
            _check_draws(expect, info.data["vary"], info.data.get("where"))
        return expect

    @field_validator("timeout")
    @classmethod
    def _is_short_where_it_may_be_waited_for(cls, timeout: float, info: ValidationInfo) -> float:
        hangs = "hangs" in _kinds(info.data.get("ask", ()))
        if hangs and timeout > MAX_TIMEOUT_OF_HANGS:
            most = MAX_TIMEOUT_OF_HANGS
            raise wrong(
                tr(
                    "must be at most {most} where 'hangs' is asked: a learner waits that long",
                    most=most,
                )
            )
        return timeout


def _check_drawn(
    mistake: MistakeForm, rows: list[dict[str, str]], index: int, effort: Effort
) -> None:
    """Raise unless the draw alone tells what a mistake about code that may hang comes to.

    As many draws are looked at as the effort allows.
    """
    if not rows:
        raise wrong(tr("'hangs' has one wrong answer only; 'explain' is for it"), index, "hangs")
    for key, expression in (*mistake.by_kind().items(), ("when", mistake.when)):
        for row in rows if expression else ():
            if not effort.allows(row, str(expression)):
                break
            try:
                value_in(row, str(expression))
            except NotDrawn as error:
                told = tr("{error}; of code that may hang only the draw can tell", error=error)
                raise wrong(told, index, key) from error


def _kinds(forms: Sequence[ByKind[str]]) -> Iterator[str]:
    for form in forms:
        yield from form.by_kind()


def _check_kinds(asked: Counter[str], expected: Counter[str], *at: int) -> None:
    if strange := [kind for kind in expected if not asked[kind]]:
        raise wrong(tr("'{strange}' is not asked", strange=strange[0]), *at)
    for kind in asked:
        if not expected[kind]:
            raise wrong(tr("lacks '{kind}', which is asked", kind=kind), *at)
        if asked[kind] != expected[kind]:
            told = tr(
                "'{kind}' is asked {asked} and expected {expected}",
                kind=kind,
                asked=times(asked[kind]),
                expected=times(expected[kind]),
            )
            raise wrong(told, *at)


def _check_draws(expect: list[ExpectForm], vary: Vary, where: str | None) -> None:
    """Raise unless named draws are the card's, each once, and expressions are Python."""
    values = possible_values(vary)
    named = [(index, form.draw) for index, form in enumerate(expect) if form.draw is not None]
    rows = drawn_rows(vary, where) if values and named and where is not None else None
    if named and expect[0].draw is None:
        raise wrong(tr("each of several must name its draw"), 0)
    for number, (index, draw) in enumerate(named):
        if not values:
            raise wrong(tr("nothing varies in this card"), index, "draw")
        if draw.keys() != values.keys():
            raise wrong(
                tr("must name just what varies: {values}", values=", ".join(values)), index, "draw"
            )
        for name, value in draw.items():
            if value not in values[name]:
                raise wrong(
                    tr("{name} is never {value}", name=name, value=value), index, "draw", name
                )
        if isinstance(vary, list) and draw not in vary:
            raise wrong(tr("is no row of 'vary'"), index, "draw")
        if rows is not None and draw not in rows:
            raise wrong(tr("is left out by 'where'"), index, "draw")
        if draw in [other for _, other in named[:number]]:
            raise wrong(tr("is expected for twice"), index, "draw")
    if values and not named:
        for index, form in enumerate(expect):
            for kind, text in form.by_kind().items():
                python_or_text(text, index, kind, where=tr(OF_DRAWS))


def _build(form: PredictForm, node: Entries, common: Common) -> PredictCard:
    asks = tuple(
        Ask(kind=kind, expression=expression)
        for ask in form.ask
        for kind, expression in ask.by_kind().items()
    )
    asked = [(ask.kind, ask.expression) for ask in asks]
    return PredictCard(
        **common.fields,
        content_hash=common.content_hash(asked),
        asks=asks,
        mistakes=tuple(
            Mistake(
                kind=kind,
                expression=expression,
                say=build_text(mistake.say),
                of=mistake.of,
                idea=mistake.idea,
                when=mistake.when,
            )
            for mistake in form.mistakes
            for kind, expression in mistake.by_kind().items()
        ),
        expect=tuple(_build_expect(one, asks) for one in by_draw(form.expect or [])),
        digits=form.digits,
    )


def _build_expect(forms: list[ExpectForm], asks: tuple[Ask, ...]) -> Expect:
    given = (expected for form in forms for expected in form.by_kind().items())
    texts, _ = match_kinds(asks, given)
    return Expect(texts=tuple(texts.values()), draw=forms[0].draw)


KIND = FormKind(
    place=1,
    key="ask",
    meant_by=("code",),
    form=PredictForm,
    build=_build,
    parts={"ask": AskForm, "expect": ExpectForm, "mistakes": MistakeForm},
    one_or_several=("ask", "expect"),
    name="predict",
    meaning=("Shows code; the learner predicts what torch makes of it."),
    words={
        "ask": ("What the learner predicts: KIND: EXPRESSION, evaluated after the code."),
        "mistakes": ("Wrong mental models, as code: an answer that equals one is told so."),
        "say": ("What is said to a learner who answered this."),
        "idea": ("The name of the wrong model, from `ideas`, that this comes of."),
        "when": ("An expression of what is drawn: only where it is true is this a mistake."),
        "of": ("The number of the ask that the mistake belongs to, from 1; else all of its kind."),
        "PredictForm.expect": ("Your own prediction; `quiz check` fails where torch disagrees."),
        "draw": ("The values of all names that vary, for which the expectation is given."),
        "digits": ("Significant digits that a typed number must have right."),
    },
)
