"""What `quiz try` is asked for, on its command line or as a line of JSON."""

from __future__ import annotations

import ast
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from quizapp.asks.table import KINDS
from quizapp.deck.answered import TriedCard, TruthCard
from quizapp.deck.exercise import draws
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.model import RunCard
from quizapp.deck.parts import Ask, Draw, match_kinds
from quizapp.deck.question import AnsweredBy
from quizapp.errors import UserError
from quizapp.text.language import tr
from quizapp.values.prediction import NotUnderstood

KEYS = ("card", "answers", "choose", "code", "draw")

Graded = TruthCard | TriedCard
"""A card that answers can be held against."""


class BadRequest(UserError):
    """The request cannot be carried out; the message says what is wrong with it."""


@dataclass(frozen=True)
class Request:
    """A card to run, an answer in the form that its kind takes, and values to draw.

    Predictions are `answers`, pairs of kind and text; `choose` names options or lines by their
    numbers in the deck, as text.
    """

    card: str
    answers: Sequence[tuple[str, str]] = ()
    choose: str | None = None
    code: str | None = None
    draw: Mapping[str, Any] = field(default_factory=dict)

    @property
    def forms(self) -> Collection[AnsweredBy]:
        """The forms in which it has an answer."""
        given: dict[AnsweredBy, bool] = {
            "predictions": bool(self.answers),
            "numbers": self.choose is not None,
            "code": self.code is not None,
        }
        return [form for form, is_given in given.items() if is_given]


def from_options(
    card: str,
    *,
    answers: Sequence[str],
    choose: str | None,
    code: str | None,
    draw: Sequence[str],
) -> Request:
    """A request from options, of which some are `KIND=TEXT` or `NAME=VALUE`. Raises BadRequest."""
    return Request(
        card=card,
        answers=[_split(answer, "--answer", "KIND=TEXT") for answer in answers],
        choose=choose,
        code=code,
        draw=dict(_split(value, "--draw", "NAME=VALUE") for value in draw),
    )


def from_json(line: bytes) -> Request:
    """A request from a line of JSON. Raises BadRequest."""
    try:
        data = json.loads(
            line.decode(), object_pairs_hook=_without_duplicates, parse_constant=_refuse_constant
        )
    except UnicodeDecodeError as error:
        raise BadRequest(tr("the request is not UTF-8 text")) from error
    except (ValueError, RecursionError) as error:
        raise BadRequest(tr("the request is not JSON: {error}", error=error)) from error
    if not isinstance(data, dict):
        raise BadRequest(tr("the request must be an object, not {type}", type=_type(data)))
    for key in data:
        if key not in KEYS:
            raise BadRequest(
                tr("unknown key '{key}'; there are {keys}", key=key, keys=", ".join(KEYS))
            )
    if "card" not in data:
        raise BadRequest(tr("the request names no card"))
    card, code, draw = data["card"], data.get("code"), data.get("draw") or {}
    if not isinstance(card, str):
        raise BadRequest(tr("'card' must be a string, not {type}", type=_type(card)))
    if not isinstance(code, str | None):
        raise BadRequest(tr("'code' must be a string, not {type}", type=_type(code)))
    if not isinstance(draw, dict):
        raise BadRequest(tr("'draw' must be an object, not {type}", type=_type(draw)))
    answers, choose = _answers(data.get("answers")), _choose(data.get("choose"))
    return Request(card=card, answers=answers, choose=choose, code=code, draw=draw)


def answers_to(card: Graded, request: Request) -> Sequence[str] | None:
    """The request's answers as `grade` wants them; None where it has none. Raises BadRequest."""
    for form in request.forms:
        if form != card.answered_by:
            raise BadRequest(
                tr(
                    "{id} is answered by {answered_by}, not by {form}",
                    id=card.id,
                    answered_by=card.answered_by,
                    form=form,
                )
            )
    if isinstance(card, PredictCard):
        return _in_order(card, request.answers) if request.answers else None
    if request.code is not None:
        return [request.code]
    return None if request.choose is None else [_chosen(card, request.choose)]


def _chosen(card: Graded, text: str) -> str:
    """Numbers, if they answer the card."""
    [question] = card.questions(range(card.parts_shuffled))
    reading = question.read(text)
    if isinstance(reading, NotUnderstood):
        raise BadRequest(
            tr("'{text}' is no answer to {id}. {hint}", text=text, id=card.id, hint=reading.hint)
        )
    return text


def _in_order(card: PredictCard, given: Sequence[tuple[str, str]]) -> list[str]:
    """One answer an ask, as `match_kinds` has it."""
    answers, left = match_kinds(card.asks, given)
    for number, ask in enumerate(card.asks):
        if number not in answers:
            raise BadRequest(
                tr("no answer for {named}; {wanted}", named=_named(ask), wanted=_wanted(card))
            )
    if left:
        raise BadRequest(
            tr(
                "the card has no ask for the answer to '{left}'; {wanted}",
                left=left[0][0],
                wanted=_wanted(card),
            )
        )
    return list(answers.values())


def full_draw(card: RunCard, given: Mapping[str, Any]) -> Draw:
    """The draw with the values given; other names take their first. Raises BadRequest."""
    for name in given:
        if name not in card.vary:
            names = ", ".join(card.vary) or "nothing"
            raise BadRequest(
                tr(
                    "'{name}' does not vary in {id}; what varies there: {names}",
                    name=name,
                    id=card.id,
                    names=names,
                )
            )
    chosen = {name: _choice(name, card.vary[name], given[name]) for name in given}
    for draw in draws(card):
        if chosen.items() <= draw.items():
            return draw
    wanted = ", ".join(f"{name} = {value}" for name, value in chosen.items())
    raise BadRequest(
        tr("no draw of {id} has {wanted}; its 'vary' lists them", id=card.id, wanted=wanted)
    )


def _choice(name: str, values: Sequence[str], given: Any) -> str:
    """The value, as it stands in the deck, that was meant: as source, or as the thing itself."""
    spellings = {_spelling(repr(given))}
    if isinstance(given, str):
        spellings.add(_spelling(given))
    if isinstance(given, list):  # JSON has no tuples
        spellings.add(_spelling(repr(tuple(given))))
    for value in values:
        if _spelling(value) in spellings:
            return value
    shown = given if isinstance(given, str) else json.dumps(given)
    raise BadRequest(
        tr(
            "{name} is never {shown}; its values: {values}",
            name=name,
            shown=shown,
            values=", ".join(values),
        )
    )


def _spelling(source: str) -> str:
    """An expression as Python itself would space it: `1` is not `1.0`, `[1,2]` is `[1, 2]`."""
    try:
        return ast.unparse(ast.parse(source.strip(), mode="eval"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source


def _answers(given: Any) -> list[tuple[str, str]]:
    if given is None:
        return []
    if isinstance(given, dict):
        pairs = list(given.items())
    elif isinstance(given, list) and all(isinstance(p, list) and len(p) == 2 for p in given):
        pairs = given
    else:
        raise BadRequest(tr("'answers' must be an object {KIND: TEXT} or a list of [KIND, TEXT]"))
    for kind, text in pairs:
        for part in (kind, text):
            if not isinstance(part, str):
                raise BadRequest(tr("'answers' must hold strings, not {type}", type=_type(part)))
    return [(kind, text) for kind, text in pairs]


def _choose(given: Any) -> str | None:
    if given is None:
        return None
    if not isinstance(given, list) or not all(type(number) is int for number in given):
        raise BadRequest(tr("'choose' must be a list of whole numbers"))
    return ",".join(map(str, given)) or "none"


def _named(ask: Ask) -> str:
    return (
        f"'{ask.kind}'"
        if KINDS[ask.kind].only
        else tr("'{kind}' of {expression}", kind=ask.kind, expression=ask.expression)
    )


def _wanted(card: PredictCard) -> str:
    return tr("{id} asks for {asked}", id=card.id, asked=", ".join(map(_named, card.asks)))


def _split(option: str, name: str, form: str) -> tuple[str, str]:
    key, equals, value = option.partition("=")
    if not equals:
        raise BadRequest(
            tr("{name} takes {form}, not '{option}'", name=name, form=form, option=option)
        )
    return key.strip(), value


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        twice = next(key for key, _ in pairs if sum(key == k for k, _ in pairs) > 1)
        raise BadRequest(
            tr("the key '{twice}' is given twice; a list of pairs may repeat a kind", twice=twice)
        )
    return mapping


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(tr("{name} is not JSON", name=name))


def _type(thing: Any) -> str:
    """A JSON type in words."""
    if thing is None:
        return "null"
    if isinstance(thing, bool):
        return tr("a boolean")
    number = tr("a number")
    names = {str: tr("a string"), int: number, float: number, list: tr("a list")}
    return names.get(type(thing), tr("an object"))
