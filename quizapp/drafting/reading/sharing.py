"""Whether a sentence says of two pieces of code that they share memory."""

from __future__ import annotations

import re

_NOT_SHARING = re.compile(
    r"\s*(?:(?:does|do)\s+not\s+share\s+(?:memory|storage)\s+with|is\s+(?:a\s+)?(?:new\s+)?copy\s+of)\s*",
    re.IGNORECASE,
)
_SHARING = re.compile(
    r"\s*(?:shares?\s+(?:its\s+|the\s+same\s+)?(?:memory|storage)\s+with|is\s+a\s+view\s+(?:of|on|into))\s*",
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"\s*(?:and|的?(?:结果|返回值)?(?:与|和|跟|是))\s*", re.IGNORECASE)


def said_to_share(between: str, behind: str) -> bool | None:
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
