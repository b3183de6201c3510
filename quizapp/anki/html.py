"""Deck text and code as HTML for Anki's cards."""

from __future__ import annotations

import html
from collections.abc import Sequence
from itertools import groupby

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from quizapp.text.markdown import (
    PYTHON,
    Alignment,
    Block,
    CodeBlock,
    Heading,
    Items,
    Mark,
    Paragraph,
    Quote,
    Rule,
    Run,
    Runs,
    Table,
    blocks,
    paragraphs,
)

TAGS: tuple[Mark, ...] = ("code", "em", "strong")
"""From the inside out."""

CODE = "highlight"
"""The class of code."""

LANGUAGE, TEXT = "language-", "text"
"""How the class of code that is not ours to colour begins, and what it is where nothing is told."""

SETUP, HINT = "setup", "hint"
"""Titles of what is shown on a click."""

CODE_STYLE = "\n".join(
    rule
    for style, where in (("default", f".{CODE}"), ("monokai", f".nightMode .{CODE}"))
    for rule in HtmlFormatter(style=style).get_token_style_defs(where)  # type: ignore[no-untyped-call]
)
"""Its colours, by day and in Anki's night mode."""


def prose_html(text: str) -> str:
    """A text of a deck, in blocks."""
    return "".join(map(_block_html, blocks(text)))


def inline_html(text: str) -> str:
    """A text of a deck that has room for a line."""
    return " ".join(_runs_html(each.runs) for each in paragraphs(text))


def beside_html(before: str, text: str) -> str:
    """A text of a deck behind HTML: on its line where it is a paragraph, else below it."""
    match blocks(text):
        case [Paragraph(runs)]:
            return f"{before} — {_runs_html(runs)}"
    return before + prose_html(text)


def words_html(text: str) -> str:
    """A text of ours, or of the learner's code, as it is."""
    return _escaped(text)


def verbatim_html(text: str) -> str:
    """Code within a line."""
    return f"<code>{_escaped(text)}</code>"


def code_html(code: str) -> str:
    """Python whose words are told apart by class: `CODE_STYLE` has a colour for each."""
    return str(highlight(code, PythonLexer(), HtmlFormatter(cssclass=CODE)))


def plain_html(text: str, language: str = TEXT) -> str:
    """A text in lines, as it is; its class says what it is in, for whoever takes it in again."""
    return f'<pre class="{LANGUAGE}{html.escape(language)}">{_escaped(text)}</pre>'


def link_html(link: str) -> str:
    """A link that shows where it leads."""
    return f'<p><a href="{html.escape(link)}">{_escaped(link)}</a></p>'


def source_html(source: str) -> str:
    """Where a card comes from; a link that can be followed where it is one."""
    said = _escaped(source)
    is_link = source.startswith(("http://", "https://"))
    linked = f'<a href="{html.escape(source)}">{said}</a>' if is_link else said
    return f"<p><small>source: {linked}</small></p>"


def folded_html(title: str, html: str) -> str:
    """HTML that is shown on a click."""
    return f"<details><summary>{title}</summary>{html}</details>"


def inert(html: str) -> str:
    """HTML of which Anki plays or typesets nothing, as it would `[sound:…]` and `[latex]`."""
    return html.replace("[", "&#91;")


def list_html(items: list[str]) -> str:
    """Items, which are HTML, below one another."""
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _block_html(block: Block) -> str:
    match block:
        case Paragraph(runs):
            return f"<p>{_runs_html(runs)}</p>"
        case Heading(runs):
            return f"<h4>{_runs_html(runs)}</h4>"
        case CodeBlock(code, language):
            return code_html(code) if language in PYTHON else plain_html(code, language)
        case Items(first, items, loose):
            tag, start = ("ul", "") if first is None else ("ol", f' start="{first}"')
            inner = "".join(f"<li>{_item_html(item, loose)}</li>" for item in items)
            return f"<{tag}{start}>{inner}</{tag}>"
        case Quote(inner):
            return f"<blockquote>{''.join(map(_block_html, inner))}</blockquote>"
        case Table(head, rows, sides):
            told = [_row_html("th", head, sides), *(_row_html("td", row, sides) for row in rows)]
            return f"<table>{''.join(told)}</table>"
        case Rule():
            return "<hr>"


def _item_html(item: Sequence[Block], loose: bool) -> str:
    return "".join(
        _runs_html(block.runs) if isinstance(block, Paragraph) and not loose else _block_html(block)
        for block in item
    )


def _row_html(tag: str, cells: Sequence[Runs], sides: Sequence[Alignment]) -> str:
    drawn = (
        f'<{tag} align="{side}">{_runs_html(runs)}</{tag}>'
        for runs, side in zip(cells, sides, strict=True)
    )
    return f"<tr>{''.join(drawn)}</tr>"


def _runs_html(runs: Runs) -> str:
    shown = (run for run in runs if "address" not in run.marks)
    return "".join(
        _linked("".join(map(_run_html, group)), link)
        for link, group in groupby(shown, lambda run: run.link)
    )


def _linked(shown: str, link: str) -> str:
    return f'<a href="{html.escape(link)}">{shown}</a>' if link else shown


def _run_html(run: Run) -> str:
    shown = _escaped(run.text).replace("\n", "<br>")
    for mark in TAGS:
        shown = f"<{mark}>{shown}</{mark}>" if mark in run.marks else shown
    return shown


def _escaped(text: str) -> str:
    return html.escape(text, quote=False)
