"""Words that speak of other circumstances than those at hand."""

from __future__ import annotations

import re

_HEDGE = re.compile(
    r"\b(?:if|when|unless|otherwise|might|may|could|sometimes|on\s+(?:a\s+)?(?:gpu|cuda|mps)|before|old(?:er)?"
    r"|earlier|until|used\s+to|except|without|in\s+place\s+of|depends|varies|random|e\.g\.|for\s+example"
    r"|example|such\s+as|like\s+this|rounds?|once|while|inside|within|on\s+the\s+(?:left|right)"
    r"|in\s+(?:numpy|jax|tensorflow|(?:double|single|half|mixed)\s+precision)|for\s+range"
    r"|with\s+(?:one|two|three|four|\d+))\b|轮|循环[里内中]|函数[里内中]|如果|若|除非|否则|可能|旧版|之前|有时|比如|例如|随机|类似|取决|当.*时",
    re.IGNORECASE,
)


def is_hedged(text: str) -> bool:
    """Whether words speak of other circumstances than those at hand."""
    return _HEDGE.search(text) is not None
