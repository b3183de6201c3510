"""What the Chinese of a card says otherwise than its English."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizapp.checking.in_two_languages import unlike
from quizapp.deck.format.load import load_text

CARD = """\
topic: own
cards:
  - id: one
    prompt: {en: Which?, zh: 哪一个？}
    code: x = 1
    choices:
      - {text: {en: '%s', zh: '%s'}, holds: x == 1}
      - {text: {en: Another, zh: 另一个}, holds: x == 2}
    explain: {en: '%s', zh: '%s'}
"""


def told(option: tuple[str, str], explain: tuple[str, str] = ("It is.", "是。")) -> list[str]:
    loaded = load_text(CARD % (*option, *explain), "own.yaml")
    assert loaded.deck is not None, loaded.problems
    cards = [(loaded.deck, card) for card in loaded.deck.cards]
    return [problem.message for problem in unlike(cards, strict=False)]


@pytest.mark.parametrize(
    ("english", "chinese", "message"),
    [
        ("The index 1.", "索引 2。", "zh: it says 2, and its English 1"),
        ("0", "2", "zh: it says 2, and its English 0"),
        (
            "It is float32 of 2",
            "是 float64，共 2 个",
            "zh: it says float64, and its English float32",
        ),
        (
            "`x + 1`",
            "`x + 2`",
            "zh: its code differs from that of its English: lacks `x + 1`, has `x + 2`",
        ),
        ("两个", "Two", "zh: its English is Chinese, and its Chinese is not: they are exchanged"),
    ],
)
def test_an_option_that_is_another_in_chinese_is_told(
    english: str, chinese: str, message: str
) -> None:
    assert told((english, chinese)) == [message]
    assert told((english, english)) == []


def test_another_number_in_chinese_is_told_where_no_word_says_it() -> None:
    option = ("One", "一")
    assert told(option, ("It takes 4 bytes.", "占 8 个字节。")) == [
        "zh: it says 8, and its English 4"
    ]
    assert told(option, ("It takes 4 bytes, half of eight.", "占 4 个字节，8 的一半。")) == []
    assert told(option, ("A sum of 4 at both.", "2 处的和为 4。")) == []
    assert told(option, ("`x[8]` of 4.", "4 的 `x[8]`。")) == []


def test_another_number_in_chinese_is_told_at_its_own_sentence(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    lines = (
        *("topic: own", "cards:", "  - id: one", "    prompt: {en: Which?, zh: 哪一个？}"),
        *("    code: x = 1", "    ask: {value: x}", "    explain:", "      en: |", "        Ones."),
        *(
            "",
            "        It takes 4 bytes.",
            "      zh: |",
            "        一。",
            "",
            "        占 8 个字节。",
        ),
    )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    deck = load_text(path.read_text(encoding="utf-8"), str(path)).deck
    assert deck is not None
    (told,) = unlike([(deck, card) for card in deck.cards], strict=False)
    assert (told.line, told.source_line.strip()) == (15, "占 8 个字节。")


def test_another_language_in_place_of_chinese_is_told() -> None:
    option = ("One", "一")
    for french in ("La forme reste ainsi.", "Форма остаётся такой же."):
        assert told(option, ("The shape stays.", french)) == ["zh: it is not Chinese"]
    for names in ("Adam, SGD, RMSprop", "`x.sum()` float32 2", "torch.nn"):
        assert told(option, ("These: Adam, SGD and RMSprop.", names)) == []


def test_chinese_alone_in_an_english_deck_is_told() -> None:
    def of(*prompts: str) -> list[str]:
        cards = "".join(
            f"  - {{id: c{number}, prompt: '{prompt}', code: x = 1, ask: {{value: x}}}}\n"
            for number, prompt in enumerate(prompts)
        )
        deck = load_text(f"topic: own\ncards:\n{cards}", "own.yaml").deck
        assert deck is not None
        return [str(one) for one in unlike([(deck, card) for card in deck.cards], strict=False)]

    english = ["What is the value of x?", "What does the code give?"]
    message = "own.yaml:5:1: it is Chinese alone in a deck that is English"
    assert of(*english, "`x` 的值是什么？") == [message]
    assert of(english[0], "`x` 的值是什么？", "代码给出什么？") == []
    assert of(*english, "How many bytes do the two signs 汉字 take?") == []


def test_yes_beside_no_in_chinese_is_told() -> None:
    option = ("One", "一")
    message = "zh: it begins with yes or no, and its English with the other of them"
    for pair in (
        ("No, a transpose is not.", "是的，转置是连续的。"),
        ("Yes: it is a view.", "不是：它是副本。"),
        ("Yes.", "不会。"),
    ):
        assert told(option, pair) == [message]
    assert told(("Yes", "否"), ("It is.", "是。")) == [message]
    for pair in (
        ("No, it is not.", "不，它不是。"),
        ("Yes, it is.", "是的。"),
        ("No, it is not.", "是的，它不连续。"),  # as Chinese answers what is asked with a not
        ("No gradient flows.", "是的。"),
    ):
        assert told(option, pair) == []


def test_an_answer_to_a_question_with_a_not_may_be_the_other_in_chinese() -> None:
    card = (
        "topic: own\ncards:\n  - id: one\n    prompt: {en: Is it not a view?, zh: 它不是视图吗？}\n"
        "    code: x = 1\n    ask: {bool: x == 1}\n"
        "    explain: {en: 'Yes, it is one.', zh: '不，它是视图。'}\n"
    )
    deck = load_text(card, "own.yaml").deck
    assert deck is not None
    assert [*unlike([(deck, card) for card in deck.cards], strict=False)] == []


def test_another_rank_or_dim_in_chinese_is_told_though_words_may_say_its_number() -> None:
    option = ("One", "一")
    assert told(option, ("Rank 1 holds it.", "秩 0 上有它。")) == [
        "zh: it says 0, and its English 1"
    ]
    assert told(option, ("Along dim 1.", "沿维度 0。")) == ["zh: it says 0, and its English 1"]
    for pair in (
        ("Rank 1 holds it.", "秩 1 上有它。"),
        ("Rank 1 and the other hold it.", "秩 1 和秩 0 上有它。"),
        ("Half of 4 along dim 1.", "4 的 1/2，沿第 1 维。"),
    ):
        assert told(option, pair) == []
