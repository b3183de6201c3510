"""Runs notes statement by statement and keeps what each of them made, printed and raised."""

from __future__ import annotations

import ast
import contextlib
import io
import sys
import traceback
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quizapp.drafting.witness.instrument import WITNESS, Instrument
from quizapp.drafting.witness.snapshots import (
    LONGEST,
    Json,
    error_of,
    facts_of,
    is_tensor,
    memory_of,
    snapshot,
)
from quizapp.drafting.witness.surroundings import chance_now, other_seeds, patience, quiet

MOST_RUNS = 8  # of one statement that are kept, as in a loop
MOST_PRINTED = 20_000  # characters, of one statement


class Witness:
    """Runs code in a namespace, and tells of each statement by its number.

    `numbers` gives the number of a statement by its line and column, `questions` what is to be
    evaluated once it has been run, as source, and `meant` are those that are said to raise.
    """

    def __init__(
        self,
        names: dict[str, Any],
        path: str,
        numbers: Mapping[tuple[int, int], int],
        questions: Mapping[int, Sequence[str]],
        meant: Sequence[int],
    ) -> None:
        self.names = names
        self.path = path
        self.numbers = numbers
        self.questions = questions
        self.meant = meant
        self.records: dict[int, list[Json]] = {}
        self.printed: dict[int, str] = {}
        self.raised: dict[int, Json] = {}
        self.escaped: list[int] = []
        self.warned: list[tuple[int, str, str]] = []
        self.is_random = False
        self.answers: dict[tuple[int, str], list[Json]] = {}
        self._is_noting = False
        self._chance = chance_now()

    # What the runner asks for, as things that it can look at

    def told(self, number: int) -> Json:
        """All that is known of a statement."""
        return {
            "runs": self.records.get(number, []),
            "printed": self.printed.get(number),
            "raised": self.raised.get(number),
            "answers": {text: seen for (of, text), seen in self.answers.items() if of == number},
        }

    def summary(self) -> Json:
        """What is known of the whole: statements that raised, warnings, use of chance."""
        return {
            "escaped": self.escaped,
            "warned": [list(one) for one in self.warned[:40]],
            "is_random": self.is_random,
        }

    # Running

    def prepare(self, text: str, shift: int) -> None:
        """Run what came before; what it raises is not told. A `shift` alters the seeds it sets."""
        with other_seeds(shift), quiet(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for node in ast.parse(text).body:
                # A statement that failed before fails again: the notes went on after it.
                with contextlib.suppress(BaseException), patience():
                    _execute([node], self.names, self.path)

    def run(self, text: str, line: int) -> None:
        """Run a block of which this is the first line."""
        for node in ast.parse("\n" * (line - 1) + text).body:
            self._statement(node)
        self.is_random = chance_now() != self._chance

    def _statement(self, node: ast.stmt) -> None:
        number = self.numbers.get((node.lineno, node.col_offset), -1)
        held = self._held(node)
        inputs = {name: facts_of(thing) for name, thing in held.items() if is_tensor(thing)}
        memories = {name: memory_of(thing) for name, thing in held.items()}
        body = Instrument(self.numbers, self.questions).body([node])
        printed = io.StringIO()
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            try:
                with contextlib.redirect_stdout(printed), patience():
                    _execute(body, self.names, self.path)
            except BaseException as error:
                self._failed(number, node, error)
        self.printed[number] = printed.getvalue()[:MOST_PRINTED]
        for one in warned:
            self.warned.append((number, one.category.__name__, str(one.message)[:LONGEST]))
        for record in self.records.get(number, [])[-1:]:
            record["inputs"] = inputs
            record["shared"] = _overlapping(record.get("memory"), memories)

    def _held(self, node: ast.stmt) -> dict[str, Any]:
        """What the names that a statement reads stand for."""
        names = [one for one in ast.walk(node) if isinstance(one, ast.Name)]
        read = {one.id for one in names if isinstance(one.ctx, ast.Load)}
        return {name: self.names[name] for name in sorted(read) if name in self.names}

    def _failed(self, number: int, node: ast.stmt, error: BaseException) -> None:
        told = error_of(error)
        self.escaped.append(number)
        self.raised[number] = told
        frames = traceback.extract_tb(error.__traceback__)
        for line in [frame.lineno for frame in frames if frame.filename == self.path][-1:]:
            inner = [of for (at, _), of in self.numbers.items() if at == line]
            for one in inner:
                self.raised.setdefault(one, told)
        if number not in self.meant and not isinstance(node, ast.AugAssign):
            for name in _bound(node):  # what it would have made is not what it was before
                self.names.pop(name, None)

    # What instrumented code calls

    def saw(self, number: int, thing: Any, local: Mapping[str, Any]) -> Any:
        """A statement made, or was about to return, a thing."""
        runs = self.records.setdefault(number, [])
        if len(runs) < MOST_RUNS and not self._is_noting:
            self._is_noting = True
            try:
                runs.append(snapshot(thing))
            except Exception:  # a strange object must not fail the notes' own code
                runs.append({"text": "", "type": type(thing).__name__})
            finally:
                self._is_noting = False
        elif len(runs) == MOST_RUNS:
            runs.append({"more": True})
        return thing

    def printing(self, number: int, *things: Any, **options: Any) -> None:
        """A statement prints things."""
        if len(things) == 1:
            self.saw(number, things[0], {})
        else:
            self.saw(number, tuple(things), {})
        shown = io.StringIO()
        with contextlib.suppress(Exception):  # of what cannot be printed, the line below tells
            print(*things, **{**options, "file": shown})  # noqa: T201 - nobody sees it
        told = self.printed.get(number, "") + shown.getvalue()
        self.printed[number] = told[:MOST_PRINTED]
        print(*things, **options)  # noqa: T201 - it is the notes that print

    def ask(self, number: int, text: str, answer: Callable[[], Any]) -> None:
        """Evaluate what the notes speak of."""
        seen = self.answers.setdefault((number, text), [])
        if len(seen) < MOST_RUNS:
            try:
                seen.append(snapshot(answer()))
            except Exception as error:
                seen.append({"raised": error_of(error)})

    def caught(self, number: int, error: BaseException) -> None:
        """A statement within another raised."""
        self.raised.setdefault(number, error_of(error))


def _overlapping(
    mine: Sequence[int] | None, memories: Mapping[str, tuple[int, int] | None]
) -> dict[str, bool]:
    """Of each of some things with elements, whether they lie in one's own memory."""
    if not mine:
        return {}
    return {
        name: mine[0] < theirs[1] and theirs[0] < mine[1]
        for name, theirs in memories.items()
        if theirs is not None
    }


def _execute(body: list[ast.stmt], names: dict[str, Any], path: str) -> None:
    exec(compile(ast.Module(body, []), path, "exec", dont_inherit=True), names)


def _bound(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
        return {node.name}
    return {
        one.id
        for one in ast.walk(node)
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    }


def begin(
    names: dict[str, Any],
    path: str,
    numbers: Sequence[tuple[int, int, int]],
    questions: Mapping[int, Sequence[str]],
    meant: Sequence[int],
) -> Witness:
    """A witness of what is run in a namespace."""
    by_place = {(line, column): number for line, column, number in numbers}
    witness = Witness(names, path, by_place, questions, meant)
    names[WITNESS] = witness
    names["__locals__"] = lambda: sys._getframe(1).f_locals
    return witness
