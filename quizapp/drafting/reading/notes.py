"""Notes as they were read: blocks of code, what stands between them, what could not be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Stored:
    """A result as it stands below code: what it printed, gave or raised, or a sentence."""

    text: str
    line: int
    after: int | None = None
    """The last line of the statement that it belongs to; None for the block as a whole."""
    kind: Literal["shown", "printed", "raised", "said"] = "shown"


@dataclass(frozen=True, kw_only=True)
class Block:
    """Code that stands together; its lines are those of the file."""

    text: str
    line: int
    headings: tuple[str, ...] = ()
    stored: tuple[Stored, ...] = ()
    remark: str = ""
    """The paragraph before it."""


@dataclass(frozen=True, kw_only=True)
class Saying:
    """An expression that prose or a table says something of, in words that are still to be read."""

    expression: str
    says: str
    line: int
    after: int
    """How many blocks stand before it."""
    field: str = ""
    """What a table's column is about, such as `dtype`."""
    is_hedged: bool = False
    """Whether the sentence speaks of other circumstances: "if", "before", "unless"."""
    written: str = ""
    """The words of the sentence from the expression to the end of what is said of it."""


@dataclass(frozen=True)
class Trouble:
    """What is wrong at a line of the notes."""

    line: int
    message: str


@dataclass(frozen=True, kw_only=True)
class Notes:
    """A file of notes."""

    path: str
    title: str = ""
    blocks: Sequence[Block] = ()
    sayings: Sequence[Saying] = ()
    passed_over: Sequence[Trouble] = ()
    """Code that is not to be run, and why."""
    is_chinese: bool = False
    troubles: Sequence[Trouble] = field(default=())
