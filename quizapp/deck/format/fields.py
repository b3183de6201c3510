"""The fields of a deck as pydantic types, which complain in the author's words."""

from __future__ import annotations

import ast
import keyword
import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, ValidationInfo
from pydantic_core import PydanticCustomError

from quizapp.asks.table import KINDS
from quizapp.deck.format.markdown_slips import block_in, slip_in
from quizapp.deck.format.yaml_nodes import FoldedText, NullText
from quizapp.deck.needs import OUR_NEEDS
from quizapp.deck.python_source import NotPython, check_python, parsed
from quizapp.text.holes import NotAHole, holes
from quizapp.text.language import mark, tr
from quizapp.text.spelling import did_you_mean

LONGEST_SLUG = 100
SLUG = re.compile(rf"(?!.{{{LONGEST_SLUG + 1}}})[a-z0-9]+(?:-[a-z0-9]+)*")
"""How topics and ids are written; short enough for a file's name."""
_VERSION = r"\d+(?:\.\d+)*(?:(?:a|b|rc|\.dev|\.post)\d+)*(?:\+[\w.]+)?"
REQUIREMENT = re.compile(rf"[A-Za-z][\w.-]*\s*(?:(?:[<>]=?|==|!=|~=)\s*{_VERSION})?")

LONGEST_CODE = 20_000
LONGEST_EXPRESSION = 5_000
"""Characters. Python takes minutes for some code of a hundred times as much."""

LINES_KEPT = mark("code of several lines goes under `|`, so that tracebacks tell the line")
SEVERAL = mark("several stand in brackets, such as [{tags}]")


def wrong(message: str, *at: str | int) -> PydanticCustomError:
    """A complaint in our own words, at a place below the field that is being validated."""
    return PydanticCustomError("deck", "{message}", {"message": message, "at": at})


def bounded(text: str, most: int) -> str:
    if len(text) > most:
        raise wrong(tr("is longer than {most} characters", most=most))
    return text


def _slug(text: str) -> str:
    bounded(text, LONGEST_SLUG)
    if not SLUG.fullmatch(text):
        raise wrong(
            tr("'{text}' is not made of lower-case letters, digits and single hyphens", text=text)
        )
    return text


def _card_id(text: str) -> str:
    for part in text.split("/", 1):
        _slug(part)
    return text


def _identifier(text: str) -> str:
    if not text.isidentifier() or keyword.iskeyword(text):
        raise wrong(tr("'{text}' is not a Python name", text=text))
    return text


def python(
    text: str, *, mode: Literal["exec", "eval"], at: tuple[str | int, ...] = (), hint: str = ""
) -> str:
    if len(text) > (most := LONGEST_CODE if mode == "exec" else LONGEST_EXPRESSION):
        raise wrong(tr("is longer than {most} characters", most=most), *at)
    try:
        check_python(text, mode)
    except NotPython as error:
        place = {"text": text, "line": error.line, "column": error.column, "at": at}
        if mode == "exec":
            hint = _of_a_notebook("".join(text.split("\n")[error.line - 1 : error.line]))
        message = tr("not Python: {message}{hint}", message=error.message, hint=hint)
        raise PydanticCustomError("python", "{message}", {"message": message, **place}) from error
    return text


def _of_a_notebook(line: str) -> str:
    """What to leave out of a line that stands in a notebook or a session; nothing of another."""
    if magic := re.match(r"\s*([%!])", line):
        return tr("; a line that begins with {sign} is of notebooks, and no Python", sign=magic[1])
    if line.lstrip().startswith(">>>"):
        return tr("; leave out `>>>`, and what a session shows below it")
    return ""


def _with_holes(text: str) -> str:
    """A text whose holes are whole, and hold Python."""
    try:
        for hole in holes(text):
            check_python(hole.expression, "eval")
    except NotAHole as error:
        raise _in_text(error.message, text, error.start) from error
    except NotPython as error:
        message = tr(
            "`{text}`: not Python: {message}",
            text=text[hole.start : hole.end],
            message=error.message,
        )
        raise _in_text(message, text, hole.start) from error
    return text


def _not_null(data: Any) -> Any:
    if isinstance(data, NullText):
        raise wrong(
            tr("{text} stands for nothing in YAML; where it is meant, it needs quotes", text=data)
        )
    return data


def _markdown(text: str) -> str:
    if found := slip_in(text):
        raise _in_text(found.message, text, found.at)
    return text


def _in_a_line(text: str) -> str:
    if found := block_in(text):
        raise _in_text(found.message, text, found.at)
    return text


def _in_text(message: str, text: str, at: int) -> PydanticCustomError:
    """A complaint about a place in a text."""
    before = text[:at]
    place = {"line": before.count("\n") + 1, "column": at - before.rfind("\n"), "at": ()}
    context = {"message": message, "text": text, "begins": text[at:], **place}
    return PydanticCustomError("placed", "{message}", context)


def _expression(text: str) -> str:
    return python(text, mode="eval")


def _asked(text: str, info: ValidationInfo) -> str:
    """An expression that is asked about, where authors write what the code is to do."""
    assert info.field_name is not None
    bounded(text, LONGEST_EXPRESSION)
    return python(text, mode="eval", hint=_of_a_statement(text, info.field_name))


def _of_a_statement(text: str, kind: str) -> str:
    """Where a statement belongs, and how it is asked about; nothing of what is none."""
    tree = parsed(text)
    if tree is None or all(isinstance(line, ast.Expr) for line in tree.body):
        return ""
    ask = KINDS[kind]
    if ask.is_of_a_thing:
        return tr("; a statement belongs in `code`")
    asked = f"{kind}: {ask.only or 'code'}"
    return tr("; a statement belongs in `code`, and is asked about by `{asked}`", asked=asked)


def _code(text: str) -> str:
    if not text.strip():
        raise wrong(tr("is empty"))
    return python(text, mode="exec")


def _lines_kept(data: Any) -> Any:
    if isinstance(data, FoldedText):
        raise wrong(tr(LINES_KEPT))
    return data


def _link(text: str) -> str:
    if re.match(r"https?://", text) and re.search(r"\s", text):
        raise wrong(tr("holds a blank; in a link that is %20"))
    if not re.fullmatch(r"https?://\S+", text):
        raise wrong(tr("'{text}' is not a link that begins with https://", text=text))
    return text


def _from_where(text: str) -> str:
    if "\n" in text:
        raise wrong(tr("is one place in a line, such as notes.md:41, or a link"))
    return _link(text) if text.startswith(("http:", "https:")) else text


def _level(data: Any) -> Any:
    if str(data).strip() not in ("1", "2", "3"):
        raise wrong(
            tr("must be 1 (first things), 2 (working knowledge) or 3 (traps and internals)")
        )
    return data


def _requirement(text: str) -> str:
    if "," in text and all(REQUIREMENT.fullmatch(one.strip()) for one in text.split(",")):
        raise wrong(tr(SEVERAL, tags=text))
    if not REQUIREMENT.fullmatch(text):
        raise wrong(
            tr("'{text}' is not a name such as numpy, or a version such as torch>=2.5", text=text)
        )
    name = re.split(r"[<>=!~\s]", text)[0]
    if name not in OUR_NEEDS and (meant := did_you_mean(name, OUR_NEEDS)):
        raise wrong(tr("nothing is called '{name}'{meant}", name=name, meant=meant))
    return text


def _tag(text: str) -> str:
    if "," in text:
        raise wrong(tr(SEVERAL, tags=text))
    return text


def _demanded_device(data: Any) -> Any:
    if isinstance(data, str) and data != "cuda":
        raise wrong(
            tr(
                "'{data}' cannot be demanded, only 'cuda' can; a card that runs anywhere "
                "leaves it out",
                data=data,
            )
        )
    return data


def _listed(data: Any) -> Any:
    """One text stands for a list of one."""
    return [data] if isinstance(data, str) else data


def _source(data: Any) -> Any:
    """A value to draw, as Python source; a YAML list is a Python list."""
    if isinstance(data, list):
        return "[" + ", ".join(str(_source(item)) for item in data) + "]"
    return data


def _holds(text: str) -> str:
    if text.lower() in ("yes", "no"):  # words for truth in older YAML
        truth = "true" if text.lower() == "yes" else "false"
        raise wrong(tr("'{text}' is not Python; write {python}", text=text, python=truth))
    return {"true": "True", "false": "False"}.get(text) or _expression(text)


def _value(text: str) -> str:
    if text in ("true", "false", "null"):
        python = {"true": "True", "false": "False", "null": "None"}[text]
        raise wrong(tr("'{text}' is not Python; write {python}", text=text, python=python))
    return python_or_text(text)


def python_or_text(text: str, *at: str | int, where: str = "") -> str:
    """A Python expression, where authors forget that a text is one in quotes of its own."""
    hint = tr('; {where}a text needs quotes of its own: "{text!r}"', where=where, text=text)
    return python(text, mode="eval", at=at, hint=hint)


Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Computed = Annotated[Words, AfterValidator(_with_holes)]
Prose = Annotated[Computed, BeforeValidator(_not_null), AfterValidator(_markdown)]
Line = Annotated[
    Computed, BeforeValidator(_not_null), AfterValidator(_in_a_line), AfterValidator(_markdown)
]
Level = Annotated[int, Field(ge=1, le=3), BeforeValidator(_level)]
Slug = Annotated[Words, AfterValidator(_slug)]
Asked = Annotated[Words, AfterValidator(_asked)]
"""In a field that is called as the kind of ask."""
Expression = Annotated[Words, AfterValidator(_expression)]
CodeText = Annotated[str, BeforeValidator(_lines_kept), AfterValidator(_code)]
Holds = Annotated[Words, AfterValidator(_holds)]
Value = Annotated[Words, BeforeValidator(_source), AfterValidator(_value)]
Name = Annotated[str, AfterValidator(_identifier)]
Tags = Annotated[list[Annotated[Words, AfterValidator(_tag)]], BeforeValidator(_listed)]
CardIds = Annotated[list[Annotated[Words, AfterValidator(_card_id)]], BeforeValidator(_listed)]
Topics = Annotated[list[Slug], BeforeValidator(_listed)]
Links = Annotated[list[Annotated[Words, AfterValidator(_link)]], BeforeValidator(_listed)]
Origin = Annotated[Words, AfterValidator(_from_where)]
DemandedDevice = Annotated[Literal["cuda"], BeforeValidator(_demanded_device)]
Needs = Annotated[list[Annotated[Words, AfterValidator(_requirement)]], BeforeValidator(_listed)]
