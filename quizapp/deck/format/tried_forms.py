"""What an author may write for cards whose answer is code: write, fix and order."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from quizapp.deck.blocks import blocks
from quizapp.deck.format.fields import CodeText, Slug, Words, python, wrong
from quizapp.deck.format.form import RunForm, without_a_gap
from quizapp.deck.format.form_parts import Form
from quizapp.deck.gap import GAP, fill
from quizapp.deck.python_source import NotPython, check_python
from quizapp.text.words import counted

FEWEST_LINES, MOST_LINES = 3, 10


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
                raise wrong("a card has a gap ____ in its code, or a starter, not both")
            without_a_gap(starter)
        return starter

    @field_validator("tests")
    @classmethod
    def _have_something_to_test(cls, tests: str, info: ValidationInfo) -> str:
        gaps = len(GAP.findall(info.data.get("code", "")))
        if info.data.get("starter", "") is None and "code" in info.data and gaps != 1:
            found = "has no gap" if not gaps else f"has {gaps} gaps"
            raise wrong(f"are for a gap ____ in the code, or for a starter; the code {found}")
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
            raise wrong("missing 'wrong', at least one text for the gap that must not pass")
        for index, one in enumerate(given):
            _check_filled(one.code, info, index)
        return given


def _check_filled(text: str, info: ValidationInfo, *at: int) -> None:
    """Raise unless the text is Python where the learner would write it."""
    if info.data.get("starter") is not None:
        python(text, mode="exec", at=at)
        return
    code = info.data.get("code", "")
    if GAP.search(code):
        try:
            check_python(fill(code, text), "exec")
        except NotPython as error:
            raise wrong(f"not Python in the gap: {error.message}", *at) from error


class OrderForm(RunForm):
    order: CodeText
    tests: CodeText

    @field_validator("code", "order", "tests")
    @classmethod
    def _is_whole(cls, code: str) -> str:
        return without_a_gap(code)

    @field_validator("order")
    @classmethod
    def _can_be_ordered(cls, order: str) -> str:
        count = len(set(blocks(order)))
        if count < FEWEST_LINES:
            different = counted(count, "different line")
            raise wrong(f"has {different}; at least {FEWEST_LINES} can be put in order")
        if len(blocks(order)) > MOST_LINES:
            raise wrong(f"has {len(blocks(order))} lines; {MOST_LINES} is the most")
        return order
