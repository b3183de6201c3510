"""Right, wrong, partly right or not known, told by sign and word as well as by colour."""

from __future__ import annotations

from textual.content import Content

from quizapp.text.language import tr


def verdict_sign(*, right: bool, unknown: bool, partly: bool = False) -> Content:
    """How it stands with an answer, or with a part of one."""
    if right:
        return Content.styled(tr("✓ right"), "bold $text-success")
    if unknown:
        return Content.styled(tr("? not known"), "bold $text-warning")
    return Content.styled(tr("✗ partly right") if partly else tr("✗ wrong"), "bold $text-error")
