"""Words that state that a line raises, warns, or does neither."""

from __future__ import annotations

import re

from quizapp.drafting.stating.results import up_to
from quizapp.drafting.stating.stated import ANY_ERROR, Stated

_RAISES = re.compile(
    r"""(?:(?:it\s+|this\s+|will\s+|would\s+|会|将|则|直接)*
    (?:raises?|throws?|raised|抛出|抛|触发|引发|报错|报|错误|异常|error)\s*:?\s*(?:an?\s+|了|一个)?)?
    (?:\w+\.)*(?P<type>[A-Z]\w*(?:Error|Exception)|OutOfMemoryError|StopIteration|KeyboardInterrupt)\b""",
    re.VERBOSE | re.IGNORECASE,
)
_WARNS = re.compile(r"(?:warns?\s*:?\s*|警告\s*:?\s*)?(?P<type>[A-Z]\w*Warning)\b")
_ERROR = re.compile(
    r"""(?:✗|❌|✘|🚫|💥)\s*(?P<mark>.*)\Z
    |(?:(?:will|would|this|it|会|将|则|直接|这里|这行|此处)\s*)*
     (?:errors?|an\s+error|raises(?:\s+an\s+error)?|throws(?:\s+an\s+error)?|fails|crashes
     |报错|出错|抛出?异常|抛出错误|异常|错误|失败)
     (?=\s*(?:\Z|[!:;,.(。\-—–]|(?:because|since|as|due)\b|因为|由于))""",
    re.VERBOSE | re.IGNORECASE,
)
_FINE = re.compile(
    r"""(?:✓|✅|✔️?|no\s+error|no\s+exception|ok(?:ay)?|works|fine|不会?报错|没有?报错|没问题|可以|正常|合法|无错误)
     (?=\s*(?:\Z|[!:;,.(。\-—–]|(?:by|because|since|as|too|now|again|thanks)\b|因为|由于))""",
    re.VERBOSE | re.IGNORECASE,
)


def read_error(text: str) -> Stated | None:
    if (match := _RAISES.match(text)) and match["type"][0].isupper():
        return Stated(aspect="raises", says=text, what=match["type"], tail=text[match.end() :])
    if match := _WARNS.match(text):
        return Stated(aspect="warns", says=text, what=match["type"], tail=text[match.end() :])
    if match := _ERROR.match(text):
        if match["mark"]:
            inner = read_error(match["mark"].strip())
            return inner or Stated(aspect="raises", says=text, what=ANY_ERROR, tail=match["mark"])
        return Stated(aspect="raises", says=text, what=ANY_ERROR, tail=text[match.end() :])
    if match := _FINE.match(text):
        return Stated(
            aspect="fine", says=up_to(text, match.end()), tail=text[match.end() :], is_plain=False
        )
    return None
