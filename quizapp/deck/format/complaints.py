"""Pydantic's errors → plain words at a place in the deck."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from quizapp.asks.table import KINDS
from quizapp.deck.format.fields import LINES_KEPT, LONGEST_EXPRESSION
from quizapp.deck.format.form_parts import (
    AskForm,
    ExpectForm,
    Form,
    RangeForm,
    TextForm,
)
from quizapp.deck.format.kinds.predict import PredictForm
from quizapp.deck.format.kinds.recall import RecallForm
from quizapp.deck.format.other_words import other_words
from quizapp.deck.format.yaml_nodes import Entries, Items, Node, Place, Scalar, Slip
from quizapp.deck.format.yaml_words import UNQUOTED, as_mapping, wide_bracket
from quizapp.deck.python_source import NotPython, check_python
from quizapp.text.language import mark, tr
from quizapp.text.spelling import did_you_mean_one_of, nearest

# What an author can do wrong with a type, by pydantic's name for it.
WORDS = {
    "string_too_short": mark("is empty"),
    "list_type": mark("must be a list"),
    "dict_type": mark("must be a mapping, `key: value`"),
    "model_type": mark("must be a mapping, `key: value`"),
    "int_type": mark("must be a whole number"),
    "int_parsing": mark("must be a whole number"),
    "int_parsing_size": mark("must be a whole number of ordinary size"),
    "float_type": mark("must be a number"),
    "float_parsing": mark("must be a number"),
    "finite_number": mark("must be a number"),
    "greater_than": mark("must be more than {gt:g}"),
    "greater_than_equal": mark("must be at least {ge:g}"),
    "less_than_equal": mark("must be at most {le:g}"),
    "too_long": mark("has more than {max_length}"),
    "literal_error": mark("must be {expected}"),
}

OF_TRUTH = ("bool", "holds", "when", "where")
"""Keys whose expressions are conditions."""

MAPPING = ("dict_type", "model_type")

OF_LINES = ("setup", "code", "order", "starter", "solution", "tests", "proof")
"""Keys whose texts are code."""

MOST_SIGNS = 8
"""Of a condition, each of which is tried for another."""

LONGEST_SOUGHT = 80
"""Characters of a part of a text that is looked for in the file."""

_RANGE = re.compile(r"(-?\d+)\s*(?:-|–|\.{2,3}|…|to|:)\s*(-?\d+)")

# A card without `ask` and `back` is told of both.
MISSING = {
    "ask": mark("missing 'ask', what the learner predicts (or 'back', what a recall card shows)"),
    "topic": mark("missing 'topic', and the file's name cannot stand for it"),
    "back": mark("missing 'back', what a recall card shows (or 'ask', what the learner predicts)"),
}


@dataclass(frozen=True)
class _Target:
    """Where a pydantic `loc` leads in the deck."""

    node: Node
    parent: Node
    place: Place
    """Of the node's key, or of the node itself in a list."""
    names: tuple[str, ...]


def complaints(
    error: ValidationError,
    form: type[Form],
    parts: Mapping[str, type[Form]],
    root: Node,
    lines: Sequence[str],
) -> Iterator[Slip]:
    """What pydantic has found wrong with a node that was to be such a form, made of such parts."""
    found = error.errors(include_url=False, include_input=False)
    unknown = {one["loc"]: _follow(root, one["loc"][:-1]) for one in found if _is_unknown(one)}
    forms = {loc: _form_at(target.names, form, parts) for loc, target in unknown.items()}
    stood_for = {(*loc[:-1], *_meant_by(str(loc[-1]), form)) for loc, form in forms.items()}
    for details in found:
        kind, loc, context = details["type"], details["loc"], details.get("ctx", {})
        if loc in unknown:
            yield _unknown_key(unknown[loc], str(loc[-1]), forms[loc])
            continue
        if kind == "missing" and loc in stood_for:
            continue  # it is there, by another name
        target = _follow(root, (*loc, *context.get("at", ())))
        place, message = target.place, _in_words(details, target)
        if kind == "model_type" and isinstance(target.parent, Items) and target.names[-1] in parts:
            message = tr(
                "must be a mapping, such as {example}", example=_example_of(parts[target.names[-1]])
            )
        written = target.node.text if isinstance(target.node, Scalar) else ""
        if kind in MAPPING and (meant := as_mapping(written)):
            message = tr("must be a mapping, such as {example}", example=meant)
        if kind == "list_type" and target.names == ("cards",):
            message = tr("must be a list; each card begins with a dash, `- id: …`")
        if kind == "list_type" and target.names[-2:-1] == ("vary",):
            message = _of_a_range(target.node)
        if kind in ("list_type", *MAPPING) and (odd := wide_bracket(lines, target.node.start.line)):
            place, message = Place(*odd[0]), odd[1]
        if kind in ("python", "placed") and isinstance(target.node, Scalar):
            place, first_line = _place_within(target.node, context, lines)
            message = _with_lines_of_the_file(message, first_line)
        yield Slip(place, ": ".join((*target.names, message)))


def _example_of(form: type[Form]) -> str:
    """`{value: …, say: …}`: what such a form cannot do without."""
    fields = form.model_fields.items()
    needed = [key for key, field in fields if field.is_required() or key == "value"]
    return f"{{{', '.join(f'{key}: …' for key in needed)}}}"


def _of_a_range(node: Node) -> str:
    """That values are listed, or are the whole numbers between two, which may be meant."""
    meant = _RANGE.fullmatch(node.text.strip()) if isinstance(node, Scalar) else None
    first, last = meant.groups() if meant else ("2", "4")
    return tr(
        "must be a list; whole numbers from {first} to {last} are {form}",
        first=first,
        last=last,
        form=f"{{from: {first}, to: {last}}}",
    )


def _with_lines_of_the_file(message: str, first_line: int) -> str:
    """Python's message about code that begins on that line of the file."""
    return re.sub(r"(?<=on line )\d+", lambda match: str(first_line + int(match[0]) - 1), message)


def _follow(root: Node, loc: Iterable[str | int]) -> _Target:
    """The node at a pydantic `loc`. Parts that are pydantic's own, such as tags, are skipped."""
    node = parent = root
    place = root.start
    names: list[str] = []
    for part in loc:
        if isinstance(node, Entries) and isinstance(part, str) and part in node.values:
            place = node.keys[part].start
            parent, node = node, node.values[part]
            names.append(part)
        elif isinstance(node, Items) and isinstance(part, int):
            parent, node = node, node.items[part]
            place = node.start
    return _Target(node, parent, place, tuple(names))


def _form_at(
    names: tuple[str, ...], top: type[Form], parts: Mapping[str, type[Form]]
) -> type[Form]:
    match names:
        case ():
            return top
        case ("vary", _):
            return RangeForm
        case (name,) if name in parts:
            return parts[name]
    return TextForm


def _is_unknown(details: ErrorDetails) -> bool:
    return details["type"] == "extra_forbidden"


def _meant_by(key: str, form: type[Form]) -> list[str]:
    """The known key for which an unknown one seems to stand, if there is such a key."""
    known = [field.alias or name for name, field in form.model_fields.items()]
    word = next((word for word in other_words(key) if word in known), key)
    return nearest(word, known)


def _unknown_key(target: _Target, key: str, form: type[Form]) -> Slip:
    noun = "kind" if form in (AskForm, ExpectForm) else "key"
    hint = did_you_mean_one_of(_meant_by(key, form))
    if ":" in key and key.partition(":")[0] in form.model_fields:
        hint = tr("; a blank is missing behind its colon")
    if noun == "kind":
        hint = hint or tr("; there are {kinds}", kinds=", ".join(AskForm.model_fields))
    message = tr("unknown {noun} '{key}'{did_you_mean}", noun=noun, key=key, did_you_mean=hint)
    if form is RecallForm and key in PredictForm.model_fields:
        message = tr("a card with 'back' takes no '{key}'", key=key)
    assert isinstance(target.node, Entries)
    # Inside {…} the place is that of the field: what is wrong is all on its line.
    place = target.place if target.node.flow else target.node.keys[key].start
    return Slip(place, ": ".join((*target.names, message)))


def _in_words(details: ErrorDetails, target: _Target) -> str:
    kind, context = details["type"], details.get("ctx", {})
    node = target.node
    if kind == "missing":
        key = str(details["loc"][-1])
        return tr(MISSING[key]) if key in MISSING else tr("missing '{key}'", key=key)
    if kind == "string_type":
        if target.names[-1] in OF_LINES:
            return tr("must be a text; its lines stand below `{key}: |`", key=target.names[-1])
        if not isinstance(node, Scalar) and node.flow:
            return tr("must be a text; put all of it in quotes, with its brackets")
        return tr("must be a text, not several values")
    if kind == "python" and isinstance(node, Scalar) and _was_cut(node, target.parent):
        return tr(UNQUOTED)
    if kind == "python" and isinstance(node, Scalar) and node.style == ">":
        return tr(LINES_KEPT)
    if kind == "too_short":
        fewest = context["min_length"]
        return tr("is empty") if fewest == 1 else tr("needs at least {fewest}", fewest=fewest)
    if kind in ("int_type", "int_parsing") and target.names[-1:] == ("expect",):
        return tr("must be the number of an option, from 1, or a list of such")
    if kind == "string_too_short" and target.names[-2:-1] == ("expect",):
        asked = KINDS.get(target.names[-1])
        if asked is not None and asked.is_in_lines:
            return tr("is empty; where nothing is printed, write `nothing`")
    if "message" in context:
        message = str(context["message"])
        if kind == "python" and isinstance(node, Scalar) and target.names[-1] in OF_TRUTH:
            message += _of_one_equals_sign(node.text)
        return message
    return tr(WORDS.get(kind, details["msg"])).format(**context)


def _of_one_equals_sign(text: str) -> str:
    """A remark for a condition in which `=` stands for `==`; the last is no keyword's."""
    signs = [*re.finditer(r"(?<![=<>!:+\-*/%&|^@])=(?!=)", text)][-MOST_SIGNS:]
    for found in reversed(signs if len(text) <= LONGEST_EXPRESSION else ()):
        meant = f"{text[: found.start()]}=={text[found.end() :]}".strip()
        with suppress(NotPython):
            check_python(meant, "eval")
            return tr(" (did you mean {meant}?)", meant=f"`{meant}`")
    return ""


def _was_cut(value: Scalar, parent: Node) -> bool:
    """Whether a comma inside […] or {…} seems to have ended the text too early."""
    in_flow = not isinstance(parent, Scalar) and parent.flow
    return in_flow and not value.style and value.text.count("(") != value.text.count(")")


def place_of(written: str, node: Node, lines: Sequence[str], from_line: int = 1) -> Place:
    """Where in a node a part of its text is first written, or as much of it as can be found.

    It is sought from a line of the text on, where these are the file's.
    Folding may have joined lines on its way from the file, and quoting changed signs.
    """
    first = written.split("\n")[0][:LONGEST_SOUGHT]
    shorter = [first[:length] for length in range(len(first) - 1, 1, -1)]
    # A line may end at a blank of it, and another sentence begin with the same words.
    broken = [rf"{re.escape(part)}\s*$" for part in shorter if first[len(part)].isspace()]
    begins = node.start.line
    if from_line > 1 and isinstance(node, Scalar) and node.style == "|":
        begins = node.text_line + from_line - 1
    for pattern in filter(None, [re.escape(first), *broken, *map(re.escape, shorter)]):
        for number in range(begins, min(node.end.line, len(lines)) + 1):
            begin = node.start.column - 1 if number == node.start.line else 0
            if found := re.compile(pattern).search(lines[number - 1], begin):
                return Place(number, found.start() + 1)
    return node.start


def _place_within(node: Scalar, context: dict[str, Any], lines: Sequence[str]) -> tuple[Place, int]:
    """The place in the file of what is wrong in a text, and the line where that begins there."""
    text = str(context["text"])
    skipped = node.text[: node.text.find(text)].count("\n")
    first_line = node.text_line + skipped
    text_lines = text.split("\n")
    number = min(int(context["line"]), len(text_lines))
    line = min(first_line + number - 1, len(lines))
    # Escapes and folding may have changed the text on its way from the file.
    indent = lines[line - 1].find(text_lines[number - 1])
    if indent < 0:
        return place_of(str(context.get("begins", "")), node, lines), first_line
    return Place(line, indent + int(context["column"])), first_line
