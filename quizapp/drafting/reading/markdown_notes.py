"""Markdown → blocks and what prose and tables say."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from quizapp.drafting.reading.blocks import block_of, looks_like_code
from quizapp.drafting.reading.notes import Block, Notes, Saying, Stored, Trouble
from quizapp.drafting.stating.hedges import is_hedged
from quizapp.drafting.stating.read_stated import read_stated
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
_VERB = re.compile(
    r"""\s*(?:,|，)?\s*(?:(?:this|it|which|now|会|将|则|也|就|都|always|then)\s*)*
    (?:(?:is\s+(?:computed|evaluated|run)\s*,?\s*)?(?:the\s+)?(?:result|output)\s+(?:is|has)
    |stays|remains|keeps|仍然?是|仍为|保持|gives?(?:\s+back)?|returns?|yields?|evaluates\s+to|prints?|produces?|equals?|results?\s+in|outputs?
    |(?:has|is\s+of)\s+(?:the\s+)?(?P<has>shape|dtype|strides?)|is|are|becomes|(?:'s|has)?\s*(?P<of>shape|dtype|strides?)\s+(?:is|of)
    |raises?(?:\s+an?)?|throws?(?:\s+an?)?|fails\s+with(?:\s+an?)?
    |→|->|=>|⇒|==?|:|：
    |的?\s*(?P<zh>形状|dtype|数据类型|类型|步长)\s*(?:是|为|变为|变成)?|的?(?:结果|值|输出)(?:是|为)|得到|返回|输出|等于|是|为|打印出?
    |会?抛出|会?报|会?触发)\s*(?::|：)?\s*(?:an?\s|the\s)?\s*""",
    re.VERBOSE | re.IGNORECASE,
)
_HEADER = re.compile(
    r"\W*(?:(?:the\s+)?(?:outputs?|results?|prints?|this\s+prints|which\s+prints|gives)|输出|结果|输出结果|运行结果)\W*",
    re.IGNORECASE,
)
_FIELD = {
    "形状": "shape",
    "数据类型": "dtype",
    "类型": "dtype",
    "步长": "strides",
    "stride": "strides",
}
_EXPRESSIONS = re.compile(
    r"expr|code|call|operation|op\b|input|snippet|syntax|line|statement|表达式|代码|操作|写法|语句|调用|运算|示例",
    re.IGNORECASE,
)
_RESULTS = (
    ("shape", re.compile(r"shape|size|形状|尺寸|维度", re.IGNORECASE)),
    ("dtype", re.compile(r"d?type|类型", re.IGNORECASE)),
    ("strides", re.compile(r"stride|步长", re.IGNORECASE)),
    ("raises", re.compile(r"raises|error|exception|异常|报错", re.IGNORECASE)),
    (
        "",
        re.compile(
            r"result|gives|value|output|returns|prints|answer|evaluates|=|→|结果|输出|返回|值|得到",
            re.IGNORECASE,
        ),
    ),
)


_OF_THE_RESULT = re.compile(
    r"(?:the\s+(?:result|output)|result|结果|输出)[^.!?。！？\n]*(?:\.\d[^.!?。！？\n]*)*",
    re.IGNORECASE,
)


def read_markdown(text: str, path: str) -> Notes:
    """Read Markdown."""
    reader = _Reader()
    reader.read(MarkdownIt("commonmark").enable("table").parse(text))
    blocks = reader.blocks
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
                    self._table(tokens[index:])

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
        self.blocks += blocks
        self.passed_over += troubles

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
        self.sayings += _sayings(inline, self._line(inline), len(self.blocks))

    def _table(self, tokens: Sequence[Token]) -> None:
        rows: list[list[Token]] = []
        for token in tokens:
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline" and rows:
                rows[-1].append(token)
        if len(rows) < 2:
            return
        head = [cell.content for cell in rows[0]]
        where = _column_of_code(head, rows[1:])
        if where is None:
            return
        for row in rows[1:]:
            source = _only_code(row[where]) if where < len(row) else None
            if source is None:
                continue
            for column, cell in enumerate(row):
                field = _field_of(head[column]) if column < len(head) else None
                if column == where or field is None or not cell.content.strip():
                    continue
                self.sayings.append(
                    Saying(
                        expression=source,
                        says=_only_code(cell) or cell.content.replace("`", ""),
                        line=self._line(cell),
                        after=len(self.blocks),
                        field=field,
                        is_hedged=is_hedged(cell.content),
                    )
                )


_OF_INPUT = re.compile(
    r"\b(?:in|inputs?|before|from|args?|arguments?|of\s+x|given|old|default)\b|输入|之前|原|参数|默认",
    re.IGNORECASE,
)


def _field_of(head: str) -> str | None:
    """What a column says of the results; None where it is about something else."""
    if _OF_INPUT.search(head):
        return None
    return next((name for name, words in _RESULTS if words.search(head)), None)


def _column_of_code(head: Sequence[str], rows: Sequence[Sequence[Token]]) -> int | None:
    """The column that holds expressions: by its heading, else the first of nothing but code."""
    candidates = [i for i, words in enumerate(head) if _EXPRESSIONS.search(words)]
    candidates += [i for i, words in enumerate(head) if re.search(r"torch", words, re.IGNORECASE)]
    for column in [*candidates, 0]:
        cells = [row[column] for row in rows if column < len(row)]
        if cells and sum(_only_code(cell) is not None for cell in cells) * 2 > len(cells):
            return column
    return None


def _only_code(cell: Token) -> str | None:
    parts = [one for one in cell.children or [] if one.content.strip()]
    if len(parts) == 1 and (parts[0].type == "code_inline" or _is_call(parts[0].content)):
        return str(parts[0].content).strip()
    return None


def _is_call(text: str) -> bool:
    """Whether a cell that is not marked as code is code beyond doubt."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError):
        return False
    return any(isinstance(node, ast.Call | ast.Attribute) for node in ast.walk(tree))


def _sayings(inline: Token, line: int, after: int) -> Iterator[Saying]:
    """`expression` gives `result`, in the words of a sentence."""
    parts = []
    for child in inline.children or []:
        if child.type in ("softbreak", "hardbreak"):
            parts.append(("break", " "))
        elif child.type in ("text", "code_inline"):
            parts.append((child.type, str(child.content)))
    offset = 0
    lines = []
    for kind, _ in parts:
        lines.append(line + offset)
        offset += kind == "break"
    merged: list[tuple[str, str, int]] = []
    for (kind, content), at in zip(parts, lines, strict=True):
        kind = "text" if kind == "break" else kind
        if merged and kind == "text" == merged[-1][0]:
            merged[-1] = ("text", merged[-1][1] + content, merged[-1][2])
        else:
            merged.append((kind, content, at))
    whole = "".join(content for _, content, _ in merged)
    for i, ((kind, source, begun), (between_kind, words, _)) in enumerate(pairwise(merged)):
        if kind != "code_inline" or between_kind != "text":
            continue
        before = _words(merged[:i])
        if said := _in_plain_words(words, before):
            near = _SENTENCE_END.split(before)[-1] + " " + _SENTENCE_END.split(words)[0]
            yield Saying(
                expression=source,
                says=said,
                line=begun,
                after=after,
                field="plain",
                is_hedged=is_hedged(near) or len(whole) > 2_000,
            )
            continue
        if i + 2 >= len(merged):
            continue
        says_kind, says, at = merged[i + 2]
        if says_kind != "code_inline":
            continue
        after_it = _words(merged[i + 3 :])
        near = _SENTENCE_END.split(before)[-1] + " " + _SENTENCE_END.split(after_it)[0]
        shared = _sharing(words, _SENTENCE_END.split(after_it)[0])
        if shared is not None:
            yield Saying(
                expression=f"shares({source}, {says})",
                says=str(shared),
                line=at,
                after=after,
                is_hedged=is_hedged(near + words) or len(whole) > 2_000,
            )
            continue
        verb = _VERB.fullmatch(words)
        if verb is None:
            continue
        negated = re.search(r"\b(?:not|never|no longer|don't|doesn't|isn't)\b|不|没有|并非", near)
        named = verb["has"] or verb["of"] or verb["zh"] or ""
        yield Saying(
            expression=source,
            says=says,
            line=at,
            after=after,
            field=_FIELD.get(named.lower(), named.lower()),
            is_hedged=bool(negated) or is_hedged(near) or len(whole) > 2_000,
        )


_CLAUSE = re.compile(
    r"""(?:[^,，;；。!！?？\n(（\[] | \[(?![\d\s,，]*\]) | [(（\[][\d\s,，]+[)）\]])*?  # or sizes
    (?=[,，;；。!！?？\n] | \s(?:and|but|while)\s | [(（](?![\d\s,，]+[)）]) | \.(?:\s|\Z) | \Z)""",
    re.VERBOSE,
)
_NAMED = re.compile(r"\b(shape|dtype|strides?)\s+of\s+(?:the\s+)?\Z", re.IGNORECASE)
_EQUALS = re.compile(r"equals?|evaluates|等于", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d+(?:\.\d*)?")
_PLAIN = {
    "dtype",
    "shape",
    "requires_grad",
    "is_leaf",
    "shares",
    "family",
    "raises",
    "strides",
    "device",
}


def _in_plain_words(words: str, before: str) -> str:
    """What is said of code right behind it, not as code: `… is float64`, `… is a copy`.

    What is asked of it may stand before it: `the shape of … is (2, 3)`.
    """
    verb = _VERB.match(words)
    if verb is None or not verb[0].strip():
        return ""
    clause = _CLAUSE.match(words, verb.end())
    says = clause[0].strip() if clause else ""
    asked = _NAMED.search(before)
    named = verb["has"] or verb["of"] or verb["zh"] or (asked[1] if asked else "")
    stated = read_stated(f"{named} {says}")
    if len(stated) != 1 or stated[0].tail.strip():
        return ""
    is_told = stated[0].aspect in _PLAIN or says in ("True", "False")
    is_told |= bool(_EQUALS.search(verb[0]) and _NUMBER.fullmatch(says))
    return f"{named} {says}".strip() if is_told else ""


_NOT_SHARING = re.compile(
    r"\s*(?:(?:does|do)\s+not\s+share\s+(?:memory|storage)\s+with|is\s+(?:a\s+)?(?:new\s+)?copy\s+of)\s*",
    re.IGNORECASE,
)
_SHARING = re.compile(
    r"\s*(?:shares?\s+(?:its\s+|the\s+same\s+)?(?:memory|storage)\s+with|is\s+a\s+view\s+(?:of|on|into))\s*",
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"\s*(?:and|的?(?:结果|返回值)?(?:与|和|跟|是))\s*", re.IGNORECASE)


def _sharing(between: str, behind: str) -> bool | None:
    """Whether two pieces of code are said to share memory, or not to; None where neither is."""
    if _NOT_SHARING.fullmatch(between):
        return False
    if _SHARING.fullmatch(between):
        return True
    if not _TOGETHER.fullmatch(between):
        return None
    if re.match(
        r"\s*(?:do\s+not|don't)\s+share\s+(?:memory|storage)|\s*不共享(?:内存|存储)|\s*的(?:副本|拷贝)",
        behind,
    ):
        return False
    if re.match(
        r"\s*share\s+(?:the\s+same\s+)?(?:memory|storage)|\s*共享(?:内存|存储)|\s*的(?:一个)?视图",
        behind,
    ):
        return True
    return None


_SENTENCE_END = re.compile(r"[.;!?](?=\s|$)|[。；！？]")


def _words(parts: Sequence[tuple[str, str, int]]) -> str:
    """What is said, with code left out."""
    return " ".join(content if kind == "text" else "_" for kind, content, _ in parts)
