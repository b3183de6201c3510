"""Write and fix cards."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from quizapp.deck.format.fields import LONGEST_CODE, CodeText, Slug, Words, bounded, python, wrong
from quizapp.deck.format.form import RunForm, without_a_gap
from quizapp.deck.format.form_kind import Common, FormKind, code_of, line_of
from quizapp.deck.format.form_parts import Form
from quizapp.deck.format.yaml_nodes import Entries
from quizapp.deck.gap import GAP, fill
from quizapp.deck.kinds.write import WriteCard
from quizapp.deck.messages import messages_of
from quizapp.deck.parts import WrongCode
from quizapp.deck.python_source import NotPython, check_python
from quizapp.text.language import tr

LONGEST_TOGETHER = 5 * LONGEST_CODE


def _listed(data: Any) -> Any:
    """One text stands for a list of one; commas in brackets do not part what is in a list."""
    if isinstance(data, str):
        return [data]
    if not isinstance(data, list) or not all(isinstance(text, str) for text in data):
        return data
    whole: list[str] = []
    for text in data:
        if whole and _is_open(whole[-1]):
            whole[-1] += f", {text}"
        else:
            whole.append(text)
    return whole


def _is_open(text: str) -> bool:
    return any(text.count(left) > text.count(right) for left, right in ("()", "[]", "{}"))


class WrongForm(Form):
    """Code that must not pass; a text alone is just that."""

    code: Words
    idea: Slug | None = None

    @model_validator(mode="before")
    @classmethod
    def _is_code(cls, data: Any) -> Any:
        return {"code": data} if isinstance(data, str) else data


class WriteForm(RunForm):
    """With a gap in `code`, or a `starter` to be mended."""

    starter: CodeText | None = None
    tests: CodeText
    solution: Words
    wrong: Annotated[list[WrongForm], BeforeValidator(_listed), Field(validate_default=True)] = []

    @field_validator("starter")
    @classmethod
    def _is_instead_of_a_gap(cls, starter: str | None, info: ValidationInfo) -> str | None:
        if starter is not None:
            if GAP.search(info.data.get("code", "")):
                raise wrong(tr("a card has a gap ____ in its code, or a starter, not both"))
            without_a_gap(starter)
        return starter

    @field_validator("tests")
    @classmethod
    def _have_something_to_test(cls, tests: str, info: ValidationInfo) -> str:
        code = info.data.get("code", "")
        gaps = len(GAP.findall(code))
        if info.data.get("starter", "") is None and "code" in info.data and gaps != 1:
            found = tr("has no gap") if not gaps else tr("has {gaps} gaps", gaps=gaps)
            what = tr(
                "are for a gap ____ in the code, or for a starter; the code {found}", found=found
            )
            raise wrong(what if gaps else what + _of_too_short_a_gap(code))
        return without_a_gap(tests)

    @field_validator("solution")
    @classmethod
    def _is_python(cls, solution: str, info: ValidationInfo) -> str:
        _check_filled(solution, info)
        return solution

    @field_validator("wrong")
    @classmethod
    def _are_python(cls, given: list[WrongForm], info: ValidationInfo) -> list[WrongForm]:
        if not given and info.data.get("starter", "") is None:
            raise wrong(tr("missing 'wrong', at least one text for the gap that must not pass"))
        _check_length(given, info)
        for index, one in enumerate(given):
            _check_filled(one.code, info, index)
        return given


def _of_too_short_a_gap(code: str) -> str:
    """A remark for code with underscores that are a name of Python's."""
    short = re.search(r"(?<![\w.])_{2,3}(?!\w)", code)
    if short is None:
        return ""
    return tr("; `{short}` is a name, and a gap has four underscores", short=short[0])


def _check_length(given: list[WrongForm], info: ValidationInfo) -> None:
    """Raise where the code that is made of all of them would take Python long."""
    code = "" if info.data.get("starter") is not None else info.data.get("code", "")
    if sum(len(code) + len(one.code) for one in given) > LONGEST_TOGETHER:
        raise wrong(
            tr(
                "are together, each with the code around it, longer than {most} characters",
                most=LONGEST_TOGETHER,
            )
        )


def _check_filled(text: str, info: ValidationInfo, *at: int) -> None:
    """Raise unless the text is Python where the learner would write it."""
    if info.data.get("starter") is not None:
        python(text, mode="exec", at=at)
        return
    code = info.data.get("code", "")
    if GAP.search(code):
        try:
            check_python(fill(code, bounded(text, LONGEST_CODE)), "exec")
        except NotPython as error:
            raise wrong(
                tr("not Python in the gap: {message}", message=error.message), *at
            ) from error


def _build(form: WriteForm, node: Entries, common: Common) -> WriteCard:
    return WriteCard(
        **common.fields,
        content_hash=common.content_hash(form.starter, form.tests),
        tests=code_of(node, "tests"),
        messages=messages_of(form.tests),
        solution=code_of(node, "solution"),
        wrong=tuple(
            WrongCode(text=one.code, line=line_of(node, "wrong"), idea=one.idea)
            for one in form.wrong
        ),
        starter=code_of(node, "starter") if form.starter is not None else None,
    )


KIND = FormKind(
    place=4,
    key="solution",
    meant_by=("tests", "starter", "wrong", "blank", "cloze", "fill", "gap"),
    form=WriteForm,
    build=_build,
    parts={"wrong": WrongForm},
    one_or_several=("wrong",),
    name=("write or fix"),
    meaning=("The learner's own code is run against tests: in a gap ____, or mending a starter."),
    words={
        "solution": ("What passes the tests: for the gap, or in place of the starter."),
        "wrong": ("Texts that must not pass the tests."),
        "starter": ("Broken code to begin with; it must not pass the tests."),
    },
)
