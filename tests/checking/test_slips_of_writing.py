"""What is told of a card before anything runs."""

from __future__ import annotations

from quizapp.checking.slips_of_writing import slips_of_writing
from quizapp.deck.format.load import load_text

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
