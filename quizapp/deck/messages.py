"""What the tests of a card say where they fail, found again in what an assertion said.

A message is kept as a template: its holes `{…}` are the expressions of an f-string, and a brace
that is none stands twice. Nothing of it is evaluated: what stood in a hole is read out of the
message that a run gave.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from quizapp.deck.parts import Message, Text
from quizapp.deck.python_source import parsed
from quizapp.text.holes import LONGEST

MESSAGES = "messages"
"""The field of a translation."""

_PART = re.compile(r"[^{}]+|\{\{|\}\}|[{}]")
_IN_A_HOLE = re.compile(r"""(['"])(?:\\.|(?!\1)[^\\])*\1|[{}]""")
_WORD = re.compile("[A-Za-z]{2}")


def messages_of(tests: str) -> tuple[Message, ...]:
    """The messages with words that stand in tests as they are said, each once, as written.

    A name that is given a text, and no other value, stands for that.
    """
    tree = parsed(tests)
    nodes = [*ast.walk(tree)] if tree else []
    said = sorted((one for node in nodes for one in _said_by(node)), key=_place)
    named = _named(nodes)
    found = dict.fromkeys(_written(one, named) for one in said)
    return tuple(
        Message(say=Text(en=text))
        for text in found
        if (apart := _taken_apart(text)) and _WORD.search(" ".join(apart[0]))
    )


def _said_by(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Assert(msg=ast.expr() as said):
            yield said
        case ast.Raise(exc=ast.Call(func=ast.Name(id="AssertionError"), args=[said])):
            yield said


def _place(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _named(nodes: Sequence[ast.AST]) -> dict[str, ast.expr]:
    """The texts that are the only value of a name."""
    names = (node for node in nodes if isinstance(node, ast.Name))
    times = Counter(node.id for node in names if isinstance(node.ctx, ast.Store))
    found: dict[str, ast.expr] = {}
    for node in nodes:
        match node:
            case ast.Assign([ast.Name(name)], ast.JoinedStr() | ast.Constant(str()) as value):
                if times[name] == 1:
                    found[name] = value
    return found


def _written(said: ast.expr, named: Mapping[str, ast.expr]) -> str:
    """A message as a template; empty for one that is computed otherwise, or nested too deeply."""
    try:
        return _template(said, named)
    except (RecursionError, ValueError):  # of ast.unparse
        return ""


def _template(node: ast.AST, named: Mapping[str, ast.expr]) -> str:
    match node:
        case ast.FormattedValue(ast.Name(name), -1, None) | ast.Name(name) if name in named:
            return _template(named[name], {})
        case ast.JoinedStr(values=values):
            return "".join(_template(value, named) for value in values)
        case ast.FormattedValue(value=value, conversion=conversion, format_spec=form):
            source = ast.unparse(value)
            blank = " " if source.startswith("{") else ""
            converted = f"!{chr(conversion)}" if conversion > 0 else ""
            return f"{{{blank}{source}{converted}{f':{_template(form, {})}' if form else ''}}}"
        case ast.Constant(value=str(text)):
            return text.replace("{", "{{").replace("}", "}}")
    return ""


def words_of(template: str) -> str:
    """A template without what is in its holes; a text that is none is all words."""
    apart = _taken_apart(template)
    return "…".join(apart[0]) if apart else template


def holes_in(template: str) -> Counter[str] | None:
    """The holes of a template; None where a brace opens or closes nothing."""
    apart = _taken_apart(template)
    return Counter(apart[1]) if apart else None


def _taken_apart(template: str) -> tuple[list[str], list[str]] | None:
    """The words before each hole and after the last, and the holes."""
    pieces, holes = [""], list[str]()
    at = 0
    while part := _PART.match(template, at):
        at = part.end()
        if part[0] == "{":
            at = _end_of_hole(template, part.start())
            holes.append(template[part.start() : at])
            pieces.append("")
        elif part[0] != "}":
            pieces[-1] += part[0][:1] if part[0] in ("{{", "}}") else part[0]
        if part[0] == "}" or at == 0:
            return None
    return pieces, holes


def _end_of_hole(template: str, start: int) -> int:
    """Where a hole ends that begins there; 0 where it does not."""
    depth = 0
    for sign in _IN_A_HOLE.finditer(template, start, start + LONGEST):
        depth += {"{": 1, "}": -1}.get(sign[0], 0)
        if depth == 0:
            return sign.end()
    return 0


def in_other_words(messages: Sequence[Message], said: str) -> str | None:
    """What an assertion said, in Chinese; None where it is not certain what that is.

    Of several messages that it may have been, it was the one with the most words of its own.
    """
    fit = [
        (len(words_of(message.say.en)), message.say.zh, values)
        for message in messages
        if (values := _values(message.say.en, said)) is not None
    ]
    most = max((length for length, _, _ in fit), default=0)
    told = {zh and _filled(zh, values) for length, zh, values in fit if length == most}
    return told.pop() if len(told) == 1 else None


def _filled(template: str, values: dict[str, str]) -> str | None:
    apart = _taken_apart(template)
    if apart is None:
        return None
    first, *others = apart[0]
    return first + "".join(
        f"{values[hole]}{piece}" for hole, piece in zip(apart[1], others, strict=True)
    )


def _values(template: str, said: str) -> dict[str, str] | None:
    """What stood in each hole; None where that can be read in no way, or in several."""
    apart = _taken_apart(template)
    if apart is None:
        return None
    pieces, holes = apart
    early = _places(pieces, said)
    late = _places([piece[::-1] for piece in reversed(pieces)], said[::-1])
    if early is None or late is None:
        return None
    size = len(said)
    if early != [(size - end, size - start) for start, end in reversed(late)]:
        return None
    values: dict[str, str] = {}
    for hole, (_, start), (end, _) in zip(holes, early, early[1:], strict=False):
        if values.setdefault(hole, said[start:end]) != said[start:end]:
            return None
    return values


def _places(pieces: Sequence[str], said: str) -> list[tuple[int, int]] | None:
    """From where to where each piece stands, as early as it can; None where they do not."""
    if len(pieces) == 1:
        return [(0, len(said))] if pieces[0] == said else None
    end = len(said) - len(pieces[-1])
    if not (said.startswith(pieces[0]) and said.endswith(pieces[-1])):
        return None
    places = [(0, len(pieces[0]))]
    for piece in pieces[1:-1]:
        start = said.find(piece, places[-1][1], end)
        if start < 0:
            return None
        places.append((start, start + len(piece)))
    return [*places, (end, len(said))] if places[-1][1] <= end else None
