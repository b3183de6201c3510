"""A deck's texts in another language, from the file beside it, and how that is kept up to date."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from quizapp.deck.files import decks_below
from quizapp.deck.format.load import load_bytes
from quizapp.deck.format.translation_text import brought_up_to_date
from quizapp.deck.kinds.choice import ChoiceCard
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.problem import DeckFile, Loaded
from quizapp.deck.translation import Translated, code_in, without_code
from quizapp.library.loading import load_library

ENGLISH = """\
topic: views
title: Views of tensors
ideas: {copies: A view copies the numbers that it shows.}
cards:
  - id: half
    prompt: What does `y` hold?
    code: y = torch.tensor([2., 4.]) / 2
    ask: {value: y}
    mistakes:
      - value: y * 4
        say: That is twice as much as {= y[0]:.1f}.
      - {value: y * 2, say: That is not the half of it.}
    explain: |
      Division is done element by element.

      - It makes a new tensor.
  - id: which
    prompt: Which of these are views?
    choices:
      - {text: "`x.t()`", holds: true, say: It does copy nothing.}
      - {text: "`x + 1`", holds: false}
  - id: inline
    prompt: {en: Why is that?, zh: 为什么?}
    back: So.
"""
CHINESE = """\
format: 1
language: zh
# checked by hand
of: {head}
title: 张量的视图

ideas:
  - id: copies
    of: {copies}
    text: 视图会复制它所显示的数值。

cards:
  - id: half
    of: {half}
    prompt: "`y` 的值是什么？"  # a remark
    explain: |
      除法逐元素进行。

      - 得到一个新张量。
    mistakes:
      - 这是 {{= y[0]:.1f}} 的两倍。
      - 这不是它的一半。

  - id: which
    of: {which}
    prompt: 下面哪些是视图？
    choices:
      - text: "`x.t()`"
        say: 它不复制任何东西。
      - "`x + 1`"
"""


def digests(english: str = ENGLISH) -> dict[str, str]:
    """What stands in `of` for each part, as the command writes it."""
    text = brought_up_to_date(DeckFile("views.zh.yaml", ""), load(english), "zh")
    found = re.findall(r"(?:- id: (\w+)\n +|^)of: (\w+)", text, re.MULTILINE)
    return {name or "head": of for name, of in found}


def load(english: str = ENGLISH, chinese: str | None = None) -> Loaded:
    files: Mapping[Translated, bytes] = {} if chinese is None else {"zh": chinese.encode()}
    return load_bytes(english.encode(), "views.yaml", files)


@pytest.fixture(scope="module")
def chinese() -> str:
    return CHINESE.format(**digests())


def told(loaded: Loaded) -> list[str]:
    assert {problem.path for problem in loaded.problems} <= {"views.zh.yaml"}
    return [str(one).removeprefix("views.zh.yaml:") for one in loaded.problems]


def test_a_deck_says_in_chinese_what_stands_beside_it(chinese: str) -> None:
    loaded = load(ENGLISH, chinese)
    assert loaded.problems == loaded.untranslated == ()
    deck = loaded.deck
    assert deck is not None
    assert deck.title.in_language("zh") == "张量的视图"
    assert deck.ideas["copies"].zh == loaded.ideas["copies"].zh == "视图会复制它所显示的数值。"
    half, which, inline = deck.cards
    assert isinstance(half, PredictCard) and isinstance(which, ChoiceCard)
    assert half.prompt.zh == "`y` 的值是什么？"
    assert half.explain is not None and half.explain.zh is not None
    assert half.explain.zh.startswith("除法逐元素进行。\n\n- ")
    assert [mistake.say.zh for mistake in half.mistakes][1] == "这不是它的一半。"
    assert [option.text.zh for option in which.options] == ["`x.t()`", "`x + 1`"]
    assert which.options[0].say is not None and which.options[0].say.zh == "它不复制任何东西。"
    assert inline.prompt.zh == "为什么?"
    english = load(ENGLISH).deck
    assert english is not None
    assert [card.content_hash for card in deck.cards] == [c.content_hash for c in english.cards]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("{= y[0]:.1f}", "{= y[1]:.1f}", "21:9: say: must compute what its English does: {= y[0]"),
        ("{= y[0]:.1f}", "两", "21:9: say: must compute what its English does: {= y[0]:.1f}"),
        ("这不是", "这{= 1}不是", "22:9: say: must compute what its English does: nothing"),
        ("      - 这不是它的一半。\n", "", "21:7: mistakes: must be a list of as many texts as"),
        ("- id: which", "- id: whihc", "24:9: id: the deck has no card 'whihc' (did you mean 'w"),
        ("- id: which", "- id: half", "24:9: id: 'half' stands here twice"),
        ("- id: which", "- id: inline", "24:9: id: the deck itself has 'inline' in two langua"),
        ("prompt: 下", "promt: 下", "26:5: unknown key 'promt' (did you mean 'prompt'?)"),
        ("language: zh", "language: en", "2:11: language: must be zh"),
        ("\n# checked", "\nnotes: none\n# checked", "3:1: unknown key 'notes'"),
        ("下面哪些", "看[下面](x)哪些", "26:14: prompt: the link leads to 'x'"),
        ("下面哪些", "下面 #哪些", "26:16: a # after a blank begins a comment"),
        ("prompt: 下面", "prompt: 下: 面", "26:14: a text with a colon and a space in it needs q"),
        (
            '      - "`x + 1`"',
            '      - {text: "`x + 1`", say: 否。}',
            "30:9: choices: must be a text",
        ),
        (
            '- text: "`x.t()`"\n        say: 它不复制任何东西。',
            '- "`x.t()`"',
            "28:9: choices: must be {text: …, say: …}",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(chinese: str, old: str, new: str, place: str) -> None:
    assert chinese.count(old) == 1
    loaded = load(ENGLISH, chinese.replace(old, new))
    assert any(one.startswith(place) for one in told(loaded)), told(loaded)
    assert loaded.deck is not None
    assert len(loaded.deck.cards) == 3


def test_a_file_without_keys_is_told_once_and_translates_nothing() -> None:
    assert told(load(ENGLISH, "- a\n")) == ["1:1: a translation begins with `key: value` lines"]
    (told_of_yaml,) = told(load(ENGLISH, "[a"))
    assert "begins with" not in told_of_yaml


def test_a_text_too_long_for_markdown_has_no_code() -> None:
    runs = " ".join("`" * length for length in range(1, 1_400))
    assert not code_in(runs)
    assert without_code(runs) == runs
    assert code_in("`x` and ``y`z``") == {"x": 1, "y`z": 1}


def test_code_that_is_not_that_of_the_english_never_gets_into_a_deck(chinese: str) -> None:
    of = digests()["half"]
    for stamp in (of, "000000"):
        text = chinese.replace("{= y[0]:.1f}", "{= open('x')}").replace(of, stamp)
        deck = load(ENGLISH, text).deck
        assert deck is not None
        card = deck.cards[0]
        assert isinstance(card, PredictCard)
        assert [mistake.say.zh for mistake in card.mistakes] == [None, "这不是它的一半。"]


@pytest.mark.parametrize(
    ("old", "new", "lack"),
    [
        ("prompt: 下面哪些是视图？", "prompt: Which of these are views?", "prompt: is not transl"),
        ("    prompt: 下面哪些是视图？\n", "", "'which': prompt is not translated"),
        ("`y` 的值", "y 的值", "prompt: its code differs from that of its English: lacks `y`"),
        (
            "元素进行",
            "元素 `/` 进行",
            "its code differs from that of its English: has `/`",
        ),
        ("      - 得到", "      得到", "its lists, tables or code blocks are not those of its Eng"),
        ("of: ", "of: 0", "is older than its English"),
        ("下面哪些是视图？", "Lesquelles sont des vues ?", "prompt: it is not Chinese"),
    ],
)
def test_what_is_to_be_translated_is_no_problem_of_the_deck(
    chinese: str, old: str, new: str, lack: str
) -> None:
    loaded = load(ENGLISH, chinese.replace(old, new))
    assert loaded.problems == ()
    assert lack in " ".join(one.message for one in loaded.untranslated)


@pytest.mark.parametrize(
    ("back", "says_something"),
    [
        ("Nothing moves.", True),
        ("Does `x.view(-1)` fail?", True),
        ("Adam.", False),
        ("RuntimeError: `x`.", False),
        ("batch norm", False),
    ],
)
def test_a_short_sentence_that_stays_english_is_to_be_translated_and_a_name_is_not(
    chinese: str, back: str, says_something: bool
) -> None:
    more = f"{ENGLISH}  - id: new\n    prompt: What is new?\n    back: '{back}'\n"
    after = brought_up_to_date(DeckFile("views.zh.yaml", chinese), load(more), "zh")
    told = [one.message for one in load(more, after).untranslated if one.card == "views/new"]
    assert ("back: is not translated yet" in told) is says_something


def test_what_lacks_is_written_in_english_and_the_rest_kept(chinese: str) -> None:
    more = ENGLISH + "  - {id: new, prompt: What is new?, back: This card is new.}\n"
    fewer = chinese[: chinese.index("  - id: which")]
    after = brought_up_to_date(DeckFile("views.zh.yaml", fewer), load(more), "zh")
    assert after.startswith(fewer)
    loaded = load(more, after)
    assert loaded.problems == ()
    lacks = {one.card: one.message for one in loaded.untranslated}
    assert lacks == {
        "views/which": "say: is not translated yet",
        "views/new": "back: is not translated yet",
    }
    assert brought_up_to_date(DeckFile("views.zh.yaml", after), load(more), "zh") == after


def test_what_is_older_keeps_its_words_beside_the_english_of_today(chinese: str) -> None:
    changed = ENGLISH.replace("not the half of it", "all of it").replace("Which of these", "Which")
    assert len(load(changed, chinese).untranslated) == 2
    after = brought_up_to_date(DeckFile("views.zh.yaml", chinese), load(changed), "zh")
    assert "这不是它的一半。" in after
    assert "    #     - That is all of it.\n" in after
    told = [one.message for one in load(changed, after).untranslated]
    assert told == ["'half' is older than its English", "'which' is older than its English"]
    again = brought_up_to_date(
        DeckFile("v.zh.yaml", after), load(changed), "zh", lambda unit: unit.id == "half"
    )
    assert "That is all of it" not in again
    told = [one.message for one in load(changed, again).untranslated]
    assert told == ["'which' is older than its English"]
    done = brought_up_to_date(DeckFile("v.zh.yaml", again), load(changed), "zh", lambda _: True)
    assert done == CHINESE.format(**digests(changed))


def test_what_was_never_translated_is_the_english_of_today() -> None:
    first = brought_up_to_date(DeckFile("views.zh.yaml", ""), load(), "zh")
    changed = ENGLISH.replace("not the half of it", "all of it")
    after = brought_up_to_date(DeckFile("views.zh.yaml", first), load(changed), "zh")
    assert after == brought_up_to_date(DeckFile("views.zh.yaml", ""), load(changed), "zh")


def test_only_line_breaks_make_no_translation_older(chinese: str) -> None:
    changed = ENGLISH.replace("element by element", "element\n      by element")
    assert load(changed, chinese).untranslated == ()


def test_the_library_reads_it_with_its_deck_and_again_when_it_changes(
    tmp_path: Path, chinese: str
) -> None:
    (tmp_path / "views.yaml").write_text(ENGLISH)
    beside = tmp_path / "views.zh.yaml"
    cache = tmp_path / "cache"

    def title() -> str:
        library = load_library([tmp_path], cache)
        assert library.topics == ("views",)
        return library.decks[0].title.in_language("zh")

    assert title() == "Views of tensors"
    for said in ("张量的视图", "视图"):
        beside.write_text(chinese.replace("张量的视图", said))
        assert [title(), title()] == [said, said]
    beside.write_text(chinese.replace("- id: which", "- id: none"))
    library = load_library([tmp_path], cache)
    assert [problem.path for problem in library.problems] == [str(beside)]
    assert [lack.message for lack in library.untranslated] == ["'which' has no translation"]
    assert decks_below(tmp_path).decks == [tmp_path / "views.yaml"]
    beside.unlink()
    assert title() == "Views of tensors"
