"""Markdown → blocks and what prose and tables say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from quizapp.drafting.reading import prose, tables
from quizapp.drafting.reading.blocks import block_of, looks_like_code
from quizapp.drafting.reading.docstrings import examples_of
from quizapp.drafting.reading.notes import Block, Notes, Saying, Stored, Trouble
from quizapp.text.language import tr

PYTHON = {
    "python",
    "py",
    "python3",
    "py3",
    "pycon",
    "ipython",
    "ipython3",
    "pytorch",
    "torch",
    "doctest",
}
OUTPUT = {
    "output",
    "out",
    "text",
    "txt",
    "console",
    "plain",
    "plaintext",
    "stdout",
    "result",
    "results",
}
_HEADER = re.compile(
    r"\W*(?:(?:the\s+)?(?:outputs?|results?|prints?|this\s+prints|which\s+prints|gives)|输出|结果|输出结果|运行结果)\W*",
    re.IGNORECASE,
)
_OF_THE_RESULT = re.compile(
    r"(?:the\s+(?:result|output)|result|结果|输出)[^.!?。！？\n]*(?:\.\d[^.!?。！？\n]*)*",
    re.IGNORECASE,
)


def read_markdown(text: str, path: str) -> Notes:
    """Read Markdown."""
    reader = _Reader()
    reader.read(MarkdownIt("commonmark").enable("table").parse(text))
    blocks = [*reader.blocks, *reader.examples]
    return Notes(
        path=path,
        title=reader.title,
        blocks=tuple(blocks),
        sayings=tuple(reader.sayings),
        passed_over=tuple(reader.passed_over),
        troubles=tuple(reader.troubles),
        is_chinese=is_chinese(text),
    )


def is_chinese(text: str) -> bool:
    """Whether the words are for the most part Chinese."""
    han = len(re.findall(r"[\u4e00-\u9fff]", text))
    return han > 40 and han * 16 > len(re.findall(r"[A-Za-z]", text))


class _Reader:
    def __init__(self, headings: Sequence[str] = (), first_line: int = 1) -> None:
        self.title = ""
        self.blocks: list[Block] = []
        self.examples: list[Block] = []
        self.sayings: list[Saying] = []
        self.passed_over: list[Trouble] = []
        self.troubles: list[Trouble] = []
        self._headings: list[tuple[int, str]] = [(9, one) for one in headings]
        self._remark = ""
        self._remark_at = -1
        self._first = first_line
        self._last_block_ends_at = -1

    def read(self, tokens: Sequence[Token]) -> None:
        for index, token in enumerate(tokens):
            match token.type:
                case "heading_open":
                    self._heading(int(token.tag[1]), tokens[index + 1].content)
                case "fence":
                    self._fence(token)
                case "code_block":
                    self._indented(token)
                case "paragraph_open":
                    self._paragraph(tokens[index + 1])
                case "table_open":
                    self.sayings += tables.sayings(tokens[index:], self._first, len(self.blocks))

    def _heading(self, level: int, words: str) -> None:
        words = words.replace("`", "").strip()
        if not self.title:
            self.title = words
        self._headings = [one for one in self._headings if one[0] < level]
        self._headings.append((level, words))
        self._remark = ""

    def _line(self, token: Token) -> int:
        return (token.map[0] if token.map else 0) + self._first

    def _fence(self, token: Token) -> None:
        # The name of a language, also in `{python}`, `{code-cell} ipython3`, `python title="x"`.
        words = re.findall(r"[\w+-]+", token.info.lower()) or [""]
        language = words[1] if words[0] == "code-cell" and len(words) > 1 else words[0]
        line = self._line(token) + 1
        is_output = language in OUTPUT or not language
        if is_output and self._is_right_below(token) and not self._is_code(token.content, language):
            self._output(token.content, line)
            return
        if language in PYTHON or (is_output and self._is_code(token.content, language)):
            self._code(token.content, line)
            self._last_block_ends_at = (token.map[1] if token.map else 0) + self._first
        elif language not in OUTPUT:
            self.passed_over.append(
                Trouble(
                    line,
                    tr("passed over: {language} code", language=language)
                    if language
                    else tr("passed over: it is no Python"),
                )
            )

    def _is_code(self, text: str, language: str) -> bool:
        """Whether an unnamed fence is code of its own, and not what the code above it shows."""
        if language:
            return ">>> " in text
        if ">>> " in text:
            return True
        shows = re.match(
            r"\s*(?:tensor\(|torch\.Size|\[|\(|[-\d]|True|False|Traceback|\w*Error\b)", text
        )
        return looks_like_code(text) and not shows

    def _is_right_below(self, token: Token) -> bool:
        """Whether the last block is right above, or a line such as `Output:` between."""
        line = self._line(token)
        words = "" if self._remark_at < self._last_block_ends_at else self._remark
        is_header = not words or _HEADER.fullmatch(words.strip()) is not None
        return bool(self.blocks) and is_header and 0 <= line - self._last_block_ends_at <= 5

    def _output(self, text: str, line: int) -> None:
        self._keep(Stored(text.rstrip("\n"), line, None, "printed"))

    def _keep(self, stored: Stored) -> None:
        """Keep what stands below the last block with it."""
        block = self.blocks[-1]
        self.blocks[-1] = Block(
            text=block.text,
            line=block.line,
            headings=block.headings,
            remark=block.remark,
            stored=(*block.stored, stored),
        )

    def _code(self, text: str, line: int) -> None:
        words = [words for _, words in self._headings]
        blocks, troubles = block_of(text.rstrip("\n"), line, words, self._remark)
        examples, unread = examples_of(text, line)
        self.blocks += blocks
        self.examples += examples
        self.passed_over += [*troubles, *unread]

    def _indented(self, token: Token) -> None:
        if looks_like_code(token.content) or ">>> " in token.content:
            self._code(token.content, self._line(token))
            self._last_block_ends_at = (token.map[1] if token.map else 0) + self._first

    def _paragraph(self, inline: Token) -> None:
        self._remark = inline.content
        self._remark_at = self._line(inline)
        below = 0 <= self._line(inline) - self._last_block_ends_at <= 2
        if below and self.blocks and (said := _OF_THE_RESULT.match(inline.content)):
            self._keep(Stored(said[0].replace("`", ""), self._line(inline), None, "said"))
        self.sayings += prose.sayings(inline, self._line(inline), len(self.blocks))
