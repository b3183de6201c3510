"""Which earlier statements each needs: by the names that it uses.

A name that is bound again is another version of it. A statement needs those that made the
versions it uses, and those before it that may have changed anything these were made of: the
one who calls `loss.backward()` changes the weights that `loss` was computed from.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from quizapp.deck.usual_imports import USUAL_IMPORTS
from quizapp.drafting.code.changes import makes_new
from quizapp.drafting.code.statements import Statement, names_of

Version = tuple[str, int]
"""A name, and the index of the statement that bound it."""
Versions = frozenset[Version]

REMOTELY = 2
"""Steps by which a run of notes takes what they may need: a hook is called by its module, say."""

GIVEN = {"shares", "device", "rank", "world_size", *vars(builtins), "__name__", "__file__"}


@dataclass(frozen=True, kw_only=True)
class Needs:
    """What a statement or block needs to have run before it."""

    statements: tuple[int, ...]
    """Indices, in the order in which they are to run."""
    imports: tuple[str, ...]
    """Usual imports that the notes leave out."""


class Dependencies:
    """Which statements of some notes need which."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self.statements = statements
        self._first: dict[str, int] = {}
        for one in statements:
            for name in one.binds:
                self._first.setdefault(name, one.index)
        self._used: list[Versions] = []
        self._made_of: dict[Version, Versions] = {}
        self._memory_of: dict[Version, Versions] = {}
        self._changers: list[tuple[int, Versions]] = []
        self._writers: list[tuple[int, Versions]] = []
        self._reach_of: dict[Version, Versions] = {}
        self._callers: list[tuple[int, Versions]] = []
        self._missing: list[frozenset[str]] = []
        self._after: list[Mapping[str, int]] = []
        self._settings = [one.index for one in statements if one.is_setting]
        env: dict[str, int] = {}
        for one in statements:
            self._follow(one, env)

    def _follow(self, one: Statement, env: dict[str, int]) -> None:
        used, missing = self._versions(one.uses | one.changes | one.writes, env)
        self._used.append(used)
        self._missing.append(missing)
        closure = self._closure(used, self._made_of)
        memory = frozenset() if makes_new(one.node) else self._closure(used, self._memory_of)
        is_definition = isinstance(
            one.node, ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom
        )
        if one.changes:
            changed, _ = self._versions(one.changes, env)
            self._changers.append((one.index, self._closure(changed, self._made_of)))
        if one.writes:
            written, _ = self._versions(one.writes, env)
            self._writers.append((one.index, self._closure(written, self._memory_of)))
        kept: Versions = frozenset()
        if not _binds_for_sure(one.node):
            kept, _ = self._versions(one.binds & env.keys(), env)
        reach = kept.union(*(self._reach_of.get(one, {one}) for one in used))
        reach |= {(name, one.index) for name in one.binds}
        if isinstance(one.node, ast.Import | ast.ImportFrom):
            reach = frozenset()  # a module is what everything has to do with
        elif one.calls:
            self._callers.append((one.index, reach))
        for name in one.binds:
            mine = (name, one.index)
            self._reach_of[mine] = reach
            self._made_of[mine] = frozenset() if is_definition else closure | kept | {mine}
            self._memory_of[mine] = frozenset() if is_definition else memory | kept | {mine}
            if kept:
                self._used[-1] |= kept
            env[name] = one.index
        self._after.append(dict(env) if one.binds else (self._after[-1] if self._after else {}))

    def _versions(
        self, names: Iterable[str], env: Mapping[str, int]
    ) -> tuple[Versions, frozenset[str]]:
        """The versions that names stand for, those bound only later too; names never bound."""
        found, missing = set(), set()
        for name in names:
            index = env.get(name, self._first.get(name))
            if index is not None:
                found.add((name, index))
            elif name not in GIVEN:
                missing.add(name)
        return frozenset(found), frozenset(missing)

    def _closure(self, versions: Iterable[Version], of: Mapping[Version, Versions]) -> Versions:
        empty: Versions = frozenset()
        return empty.union(*(of.get(one, empty) for one in versions))

    def needs(
        self,
        indices: Sequence[int],
        *,
        settings: bool = True,
        idle: Collection[int] = (),
        steps: int | None = 0,
    ) -> Needs:
        """What some statements that run together need before them.

        `idle` are statements that are known to have changed nothing. Besides those that surely are
        needed, there are those that call anything and have to do with what is used, by so many
        `steps` from one to the next; None stands for all statements before.
        """
        return self._gather(indices, [], settings, idle, steps)

    def needs_of_expression(
        self,
        expression: str,
        after: int,
        *,
        settings: bool = True,
        idle: Collection[int] = (),
        steps: int | None = 0,
    ) -> Needs:
        """What an expression needs that stands after so many statements; see `needs`."""
        env = self._after[after - 1] if after else {}
        _, uses = names_of(expression)
        used, missing = self._versions(uses, env)
        return self._gather([], [(after, used, missing)], settings, idle, steps)

    def code_of(self, needs: Needs) -> str:
        """What is needed, as code."""
        return "\n".join([*needs.imports, *(self.statements[one].text for one in needs.statements)])

    def _gather(
        self,
        indices: Sequence[int],
        others: Sequence[tuple[int, Versions, frozenset[str]]],
        settings: bool,
        idle: Collection[int],
        steps: int | None,
    ) -> Needs:
        given = set(indices)
        got: set[int] = set()
        missing: set[str] = set()
        todo = [(one, self._used[one], self._missing[one]) for one in indices] + list(others)
        first = min([one for one, _, _ in todo], default=0)
        more = {one for one in self._settings if one < first} if settings else set()
        if steps is None:
            more |= set(range(first)).difference(idle)
        else:
            names = frozenset[Version]().union(*(used for _, used, _ in todo))
            more |= self._having_to_do_with(names, first, steps).difference(idle)
        got |= more - given
        todo += [(one, self._used[one], self._missing[one]) for one in more - given]
        while todo:
            index, used, absent = todo.pop()
            missing |= absent
            reach = self._closure(used, self._made_of)
            memory = self._closure(used, self._memory_of)
            wanted = {made for _, made in used}
            acting = {one for one, changed in self._changers if one < index and changed & reach}
            acting |= {one for one, written in self._writers if one < index and written & memory}
            for one in (wanted | acting.difference(idle)) - got - given:
                got.add(one)
                todo.append((one, self._used[one], self._missing[one]))
        ordered = sorted(got, key=lambda one: (one < first, one))
        return Needs(statements=tuple(ordered), imports=_imports(missing))

    def _having_to_do_with(self, used: Versions, before: int, steps: int) -> set[int]:
        """Statements that call anything and share a name with what is used, or with another."""
        reach, got = self._closure(used, self._reach_of), dict[int, Versions]()
        for _ in range(steps):
            got |= {one: mine for one, mine in self._callers if one < before and mine & reach}
            reach = reach.union(*got.values())
        return set(got)


def _imports(missing: Iterable[str]) -> tuple[str, ...]:
    return tuple(USUAL_IMPORTS[name] for name in USUAL_IMPORTS if name in set(missing))


def _binds_for_sure(node: ast.stmt) -> bool:
    return isinstance(
        node,
        ast.Assign
        | ast.AnnAssign
        | ast.FunctionDef
        | ast.AsyncFunctionDef
        | ast.ClassDef
        | ast.Import
        | ast.ImportFrom
        | ast.With,
    )
