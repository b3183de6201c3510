"""How words are spelt that stand for an answer."""

from __future__ import annotations

_NOTHING = {
    *("nothing", "none", "no", "no error", "no exception"),
    *("没有", "无", "不会", "不报错", "没有错误", "没有异常"),
}


def is_nothing(text: str) -> bool:
    """Whether an answer says that there is none."""
    return unquoted(text.strip().rstrip(".。")).lower() in _NOTHING


def unquoted(text: str) -> str:
    """Without the quotes and backticks that people put around names."""
    return text.strip().strip("`'\"").strip()


def show_as_it_is(data: object, digits: int) -> str:
    """A name."""
    return str(data)
