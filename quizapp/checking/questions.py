"""How a prompt asks which of its options are something."""

from __future__ import annotations

from quizapp.checking.claims import sentences
from quizapp.deck.parts import Text

WHICH = (
    r"(?:(?:which|what|select|choose|pick|mark|tick|all|of|these|those|them|the|following|that|do"
    r"|does|will|expressions?|tensors?|results?|options?|lines?|ones?|two|three)\s+)+"
)
HERE = r"(?:下面|以下|下列|这些|选项|表达式|张量|结果|代码|哪些|哪个|哪几个|哪一个|中|里|的|会|\s)*"
WHERE = r"\s*(?:的?(?:是|有)?(?:哪些|哪个|哪几个|哪一个))?\s*[?？。]?"


def last_sentences(prompt: Text) -> list[str]:
    """The question itself, in each language."""
    return [asked for text in (prompt.en, prompt.zh or "") for asked in sentences(text)[-1:]]
