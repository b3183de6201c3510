"""Exceptions of a snippet's own code, described without the runner's frames."""

from __future__ import annotations

import difflib
import linecache
import sys
import traceback
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from types import TracebackType

from runner.protocol.wire import Raised, Source

MOST_SUBCLASSES = 100
LONGEST_MESSAGE = 4_000
LONGEST_TRACEBACK = 16_000

_NEAR = 0.81
"""How like a name is to one that was mistyped: NumPy's `astype` is no slip for `type`."""

# What torch's allocator and C++ say where Python says MemoryError.
OUT_OF_MEMORY = ("can't allocate memory", "not enough memory", "std::bad_alloc")


class OutOfMemory(Exception):
    """The snippet met its memory limit: a Fault, not something that its code means."""


def remember(sources: Sequence[Source]) -> None:
    """Let tracebacks show the sources' lines, at the lines where they were written."""
    by_name: dict[str, list[str]] = {}
    for source in sources:
        lines = by_name.setdefault(source.code_name, [])
        written = source.text.splitlines(keepends=True)
        first = source.line - 1
        lines.extend(["\n"] * (first + len(written) - len(lines)))
        lines[first : first + len(written)] = written
    for name, lines in by_name.items():
        # No modification time: the entry is not compared with any file on disk.
        linecache.cache[name] = (sum(map(len, lines)), None, lines, name)


def raises(error: type[BaseException], code: str) -> bool:
    """Whether code raises such an exception where this is called; another one is let through.

    So is what is a slip as a rule, and meant by no more than `Exception`: a NameError, or an
    attribute whose name is almost that of another.
    """
    names = sys._getframe(1)
    if not isinstance(code, str):
        raise TypeError(f"raises() takes code as a text, not {type(code).__name__}")
    try:
        exec(compile(code, "<raises>", "exec", dont_inherit=True), names.f_globals, names.f_locals)
    except error as seen:
        if error in (Exception, BaseException) and (isinstance(seen, NameError) or _meant(seen)):
            raise
        return True
    return False


def describe(error: BaseException, paths: Mapping[str, str]) -> Raised:
    """The exception as a Raised; `paths` are those of the snippet's sources, by their code's names.

    Raises OutOfMemory where the exception tells of that.
    """
    message = _message(error)
    if is_out_of_memory(error, message):
        raise OutOfMemory from None
    frames = _from_the_sources_on(error.__traceback__, paths)
    path, line = _innermost(frames, paths)
    if path is None and isinstance(error, SyntaxError) and error.filename in paths:
        path, line = paths[error.filename or ""], error.lineno
    return Raised(
        type=type(error).__name__,
        bases=tuple(base.__name__ for base in type(error).__mro__[1:] if base is not object),
        message=message,
        path=path,
        line=line,
        traceback=_format(error, frames, paths),
        subclasses=tuple(islice(_descendants(type(error)), MOST_SUBCLASSES)),
    )


def _descendants(kind: type) -> Iterator[str]:
    """The names of the classes below one, nearest first, each once."""
    told = {kind}
    todo = deque([kind])
    while todo:
        below: type
        for below in type.__subclasses__(todo.popleft()):
            if below not in told:
                told.add(below)
                todo.append(below)
                yield below.__name__


def is_out_of_memory(error: BaseException, message: str) -> bool:
    """Whether an exception means that the memory limit was met."""
    return isinstance(error, MemoryError) or (
        isinstance(error, RuntimeError) and any(sign in message for sign in OUT_OF_MEMORY)
    )


def _message(error: BaseException) -> str:
    try:
        # str() of a syntax error repeats its place.
        message = error.msg if isinstance(error, SyntaxError) else str(error)
        return str(message)[:LONGEST_MESSAGE] + _meant(error)
    except Exception as broken:
        return f"<its message could not be read: {type(broken).__name__}>"


def _meant(error: BaseException) -> str:
    """Which attribute was meant, in Python's words: it gives up on as many names as torch has."""
    if not isinstance(error, AttributeError) or not isinstance(error.name, str):
        return ""
    sought = error.name.strip("_")
    names = [name for name in dir(error.obj) if name.strip("_") != sought]
    turned = [name for name in names if sorted(name) == sorted(sought)]
    near = turned or difflib.get_close_matches(sought, names, 1, cutoff=_NEAR)
    return f". Did you mean: '{near[0]}'?" if near else ""


def _from_the_sources_on(
    frames: TracebackType | None, paths: Collection[str]
) -> TracebackType | None:
    while frames is not None and frames.tb_frame.f_code.co_filename not in paths:
        frames = frames.tb_next
    return frames


def _innermost(
    frames: TracebackType | None, paths: Mapping[str, str]
) -> tuple[str | None, int | None]:
    place: tuple[str | None, int | None] = (None, None)
    while frames is not None:
        if path := paths.get(frames.tb_frame.f_code.co_filename):
            place = (path, frames.tb_lineno)
        frames = frames.tb_next
    return place


def _format(error: BaseException, frames: TracebackType | None, paths: Mapping[str, str]) -> str:
    try:
        text = "".join(traceback.format_exception(type(error), error, frames))
    except Exception:  # a `__str__` that raises, a cause that is no exception …
        return f"{type(error).__name__}\n"
    for name, path in paths.items():
        text = text.replace(f'"{name}"', f'"{path}"')
    return _without_its_middle(text)


def _without_its_middle(text: str) -> str:
    """At most LONGEST_TRACEBACK characters: how it began, and how it ended."""
    half = LONGEST_TRACEBACK // 2
    return text if len(text) <= 2 * half else f"{text[:half]}\n  …\n{text[-half:]}"
