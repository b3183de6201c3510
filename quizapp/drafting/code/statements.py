"""The statements of notes, and the names that each binds, uses and changes."""

from __future__ import annotations

import ast
import symtable
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from quizapp.drafting.code.changes import changed, is_setting
from quizapp.text.language import tr


@dataclass(frozen=True, kw_only=True)
class Statement:
    """A statement that is not within another; lines are those of the file, columns from 0."""

    index: int
    block: int
    line: int
    end: int
    column: int
    text: str
    node: ast.stmt
    binds: frozenset[str]
    uses: frozenset[str]
    changes: frozenset[str]
    """The names whose things it may change, and all that they were made of."""
    writes: frozenset[str]
    """The names whose memory it may write to."""
    is_setting: bool
    """Whether it alters how all later code behaves, such as a seed."""

    @property
    def calls(self) -> bool:
        """Whether it calls anything, which may then change all that it has to do with."""
        return any(isinstance(one, ast.Call) for one in ast.walk(self.node))


def parse(text: str) -> ast.Module:
    """The syntax tree. Raises SyntaxError, also for what cannot be parsed for its size."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
            compile(tree, "<notes>", "exec", dont_inherit=True)
            return tree
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        raise SyntaxError(tr("too large or too deeply nested, or holds a null byte")) from error


def statements_of(text: str, first_line: int, block: int, index: int) -> list[Statement]:
    """The statements of a block's text. Raises SyntaxError."""
    lines = text.split("\n")
    found: list[Statement] = []
    for node in parse(text).body:
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
        end = node.end_lineno or node.lineno
        cut = ast.get_source_segment(text, node) or ""
        if first != node.lineno:
            cut = "\n".join([*lines[first - 1 : node.lineno - 1], cut])
        binds, uses = names_of(cut)
        altered = list(changed(node))
        found.append(
            Statement(
                index=index + len(found),
                block=block,
                line=node.lineno + first_line - 1,
                end=end + first_line - 1,
                column=node.col_offset,
                text=cut,
                node=node,
                binds=frozenset(binds),
                uses=frozenset(uses),
                changes=frozenset(name for name, is_write in altered if not is_write),
                writes=frozenset(name for name, is_write in altered if is_write),
                is_setting=is_setting(node),
            )
        )
    return found


def names_of(text: str) -> tuple[set[str], set[str]]:
    """The global names that a statement binds, and those that it uses."""
    try:
        table = symtable.symtable(text, "<notes>", "exec")
    except (SyntaxError, ValueError, RecursionError):
        return set(), set()
    binds, uses = set(), set()
    for symbol in table.get_symbols():
        if symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace():
            binds.add(symbol.get_name())
        if symbol.is_referenced():
            uses.add(symbol.get_name())
    for child in table.get_children():
        uses |= set(_global_names(child))
    return binds, uses


def _global_names(table: symtable.SymbolTable) -> Iterator[str]:
    for symbol in table.get_symbols():
        if symbol.is_global() and symbol.is_referenced():
            yield symbol.get_name()
    for child in table.get_children():
        yield from _global_names(child)
