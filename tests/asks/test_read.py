import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizapp.asks.read import LONGEST_ANSWER, read_answer
from quizapp.asks.table import KINDS
from quizapp.values.prediction import NotUnderstood


@pytest.mark.parametrize("kind", ["shape", "strides"])
@pytest.mark.parametrize(
    ("typed", "shape"),
    [
        ("(2, 3)", (2, 3)),
        ("(2,3,)", (2, 3)),
        ("[2, 3]", (2, 3)),
        ("2 3", (2, 3)),
        ("2, 3", (2, 3)),
        ("2x3", (2, 3)),
        ("2 X 3", (2, 3)),
        ("2×3×4", (2, 3, 4)),
        ("（２，３）", (2, 3)),
        ("torch.Size([2, 3])", (2, 3)),
        ("Size([2, 3])", (2, 3)),
        ("torch.Size([])", ()),
        ("()", ()),
        ("[]", ()),
        ("( )", ()),
        ("scalar", ()),
        ("标量", ()),
        ("(2, 3)。", (2, 3)),
        ("0-d", ()),
        ("0d", ()),
        ("3", (3,)),
        ("(3,)", (3,)),
        ("(3)", (3,)),
        ("(0, 3)", (0, 3)),
        ("  (2, 3)\n", (2, 3)),
    ],
)
def test_forms_of_a_shape(kind: str, typed: str, shape: tuple[int, ...]) -> None:
    assert read_answer(kind, typed) == shape


@pytest.mark.parametrize(
    "typed",
    ["2x", "", " ", "2,,3", ",2", "(-1, 3)", "2.5", "2²", "a", "2*3"],
)
def test_what_is_no_shape_is_asked_again(typed: str) -> None:
    answer = read_answer("shape", typed)
    assert answer == NotUnderstood(hint="A shape looks like (2, 3); a scalar's is ().")


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        ("value", "[1, 2]"),
        ("value", "'mean'"),
        ("dtype", "float32"),
        ("device", "cpu"),
        ("raises", "ValueError"),
        ("grad_fn", "PowBackward0"),
        ("bool", "是"),
    ],
)
@pytest.mark.parametrize("stop", [".", "。"])
def test_a_full_stop_behind_an_answer_says_nothing(kind: str, typed: str, stop: str) -> None:
    plain = read_answer(kind, typed)
    assert not isinstance(plain, NotUnderstood)
    assert read_answer(kind, typed + stop) == plain


def test_a_stop_that_is_part_of_an_answer_stays() -> None:
    assert read_answer("output", "完成。") != read_answer("output", "完成")
    assert isinstance(read_answer("value", "..."), NotUnderstood)


@pytest.mark.parametrize("kind", KINDS)
def test_an_empty_answer_is_asked_again_with_a_hint(kind: str) -> None:
    answer = read_answer(kind, " \n")
    assert isinstance(answer, NotUnderstood)
    assert answer.hint.endswith(".")


@pytest.mark.parametrize("typed", ["flase", "dont know", "sqrt 2", "zeros"])
def test_a_bare_word_as_a_value_is_asked_again_with_a_word_on_quotes(typed: str) -> None:
    answer = read_answer("value", typed)
    assert isinstance(answer, NotUnderstood)
    assert answer.hint.endswith("text goes in quotes like 'mean'.")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_an_example_of_its_form(kind: str) -> None:
    assert 0 < len(KINDS[kind].example) <= 40


@pytest.mark.parametrize(
    ("kind", "example"),
    [
        ("shape", "(2, 3)"),
        ("dtype", "float32"),
        ("device", "cuda:0"),
        ("value", "0.125"),
        ("value", "[[0, 1], [2, 3]]"),
        ("strides", "(3, 1)"),
        ("raises", "RuntimeError"),
        ("hangs", "yes"),
        ("hangs", "no"),
        ("grad_fn", "PowBackward0"),
    ],
)
def test_the_example_shown_is_understood(kind: str, example: str) -> None:
    assert example in KINDS[kind].example
    assert not isinstance(read_answer(kind, example), NotUnderstood)


@pytest.mark.parametrize("kind", ["raises", "grad_fn"])
@pytest.mark.parametrize("typed", ["Nothing.", "没有", "没有。", "无", "“没有”", "没有异常"])
def test_nothing_is_said_in_both_languages(kind: str, typed: str) -> None:
    assert read_answer(kind, typed) is None


@pytest.mark.parametrize("typed", ["RuntimeError or ValueError", "Type or Index Error"])
def test_a_choice_of_two_exceptions_is_none(typed: str) -> None:
    assert isinstance(read_answer("raises", typed), NotUnderstood)
    assert read_answer("raises", "an Index Error: out of range") == "IndexError"


def test_of_what_is_typed_line_by_line_no_kind_takes_more_than_is_read() -> None:
    assert max(kind.longest for kind in KINDS.values()) == LONGEST_ANSWER


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_longer_than_any_value_is_not_read(kind: str) -> None:
    longest = KINDS[kind].longest
    refused = NotUnderstood(hint=f"Such an answer has {longest:,} characters at most.")
    assert read_answer(kind, "1" * (longest + 1)) == refused != read_answer(kind, "1" * longest)


@pytest.mark.parametrize(
    ("kind", "typed", "told"),
    [
        ("value", "[[1, 2], [3, 4]", "A [ is not closed."),
        ("value", "tensor([1, 2]", "A ( is not closed."),
        ("value", "[[2, 0], [-2, 2]],", "There is a comma at the end."),
        ("value", "[1, --4]", "Two signs stand one after the other."),
        ("value", "1e-03,", "There is a comma at the end."),
        ("value", "[1, 2]]", "There is a ] without its [."),
        ("value", "[1, 2)", "A [ is closed by a )."),
        ("value", "{'(': 1", "A { is not closed."),
        ("shape", "(2, 3", "A ( is not closed."),
        ("strides", "2, 3)", "There is a ) without its (."),
        ("shape", "(2, 3]", "A ( is closed by a ]."),
        ("value", "1 " * 5000, "A value has 4,096 elements at most."),
        ("shape", "1 " * 5000, "Such an answer has 1,000 characters at most."),
        ("raises", "RuntimeErorr", "No RuntimeErorr is known. Is it RuntimeError?"),
    ],
)
def test_what_cannot_be_read_is_told_as_exactly_that(kind: str, typed: str, told: str) -> None:
    assert read_answer(kind, typed) == NotUnderstood(hint=told)


LONG = [
    *("-", "1+", "(", "[", "a.", "a[0]", "not ", "1**", "a()", "1<", "9", "'", "\\'", " ", "\n"),
    *(
        "1 ",
        "1,",
        "1e",
        "tensor(",
        "grad_fn=<",
        "lambda:",
        "x",
        "x.",
        "１",
        "f'{1}'",
        "1 if 1 else ",
    ),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("piece", LONG)
def test_an_answer_of_any_depth_and_length_is_survived(kind: str, piece: str) -> None:
    read_answer(kind, piece * (LONGEST_ANSWER // len(piece)))


PIECES = r"""
    0 1 2. -1 1e3 1e400 9** **9 0x1f 1j / // % + - * ( ) [ ] { } , : ' " \ nan inf pi e None True x
    = < > tensor( dtype=torch.float32 size=( grad_fn=<A> sqrt( float('nan') KiB ... lambda for if .
    ² ½ ， － Error Backward0 cuda :1 torch.
"""
NEARLY_ANSWERS = st.lists(
    st.sampled_from([*PIECES.split(), " ", "\n", "\ufeff", "\x00", "\x1b", "\ud800"])
).map("".join)


@given(kind=st.sampled_from(sorted(KINDS)), text=st.text() | NEARLY_ANSWERS)
def test_any_text_is_read_or_asked_again(kind: str, text: str) -> None:
    read_answer(kind, text)
