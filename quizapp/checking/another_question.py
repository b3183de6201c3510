"""Asks about something else than the question of their prompt."""

from __future__ import annotations

import re
from collections.abc import Iterator

from quizapp.checking.claims import questions
from quizapp.checking.findings import Finding, Site
from quizapp.deck.exercise import Exercise
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.python_source import names_made_from, names_set
from quizapp.text.language import mark, tr

_NAME = re.compile(r"[A-Za-z_]\w*")
_QUOTED = re.compile(rf"`({_NAME.pattern})`")


def of_another_name(card: PredictCard) -> Iterator[Finding]:
    """Asks about nothing that the question names, nor what is made from it."""
    known = names_set(card.code.text)
    for prompt in filter(None, (card.prompt.en, card.prompt.zh)):
        named = {*_QUOTED.findall(_question(prompt))} & known
        made = names_made_from(named, card.code.text)
        read = {name for ask in card.asks for name in _NAME.findall(ask.expression)} & known
        if named and read and made is not None and not read & (made | {*_QUOTED.findall(prompt)}):
            detail = ", ".join(f"`{name}`" for name in sorted(named))
            yield Finding(Site("ask"), tr("it does not read what the prompt asks about"), detail)
            return


def _question(prompt: str) -> str:
    return " ".join(questions(prompt))


_OF_A_NAME = re.compile(
    rf"\b(?:shape|dtype|values?|grad|gradient|strides?|type|device) of `({_NAME.pattern})`"
    rf"|\b(?:does|do|is|are|has|have|will|can) `({_NAME.pattern})`(?! of)"
    rf"|`({_NAME.pattern})`\s*的\s*(?:形状|dtype|数据类型|值|梯度|步长|步幅|类型|设备)"
)
_OF_A_KIND = re.compile(
    r"\b(?:what|which) (?:is the |are the )?(dtype|shape|device|strides|exception)\b"
    r"|(形状|dtype|数据类型|设备|步长|步幅)(?:会?是|为)(?:什么|多少|哪)"
    r"|(?:什么|哪种|哪个|哪类)(?:类型的)?(形状|dtype|数据类型|设备|步长|步幅|异常)",
    re.IGNORECASE,
)
_IN_ENGLISH = {
    "形状": "shape",
    "数据类型": "dtype",
    "设备": "device",
    "步长": "strides",
    "步幅": "strides",
    "异常": "exception",
}
_APART = {"dtype", "shape", "device", "strides", "raises", "fails"}
"""Kinds that answer none of the others' questions."""
_WHETHER = r"\b(?:does|do|will|would|did|can)\b[^?,;.]*\b"
_WHETHER_ZH = r"(?:是否|会不会)[^，。？]*(?:{0})|(?:{0})[^，。？什哪]*吗"
_ONE_OF = {
    "fails": re.compile(
        rf"{_WHETHER}(?:raise|throw)\b|\b(?:is|are|will|does) an? (?:exception|error)\b"
        rf"|{_WHETHER_ZH.format('抛出|异常|报错')}",
        re.IGNORECASE,
    ),
    "warns": re.compile(
        rf"{_WHETHER}warn(?:ings?)?\b|\b(?:is|are) (?:there )?(?:an? )?warnings?\b"
        rf"|{_WHETHER_ZH.format('警告')}",
        re.IGNORECASE,
    ),
    "hangs": re.compile(
        rf"{_WHETHER}(?:hang|deadlock)\b|{_WHETHER_ZH.format('挂起|卡住|卡死|死锁')}",
        re.IGNORECASE,
    ),
}
"""How it is asked whether code does one of these."""
_NAMES_IT = {
    "fails": re.compile(r"rais|throw|exception|error|fail|抛|异常|错", re.IGNORECASE),
    "warns": re.compile(r"warn|警告", re.IGNORECASE),
    "hangs": re.compile(r"hang|lock|stuck|挂|卡|锁", re.IGNORECASE),
}
"""What else a question says that may ask for it, too."""
_ASKED_WHETHER = {
    "fails": mark("the prompt asks whether it raises"),
    "warns": mark("the prompt asks whether it warns"),
    "hangs": mark("the prompt asks whether it hangs"),
}


def of_another_thing(run: Exercise, card: PredictCard) -> Iterator[Finding]:
    """Asks beside a question about a name that is nowhere, or about what is not asked."""
    for prompt in filter(None, (card.prompt.en, card.prompt.zh)):
        if found := [*_of_another_thing(run, card, _question(prompt))]:
            yield from found
            return


def _of_another_thing(run: Exercise, card: PredictCard, question: str) -> Iterator[Finding]:
    setup = run.setup.text if run.setup is not None else ""
    asked = [ask.expression for ask in card.asks]
    there = {*_NAME.findall("\n".join([setup, run.shown_code, *asked]))}
    for found in _OF_A_NAME.finditer(question):
        name = found[1] or found[2] or found[3]
        if name not in there:
            site = Site("prompt", written=found[0], zh=found[0] not in card.prompt.en)
            yield Finding(site, tr("it asks about `{name}`, which is nowhere", name=name))
            return
    kinds = {ask.kind for ask in card.asks}
    for found in _OF_A_KIND.finditer(question):
        said = (found[1] or found[2] or found[3]).lower()
        said = _IN_ENGLISH.get(said, said)
        wanted = "raises" if said == "exception" else said
        if wanted not in kinds and kinds <= _APART:
            yield Finding(Site("ask"), tr("the prompt asks for the {kind}", kind=said))
    whether = [kind for kind, said in _ONE_OF.items() if said.search(question)]
    answers = {"fails" if kind == "raises" else kind for kind in kinds}
    named = {kind for kind, said in _NAMES_IT.items() if said.search(question)}
    if len(whether) == 1 and answers <= {*_ONE_OF} - named:
        yield Finding(Site("ask"), tr(_ASKED_WHETHER[whether[0]]))
