"""Whether a sentence states what it says of code, or asks it, reports it or denies it."""

from __future__ import annotations

import re

_END = re.compile(r"[.!?](?=[\s\"'”’)）]|$)|[。！？]")
_PART = re.compile(r"[,，:：;；—–]")
_GIVEN = re.compile(r"\s*(?:(?:as|since|because|given)\b|因为|由于|既然|已知)", re.IGNORECASE)
_WHO = (
    r"(?:some|many|most|others?|people|beginners?|learners?|students?|novices?|readers?|few|one|you"
    r"|they|he|she|somebody|someone|anyone|anybody|everyone|everybody|nobody|no\s+one|who|i|we)"
)
_THINK = (
    r"(?:think|thought|say|said|believe|assume|expect|claim|guess|suppose|suspect|hope|imagine|fear"
    r"|presume|conclude|answer|reckon|object|predict)(?:s|es|d|ed)?"
)
_OTHERS = re.compile(
    rf"""\b(?:{_WHO}\s+(?:\w+\s+){{0,3}}?{_THINK}\b
    |would|wouldn't|\w+'d\s+{_THINK}\b|{_THINK}\s+(?:wrongly|mistakenly|falsely)
    |(?:wrong|false|untrue|incorrect|tempting|mistake|mistaken|nonsense|absurd|error)\b[^,;:]*\b(?:that|to|of)\b
    |(?:wrong|false|mistaken|common)\s+(?:idea|belief|answer|model|claim|statement|assumption)
    |(?<!torch\s)(?<!python\s)(?:says|claims|thinks|believes|guesses|argues|whoever)\b|according\s+to|guess\s+is
    |(?:wrongly|mistakenly|falsely|supposedly|allegedly|seemingly)
    |myths?|misconceptions?|fallac(?:y|ies)|rumou?rs?|misbelie(?:f|fs|ve)
    |(?:seems?|looks?|feels?|appears?|sounds?)\s+(?:to\b|as\b|like\b|that\b)|as\s+(?:if|though)
    |pretend\w*|suppose|imagine)\b
    |以为|误认|误解|误区|误信|迷思|谣言|传言|据说|传说|错误(?:地|的)?(?:说法|观点|想法|认识|理解|答案|看法|结论|认为)
    |错误地|(?:有|某些|一些|许多|很多|不少|别|他|她|多数|大多数|每个)的?人们?.{{0,4}}?(?:说|认为|觉得|想|猜|相信|声称)
    |(?:你|您|他|她|我|大家|人们|初学者|新手|学生|读者)们?.{{0,4}}?(?:说|答|认为|觉得|猜|想|相信|声称)
    |(?<!是)(?<!torch\s)(?<!torch)说(?!明|法)|看起来|看上去|看来|看似|貌似|似乎|好像|仿佛|乍看|直觉|本(?:该|应)|假设|假如|要是|想当然""",
    re.IGNORECASE | re.VERBOSE,
)
_DENIED = re.compile(
    r"\b(?:not|never|neither|nor|cannot|hardly|\w+n't|no\s+longer|nobody|nothing|no\s+one)\b"
    r"|不(?![带传加用写给经管论同妨])|没有|并非|未必|绝非|别说|难道",
    re.IGNORECASE,
)
_TO_BE_JUDGED = re.compile(
    r"(?:true\s+or\s+false|right\s+or\s+wrong|yes\s+or\s+no|对还是错|是真是假|正确还是错误|对不对)"
    r"\s*[?？:：]\s*\Z",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    r"\s*[)）\"”'’」]*,?\s*(?:(?:is|would\s+be|was)\s+(?:simply\s+|just\s+|plainly\s+)?"
    r"(?:wrong|false|untrue|incorrect|mistaken|not\s+(?:true|so|right)|an?\s+(?:myth|mistake|error"
    r"|misconception))\b|(?:这)?(?:的说法)?是?(?:错的|错误的|不对|不成立|误解|误区|谣言))",
    re.IGNORECASE,
)


def is_asserted(before: str, behind: str) -> bool:
    """Whether what stands between is stated by its sentence.

    A question states only what it gives as a reason: `as … is 3, what is …?`. What others think
    or say, and what is denied, is stated by nobody.
    """
    if _TO_BE_JUDGED.search(before):
        return False
    mine = _END.split(before)[-1]
    end = _END.search(behind)
    if end is not None and end[0] in "?？" and not _GIVEN.match(_PART.split(mine)[-1]):
        return False
    if _OTHERS.search(re.split("[;；]", mine)[-1]) or _DENIED_AFTER.match(behind):
        return False
    return _DENIED.search(_PART.split(mine)[-1]) is None
