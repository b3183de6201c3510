"""What is told of a card before anything runs."""

from __future__ import annotations

from pathlib import Path

from quizapp.checking.shuffled import of_places
from quizapp.checking.sites import DeckSites
from quizapp.checking.slips_of_writing import slips_of_writing
from quizapp.deck.format.load import load_bytes, load_text
from quizapp.deck.format.translation_text import brought_up_to_date
from quizapp.deck.kinds.choice import ChoiceCard
from quizapp.deck.problem import DeckFile

HEAD = "topic: own\nsetup: import torch\ncards:\n"


def told(card: str) -> list[str]:
    loaded = load_text(f"{HEAD}  - id: one\n{card}", "own.yaml")
    assert loaded.deck is not None, loaded.problems
    slips = slips_of_writing([(loaded.deck, one) for one in loaded.deck.cards])
    return [slip.message for slip in slips]


def asked(*lines: str) -> str:
    return "".join(f"    {line}\n" for line in ("prompt: What is `x`?", *lines, "ask: {value: x}"))


SWALLOWED = "a key of the card stands in a text, indented too far perhaps: "


def test_a_key_that_a_text_has_swallowed_is_told() -> None:
    text = ["explain: |", "  Ones are ones.", "  {}", "  Of each."]
    for line in ("hint: Count.", "proof: |", "level: 2", "mistakes:", "order: |"):
        lines = [one.format(line) for one in text]
        assert told(asked("code: x = 1", *lines)) == [SWALLOWED + line]
    for line in ("Here hint: is a word.", "A proof:", "`code: x`", "Level: 2", "hint:ing"):
        assert told(asked("code: x = 1", *[one.format(line) for one in text])) == []
    wrapped = ["explain: |", "  Of two you may", "  choose: one."]
    assert told(asked("code: x = 1", *wrapped)) == []
    fenced = ["explain: |", "  So:", "", "  ```", "  code: x", "  ```"]
    assert told(asked("code: x = 1", *fenced)) == []
    card = ["explain: >", "  Ones.", "  - id: two", "    prompt: What?", "    back: This."]
    assert told(asked("code: x = 1", *card)) == [SWALLOWED + "back: This."]


def test_a_text_that_is_word_for_word_another_is_told() -> None:
    def of(prompt: str, back: str, hint: str) -> list[str]:
        return told(f"    prompt: {prompt}\n    back: {back}\n    hint: {hint}\n")

    answer, same = "the hint is word for word the answer", "the answer is word for word the prompt"
    assert of("Which dtype?", "It is `float32`, of course.", "Float32 of course") == [answer]
    chinese = of("Which dtype?", "{en: This., zh: 即 `float32`。}", "{en: Hm., zh: 即float32}")
    assert chinese == [answer]
    assert of("Which dtype?", "Which dtype", "Hm.") == [same]
    assert of("Which dtype?", "float32", "Not float32, but half of it.") == []
    assert of("Which dtype?", "a - b", "a + b") == []
    explained = "the hint is word for word the explanation"
    assert told(asked("code: x = 1", "hint: Ones are ones.", "explain: Ones are ones")) == [
        explained
    ]
    assert told(asked("code: x = 1", "hint: Ones are.", "explain: Ones are ones.")) == []


def test_a_name_that_varies_and_is_overwritten_is_told() -> None:
    vary = "vary: {n: [2, 3]}"
    code = ["code: |", "  n = 3", "  x = n"]
    assert told(asked(vary, *code)) == ["what varies is overwritten: n"]
    assert told(asked(vary, "code: |", "  n = n + 1", "  x = n")) == []
    assert told(asked(vary, "code: |", "  x = n", "  n = 3")) == []


def test_a_backtick_that_nothing_closes_and_quotes_that_are_none_of_yaml_are_told() -> None:
    def of(text: str) -> list[str]:
        return told(asked("code: x = 1", "explain: |", f"  {text}"))

    assert of("It is `x and no more.") == [
        "a backtick has no other that closes it: It is `x and no more."
    ]
    assert of("“It is one.”") == ["these quotes are shown: they are none of YAML's: “ ”"]
    assert of("It is ``a`b``, `x` and “one”.") == []
    fenced = ["explain: |", "  So:", "", "  ```", "  a ` b", "  ```"]
    assert told(asked("code: x = 1", *fenced)) == []


def test_a_note_that_something_is_still_to_be_written_is_told() -> None:
    def of(*lines: str) -> list[str]:
        return told(asked("code: x = 1", *lines))

    still = "something is still to be written here: "
    for note in ("TODO", "FIXME", "XXX", "TBD"):
        assert of("explain: |", f"  It is. {note}: say why.") == [still + note]
        assert of(f"hint: '{note}'", "explain: It is.") == [still + note]
    assert of("explain: {en: It is so., zh: 它是（待补）。}") == [still + "待补"]
    assert of("explain: {en: It is so., zh: 待写}") == [still + "待写"]
    for sound in ("`# TODO`", "It is on a to-do list, mastodons TODOs.", "A todo is none."):
        assert of("explain: |", f"  {sound}") == []
    for sound in ("待写入的数据。", "等待补丁。", "等待写。"):
        assert of(f"explain: {{en: It is so., zh: {sound}}}") == []


def test_a_formula_of_tex_is_told() -> None:
    def of(text: str) -> list[str]:
        return told(asked("code: x = 1", "explain: |", f"  {text}"))

    slip = "a formula of TeX is shown as it is written; put it in words or in code: "
    for formula in ("$x^2$", "$\\sum_i x_i$", "\\frac{", "$$x$$", "\\(x\\)", "\\[y = x^2\\]"):
        assert of(f"So {formula} it is.") == [slip + formula]
    assert of("$$\n      x^2\n      $$") == [f"{slip}$$ x^2 $$"]
    for sound in ("`$x^2$`", "It costs $5, or $6 for x_1.", "A path, C:\\users\\me.", "x^2"):
        assert of(sound) == []
    for sound in ("`\\(x\\)`", "It is \\[1, 2\\].", "A sign \\( alone."):
        assert of(sound) == []


def test_what_both_languages_of_a_text_have_is_told_of_each(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    explain = 'explain: {en: "So $x^2$.", zh: "即 $x^2$。"}'
    path.write_text(f"{HEAD}  - id: one\n{asked('code: x = 1', explain)}", encoding="utf-8")
    deck = load_text(path.read_text(encoding="utf-8"), str(path)).deck
    assert deck is not None
    slips = slips_of_writing([(deck, one) for one in deck.cards])
    assert [slip.source_line[: slip.column - 1][-3:] for slip in slips] == ["So ", '"即 ']


def test_a_backtick_that_nothing_closes_is_told_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    card = asked("code: x = 1", "explain: |", "  It is `x`.", "", "  And `y` is `z or so.")
    path.write_text(f"{HEAD}  - id: one\n{card}", encoding="utf-8")
    deck = load_text(path.read_text(encoding="utf-8"), str(path)).deck
    assert deck is not None
    (slip,) = slips_of_writing([(deck, one) for one in deck.cards])
    assert slip.source_line[slip.column - 1 :] == "`z or so."


def test_an_answer_that_each_machine_gives_otherwise_is_told() -> None:
    def of(ask: str, *code: str, more: str = "") -> list[str]:
        lines = "".join(f"      {line}\n" for line in code or ("x = 1",))
        return told(f"    prompt: What?\n    code: |\n{lines}    ask: {{{ask}}}\n{more}")

    machines: list[tuple[str, tuple[str, ...], str]] = [
        ("bool: torch.cuda.is_available()", (), "torch.cuda.is_available"),
        ("value: n", ("n = torch.cuda.device_count()",), "torch.cuda.device_count"),
        ("value: s()", ("from platform import system as s",), "platform.system"),
        ("value: \"os.environ['HOME']\"", ("import os",), "os.environ"),
        ("value: os.getenv('USER')", ("import os",), "os.getenv"),
        ("value: \"f'{torch.__version__}'\"", (), "torch.__version__"),
        ("value: locale.getlocale()", ("import locale",), "locale.getlocale"),
        ("output: stdout", ("print('torch', torch.__version__)",), "torch.__version__"),
    ]
    for ask, code, machine in machines:
        assert of(ask, *code) == [f"another machine gives another answer: {machine}"], ask
        assert of(ask, *code, more="    device: cuda\n") == []
    others: list[tuple[str, tuple[str, ...]]] = [
        ("value: type(torch.__version__)", ()),
        ("bool: torch.__version__ >= '2'", ()),
        ("bool: torch.cuda.device_count() >= 0", ()),
        ("value: x", ("d = 'cuda' if torch.cuda.is_available() else 'cpu'", "x = 1")),
        ("value: \"os.environ['A']\"", ("import os", "os.environ['A'] = 'b'")),
        ("value: \"os.environ['A']\"", ("import os", "os.environ.update(A='b')")),
        ("value: n", ("n = torch.cuda.device_count()", "n = 2")),
        ("value: platform.system()", ("import platform", "platform.system = lambda: 'A'")),
        ("shape: torch.ones(torch.cuda.device_count())", ()),
    ]
    for ask, lines in others:
        assert of(ask, *lines) == [], ask


def test_a_slip_in_a_file_of_chinese_is_told_where_it_stands(tmp_path: Path) -> None:
    path, beside = tmp_path / "own.yaml", tmp_path / "own.zh.yaml"
    path.write_text(
        "topic: own\ncards:\n  - id: one\n    prompt: Which is it?\n    code: x = 1\n"
        "    choices: [{text: A leaf here, holds: x == 1}, {text: Not a leaf, holds: x == 2}]\n"
        "    explain: It is a leaf.\n"
    )
    english = load_bytes(path.read_bytes(), str(path))
    text = brought_up_to_date(DeckFile(str(beside), ""), english, "zh")
    for said, chinese in {
        "Which is it?": "是哪个？",
        "A leaf here": "叶子（正确）",
        "Not a leaf": "不是叶子",
        "It is a leaf.": "它是`叶子。",
    }.items():
        text = text.replace(said, chinese)
    deck = load_bytes(path.read_bytes(), str(path), {"zh": text.encode()}).deck
    beside.write_text(text)
    assert deck is not None
    (card,) = deck.cards
    assert isinstance(card, ChoiceCard)
    (placed,) = of_places(card)
    problems = [
        *slips_of_writing([(deck, card)]),
        DeckSites(str(path)).problem(card, placed.site, str(placed)),
    ]
    assert [(one.path, one.source_line.strip()) for one in problems] == [
        (str(beside), "explain: 它是`叶子。"),
        (str(beside), "- 叶子（正确）"),
    ]


def test_a_card_that_speaks_of_the_one_before_is_told() -> None:
    def of(text: str) -> list[str]:
        return told(asked("code: x = 1", f"hint: {text}"))

    for text in (
        "As in the previous card.",
        "See the last card.",
        "和上一题一样。",
        "与前一张卡片相同。",
        "It is the previous question once more.",
    ):
        assert [one.partition(":")[0] for one in of(text)] == [
            "cards are asked in any order, each by itself"
        ], text
    for text in ("The last question is which.", "A card has two sides.", "与上一行一样。"):
        assert of(text) == [], text


def test_signs_that_are_no_markdown_as_they_stand_are_told_at_their_line(tmp_path: Path) -> None:
    def of(*lines: str) -> list[tuple[str, str]]:
        path = tmp_path / "own.yaml"
        text = [f"  {line}" for line in ("Before all.", "", *lines)]
        card = asked("code: x = 1", "explain: |", *text)
        path.write_text(f"{HEAD}  - id: one\n{card}", encoding="utf-8")
        deck = load_text(path.read_text(encoding="utf-8"), str(path)).deck
        assert deck is not None
        return [
            (slip.message.partition(":")[0], slip.source_line[slip.column - 1 :])
            for slip in slips_of_writing([(deck, one) for one in deck.cards])
        ]

    assert of("| a | b |", "|---|", "| 1 | 2 |") == [("this is no table", "|---|")]
    assert of("| a | b |", "|---|---|---|", "| 1 | 2 |") == [("this is no table", "|---|---|---|")]
    assert of("| a | b |", "| 1 | 2 |") == [("this is no table", "| a | b |")]
    assert of("So [there] (https://x.y).") == [
        ("between `]` and `(` of a link stands no blank", "[there] (https://x.y).")
    ]
    unclosed = "no `**` closes this, so that it is shown"
    assert of("Some is **strong**, and **other is.") == [(unclosed, "**other is.")]
    assert of("**重点。**内容") == [(unclosed, "**重点。**内容")]
    heading = "between `#` and a heading stands a blank"
    assert of("#Heading", "", "And more.") == [(heading, "#Heading")]
    assert of("##Heading", "and more.") == [(heading, "##Heading")]


def test_signs_of_code_and_markdown_as_it_should_be_are_no_slips() -> None:
    for lines in (
        ["| a | b |", "|---|--:|", "| 1 | 2 |", "|---|---|"],
        ["a | b", "--|--", "1 | 2"],
        ["|x| is no table,", "and |y| is none."],
        ["```", "| a | b |", "|---|", "#Heading", "**unclosed [a] (https://b)", "```"],
        ["It takes `**unclosed`, `[a] (https://b)`, x ** 2, 2**3 and 2 **3."],
        ["It takes **kwargs, **options, f(**both), g(a, **others) and **x."],
        ["A **strong** word, [there](https://x.y), x[0] (https://x.y) or [1] (https://x.y)."],
        ["# Heading", "", "#1 is it, #include <a> too.", "", "#tag"],
        ["\\**unclosed"],
    ):
        text = [f"  {line}" for line in ("Before all.", "", *lines)]
        assert told(asked("code: x = 1", "explain: |", *text)) == [], lines
