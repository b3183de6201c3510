"""Lines that know what their pieces are."""

from __future__ import annotations

from quizapp.inside.spans import Span, flow, in_a_line, plain

HEAD, HANG = (Span("x", "name"),), (Span("    "),)


def flowed(*parts: str, width: int) -> list[str]:
    return [plain(line) for line in flow(HEAD, [*map(Span, parts)], width=width, hang=HANG)]


def test_parts_stand_two_blanks_apart_while_there_is_room() -> None:
    assert flowed("aaa", "bbb", width=11) == ["x  aaa  bbb"]
    assert flowed("aaa", "bbb", width=10) == ["x  aaa", "    bbb"]
    assert flowed(width=10) == ["x"]


def test_a_matrix_too_long_for_a_line_is_broken_between_its_rows() -> None:
    assert flowed("= [[1.5, 2.5], [3.5, 4.5]]", "tail", width=24) == [
        "x",
        "    = [[1.5, 2.5],",
        "       [3.5, 4.5]]  tail",
    ]
    assert flowed("= [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]", width=24) == [
        "x",
        "    = [[[1, 2],",
        "        [3, 4]],",
        "       [[5, 6],",
        "        [7, 8]]]",
    ]


def test_a_row_too_long_for_a_line_is_broken_at_blanks() -> None:
    assert flowed("[1111, 2222, 3333]", width=16) == ["x", "    [1111, 2222,", "    3333]"]
    assert flowed("y" * 20, width=14) == ["x", "    " + "y" * 10, "    " + "y" * 10]


def test_chinese_is_broken_between_characters_and_hangs_as_other_text_does() -> None:
    assert flowed("保存了 self: 已被就地修改", "requires_grad", width=21) == [
        "x",
        "    保存了 self: 已被",
        "    就地修改",
        "    requires_grad",
    ]
    assert flowed("就地修改", "requires_grad", width=24) == ["x  就地修改", "    requires_grad"]


def test_minus_signs_stay_with_their_numbers() -> None:
    assert flowed("[-1e-05, -2e-05]", width=14) == ["x", "    [-1e-05,", "    -2e-05]"]


def test_roles_survive_the_flow() -> None:
    lines = flow(HEAD, [Span("aaa", "changed"), Span("bbb", "aside")], width=8, hang=HANG)
    assert [[span.role for span in line] for line in lines] == [
        ["name", "changed"],
        ["plain", "aside"],
    ]


def test_text_in_a_line_has_no_line_ends_and_no_escape_sequences() -> None:
    assert in_a_line("a\nb\x1b[2J", most=50) == r"a b\x1b[2J"
    assert in_a_line("abcdef", most=3) == "abc…"
