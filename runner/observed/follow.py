"""Tells of every line of given code as it is run, and of no other code's.

Since Python 3.12 there is `sys.monitoring`, which costs other code nothing; before it,
`sys.settrace`, which is called for every function that is entered.
"""

from __future__ import annotations

import dis
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator
from types import CodeType, FrameType, TracebackType
from typing import Any, Protocol

from torch._C._dynamo.eval_frame import set_eval_frame

# They belong to the statement that they stand in; since 3.12 most have no frame of their own.
COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
FOR_ITER = dis.opmap["FOR_ITER"]
COMPILER = "torch._dynamo.eval_frame"


class Listener(Protocol):
    """Who is told. What it raises would be raised in the code that is followed."""

    def entered(self, frame: FrameType) -> None:
        """A call has begun, or a generator goes on."""

    def reached(self, frame: FrameType, line: int) -> None:
        """A line is about to be run."""

    def raised(self, frame: FrameType, error: BaseException, frames: TracebackType | None) -> None:
        """An exception came up in a line, or came back to it from what it called."""

    def left(self, frame: FrameType) -> None:
        """A call is over, be it by an exception, or a generator yields."""


def is_followed(code: CodeType, paths: Collection[str]) -> bool:
    """Whether the lines of code are told of, where sources with these paths are followed."""
    return code.co_filename in paths and code.co_name not in COMPREHENSIONS


class _Follower(ABC):
    """Runs code and tells a listener of its lines, those of this thread only."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._paths: set[str] = set()
        self._is_stopped = False
        self._is_hidden = False

    def run(self, code: CodeType, names: dict[str, Any]) -> None:
        """Execute code. What it defines is followed in later runs, too."""
        self._paths.add(code.co_filename)
        if not self._is_stopped:
            self._begin(code)
        try:
            exec(code, names)
        finally:
            self._end()

    def stop(self) -> None:
        """Follow no more: whatever is still to be run goes at its full speed."""
        self._is_stopped = True
        self._end()

    def _tell(self, told: Callable[..., None], frame: FrameType, *arguments: object) -> None:
        """Tell the listener something, unseen by `torch.compile`.

        While it is at work it takes every function that is called for one to be compiled.
        """
        compiler = sys.modules.get(COMPILER)
        if compiler is None:
            told(frame, *arguments)
            return
        if not self._is_hidden:
            for function in (_Follower._tell, is_followed, *self._callbacks()):
                compiler.skip_code(function.__code__)
            self._is_hidden = True
        at_work = set_eval_frame(None)
        try:
            told(frame, *arguments)
        finally:
            set_eval_frame(at_work)

    def _raised(self, frame: FrameType, error: BaseException, frames: TracebackType | None) -> None:
        ends_a_loop = frame.f_code.co_code[frame.f_lasti] == FOR_ITER
        if not (ends_a_loop and isinstance(error, StopIteration)):
            self._listener.raised(frame, error, frames)

    @abstractmethod
    def _begin(self, code: CodeType) -> None: ...

    @abstractmethod
    def _end(self) -> None: ...

    @abstractmethod
    def _callbacks(self) -> tuple[Any, ...]: ...


if sys.version_info >= (3, 12):
    from sys import monitoring

    TOOL = 3  # the first that is not set aside for debuggers and the like
    EVENTS = monitoring.events
    LOCAL = EVENTS.LINE | EVENTS.PY_START | EVENTS.PY_RESUME | EVENTS.PY_RETURN | EVENTS.PY_YIELD
    # These cannot be had for some code only.
    EVERYWHERE = EVENTS.RAISE | EVENTS.PY_THROW | EVENTS.PY_UNWIND

    class Follower(_Follower):
        def __init__(self, listener: Listener) -> None:
            super().__init__(listener)
            self._codes: list[CodeType] = []
            self._thread = 0

        def _begin(self, code: CodeType) -> None:
            self._codes += _with_inner(code)
            self._thread = threading.get_ident()
            monitoring.use_tool_id(TOOL, "trace")
            for event, callback in (
                (EVENTS.LINE, self._on_line),
                (EVENTS.PY_START, self._on_entry),
                (EVENTS.PY_RESUME, self._on_entry),
                (EVENTS.PY_THROW, self._on_entry),
                (EVENTS.PY_RETURN, self._on_exit),
                (EVENTS.PY_YIELD, self._on_exit),
                (EVENTS.PY_UNWIND, self._on_exit),
                (EVENTS.RAISE, self._on_raise),
            ):
                monitoring.register_callback(TOOL, event, callback)
            self._listen_to(LOCAL, EVERYWHERE)

        def _end(self) -> None:
            if monitoring.get_tool(TOOL) is not None:
                self._listen_to(0, 0)
                monitoring.free_tool_id(TOOL)

        def _listen_to(self, local: int, everywhere: int) -> None:
            for code in self._codes:
                monitoring.set_local_events(TOOL, code, local)
            monitoring.set_events(TOOL, everywhere)

        def _callbacks(self) -> tuple[Any, ...]:
            return (self._is_meant, self._on_line, self._on_entry, self._on_exit, self._on_raise)

        def _is_meant(self, code: CodeType) -> bool:
            return is_followed(code, self._paths) and threading.get_ident() == self._thread

        def _on_line(self, code: CodeType, line: int) -> None:
            if self._is_meant(code):
                self._tell(self._listener.reached, sys._getframe(1), line)

        def _on_entry(self, code: CodeType, *_: object) -> None:
            if self._is_meant(code):
                self._tell(self._listener.entered, sys._getframe(1))

        def _on_exit(self, code: CodeType, *_: object) -> None:
            if self._is_meant(code):
                self._tell(self._listener.left, sys._getframe(1))

        def _on_raise(self, code: CodeType, _: int, error: BaseException) -> None:
            if self._is_meant(code):
                self._tell(self._raised, sys._getframe(1), error, error.__traceback__)

    def _with_inner(code: CodeType) -> Iterator[CodeType]:
        """The code and that of the functions and classes within it."""
        yield code
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                yield from _with_inner(constant)

else:

    class Follower(_Follower):
        def _begin(self, code: CodeType) -> None:
            sys.settrace(self._on_call)

        def _end(self) -> None:
            sys.settrace(None)

        def _callbacks(self) -> tuple[Any, ...]:
            return (self._on_call, self._on_event)

        def _on_call(self, frame: FrameType, event: str, argument: Any) -> Any:
            if not is_followed(frame.f_code, self._paths):
                return None
            self._tell(self._listener.entered, frame)
            return self._on_event

        def _on_event(self, frame: FrameType, event: str, argument: Any) -> Any:
            if event == "line":
                self._tell(self._listener.reached, frame, frame.f_lineno)
            elif event == "exception":
                _, error, frames = argument
                self._tell(self._raised, frame, error, frames)
            elif event == "return":
                self._tell(self._listener.left, frame)
            return self._on_event
