"""What a choice card says of the places of its options, which are others each time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from quizapp.checking.findings import Finding, Site
from quizapp.checking.words import site_of
from quizapp.deck.model import RunCard
from quizapp.deck.translation import without_code
from quizapp.text.language import tr

_OF_ITS_PLACE = re.compile(
    r"\b(?:all|any|both|each|either|neither|none)\s+(?:of\s+)?(?:the\s+|these\s+)?(?:above|below)\b"
    r"|\b(?:options?|answers?|choices?)\s+(?:[A-F]|\d|above|below)\b"
    r"|\b(?:first|last|previous|next)\s+(?:option|answer|choice)\b"
    r"|\((?:correct|right|wrong)(?:\s+(?:one|answer|option))?\)\s*$"
    r"|以上(?:都|全|皆|各|所有|选项|答案)|上述(?:都|全|皆|各|所有|选项|答案)|选项\s*[A-F1-9一二三四]"
    r"|[（(](?:正确|错误)(?:答案|选项)?[）)]\s*$",
    re.IGNORECASE,
)
"""What is said of options that stand in an order, or gives one away."""

_OF_A_PLACE = re.compile(
    r"\b[Oo]ptions?\s+(?:[A-F]|\d+)\b|\b[Oo]ption\s+(?:above|below)\b"
    r"|\b(?:[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ff]ifth|[Ll]ast|[Pp]revious)\s+option\b"
    r"(?!\s+(?:that|which|of|to|for|in|people|you|one|most|everyone)\b)"
    r"|\b(?:is|are)\s+the\s+(?:first|second|third|fourth|fifth|last)\s+answer\b"
    r"|选项\s*(?:[A-F](?![A-Za-z])|\d|[一二三四](?![般样些种个旦]))"
    r"|(?:第[一二三四五1-5]|最后一)\s*个?选项|(?:上|下|前)(?:一个|面那?个|面的)选项"
)
"""What is said in a text of one option among others that are shown in an order."""

_NTH = r"(?:first|second|third|fourth|fifth|last)"
_NTH_ZH = r"第[一二三四五1-5]个"
_WORTH = (
    r"(?:is|are)\s+(?:the\s+)?(?:right|wrong|correct|incorrect|false)(?:\s+(?:one|answer))?"
    r"(?=\s*(?:[.,;:!]|$|(?:and|but|since|because)\b))"
)
_WORTH_ZH = r"\s*(?:才|就)?(?:是|不)?(?:正确|错误|对|错)的?(?=\s*(?:[.,;!。，；！]|$))"
_NTH_OF_WORTH = re.compile(rf"\b{_NTH}\s+one\s+{_WORTH}|{_NTH_ZH}{_WORTH_ZH}", re.IGNORECASE)
_NTH_ALONE = re.compile(
    rf"\s*(?:(?:it|that|the answer)(?:\s+is|['’]s)\s+)?(?:the\s+)?{_NTH}\s+one\s*[.!]?\s*"
    rf"|\s*(?:(?:它|答案)?是)?{_NTH_ZH}\s*[.!。！]?\s*",
    re.IGNORECASE,
)
"""All that a hint says."""
_COUNTED = re.compile(
    rf"\b(?:{_NTH}|two|three|both)\s+(?!ones?\b)[a-z`]|{_NTH_ZH}(?![才就是不正错对。！.!]|$)|[两三]个",
    re.IGNORECASE,
)
"""Things in an order of their own, of which `the first one` may be, too."""

_LETTERS = re.compile(
    r"\b(?:[Bb]oth|[Nn]either|[Ee]ither|[Oo]nly)\s+([A-F])\s+(?:and|n?or)\s+([A-F])\b"
    r"|^\s*([A-F])\s*(?:and|or|&|和|与|或|及)\s*([A-F])(?![A-Za-z])"
)
_LETTER_OF_WORTH = re.compile(rf"\b([A-F])\s+{_WORTH}|(?<![A-Za-z])([A-F]){_WORTH_ZH}")
_NO_ARTICLE = r"(?<!A(?= (?!and |n?or )[a-z]))"
_IN_BRACKETS = re.compile(r"(?<![\w)\]])\(([a-f])\)")
_LABEL = re.compile(r"\s*\(?[A-Fa-f][).:：、]")
_SAID_OF_ONE = re.compile(
    r"\b(?:so is|so are|so does|as is|as does|unlike|like|as in|neither|both)\s+$", re.IGNORECASE
)


def of_places(card: RunCard) -> Iterator[Finding]:
    """Texts that speak of the place of an option, or of its worth, each once."""
    told = tr("it speaks of its place, or of its worth; options are shuffled")
    of_another = tr("it speaks of the place of an option; options are shuffled")
    labels = (_LABEL.match(text.en) for spot, text in card.texts() if spot.part == "text")
    shown = "\n".join(
        [card.prompt.en, card.prompt.zh or "", card.code.text, *(one[0] for one in labels if one)]
    )
    for spot, text in card.texts():
        for zh, written in ((False, text.en), (True, text.zh or "")):
            if (spot.field, spot.part) == ("choices", "text"):
                if said := _of_its_place(written, shown):
                    yield Finding(Site("choices", spot.number, spot.part, zh=zh), told, said)
            elif spot.field == "hint" and _NTH_ALONE.fullmatch(written):
                said = written.strip()
                yield Finding(site_of(spot, said, zh=zh), of_another, said)
            elif spot.field != "prompt" and (said := _of_a_place(written, shown)):
                yield Finding(site_of(spot, said, zh=zh), of_another, said)


def _of_its_place(option: str, shown: str) -> str:
    found = _OF_ITS_PLACE.search(option)
    return found[0] if found else _of_letters(option, shown)


def _of_a_place(text: str, shown: str) -> str:
    """A place that is said in a text, and not in the prompt or the code, which may count its own.

    Of letters in brackets none may be one that a text counts its own sentences by.
    """
    words = without_code(text)
    for found in _OF_A_PLACE.finditer(words):
        if found[0].lower() not in shown.lower():
            return found[0]
    judged = _NTH_OF_WORTH.search(words)
    if judged is not None and not _COUNTED.search(f"{shown}\n{text}"):
        return judged[0]
    brackets = list(_IN_BRACKETS.finditer(words))
    if brackets and all(_SAID_OF_ONE.search(words[: one.start()]) for one in brackets):
        return "" if brackets[0][0] in shown else brackets[0][0]
    return _of_letters(text, shown)


def _of_letters(text: str, shown: str) -> str:
    """Letters that stand for options, as far as what is shown gives them no other sense."""
    words = without_code(text)
    for found in (*_LETTERS.finditer(words), *_LETTER_OF_WORTH.finditer(words)):
        letters = "".join(filter(None, found.groups()))
        if not re.search(rf"\b[{letters}]\b{_NO_ARTICLE}", shown):
            return found[0].strip()
    return ""
