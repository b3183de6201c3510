"""Words that lead up to a result, and arrows between two."""

from __future__ import annotations

import re

ARROW = re.compile(r"-+>|=+>|→|⇒|⟶|➜|➡️?|↦")
LEAD = re.compile(
    r"""(?:-+>|=+>|→|⇒|⟶|➜|➡️?|↦|>>>?|==?|:|Out\s*\[\d*\]\s*:|[-*]\s(?=[^\s\d.])
    |(?:it\s+is|it's|this\s+is|which\s+is|still|now|becomes?|is|are|gives?|yields?|returns?|prints?
       |shows?|outputs?|result(?:s\s+in)?|value|evaluates\s+to|also|always|again|so|and|expected
       |answer|ans|(?:yes|no)\s*,|has(?:\s+an?(?=\s))?|stays|remains?|equals|out|the\s+result\s+is|same\s*:)(?![\w.(])\s*[:=]?
    |(?:输出结果|运行结果|输出|结果|打印|返回|得到|变成|变为|值|仍然|仍|还是|依然|就是|现在|等于|是|为|即|也|都
       |均|会|将|应为|应该是|显示|此时)(?:是|为|了)?\s*[:=]?
    )\s*""",
    re.VERBOSE | re.IGNORECASE,
)
_ROUGHLY = re.compile(
    r"(?:≈|~|∼|≃|about\b|approx(?:imately|\.)?|roughly|around|约为?|大约|约等于|近似)\s*", re.I
)


def last_arrow(text: str) -> str:
    parts = ARROW.split(text)
    return parts[-1].strip() if len(parts) > 1 else ""


def without_lead(text: str) -> tuple[str, bool]:
    roughly = False
    for _ in range(6):
        if match := _ROUGHLY.match(text):
            text, roughly = text[match.end() :], True
        elif (match := LEAD.match(text)) and not re.match(r"-\d|-\.|-inf", text):
            text = text[match.end() :]
        else:
            break
    return text.strip(), roughly
