"""Deck text and code as HTML for Anki's cards."""

from __future__ import annotations

import html

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from quizapp.text.marks import marked, paragraphs


def prose_html(text: str) -> str:
    """A text of a deck, in paragraphs."""
    return "".join(f"<p>{_marked_html(line)}</p>" for line in paragraphs(text))


def inline_html(text: str) -> str:
    """A text of a deck that is no paragraph of its own."""
    return _marked_html(" ".join(text.split()))


def code_html(code: str) -> str:
    """Python with its colours in the tags themselves: Anki's styles stay as they are."""
    formatter = HtmlFormatter(noclasses=True, nobackground=True, style="default")
    return str(highlight(code, PythonLexer(), formatter))


def plain_html(text: str) -> str:
    """A text in lines, as it is."""
    return f"<pre>{_escaped(text)}</pre>"


def link_html(link: str) -> str:
    """A link that shows where it leads."""
    return f'<p><a href="{html.escape(link)}">{_escaped(link)}</a></p>'


def source_html(source: str) -> str:
    """Where a card comes from; a link that can be followed where it is one."""
    said = f"source: {_escaped(source)}"
    is_link = source.startswith(("http://", "https://"))
    linked = f'<a href="{html.escape(source)}">{said}</a>' if is_link else said
    return f"<p><small>{linked}</small></p>"


def folded_html(title: str, html: str) -> str:
    """HTML that is shown on a click."""
    return f"<details><summary>{title}</summary>{html}</details>"


def inert(html: str) -> str:
    """HTML of which Anki plays or typesets nothing, as it would `[sound:…]` and `[latex]`."""
    return html.replace("[", "&#91;")


def list_html(items: list[str]) -> str:
    """Items, which are HTML, below one another."""
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _marked_html(line: str) -> str:
    return "".join(
        f"<{mark}>{_escaped(piece)}</{mark}>" if mark else _escaped(piece)
        for piece, mark in marked(line)
    )


def _escaped(text: str) -> str:
    return html.escape(text, quote=False)
