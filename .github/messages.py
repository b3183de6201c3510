"""Makes the catalogs of the app's words anew: the messages of the source, and gettext's own form.

Run it by the Python of the checkout's environment. It adds messages that are new to
`quizapp/locale/zh/LC_MESSAGES/quiz.po`, marks as fuzzy what is only like one that it had, drops
those that are gone, and compiles. A fuzzy message is not told: put it right, take the mark away,
and run this again.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
LOCALE = ROOT / "quizapp" / "locale"
CALLS: dict[str, tuple[int | str, ...]] = {
    "tr": (0,),
    "mark": (0,),
    "counted": (1,),
    "Binding": (2, "tooltip"),
    "Column": ("title",),
    "until_resumed": (0,),
    "option": ("help",),
    "Option": ("help",),
}
"""Whose arguments are messages, by position or name; the last two are Click's."""

COMMANDS = ("command", "group")
"""What Click makes of a function, whose docstring is then told in paragraphs."""


def messages(path: Path) -> Iterator[tuple[int, str]]:
    """The line of each message in a file of Python, and the message."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and _is_command(node):
            yield from ((node.lineno, text) for text in _paragraphs(ast.get_docstring(node) or ""))
        if isinstance(node, ast.Call) and (name := _name(node.func)):
            for at in CALLS.get(name, ()):
                given: list[ast.expr] = [word.value for word in node.keywords if word.arg == at]
                if isinstance(at, int):
                    given = node.args[at : at + 1]
                for value in given:
                    for part in _branches(value):
                        if isinstance(part, ast.Constant) and isinstance(part.value, str):
                            is_noun = name == "counted"
                            plural = f"{{number}} {part.value}s"
                            yield part.lineno, plural if is_noun else part.value
                        elif name == "counted":
                            where = f"{path}:{part.lineno}"
                            raise ValueError(
                                f"{where}: the noun has to be written out, or no language has it"
                            )


def _name(called: ast.expr) -> str | None:
    """`tr`, and `option` of `click.option`."""
    match called:
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="click"), attr=name):
            return name
    return None


def _is_command(function: ast.FunctionDef) -> bool:
    calls = (one for one in function.decorator_list if isinstance(one, ast.Call))
    return any(_name(call.func) in COMMANDS for call in calls)


def _paragraphs(docstring: str) -> Iterator[str]:
    """As quizapp/cli/words.py looks them up: in a line each, but what begins with a \\b."""
    for text in docstring.split("\n\n"):
        yield text[1:] if text.startswith("\b") else " ".join(text.split("\n"))


def _branches(value: ast.expr) -> Iterator[ast.expr]:
    """What a conditional expression may come to."""
    if isinstance(value, ast.IfExp):
        yield from _branches(value.body)
        yield from _branches(value.orelse)
    else:
        yield value


def of_source() -> Catalog:
    """Every message of the app, without a translation."""
    catalog = Catalog(project="quiz", charset="utf-8", fuzzy=False)
    for path in sorted((ROOT / "quizapp").rglob("*.py")):
        for line, message in messages(path):
            if message:
                catalog.add(message, locations=[(str(path.relative_to(ROOT)), line)])
    for path in sorted((ROOT / "quizapp" / "deck" / "kinds").glob("[a-z]*.py")):
        catalog.add(f"{path.stem} card", locations=[(str(path.relative_to(ROOT)), 1)])
    return catalog


def read(language: str) -> Catalog:
    """The catalog of a language, as it is kept."""
    with po_of(language).open("rb") as file:
        return read_po(file, locale=language)


def po_of(language: str) -> Path:
    """Where the catalog of a language is kept; beside it stands what is made of it."""
    return LOCALE / language / "LC_MESSAGES" / "quiz.po"


def main() -> None:
    for folder in LOCALE.iterdir():
        language = folder.name
        catalog = read(language)
        catalog.update(of_source(), update_creation_date=False)
        catalog.obsolete.clear()
        with po_of(language).open("wb") as file:
            write_po(file, catalog, width=100, sort_output=True, include_lineno=False)
        with po_of(language).with_suffix(".mo").open("wb") as file:
            write_mo(file, catalog)
        told = sum(bool(one.string) and not one.fuzzy for one in catalog if one.id)
        print(f"{language}: {told} of {len(catalog)}")  # noqa: T201


if __name__ == "__main__":
    main()
