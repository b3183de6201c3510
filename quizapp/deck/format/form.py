"""What an author may write: the YAML format as pydantic forms.

Cross-checks live on the field that they complain about and see the fields above it, so that
all problems of a card come out at once. Every message of ours is for the author to read.
"""

from __future__ import annotations

import math
from typing import Annotated, Any

from pydantic import Field, ValidationInfo, field_validator

from quizapp.deck.format.fields import (
    CardIds,
    CodeText,
    DemandedDevice,
    Expression,
    Level,
    Links,
    Needs,
    Origin,
    Slug,
    Tags,
    Topics,
    Words,
    wrong,
)
from quizapp.deck.format.form_parts import (
    MAX_DRAWS,
    Form,
    Ideas,
    PlainText,
    TextForm,
    Vary,
    drawn_rows,
    possible_values,
)
from quizapp.deck.gap import GAP
from quizapp.deck.python_source import assertions
from quizapp.text.language import tr

FORMAT = 1
MAX_TIMEOUT = 60
MAX_RANKS = 4


class CardForm(Form):
    """The fields that every kind of card has."""

    id: Slug
    prompt: TextForm
    explain: TextForm | None = None
    hint: TextForm | None = None
    proof: CodeText | None = None
    level: Level = 2
    after: CardIds = []
    tags: Tags = []
    see: Links = []
    source: Origin | None = None
    was: CardIds = []

    @field_validator("proof")
    @classmethod
    def _asserts_something(cls, proof: str | None) -> str | None:
        if proof is not None and not assertions(proof):
            raise wrong(
                tr("asserts nothing; a proof is made of lines such as `assert y.shape == (2,)`")
            )
        return None if proof is None else without_a_gap(proof)


class RunForm(CardForm):
    """The fields of every card whose code is run."""

    code: CodeText = ""
    vary: Vary = {}
    where: Expression | None = None
    needs: Needs = []
    ranks: Annotated[int, Field(ge=1, le=MAX_RANKS)] = 1
    on_rank: Annotated[int, Field(ge=0)] = 0
    device: DemandedDevice | None = None
    timeout: Annotated[float, Field(gt=0, le=MAX_TIMEOUT)] = 5.0

    @field_validator("vary")
    @classmethod
    def _can_be_drawn(cls, vary: Vary) -> Vary:
        if isinstance(vary, list):
            return vary
        draws = math.prod(map(len, possible_values(vary).values()))
        if draws > MAX_DRAWS:
            raise wrong(
                tr(
                    "gives {draws:,} draws; {max_draws:,} is the most",
                    draws=draws,
                    max_draws=MAX_DRAWS,
                )
            )
        return vary

    @field_validator("where")
    @classmethod
    def _leaves_something(cls, where: str | None, info: ValidationInfo) -> str | None:
        if where is not None and "vary" in info.data:
            if not info.data["vary"]:
                raise wrong(tr("nothing varies in this card"))
            if not drawn_rows(info.data["vary"], where, info.context):
                raise wrong(tr("leaves no draw"))
        return where

    @field_validator("on_rank")
    @classmethod
    def _is_one_of_the_ranks(cls, on_rank: int, info: ValidationInfo) -> int:
        if "ranks" not in info.data:
            return on_rank
        ranks = info.data["ranks"]
        if ranks == 1:
            raise wrong(tr("the code runs on one rank only; 'ranks' gives it more"))
        if on_rank >= ranks:
            raise wrong(
                tr(
                    "there is no rank {on_rank}; the last of {ranks} is {last}",
                    on_rank=on_rank,
                    ranks=ranks,
                    last=ranks - 1,
                )
            )
        return on_rank


def without_a_gap(code: str) -> str:
    """The code, which nobody is to fill in."""
    if GAP.search(code):
        raise wrong(tr("has a gap ____, which belongs in the code of a card with a 'solution'"))
    return code


class WholeForm(RunForm):
    """The fields of a card in whose code there is nothing to fill in."""

    @field_validator("code")
    @classmethod
    def _is_whole(cls, code: str) -> str:
        return without_a_gap(code)


class VersionedForm(Form):
    """A file that says which format it is of."""

    format: int = FORMAT

    @field_validator("format")
    @classmethod
    def _is_known(cls, format: int) -> int:
        if format > FORMAT:
            raise wrong(
                tr("format {format} is newer than this quiz reads; update it", format=format)
            )
        if format != FORMAT:
            raise wrong(
                tr(
                    "there is no format {format}; this quiz reads format {known}",
                    format=format,
                    known=FORMAT,
                )
            )
        return format


class IdeasForm(VersionedForm):
    """Wrong models for all decks of a folder."""

    ideas: Annotated[Ideas, Field(min_length=1)]


class HeadForm(VersionedForm):
    """A deck; its cards are forms of their own."""

    topic: Slug
    title: PlainText | None = None
    after: Topics = []
    aliases: Topics = []
    about: PlainText | None = None
    author: Words | None = None
    license: Words | None = None
    version: Words | None = None
    ideas: Ideas = {}
    setup: CodeText | None = None
    cards: Annotated[list[Any], Field(min_length=1)]
