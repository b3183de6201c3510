"""Which line of a snippet made or changed which tensor."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from types import CodeType, FrameType, TracebackType
from typing import Any

from runner.observed.follow import Follower, is_followed
from runner.observed.operations import Operations, told_apart
from runner.observed.sightings import Observer, Scope
from runner.observed.tensors import shortened
from runner.protocol.anatomy import MOST_SIGHTINGS, MOST_STEPS, Sighting, Step, Trace
from runner.protocol.wire import Source

MOST_LINES = 2_000  # that are run while watching, be there anything to tell of them or not


@dataclass
class _Statement:
    """A statement that is being run; a quiet one is told of only for what it does."""

    code_name: str
    lines: range
    is_quiet: bool
    raised: str | None = None


class Tracer:
    """Runs the sources of a snippet in one namespace and watches their tensors.

    A statement is told of when it is over, so the lines that it calls come before it. At
    the limit it ceases to watch, and the rest is run at its full speed.
    """

    def __init__(self, names: dict[str, Any], *, pictures: bool = False) -> None:
        """For `pictures` all is told that can be drawn; that may disturb code that has modes."""
        self._names = names
        self._follower = Follower(self)
        self._observer = Observer(portraits=pictures)
        self._operations = Operations(self._visible) if pictures else None
        self._module = Scope()
        self._calls: dict[FrameType, Scope] = {}
        self._running: dict[FrameType, _Statement] = {}  # the innermost is the last
        self._statements: dict[str, dict[int, range]] = {}
        self._trees: dict[str, ast.Module] = {}
        self._paths: dict[str, str] = {}
        self._is_setup = False
        self._is_watching = True
        self._steps: list[Step] = []
        self._lines_left = MOST_LINES
        self._sightings_left = MOST_SIGHTINGS

    def run(self, text: str, source: Source, *, is_setup: bool) -> None:
        """Execute the text of a source, at its lines.

        Lines that set up are told of only for what they do to tensors.
        """
        name = source.code_name
        tree = ast.parse(text, name)
        self._statements.setdefault(name, {}).update(_statements(tree))
        self._trees[name] = tree
        self._paths[name] = source.path
        self._is_setup = is_setup
        with self._operations or nullcontext():
            self._follower.run(compile(tree, name, "exec", dont_inherit=True), self._names)

    def trace(self) -> Trace:
        """What has been seen so far."""
        return Trace(tuple(self._steps), self._is_watching and self._observer.is_whole)

    def entered(self, frame: FrameType) -> None:
        caller = next(reversed(self._running), None)
        if caller is not None:
            # What it did before the call is not for the called lines to claim.
            self._tell(self._running[caller], self._look(caller), even_if_nothing=False)
        if self._is_watching and not _is_module(frame.f_code):
            self._calls[frame] = Scope(_prefix(frame.f_code))
            if frame.f_lineno != frame.f_code.co_firstlineno:  # a generator goes on
                self._look(frame)
                self._begin(frame, self._lines(frame, frame.f_lineno), is_quiet=True)

    def reached(self, frame: FrameType, line: int) -> None:
        self._lines_left -= 1
        if self._lines_left < 0:
            self._stop()
            return
        lines = self._lines(frame, line)
        before = self._running.get(frame)
        if before is not None and before.lines == lines:
            return
        self._finish(frame)
        comes_back_to_its_header = before is not None and before.lines.start in lines
        is_quiet = comes_back_to_its_header or _is_class_body(frame.f_code)
        self._begin(frame, lines, is_quiet=is_quiet)

    def raised(self, frame: FrameType, error: BaseException, frames: TracebackType | None) -> None:
        statement = self._running.get(frame)
        if statement is None or isinstance(error, GeneratorExit):  # that closes a generator
            return
        innermost = frame
        while frames is not None:
            if is_followed(frames.tb_frame.f_code, self._statements):
                innermost = frames.tb_frame
            frames = frames.tb_next
        if innermost is frame:
            statement.raised = shortened(type(error).__name__)

    def left(self, frame: FrameType) -> None:
        self._finish(frame)
        self._calls.pop(frame, None)

    def _lines(self, frame: FrameType, line: int) -> range:
        """The lines of the statement that a line is part of."""
        return self._statements[frame.f_code.co_filename].get(line, range(line, line + 1))

    def _begin(self, frame: FrameType, lines: range, *, is_quiet: bool) -> None:
        if self._is_watching:
            name = frame.f_code.co_filename
            self._running[frame] = _Statement(name, lines, is_quiet or self._is_setup)

    def _finish(self, frame: FrameType) -> None:
        statement = self._running.pop(frame, None)
        if statement is not None:
            is_loud = statement.raised is not None or not statement.is_quiet
            self._tell(statement, self._look(frame), even_if_nothing=is_loud)

    def _visible(self) -> Iterator[Mapping[str, Any]]:
        """The namespaces that the code at work can see, the narrowest first."""
        frame = next(reversed(self._running), None)
        if frame is not None:
            yield frame.f_locals
        yield self._names

    def _look(self, frame: FrameType) -> tuple[Sighting, ...]:
        scopes = [(self._module, self._names)]
        if frame in self._calls:
            scopes.append((self._calls[frame], frame.f_locals))
        try:
            return self._observer.look(*scopes)
        except Exception:  # code that tampers with torch itself is run on, if not watched
            self._stop()
            return ()

    def _tell(
        self, statement: _Statement, sightings: tuple[Sighting, ...], *, even_if_nothing: bool
    ) -> None:
        operations = self._operations.take() if self._operations else ()
        if not sightings and not operations and not even_if_nothing:
            return
        if len(self._steps) == MOST_STEPS or len(sightings) > self._sightings_left:
            self._stop()
            return
        self._sightings_left -= len(sightings)
        operations = told_apart(operations, self._trees[statement.code_name], statement.lines)
        path = self._paths[statement.code_name]
        self._steps.append(
            Step(path, statement.lines.start, sightings, statement.raised, operations)
        )

    def _stop(self) -> None:
        self._is_watching = False
        self._follower.stop()
        self._calls.clear()
        self._running.clear()


def _statements(tree: ast.Module) -> dict[int, range]:
    """For every line, those of the innermost statement that it is part of."""
    lines: dict[int, range] = {}
    for node in ast.walk(tree):  # which comes to a statement before those within it
        if isinstance(node, ast.stmt | ast.excepthandler):
            decorators = getattr(node, "decorator_list", [])
            first = min(part.lineno for part in (node, *decorators))
            span = range(first, (node.end_lineno or node.lineno) + 1)
            lines.update(dict.fromkeys(span, span))
    return lines


def _prefix(code: CodeType) -> str:
    """What goes before the names of a function's variables, such as `Net.forward.`."""
    return code.co_qualname.rpartition("<locals>.")[2] + "."


def _is_module(code: CodeType) -> bool:
    return code.co_name == "<module>"


def _is_class_body(code: CodeType) -> bool:
    return not code.co_flags & inspect.CO_OPTIMIZED and not _is_module(code)
