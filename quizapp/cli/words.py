"""The words of `--help` and of complaints about arguments, in the language that is spoken."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

import click

from quizapp.text.cells import cells
from quizapp.text.language import mark, spoken, tr
from quizapp.text.wrap import wrapped

AS_IT_IS = "\b"
"""Begins a paragraph whose lines Click leaves alone."""

CLICKS = (
    mark("Options"),
    mark("Show the version and exit."),
    mark("Show this message and exit."),
    mark("default: {default}"),
    mark("Error: {message}"),
    mark("Try '{command} {option}' for help."),
    mark("No such command {name!r}."),
    mark("No such option {name!r}."),
    mark("(Did you mean one of: {possibilities}?)"),
    mark("Invalid value: {message}"),
    mark("Invalid value for {param_hint}: {message}"),
    mark("Missing argument"),
    mark("Missing option"),
    mark("Choose from:\n\t{choices}"),
    mark("Got unexpected extra arguments ({args})"),
    mark("Option {name!r} requires {nargs} arguments."),
    mark("Option {name!r} does not take a value."),
    mark("{value!r} is not one of {choices}."),
    mark("{value!r} is not a valid {number_type}."),
    mark("{value} is not in the range {range}."),
    mark("{name} {filename!r} does not exist."),
    mark("{name} {filename!r} is a file."),
    mark("{name} {filename!r} is a directory."),
    mark("{name} {filename!r} is not readable."),
    mark("{name} {filename!r} is not writable."),
)
"""What Click says, as far as anybody gets to read it here."""

PLACEHOLDERS = (
    mark("[OPTIONS]"),
    mark("[COMMAND]"),
    mark("[ARGS]..."),
    mark("INTEGER RANGE"),
    mark("TEXT"),
    mark("File"),
    mark("Directory"),
    mark("Path"),
    mark("integer range"),
)
"""What Click says of a place for a value, made as it is imported, or for all languages alike."""

_PLACEHOLDER = re.compile(
    rf"(?<![A-Za-z0-9_'/.:-])(?:{'|'.join(map(re.escape, PLACEHOLDERS))})(?![A-Za-z0-9_'/.:-])"
)


def let_click_speak() -> None:
    """Have Click's own words looked up in our catalog.

    It looks for them in gettext's default domain, in the language of the environment alone; and
    that may be another than the one that was asked for.
    """
    for name, module in sys.modules.items():
        if name.startswith("click.") and hasattr(module, "_"):
            vars(module).update(_=tr, ngettext=_of_number)
    vars(click.formatting).update(term_len=cells)  # a Chinese sign is two wide


def _of_number(one: str, several: str, number: int) -> str:
    said = tr(several)
    return one if number == 1 and said == several else said


def in_words(text: str) -> str:
    """What Click has put together, its placeholders and ends in the language that is spoken."""
    said = _PLACEHOLDER.sub(lambda found: tr(found[0]), text)
    return re.sub(r"(?<=')\.(?: |$)", "。", said) if spoken() == "zh" else said


class Help(click.HelpFormatter):
    """Writes each paragraph in the language that is spoken, its lines broken as that wants it."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, in_words(args), tr("Usage: ") if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':>{self.current_indent}}{tr('{heading}:', heading=heading)}\n")

    def write_text(self, text: str) -> None:
        super().write_text(_laid_out(text, self.width - self.current_indent))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        rows = [(in_words(name), said) for name, said in rows]
        first = min(max(cells(name) for name, _ in rows), col_max) + col_spacing
        room = self.width - first - self.current_indent
        super().write_dl([(name, _laid_out(said, room)) for name, said in rows], col_max)


def first_sentence(text: str) -> str:
    """What a command does, of all that its help says."""
    said = tr(_in_a_line(text.partition("\n\n")[0]))
    return re.split(r"\.(?= [A-Z]|$)|。", said, maxsplit=1)[0]


def _laid_out(text: str, width: int) -> str:
    return "\n\n".join(_paragraph(each, width) for each in text.split("\n\n"))


def _paragraph(text: str, width: int) -> str:
    if text.startswith(AS_IT_IS):
        return AS_IT_IS + tr(text.removeprefix(AS_IT_IS))
    said, *more = _in_a_line(text).partition("  [")  # what Click adds of an option
    lines = wrapped("".join([tr(said), *more]), width)
    return "\n".join([AS_IT_IS, *lines])


def _in_a_line(text: str) -> str:
    return " ".join(text.split("\n")).strip()
