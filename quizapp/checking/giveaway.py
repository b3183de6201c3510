"""Prompts and comments in which the answer stands already."""

from __future__ import annotations

import io
import re
import tokenize
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from quizapp.asks.table import KINDS
from quizapp.checking.claims import sentences
from quizapp.checking.findings import Finding, Site, given_away
from quizapp.checking.listed import lists_in
from quizapp.checking.rounded import rounded_in
from quizapp.checking.telling_words import as_shown, bare, without_telling_words
from quizapp.checking.verbatim import words_of
from quizapp.checking.yes_or_no import given_in_words
from quizapp.deck.computed import BEFORE
from quizapp.deck.kinds.choice import ChoiceCard
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.kinds.write import WriteCard
from quizapp.deck.parts import Ask, Draw, Text
from quizapp.deck.python_source import messages, names_read, names_set
from quizapp.text.holes import WORD_MARKS, without_marks
from quizapp.text.language import tr
from quizapp.text.plain import plain_text
from quizapp.values.dtypes import DTYPE_ALIASES
from runner.protocol.wire import Fact, Outcome

SHORTEST = 3
"""Characters of an answer that counts; `2` stands in many a prompt."""

_LIKE = {
    "dtype": re.compile(r"\b(?:bool|b?float\d+\w*|u?int\d+|complex\d+)\b", re.ASCII),
    "raises": re.compile(r"\b\w+(?:Error|Exception|Warning)\b", re.ASCII),
}
"""Names that stand beside each other in many a prompt: the answer is told where it stands alone."""

_OR_NOTHING = re.compile(
    r"\bor\s+(?:(?:is|does|do|will|would)\s+(?:it|this|that)\s+(?:raise\s+)?)?"
    r"(?:nothing|none|not|neither|fine|no\s+(?:error|exception))\b"
    r"|(?:还是|或者?)(?:会|是)?(?:什么(?:都|也)|不|没|无|正常)",
    re.IGNORECASE,
)
"""That there may be no such thing, which leaves open whether there is."""

_CALLED = f"({'|'.join(DTYPE_ALIASES)})"
_ALIAS = re.compile(
    rf"\btorch\.{_CALLED}\b"
    rf"|(?:(?<=\ba )|(?<=\ban )|(?<=\b[Ii]t is )|(?<=` is )|(?<=[是为] ))`{_CALLED}`",
    re.ASCII,
)
"""Another name of a dtype where it is no other word."""

_SHAPE = re.compile(r"\((?:\d+,\s*)*\d*\)", re.ASCII)

_SIZE = re.compile(r"\b(?:torch\.)?Size\(\[[\d, ]*\]\)", re.ASCII)

_ALONE = re.compile(r"\[+([^\[\],]+)\]+")
"""The one element of a tensor, for which learners may type that."""

_TIMES = re.compile(r"(?<=\d)\s*[x×]\s*(?=\d)")
"""Between the sizes of a shape."""

_STATED = (
    r"`?(?:[\s,:]*(?:的|是|为|有|和|形状|类型|数据|值|张量|[\[(][\d\s,.()\[\]-]*[\])]"
    r"|(?:is|are|has|have|holds?|contains?|with|and|of|the|an?|shape|size|dtype|value|tensor|-?\d+\.?\d*"
    r"|(?:torch\.)?(?:bool|b?float\d+|u?int\d+))(?!\w)))+"
)
"""What follows a name where a text states what that is: `x has the shape (2, 3)`."""

_CALL = re.compile(r"`([\w.]+\([^`]*)`")
_MADE = re.compile(r"\s*(\w+)\s*=(?!=)")
_SAID = re.compile(
    r"(?:\bthe answer is|答案[是为])[:：]?\s*([-\w.]+?)(?=[.!,。！，]?\s*$|[.!,]\s|[。！，])"
    r"|^(?:it is|它是|结果[是为])\s*([-\w.]+?)[.!。！]?\s*$",
    re.IGNORECASE | re.MULTILINE,
)
"""A word that is said to be the answer."""
_GIVES = re.compile(
    r"^(?:(?:it |this |that )?(?:gives?|is|becomes|returns|yields|holds|equals|prints)\b"
    r"|(?:结果)?[是为]|得到|得|给出|等于|变成|返回|[=≈→:：])\s*",
    re.IGNORECASE,
)
"""How a comment begins that states what the code beside it comes to."""
_IN_WORDS = {"True": "yes", "False": "no"}

_IT_IS = (
    r"(?:is|becomes|gives|stays|has (?:the )?dtype|will be|(?:will )?(?:raises?|throws?))(?: an?)?"
    r"|会?(?:变成|[是为]|成为|得到|抛出)"
)
_AND_THAT_IS_ALL = r"(?=\s*(?:[,;:!，；：！。]|\.(?:\s|$)|$|(?:since|because)\b|因为|由于))"
_PERHAPS = re.compile(
    r"\b(?:if|unless|when|whether|where|once|or|would|were|had)\b|[?？]|如果|若|当|除非|还是|或",
    re.IGNORECASE,
)


def giveaways(card: PredictCard, outcome: Outcome) -> list[Finding]:
    """Where the truth can be read off, for one exercise of the card."""
    found: list[Finding] = []
    card = without_telling_words(card, as_shown(card, outcome.facts))
    for number, (ask, fact) in enumerate(zip(card.asks, outcome.facts, strict=False)):
        if isinstance(fact, Fact):
            answer, others = card.kept(number, fact).strip(), names_set(card.code.text)
            others -= {ask.expression}
            said = _naming_dtypes(card) if ask.kind == "dtype" else card

            def tells(answer: str, text: str, *, ask: Ask = ask, fact: Fact = fact) -> bool:
                return (
                    _tells(ask.kind)(answer, text)
                    or _is_graded_right(card, ask, fact, text)
                    or (ask.kind in _LIKE and _is_said_of(ask.expression, answer, text))
                )

            told = list(_read_off(answer, said, _told_of(tells, others), others))
            if not told and (lone := _ALONE.fullmatch(answer)) and card.accepts(ask, lone[1], fact):
                told = list(_read_off(lone[1], said, _told_of(tells, others), others))
            found += told
            known = {one.site.field for one in told}
            alone = len(card.asks) == 1
            for site in given_in_words(card, ask, bool(fact.data), alone=alone):
                if site.field not in known:
                    found.append(given_away(site, answer))
    return found


def _is_graded_right(card: PredictCard, ask: Ask, fact: Fact, text: str) -> bool:
    """Whether a number in a text, a list of them, or a shape as torch prints it would be."""
    said = [*rounded_in(text)] if ask.kind == "value" else []
    said += _SIZE.findall(text) if ask.kind == "shape" else []
    said += lists_in(text) if KINDS[ask.kind].is_telling else []
    return any(card.accepts(ask, one, fact) for one in said)


def giveaways_of_draw(card: PredictCard, draw: Draw, outcome: Outcome) -> Iterator[Finding]:
    """Sentences that tell the truth of this one draw, and name it: `It is (3, 2) for n = 2`."""
    for field in BEFORE if draw else ():
        for zh, sentence in _sentences_of(getattr(card, field)):
            if rest := _without_the_draw(sentence, draw):
                alone = Text(en=rest)
                prompt, hint = (alone, None) if field == "prompt" else (Text(en=""), alone)
                site = Site(field, written=_before_a_word(sentence), zh=zh)
                told = giveaways(replace(card, prompt=prompt, hint=hint), outcome)
                yield from (replace(one, site=site) for one in told if one.site.field == field)


def _without_the_draw(sentence: str, draw: Draw) -> str:
    """What else a sentence says that names all that is drawn; nothing of any other."""
    for name, drawn in draw.items():
        named = (
            r"(?:,?\s*\b(?:for|where|when|if|with|at|and)\s+|[当在和]\s*|对于?\s*)?"
            rf"`?(?<![\w.]){re.escape(name)}\s*(?:==?|is|[为是])\s*{re.escape(drawn)}(?!\.?\w)`?\s*时?"
        )
        sentence, times = re.subn(named, "", sentence)
        if not times:
            return ""
    return sentence.strip(" ,:，：、")


def _told_of(
    tells: Callable[[str, str], bool], others: Collection[str]
) -> Callable[[str, str], bool]:
    """Whether an answer can be read off; what is stated of another name is not it."""
    others = {*others} - {"a"}  # which is an article, too
    if not others:
        return tells
    stated = re.compile(rf"(?<![\w.])(?:{'|'.join(others)}){_STATED}", re.ASCII)
    return lambda answer, text: tells(answer, stated.sub("", text))


def _naming_dtypes(card: PredictCard) -> PredictCard:
    """With the dtypes in what is said beforehand by their own names."""

    def named(text: Text) -> Text:
        own = (_ALIAS.sub(_own_name, one) if one else None for one in (text.en, text.zh))
        return Text(en=next(own) or "", zh=next(own))

    return replace(card, prompt=named(card.prompt), hint=named(card.hint) if card.hint else None)


def _own_name(found: re.Match[str]) -> str:
    return DTYPE_ALIASES[found[1] or found[2]]


def _tells(kind: str) -> Callable[[str, str], bool]:
    """Whether an answer of a kind can be read off a text."""
    if kind in _LIKE:
        return lambda answer, text: (
            {*_LIKE[kind].findall(_ALIAS.sub(_own_name, _decided(text)))} == {answer}
        )
    if kind == "grad_fn":  # graded right without the number at its end
        return lambda answer, text: any(
            _stands_in(one, _decided(text)) for one in {answer, answer.rstrip("0123456789")}
        )
    if kind == "shape":
        return lambda answer, text: any(
            _stands_in(one, _TIMES.sub("x", text))
            for one in (answer, "x".join(re.findall(r"\d+", answer)))
        )
    return _stands_in if KINDS[kind].is_telling else lambda answer, text: False


def _decided(text: str) -> str:
    """A text without the sentences that leave open whether there is what they name."""
    return "\n".join(one for one in sentences(text) if not _OR_NOTHING.search(one))


def _is_said_of(expression: str, answer: str, text: str) -> bool:
    """Whether a sentence says it of what is asked for, whatever stands beside it.

    A pronoun stands for that in a first sentence; further on it may be something else.
    """
    of_it = rf"(?:it|this|the result|它|结果|`{re.escape(expression)}`)"
    of_it_by_name = rf"(?:the result|结果|`{re.escape(expression)}`)"
    for number, sentence in enumerate(sentences(text)):
        who = of_it_by_name if number else of_it
        said = rf"{who}\s*(?:{_IT_IS})\s*`?(?:torch\.)?{re.escape(answer)}`?{_AND_THAT_IS_ALL}"
        if re.match(said, sentence, re.IGNORECASE) and not _PERHAPS.search(sentence):
            return True
    return False


def option_given(card: ChoiceCard, outcome: Outcome) -> Iterator[Finding]:
    """Where an option that holds stands word for word, or can be read off as a predicted answer."""
    holds = [isinstance(fact, Fact) and fact.data is True for fact in outcome.facts]
    found = {finding.site.field: finding for finding in _options_said(card, holds)}
    yield from found.values()
    holding = [option for option, right in zip(card.options, holds, strict=False) if right]
    kind = _kind_of(card)
    if kind and len(holding) == 1:
        answer = _name_of(holding[0].text)
        others = names_set(card.code.text) - names_read(holding[0].holds)
        for one in _read_off(answer, card, _told_of(_tells(kind), others), others):
            if one.site.field not in found:
                yield one


def _options_said(card: ChoiceCard, holds: Sequence[bool]) -> Iterator[Finding]:
    """Sentences that are the text of an option that holds, where others are not listed beside."""
    said = {
        words_of(one): right
        for option, right in zip(card.options, holds, strict=False)
        for one in _plain(option.text)
    }
    for field in BEFORE:
        text: Text | None = getattr(card, field)
        named = [one for one in _sentences_of(text) if words_of(one[1]) in said]
        if named and all(said[words_of(sentence)] for _, sentence in named):
            zh, sentence = named[0]
            yield given_away(Site(field, written=sentence, zh=zh), sentence)


def _kind_of(card: ChoiceCard) -> str:
    """The kind of ask of which all options are answers; nothing where they are none."""
    names = [_name_of(option.text) for option in card.options]
    kinds = {**_LIKE, "shape": _SHAPE}
    return next((kind for kind in kinds if all(map(kinds[kind].fullmatch, names))), "")


def _name_of(text: Text) -> str:
    return plain_text(text.en).strip("` .").removeprefix("torch.")


def _sentences_of(text: Text | None) -> Iterator[tuple[bool, str]]:
    """Each sentence in each language, and whether it is Chinese."""
    for zh, written in ((False, text.en), (True, text.zh or "")) if text else ():
        yield from ((zh, sentence) for sentence in sentences(written))


def solution_given(card: WriteCard) -> list[Finding]:
    """Where the solution can be read off; a bare word may stand in a sentence by chance."""
    solution = card.solution.text.strip()
    if solution.isidentifier():
        return []
    found = list(_read_off(solution, card, _stands_in))
    telling = [line for line, said in messages(card.tests.text) if _stands_in(solution, said)]
    if telling:
        site = Site("code", card.tests.line + telling[0] - 1)
        found.append(given_away(site, solution, tr("a message of the tests")))
    return found


def _read_off(
    answer: str,
    card: PredictCard | WriteCard | ChoiceCard,
    tells: Callable[[str, str], bool],
    others: Collection[str] = (),
) -> Iterator[Finding]:
    """Where it stands, also in a comment, but for one behind code that makes one of the others."""

    def told(said: str) -> bool:
        return tells(answer, said) or _is_all_of(answer, said)

    if any(tells(answer, said) for said in _plain(_beyond(card.prompt, card.code.text))):
        yield given_away(_where("prompt", card.prompt, told), answer)
    if card.hint is not None and any(map(told, _plain(card.hint))):
        yield given_away(_where("hint", card.hint, told), answer)
    lines = card.code.text.splitlines()
    comments = [
        (line, said)
        for line, said in _comments(card.code.text)
        if not (made := _MADE.match(lines[line - 1])) or made[1] not in others
    ]
    stated = [line for line, said in comments if _is_all_of(answer, _GIVES.sub("", said))]
    telling = sorted({*stated, *(line for line, said in comments if tells(answer, said))})
    if telling and (stated or tells(answer, "\n".join(said for _, said in comments))):
        site = Site("code", card.code.line + telling[0] - 1)
        yield given_away(site, answer, tr("a comment in the code"))


def _where(field: str, text: Text, told: Callable[[str], bool]) -> Site:
    """The sentence of a text in which it is told; the text as a whole where no one tells it."""
    for zh, written in ((False, text.en), (True, text.zh or "")):
        for sentence in sentences(written):
            if any(map(told, _plain(Text(en=sentence)))):
                return Site(field, written=_before_a_word(sentence), zh=zh)
    return Site(field)


def _before_a_word(sentence: str) -> str:
    """What the deck has of a sentence, up to a word that is another in each draw."""
    return sentence.partition(WORD_MARKS[0])[0].rstrip()


def _beyond(text: Text, code: str) -> Text:
    """A text without the calls in backticks that stand in the code as well: it shows them."""
    shown = "".join(code.split())

    def left(written: str) -> str:
        return _CALL.sub(lambda one: "" if "".join(one[1].split()) in shown else one[0], written)

    return Text(en=left(text.en), zh=None if text.zh is None else left(text.zh))


def _plain(text: Text | None) -> list[str]:
    """What it says in each language; of wide signs, as in `（2，3）`, the usual ones."""
    texts = filter(None, (text.en, text.zh)) if text else ()
    return [unicodedata.normalize("NFKC", plain_text(without_marks(one))) for one in texts]


def _stands_in(answer: str, text: str) -> bool:
    answer, text = bare(answer), bare(text)
    if len(answer) < SHORTEST or answer in ("nothing", "None"):
        return False
    spaced = r"\s*".join(map(re.escape, re.findall(r"\w+|\S", answer)))
    return re.search(rf"(?<![\w.]){spaced}(?![\w])", text, re.ASCII) is not None


def _is_all_of(answer: str, text: str) -> bool:
    """Whether a language has nothing but the answer, as a hint that says `No.` to a yes or no.

    Or says of it that it is.
    """
    lines = {bare(line).strip().rstrip(".!").lower() for line in text.splitlines()} - {""}
    lines |= {(found[1] or found[2]).lower() for found in _SAID.finditer(bare(text))}
    return bool(lines & {bare(answer).lower(), _IN_WORDS.get(answer)})


def _comments(code: str) -> list[tuple[int, str]]:
    """Each with its line, from 1."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(code).readline))
    except (tokenize.TokenError, SyntaxError):
        return []
    return [
        (token.start[0], re.sub(r"^#+\s*(?:[-=]*>)?\s*", "", token.string))
        for token in tokens
        if token.type == tokenize.COMMENT
    ]
