import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from quizapp.text.visible import visible, visible_path


def test_escape_sequences_are_spelt_out() -> None:
    assert visible("\x1b]52;c;aGk=\x07") == "\\x1b]52;c;aGk=\\x07"


def test_overrides_of_the_writing_direction_are_spelt_out() -> None:
    assert visible("abc\u202edef") == "abc\\u202edef"


def test_characters_without_a_meaning_of_their_own_are_spelt_out() -> None:
    private, unassigned = "\ue000", "\uffff"
    assert visible(private + unassigned) == "\\ue000\\uffff"


def test_letters_that_are_drawn_as_nothing_are_spelt_out() -> None:
    assert visible("a\u3164b\u115f") == "a\\u3164b\\u115f"


def test_line_ends_stay_and_tabs_become_blanks() -> None:
    assert visible("a\tb\r\nc\rd") == "a       b\nc\\rd"


def test_a_name_stays_in_its_line() -> None:
    assert visible_path("two\nlines.yaml") == "two\\nlines.yaml"


def test_no_more_is_shown_than_asked_for() -> None:
    assert visible("x" * 50, most=10) == "xxxxxxxxxx…"


@given(st.text())
def test_nothing_that_acts_on_a_terminal_is_left(text: str) -> None:
    categories = {
        unicodedata.category(character) for character in visible(text) if character != "\n"
    }
    assert not categories & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
