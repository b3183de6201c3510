"""Text that is code, as blocks: with prompts, with magics, or with prose among it."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from quizapp.drafting.code.statements import parse
from quizapp.drafting.reading.notes import Block, Stored, Trouble
from quizapp.text.language import tr

_PROMPT = re.compile(r"^\s*(?:>>>|\.\.\.)(?: |$)", re.MULTILINE)
_IPYTHON = re.compile(r"^\s*In \[\d*\]: ", re.MULTILINE)
_MAGIC = re.compile(r"^(?P<indent>\s*)(?:[%!].*|\?.*|\w[\w.]*\?{1,2})$")
_CELL_MAGIC = re.compile(r"\A\s*%%(?P<name>\w+)")
_CODE = re.compile(r"[=(\[.]|^(?:import|from|del|assert|pass|print)\b")


def block_of(
    text: str, line: int, headings: Sequence[str] = (), remark: str = ""
) -> tuple[list[Block], list[Trouble]]:
    """The blocks that code makes which stands at a line of the file, and what cannot be read.

    Code that is not all Python is cut into the longest runs of lines that are.
    """
    stored: list[Stored] = []
    if _is_python(without_magics(text)):
        pass  # a prompt in it is one of a docstring
    elif _PROMPT.search(text):
        text, stored = _session(text, line)
    elif _IPYTHON.search(text):
        text, stored = _ipython(text, line)
    text = without_magics(text)
    if not text.strip():
        return [], []
    common = tuple(headings)
    try:
        parse(text)
    except SyntaxError as error:
        found, troubles = _salvaged(text, line, error)
        blocks = [
            Block(
                text=part,
                line=at,
                headings=common,
                remark=remark,
                stored=tuple(one for one in stored if at <= one.line <= at + part.count("\n") + 1),
            )
            for part, at in found
        ]
        return blocks, troubles
    return [Block(text=text, line=line, headings=common, stored=tuple(stored), remark=remark)], []


def _is_python(text: str) -> bool:
    try:
        parse(text)
    except SyntaxError:
        return False
    return True


def without_magics(text: str) -> str:
    """The code with `%magic` and `!command` lines left blank, a `%%time` too."""
    if match := _CELL_MAGIC.match(text):
        if match["name"] not in ("time", "timeit", "capture", "python", "python3"):
            return ""
        text = re.sub(r"%%.*", "", text, count=1)
    lines = []
    for line in text.split("\n"):
        magic = _MAGIC.match(line)
        lines.append(
            f"{magic['indent']}pass" if magic and magic["indent"] else "" if magic else line
        )
    return "\n".join(lines)


def _session(text: str, first: int) -> tuple[str, list[Stored]]:
    """Lines after `>>>` as code, those below as what was shown."""
    lines = text.split("\n")
    code: list[str] = []
    stored: list[Stored] = []
    shown: list[str] = []
    begun = 0
    last = None

    def keep() -> None:
        if shown and last is not None and any(one.strip() for one in shown):
            stored.append(Stored("\n".join(shown).strip("\n"), begun, last))
        shown.clear()

    prompted = False
    for number, line in enumerate(lines, first):
        stripped = line.lstrip()
        is_more = (
            stripped.startswith("...") and (stripped == "..." or stripped[3:4] == " ") and prompted
        )
        if stripped.startswith(">>> ") or stripped == ">>>" or (is_more and not shown):
            keep()
            code.append(stripped[4:])
            if stripped[4:].strip():
                last = number
            prompted = True
            continue
        if not stripped:
            keep()
        elif last is not None:
            if not shown:
                begun = number
            shown.append(line)
        else:
            code.append(line)
            continue
        code.append("")
    keep()
    return "\n".join(code), stored


def _ipython(text: str, first: int) -> tuple[str, list[Stored]]:
    code: list[str] = []
    stored: list[Stored] = []
    last = None
    begun, shown = 0, [""]
    shown.clear()

    def keep() -> None:
        if shown and last is not None:
            stored.append(Stored("\n".join(shown).strip("\n"), begun, last))
        shown.clear()

    for number, line in enumerate(text.split("\n"), first):
        entered = re.match(r"\s*In \[\d*\]: ?(.*)|\s*\.{3,}: ?(.*)", line)
        if entered:
            keep()
            code.append(entered[1] if entered[1] is not None else entered[2])
            last = number
            continue
        code.append("")
        given = re.sub(r"^\s*Out\s*\[\d*\]: ?", "", line)
        if given.strip():
            begun = begun if shown else number
            shown.append(given)
        else:
            keep()
    keep()
    return "\n".join(code), stored


MOST_LINES = 4_000


def _salvaged(
    text: str, first: int, error: SyntaxError
) -> tuple[list[tuple[str, int]], list[Trouble]]:
    """The longest runs of lines that parse, each with its line; the rest is told."""
    lines = text.split("\n")
    found: list[tuple[str, int]] = []
    troubles: list[Trouble] = []
    at = 0
    while at < min(len(lines), MOST_LINES):
        if not lines[at].strip():
            at += 1
            continue
        end = _longest(lines, at)
        if end is None:
            why = _why(lines[at], error)
            troubles.append(
                Trouble(first + at, tr("passed over, it is not Python: {why}", why=why))
            )
            at += 1
            continue
        part = "\n".join(lines[at:end])
        if looks_like_code(part):
            found.append((part, first + at))
        at = end
    return found, troubles


def _why(line: str, error: SyntaxError) -> str:
    try:
        parse(line.strip())
    except SyntaxError as own:
        return own.msg
    return error.msg


def _longest(lines: Sequence[str], start: int) -> int | None:
    """One past the last line of the longest run from `start` that parses."""
    if lines[start][:1].isspace():
        return None
    end = start
    best = None
    while end < len(lines) and end - start < 400:
        end += 1
        try:
            parse("\n".join(lines[start:end]))
        except SyntaxError as error:
            # An end that is open may be closed further on; anything else stays wrong.
            is_open = (error.lineno or 0) >= end - start or "never closed" in error.msg
            is_open = is_open or "unterminated triple" in error.msg or "expected" in error.msg
            if not is_open or end - start - (0 if best is None else best - start) > 60:
                break
        else:
            best = end
    return best


def looks_like_code(text: str) -> bool:
    """Whether text that parses is meant as code, and is no word of prose."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return any(
        isinstance(
            node,
            ast.Assign
            | ast.Call
            | ast.Import
            | ast.ImportFrom
            | ast.FunctionDef
            | ast.ClassDef
            | ast.AugAssign,
        )
        for node in ast.walk(tree)
    )


def chunks(lines: Sequence[str], free: Collection[int]) -> Iterator[tuple[int, int]]:
    """Cuts at those blank lines that are free to cut at: 0-based first line, one past the last."""
    begun = 0
    for number, line in enumerate(lines):
        if not line.strip() and number in free and any(one.strip() for one in lines[begun:number]):
            yield begun, number
            begun = number + 1
    if any(one.strip() for one in lines[begun:]):
        yield begun, len(lines)
