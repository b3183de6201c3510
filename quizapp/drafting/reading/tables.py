"""What a table says that code gives."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from quizapp.drafting.reading.notes import Saying
from quizapp.drafting.stating.hedges import is_hedged

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
_OF_INPUT = re.compile(
    r"\b(?:in|inputs?|before|from|args?|arguments?|of\s+x|given|old|default)\b|输入|之前|原|参数|默认",
    re.IGNORECASE,
)


def sayings(tokens: Sequence[Token], first_line: int, after: int) -> Iterator[Saying]:
    """Those of the table that begins with the first of these tokens."""
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
            yield Saying(
                expression=source,
                says=_only_code(cell) or cell.content.replace("`", ""),
                line=(cell.map[0] if cell.map else 0) + first_line,
                after=after,
                field=field,
                is_hedged=is_hedged(cell.content),
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
