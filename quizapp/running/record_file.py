"""What torch said of the cards of a deck, version by version, in a text file beside it.

    # topic: autograd
    torch 2.6.0 2.7.1 2.8.0

    doubled 3fa2c1d0
      [2., 4.]
      [3., 6.]
    of-another-dtype 77aa12bc
      on 2.6-2.7
      int64 ; yes
      on 2.8
      int32 ; yes

Below a card's id and the digest of what is run stands a line for each of its draws, in their
order, with what is asked as a learner would answer it; `on` says which versions gave that, where
these are not all of the first line. A text that is long is there as its own digest.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from quizapp.errors import UserError
from quizapp.text.language import tr
from quizapp.text.opened import opened
from quizapp.text.reasons import reason

FOLDER = "truths"
"""Beside decks."""
LONGEST = 60
"""Characters of a text that stands there as it is."""
MAX_BYTES = 4 * 1024 * 1024

Minor = tuple[int, int]
"""A version of torch, without what is mended in it."""
Texts = tuple[str, ...]
"""What is asked of a draw, part by part."""

_HEADING = "# What torch said of these cards, version by version: made by `quiz check --record`."
_TOPIC = "# topic: "
_BETWEEN = " ; "


class RecordError(UserError):
    """A record cannot be read or written; the message says why."""


@dataclass(frozen=True)
class Said:
    """What torch said of a card, and the versions that did."""

    on: tuple[Minor, ...]
    truth: tuple[Texts, ...]
    """Of each draw; none for a card that has no truth before an answer."""


@dataclass(frozen=True)
class CardRecord:
    """All that torch ever said of a card that runs this; the oldest versions first."""

    digest: str
    said: tuple[Said, ...]


@dataclass(frozen=True)
class Record:
    """What is recorded of a deck: of its cards by their ids in it."""

    versions: Mapping[Minor, str] = field(default_factory=dict)
    """In full, the oldest first."""
    cards: Mapping[str, CardRecord] = field(default_factory=dict)
    topic: str = ""
    """That the deck had then; empty where none is told."""


def minor_of(version: str) -> Minor:
    """(2, 13) of `2.13.0+cpu`. Raises ValueError."""
    found = re.match(r"(\d{1,4})\.(\d{1,4})", version)
    if found is None:
        raise ValueError(f"{version} is no version")
    return int(found[1]), int(found[2])


def named(minor: Minor) -> str:
    return "{}.{}".format(*minor)


def brief(text: str) -> str:
    """A text as it is kept."""
    if len(text) <= LONGEST:
        return text
    return f"#{hashlib.sha256(text.encode(errors='replace')).hexdigest()[:12]}"


def record_of(deck: str | Path) -> Path:
    """Where the record of a deck lies."""
    path = Path(deck)
    return path.parent / FOLDER / f"{path.stem}.txt"


def write_record(file: Path, record: Record) -> None:
    """Raises RecordError."""
    try:
        file.parent.mkdir(exist_ok=True)
        text = "".join(f"{line}\n" for line in _lines(record))
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise RecordError(
            tr("{file}: cannot be written: {strerror}", file=file, strerror=reason(error))
        ) from error


def read_record(file: Path) -> Record | None:
    """What was written once; None where nothing was. Raises RecordError."""
    try:
        with opened(file) as kept:
            data = kept.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise RecordError(
            tr("{file}: cannot be read: {strerror}", file=file, strerror=reason(error))
        ) from error
    lines = data.decode(errors="replace").splitlines() if len(data) <= MAX_BYTES else []
    try:
        return _read(lines)
    except (ValueError, IndexError) as error:
        raise RecordError(tr("{file}: not a file of `quiz check --record`", file=file)) from error


def ranges(on: Sequence[Minor], every: Sequence[Minor]) -> list[tuple[Minor, Minor]]:
    """Some of all versions in runs that lack none, each by its first and its last."""
    runs: list[tuple[Minor, Minor]] = []
    for version in every:
        if version not in on:
            continue
        before = every.index(version) - 1
        if runs and every[before] == runs[-1][1]:
            runs[-1] = (runs[-1][0], version)
        else:
            runs.append((version, version))
    return runs


def _lines(record: Record) -> Iterator[str]:
    every = tuple(record.versions)
    yield _HEADING
    if record.topic:
        yield f"{_TOPIC}{record.topic}"
    yield from (" ".join(("torch", *record.versions.values())), "")
    for id, card in record.cards.items():
        yield f"{id} {card.digest}"
        for said in card.said:
            if said.on != every:
                yield f"  on {', '.join(_run(*run) for run in ranges(said.on, every))}"
            for texts in said.truth:
                yield f"  {_BETWEEN.join(map(_written, texts))}"


def _run(first: Minor, last: Minor) -> str:
    return named(first) if first == last else f"{named(first)}-{named(last)}"


def _written(text: str) -> str:
    plain = text and text.isprintable() and text.strip() == text and text[0] != '"'
    if plain and _BETWEEN not in text and not text.startswith("on "):
        return text
    return json.dumps(text, ensure_ascii=False).replace(";", "\\u003b")


def _read(lines: Sequence[str]) -> Record:
    """Raises ValueError or IndexError."""
    first, *rest = (line for line in lines if line and not line.startswith("#"))
    word, *full = first.split()
    if word != "torch":
        raise ValueError(word)
    versions = {minor_of(version): version for version in full}
    cards: dict[str, CardRecord] = {}
    while rest:
        id, digest = rest[0].split(" ")
        body = list(takewhile(lambda line: line.startswith("  "), rest[1:]))
        cards[id] = CardRecord(digest, _said(body, tuple(versions)))
        del rest[: len(body) + 1]
    topics = (line.removeprefix(_TOPIC) for line in lines if line.startswith(_TOPIC))
    return Record(versions, cards, next(topics, ""))


def _said(body: Sequence[str], every: tuple[Minor, ...]) -> tuple[Said, ...]:
    said: list[Said] = []
    for line in body:
        if line.startswith("  on "):
            said.append(Said(tuple(_versions(line[5:], every)), ()))
            continue
        last = said.pop() if said else Said(every, ())
        texts = tuple(map(_text, line[2:].split(_BETWEEN)))
        said.append(Said(last.on, (*last.truth, texts)))
    return tuple(said) or (Said(every, ()),)


def _versions(text: str, every: Sequence[Minor]) -> Iterator[Minor]:
    for run in text.split(", "):
        first, _, last = run.partition("-")
        start = every.index(minor_of(first))
        yield from every[start : every.index(minor_of(last or first)) + 1]


def _text(written: str) -> str:
    return str(json.loads(written)) if written.startswith('"') else written
