"""Choice cards."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator

from quizapp.deck.format.fields import Holds, Slug, wrong
from quizapp.deck.format.form import WholeForm
from quizapp.deck.format.form_kind import Common, FormKind, build_text
from quizapp.deck.format.form_parts import Form, LineForm, TextForm, listed
from quizapp.deck.format.yaml_nodes import Entries
from quizapp.deck.kinds.choice import ChoiceCard
from quizapp.deck.parts import Option
from quizapp.text.language import tr

MAX_OPTIONS = 8


class OptionForm(Form):
    """`holds` is true, false, or an expression that decides."""

    text: LineForm
    holds: Holds
    say: TextForm | None = None
    idea: Slug | None = None


class ChoiceForm(WholeForm):
    choices: Annotated[list[OptionForm], Field(min_length=2, max_length=MAX_OPTIONS)]
    choose: Literal["one", "many"] = "one"
    expect: Annotated[list[int], BeforeValidator(listed)] | None = None

    @field_validator("choices")
    @classmethod
    def _read_differently(cls, choices: list[OptionForm]) -> list[OptionForm]:
        seen: dict[str, int] = {}
        for index, option in enumerate(choices):
            first = seen.setdefault(" ".join(option.text.en.split()), index)
            if first != index:
                raise wrong(tr("reads the same as option {first}", first=first + 1), index, "text")
        return choices

    @field_validator("expect")
    @classmethod
    def _names_options(cls, expect: list[int] | None, info: ValidationInfo) -> list[int] | None:
        if expect is None or "choices" not in info.data:
            return expect
        options = len(info.data["choices"])
        for index, number in enumerate(expect):
            if not 1 <= number <= options:
                raise wrong(
                    tr(
                        "there is no option {number}; the options are 1 to {options}",
                        number=number,
                        options=options,
                    ),
                    index,
                )
        if repeated := [number for number, count in Counter(expect).items() if count > 1]:
            raise wrong(tr("names option {repeated} twice", repeated=repeated[0]))
        if info.data.get("choose") == "one" and len(expect) != 1:
            raise wrong(tr("just one option holds where `choose` is one"))
        return expect


def _build(form: ChoiceForm, node: Entries, common: Common) -> ChoiceCard:
    offered = [(option.text.en, option.holds) for option in form.choices]
    return ChoiceCard(
        **common.fields,
        content_hash=common.content_hash(form.prompt.en, offered),
        options=tuple(
            Option(
                text=build_text(option.text),
                holds=option.holds,
                say=build_text(option.say) if option.say else None,
                idea=option.idea,
            )
            for option in form.choices
        ),
        many=form.choose == "many",
        expect=tuple(sorted(form.expect)) if form.expect is not None else None,
    )


KIND = FormKind(
    place=2,
    key="choices",
    meant_by=("choose",),
    form=ChoiceForm,
    build=_build,
    parts={"choices": OptionForm},
    one_or_several=("expect",),
    name="choice",
    meaning=("The learner picks the options that hold; code decides which do."),
    words={
        "choices": ("The options; shown in another order each time."),
        "choose": ("`one` where exactly one holds, `many` where any number may."),
        "ChoiceForm.expect": ("The numbers, from 1, of the options that you take to hold."),
        "text": ("What the option says, in a line of Markdown."),
        "holds": ("true, false, or an expression whose truth decides."),
    },
)
