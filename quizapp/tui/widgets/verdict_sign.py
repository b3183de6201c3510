"""Right, wrong, partly right or not known, told by sign and word as well as by colour."""

from __future__ import annotations

from textual.content import Content


def verdict_sign(*, right: bool, unknown: bool, partly: bool = False) -> Content:
    """How it stands with an answer, or with a part of one."""
    if right:
        return Content.styled("✓ right", "bold $text-success")
    if unknown:
        return Content.styled("? not known", "bold $text-warning")
    return Content.styled("✗ partly right" if partly else "✗ wrong", "bold $text-error")
