import pytest

from quizapp.values.normalise import normalise


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("（２，３）", "(2,3)"),
        ("−1 – 2", "-1 - 2"),
        ("【１、２】", "[1,2]"),
        ("“mean”", '"mean"'),
        ("∞", "inf"),
        ("1\u00a02", "1 2"),
        ("1\r\n2\r3\u20284", "1\n2\n3\n4"),
        ("[1,\u200b 2]\ufeff", "[1, 2]"),
    ],
)
def test_what_keyboards_spell_differently_becomes_one_spelling(typed: str, meant: str) -> None:
    assert normalise(typed) == meant


@pytest.mark.parametrize("text", ["2²", "x₁", "½"])
def test_characters_that_would_change_a_number_stay(text: str) -> None:
    assert normalise(text) == text
