"""Runs notes statement by statement and keeps what each of them made, printed and raised.

This text itself is run in the sandbox, before the notes' code: it therefore stands alone, and
knows of tensors only what every object is asked for.
"""

from __future__ import annotations

import ast
import contextlib
import io
import signal
import sys
import traceback
import types
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import getstate
from typing import Any

MOST_RUNS = 8  # of one statement that are kept, as in a loop
MOST_PRINTED = 20_000  # characters, of one statement
MOST_ELEMENTS = 1_000  # of a tensor whose elements are told
MOST_MEMBERS = 64  # of a container
LONGEST = 3_000  # characters of a repr
DEEPEST = 4
PATIENCE = 5.0  # seconds for one statement

WITNESS = "__witness__"  # what the notes' code would have to be called to be in the way
Json = dict[str, Any]


class TooLong(BaseException):
    """A statement has not come to an end."""


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
        self._chance = _chance()

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
        with _other_seeds(shift), _quiet(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for node in ast.parse(text).body:
                # A statement that failed before fails again: the notes went on after it.
                with contextlib.suppress(BaseException), _patience():
                    _execute([node], self.names, self.path)

    def run(self, text: str, line: int) -> None:
        """Run a block of which this is the first line."""
        for node in ast.parse("\n" * (line - 1) + text).body:
            self._statement(node)
        self.is_random = _chance() != self._chance

    def _statement(self, node: ast.stmt) -> None:
        number = self.numbers.get((node.lineno, node.col_offset), -1)
        inputs = self._inputs(node)
        body = _Instrument(self).body([node])
        printed = io.StringIO()
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            try:
                with contextlib.redirect_stdout(printed), _patience():
                    _execute(body, self.names, self.path)
            except BaseException as error:
                self._failed(number, node, error)
        self.printed[number] = printed.getvalue()[:MOST_PRINTED]
        for one in warned:
            self.warned.append((number, one.category.__name__, str(one.message)[:LONGEST]))
        for record in self.records.get(number, [])[-1:]:
            record["inputs"] = inputs

    def _inputs(self, node: ast.stmt) -> Json:
        read = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
        held = {name: self.names[name] for name in sorted(read) if name in self.names}
        return {name: _facts(thing) for name, thing in held.items() if _is_tensor(thing)}

    def _failed(self, number: int, node: ast.stmt, error: BaseException) -> None:
        told = _raised(error)
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
                runs.append(_snapshot(thing, {**self.names, **local}))
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
                seen.append(_snapshot(answer(), {}))
            except Exception as error:
                seen.append({"raised": _raised(error)})

    def caught(self, number: int, error: BaseException) -> None:
        """A statement within another raised."""
        self.raised.setdefault(number, _raised(error))


class _Instrument:
    """Puts calls of the witness into code, at the statements that have a number."""

    def __init__(self, witness: Witness) -> None:
        self._witness = witness

    def body(self, nodes: Sequence[ast.stmt], *, inner: bool = False) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for node in nodes:
            number = self._witness.numbers.get((node.lineno, node.col_offset))
            self._inside(node)
            if number is None:
                out.append(node)
                continue
            made = [ast.copy_location(one, node) for one in self._statement(number, node)]
            if inner:
                handler = ast.ExceptHandler(
                    type=ast.Name("BaseException", ast.Load()),
                    name="__error__",
                    body=[
                        ast.Expr(_call("caught", number, ast.Name("__error__", ast.Load()))),
                        ast.Raise(),
                    ],
                )
                made = [ast.Try(body=made, handlers=[handler], orelse=[], finalbody=[])]
            out += made
        return [ast.fix_missing_locations(one) for one in out]

    def _inside(self, node: ast.stmt) -> None:
        for field in ("body", "orelse", "finalbody"):
            if isinstance(inside := getattr(node, field, None), list):
                setattr(node, field, self.body(inside, inner=True))
        for part in [*getattr(node, "handlers", ()), *getattr(node, "cases", ())]:
            part.body = self.body(part.body, inner=True)

    def _statement(self, number: int, node: ast.stmt) -> Iterator[ast.stmt]:
        match node:
            case ast.Expr(
                value=ast.Call(func=ast.Name(id="print"), args=args, keywords=keywords)
            ) if not any(isinstance(one, ast.Starred) for one in args):
                yield ast.Expr(_call("printing", number, *args, keywords=keywords))
            case ast.Expr(value=ast.Constant(value=str())):
                yield node
            case ast.Expr(value=value):
                yield ast.Expr(_saw(number, value))
            case ast.Return(value=value) if value is not None:
                yield ast.Return(_saw(number, value))
            case ast.Assert(test=test, msg=message):
                yield ast.Assert(_saw(number, test), message)
            case ast.Assign(targets=[target, *_]) | ast.AugAssign(target=target):
                yield node
                yield ast.Expr(_saw(number, _loaded(target)))
            case ast.AnnAssign(target=target, value=value) if value is not None:
                yield node
                yield ast.Expr(_saw(number, _loaded(target)))
            case _:
                yield node
        for text in self._witness.questions.get(number, ()):
            lazy = ast.parse(f"lambda: ({text}\n)", mode="eval").body
            yield ast.Expr(_call("ask", number, ast.Constant(text), lazy))


def _loaded(target: ast.expr) -> ast.expr:
    """What was assigned to, as an expression; of `x[0] = 1` the whole of `x`."""
    while isinstance(target, ast.Subscript):
        target = target.value
    if isinstance(target, ast.Tuple | ast.List) and any(
        isinstance(one, ast.Starred) for one in target.elts
    ):
        return ast.Constant(None)
    return ast.parse(ast.unparse(target), mode="eval").body


def _saw(number: int, value: ast.expr) -> ast.Call:
    local = ast.Call(ast.Name("__locals__", ast.Load()), [], [])
    return _call("saw", number, value, local)


def _call(
    method: str, number: int, *args: ast.expr, keywords: Sequence[ast.keyword] = ()
) -> ast.Call:
    witness = ast.Attribute(ast.Name(WITNESS, ast.Load()), method, ast.Load())
    return ast.Call(witness, [ast.Constant(number), *args], list(keywords))


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


# Things, as they are now


def _is_tensor(thing: Any) -> bool:
    # Asked of its class: an object's own `__getattr__` may do anything.
    return all(
        hasattr(type(thing), name) for name in ("requires_grad", "is_leaf", "dtype", "stride")
    )


def _snapshot(thing: Any, names: Mapping[str, Any]) -> Json:
    """A copy that later statements do not alter, with what else can be said of it."""
    seen: Json = {"thing": _copy(thing), "type": type(thing).__name__, "text": _text(thing)}
    if _is_tensor(thing):
        seen["facts"] = _facts(thing)
        seen["shares"] = _sharing(thing, names)
    return seen


def _facts(tensor: Any) -> Json:
    node = _attempt(lambda: tensor.grad_fn)
    strides = _attempt(lambda: list(tensor.stride()))
    return {
        "shape": [int(size) for size in tensor.shape],
        "dtype": str(tensor.dtype),
        "device": str(tensor.device),
        "requires_grad": bool(tensor.requires_grad),
        "is_leaf": bool(tensor.is_leaf),
        "grad_fn": None if node is None else type(node).__name__,
        "strides": strides,
        "is_contiguous": _attempt(lambda: bool(tensor.is_contiguous())),
    }


def _sharing(tensor: Any, names: Mapping[str, Any]) -> list[str]:
    """The names of other tensors in the same memory."""
    mine = _attempt(lambda: tensor.untyped_storage().data_ptr())
    if not mine:
        return []
    found = []
    for name, other in list(names.items())[:500]:
        if other is not tensor and _is_tensor(other):
            theirs = _attempt(lambda other=other: other.untyped_storage().data_ptr())  # type: ignore[misc]
            if theirs == mine:
                found.append(name)
    return found[:10]


def _copy(thing: Any, depth: int = 0) -> Any:
    if thing is None or isinstance(thing, bool | int | float | complex | str):
        return thing
    if _is_tensor(thing):
        return _copy_of_tensor(thing)
    if type(thing).__module__ == "numpy" and hasattr(thing, "copy"):
        return thing.copy() if getattr(thing, "size", 0) <= MOST_ELEMENTS else _Told(_text(thing))
    if depth < DEEPEST and isinstance(thing, tuple | list) and len(thing) <= MOST_MEMBERS:
        members = [_copy(one, depth + 1) for one in thing]
        return members if isinstance(thing, list) else tuple(members)
    if depth < DEEPEST and isinstance(thing, dict) and len(thing) <= MOST_MEMBERS:
        return {_copy(key, depth + 1): _copy(held, depth + 1) for key, held in thing.items()}
    return _Told(_text(thing))


def _copy_of_tensor(tensor: Any) -> Any:
    if tensor.is_meta or tensor.numel() > MOST_ELEMENTS:
        return _Told(_text(tensor))
    copy = _attempt(lambda: tensor.detach().clone())
    return _Told(_text(tensor)) if copy is None else copy


class _Told:
    """In place of a thing of which only its repr is kept."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _text(thing: Any) -> str:
    return str(_attempt(lambda: repr(thing)))[:LONGEST]


def _attempt(look: Callable[[], Any]) -> Any:
    try:
        return look()
    except TooLong:
        raise
    except BaseException:  # a `__repr__` may raise anything, SystemExit too
        return None


def _raised(error: BaseException) -> Json:
    bases = [base.__name__ for base in type(error).__mro__ if base is not object]
    message = error.msg if isinstance(error, SyntaxError) else _attempt(lambda: str(error))
    return {"type": type(error).__name__, "bases": bases, "message": str(message)[:LONGEST]}


# What surrounds it


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


@contextlib.contextmanager
def _patience() -> Iterator[None]:
    """Stop a statement that does not end, where the system has a clock for it."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise TooLong(f"it ran longer than {PATIENCE:g} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def _other_seeds(shift: int) -> Iterator[None]:
    torch = sys.modules.get("torch")
    if not shift or not isinstance(torch, types.ModuleType):
        yield
        return
    seed = torch.manual_seed
    torch.manual_seed = lambda number: seed(number + shift)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        torch.manual_seed = seed  # type: ignore[attr-defined]


def _chance() -> tuple[Any, ...]:
    """The state of what draws numbers at random."""
    torch, numpy = sys.modules.get("torch"), sys.modules.get("numpy")
    drawn = torch.get_rng_state().tolist() if torch is not None else ()
    other = repr(numpy.random.get_state()) if numpy is not None else ""
    return drawn, other, getstate()


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
