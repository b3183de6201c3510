"""Files of notes, by their ending."""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from quizapp.drafting.code.statements import parse
from quizapp.drafting.reading.blocks import block_of, chunks, without_magics
from quizapp.drafting.reading.docstrings import examples_of
from quizapp.drafting.reading.markdown_notes import is_chinese, read_markdown
from quizapp.drafting.reading.notes import Block, Notes, Stored, Trouble
from quizapp.text.language import tr
from quizapp.text.opened import opened
from quizapp.text.reasons import reason

MAX_BYTES = 4 << 20
MAX_BYTES_OF_NOTEBOOK = 64 << 20
"""Pictures that a notebook stores make it large."""
SUFFIXES = (".md", ".markdown", ".ipynb", ".py", ".txt", ".rst")
FORMATS = (1, 2, 3, 4)
"""Of notebooks."""
_KEY = re.compile(r'^"(?:source|input|text|text/plain|ename)": ')
"""Of a notebook, before what stands in a line with it."""
_CELL = re.compile(r"^# ?(?:%%|In ?\[)")


def read_notes(path: Path) -> Notes:
    """Read a file of notes. What is wrong with it as a whole is a trouble of the notes."""
    name = str(path)
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        return _unusable(name, tr("notes end in one of {suffixes}", suffixes=", ".join(SUFFIXES)))
    most = MAX_BYTES_OF_NOTEBOOK if suffix == ".ipynb" else MAX_BYTES
    try:
        with opened(path) as file:
            data = file.read(most + 1)
    except OSError as error:
        return _unusable(name, tr("cannot be read: {what}", what=reason(error)))
    if len(data) > most:
        return _unusable(name, tr("larger than {most} MiB; split it", most=most >> 20))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return _unusable(name, tr("not UTF-8 text; save it as UTF-8"), line)
    if text.count("\0") * 10 > len(text):
        return _unusable(name, tr("holds null bytes, as no text does"))
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    match suffix:
        case ".ipynb":
            return _read_notebook(text, name)
        case ".py":
            return _read_script(text, name)
        case ".md" | ".markdown":
            return read_markdown(text, name)
    return _read_plain(text, name)


def _unusable(path: str, why: str, line: int = 1) -> Notes:
    return Notes(path=path, troubles=(Trouble(line, why),))


# Scripts


def _read_script(text: str, path: str) -> Notes:
    blocks: list[Block] = []
    passed_over: list[Trouble] = []
    for first, part in _cells(text):
        cell, troubles = block_of(part, first)
        passed_over += troubles
        for block in cell:
            blocks += _at_blank_lines(block)
    examples, troubles = examples_of(text, 1)
    blocks += examples
    passed_over += troubles
    return Notes(
        path=path,
        title=_docstring(text),
        blocks=tuple(blocks),
        passed_over=tuple(passed_over),
        is_chinese=is_chinese(text),
    )


def _docstring(text: str) -> str:
    try:
        words = ast.get_docstring(parse(text)) or ""
    except SyntaxError:
        return ""
    first = words.strip().split("\n")[0].strip().rstrip(".")
    return first if len(first) <= 60 else ""


def _cells(text: str) -> Iterator[tuple[int, str]]:
    """The parts between `# %%` lines, each with its first line."""
    begun = 1
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if _CELL.match(line) and lines:
            yield begun, "\n".join(lines)
            begun, lines = number, []
        lines.append(line)
    yield begun, "\n".join(lines)


def _at_blank_lines(block: Block) -> Iterator[Block]:
    """Blocks as a reader sees them: what blank lines set apart."""
    tree = parse(block.text)
    lines = block.text.split("\n")
    inside = {
        line - 1
        for node in tree.body
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    free = set(range(len(lines))) - inside
    for begun, end in chunks(lines, free):
        part = "\n".join(lines[begun:end])
        if parse(part).body:
            last = block.line + end
            yield Block(
                text=part,
                line=block.line + begun,
                headings=block.headings,
                stored=tuple(one for one in block.stored if block.line + begun <= one.line < last),
                remark=block.remark,
            )


# Plain text


_RULE = re.compile(r"^\s*(?:[=\-~^*#+]{3,})\s*$")


def _read_plain(text: str, path: str) -> Notes:
    """Prose with code in it: as Markdown where it has fences, else by what parses."""
    if "```" in text:
        return read_markdown(text, path)
    blocks, passed_over = block_of(text, 1)
    cut: list[Block] = []
    for block in blocks:
        cut += _at_blank_lines(block)
    title = next((line.strip() for line in text.split("\n") if line.strip()), "")
    return Notes(
        path=path,
        title=title.strip("#=- ") if len(title) <= 60 and not _RULE.match(title) else "",
        blocks=tuple(cut),
        passed_over=tuple(_prose_left_out(passed_over, text)),
        is_chinese=is_chinese(text),
    )


def _prose_left_out(troubles: Sequence[Trouble], text: str) -> Iterator[Trouble]:
    """What does not parse and looks like code: prose is no trouble."""
    lines = text.split("\n")
    for one in troubles:
        line = lines[one.line - 1] if one.line <= len(lines) else ""
        if re.search(
            r"^\s*(?:\w+\s*=[^=]|import |from \w+ import|print\(|def |class )|\w\(.*\)\s*$", line
        ):
            yield one


# Notebooks


def _read_notebook(text: str, path: str) -> Notes:
    import nbformat  # takes a tenth of a second, and only notebooks need it

    try:
        held = json.loads(text)
    except json.JSONDecodeError as error:
        why = tr("is it whole?") if text.strip() else tr("it is empty")
        return _unusable(path, _no_notebook(f"{error.msg}; {why}"), error.lineno)
    except (ValueError, RecursionError) as error:
        return _unusable(path, _no_notebook(_first_line(error)))
    if not isinstance(held, dict) or "nbformat" not in held:
        return _unusable(path, _no_notebook(tr("it does not say its format")))
    if held["nbformat"] not in FORMATS:
        told = tr(
            "not a notebook of a known format: {format!r}; {first} to {last} can be read; save it "
            "as {last}",
            format=held["nbformat"],
            first=FORMATS[0],
            last=FORMATS[-1],
        )
        return _unusable(path, told)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what is amiss with it and does not matter here
            book: Any = nbformat.reads(text, as_version=4)
        cells = list(book.cells)
    except Exception as error:  # nbformat's own converters raise whatever an odd file leads them to
        told = tr(
            "its cells are not as a notebook has them: {error}; save it anew in Jupyter",
            error=_first_line(error),
        )
        return _unusable(path, _no_notebook(told))
    return _Notebook(path, text).read(cells)


def _no_notebook(why: str) -> str:
    return tr("not a notebook: {why}", why=why)


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).split("\n")[0][:200]


class _Notebook:
    """Cells → blocks; lines are those of the file, where each line of a cell has one."""

    def __init__(self, path: str, text: str) -> None:
        self._path = path
        self._lines = text.split("\n")
        self._from = 0  # where the cell at hand may begin
        self._to = 0

    def read(self, cells: Sequence[Any]) -> Notes:
        blocks: list[Block] = []
        examples: list[Block] = []
        passed_over: list[Trouble] = []
        headings: list[str] = []
        sayings = []
        title, remark = "", ""
        words = ""
        for cell in cells:
            self._from = self._to
            source = _joined(cell.get("source", ""))
            kind = cell.get("cell_type")
            line = self._find(source)
            if kind == "markdown":
                read = read_markdown(source, self._path)
                words += source
                heading = read.title
                title = title or heading
                headings = [heading] if heading else headings
                remark = source if len(source) < 400 else ""
                sayings += [
                    type(one)(
                        expression=one.expression,
                        says=one.says,
                        line=line + one.line - 1,
                        after=len(blocks),
                        field=one.field,
                        is_hedged=one.is_hedged,
                    )
                    for one in read.sayings
                ]
            elif kind == "code":
                cut, troubles = block_of(without_magics(source), line, headings, remark)
                shown, unread = examples_of(source, line)
                examples += shown
                passed_over += [*troubles, *unread]
                if cut:
                    stored = tuple(self._stored(cell))
                    last = cut[-1]
                    cut[-1] = Block(
                        text=last.text,
                        line=last.line,
                        headings=last.headings,
                        stored=(*last.stored, *stored) if len(cut) == 1 else last.stored,
                        remark=remark,
                    )
                blocks += cut
        return Notes(
            path=self._path,
            title=title,
            blocks=(*blocks, *examples),
            sayings=tuple(sayings),
            passed_over=tuple(passed_over),
            is_chinese=is_chinese(words),
        )

    def _stored(self, cell: Any) -> Iterator[Stored]:
        for output in cell.get("outputs", ()):
            match output.get("output_type"):
                case "stream" if output.get("name") == "stdout":
                    text = _joined(output.get("text", ""))
                    yield Stored(text.rstrip("\n"), self._find(text), None, "printed")
                case "execute_result":
                    text = _joined(output.get("data", {}).get("text/plain", ""))
                    if text:
                        yield Stored(text, self._find(text), None, "shown")
                case "error":
                    name = str(output.get("ename", ""))
                    yield Stored(name, self._find(name), None, "raised")

    def _find(self, text: str) -> int:
        """The line of the file that has the first line of a cell's source or output.

        The cell's beginning where there is none: all may stand in a single line.
        """
        first = next((one for one in text.split("\n") if one.strip()), "")
        blank = len(text) - len(text.lstrip("\n"))
        written = {
            json.dumps(one, ensure_ascii=escaped)
            for one in (first, f"{first}\n", text)  # all may be one string, as some tools write it
            for escaped in (True, False)
        }
        for number in range(self._from, len(self._lines)):
            if _KEY.sub("", self._lines[number].strip()).rstrip(",") in written:
                self._to = max(self._to, number + 1)
                return max(1, number + 1 - blank)
        return self._from + 1


def _joined(source: Any) -> str:
    return "".join(map(str, source)) if isinstance(source, list) else str(source)
