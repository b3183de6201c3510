"""`quiz check` on the command line; what it finds is tested in tests/deck."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cli.conftest import Quiz, said_in_chinese

GOOD = """\
  - id: sum
    prompt: p
    vary: {n: [2, 3]}
    code: x = torch.ones(n).sum()
    ask: {value: x}
    expect: {value: n}
  - id: skipped
    prompt: p
    needs: torch>=99
    code: x = 1
    ask: {value: x}
"""
BAD = """\
  - id: wrong
    prompt: p
    code: x = torch.ones(2)
    ask: {value: x}
    expect: {value: "[1, 2]"}
  - id: misspelt
    prompt: p
    kode: x = 1
    ask: {value: x}
"""


def test_good_decks_pass_with_one_line(quiz: Quiz) -> None:
    told = quiz("check", str(quiz.deck(GOOD)))
    assert told.returncode == 0
    assert told.stderr == ""
    skipped, summary = told.stdout.splitlines()
    assert skipped.startswith("skipped mine/skipped: needs torch>=99, and this is torch ")
    counted = r"1 deck, 2 cards, 2 runs, 0 problems, 1 skipped, in \d+\.\d s on torch \S+"
    assert re.fullmatch(counted, summary)


def test_a_need_that_nobody_knows_is_a_problem(quiz: Quiz) -> None:
    path = quiz.deck(GOOD.replace("torch>=99", "[numpy, foo]"))
    told = quiz("check", str(path))
    assert told.returncode == 1
    assert f"{path}:13:13: needs: nothing is known of 'foo'" in told.stdout


def test_problems_are_told_with_place_line_and_caret(quiz: Quiz) -> None:
    path = quiz.deck(BAD)
    told = quiz("check", str(path))
    assert told.returncode == 1
    first, line, caret, *_ = told.stdout.splitlines()
    assert first == (
        f"{path}:9:21: torch disagrees with expect: expected [1, 2], torch gives [1., 1.]."
        " It first differs at [1]"
    )
    assert line == '    expect: {value: "[1, 2]"}'
    assert caret == " " * 20 + "^"
    assert f"{path}:12:5: unknown key 'kode' (did you mean 'code'?)" in told.stdout


def test_json_holds_it_all(quiz: Quiz) -> None:
    good, bad = quiz.deck(GOOD, name="good"), quiz.deck(BAD, name="bad")
    told = quiz("check", str(bad), str(good), "--json", "--jobs", "1")
    assert told.returncode == 1
    report = json.loads(told.stdout)
    assert report.keys() == {
        *("decks", "cards", "runs", "skipped", "problems", "moved", "unrecorded"),
        *("gone", "seconds", "torch"),
    }
    assert (report["decks"], report["cards"], report["runs"]) == (2, 3, 3)
    assert [one["card"] for one in report["skipped"]] == ["good/skipped"]
    wrong, *_ = report["problems"]
    assert wrong.keys() == {"path", "line", "column", "card", "message"}
    assert (wrong["path"], wrong["line"], wrong["column"]) == (str(bad), 9, 21)
    assert {problem["card"] for problem in report["problems"]} == {"bad/wrong", "bad/misspelt"}


def test_one_card_can_be_checked_alone(quiz: Quiz) -> None:
    path = quiz.deck(GOOD + BAD)
    told = quiz("check", str(path), "--card", "sum", "--json")
    assert told.returncode == 0
    assert json.loads(told.stdout)["cards"] == 1
    told = quiz("check", str(path), "--card", "mine/misspelt", "--json")
    assert told.returncode == 1
    assert json.loads(told.stdout)["cards"] == 0


def test_a_renamed_card_can_be_checked_by_its_former_id_too(quiz: Quiz) -> None:
    path = quiz.deck("  - {id: uno, was: [one], prompt: p, back: b}\n" + GOOD)
    for name in ("one", "mine/one"):
        told = quiz("check", str(path), "--card", name, "--json")
        assert json.loads(told.stdout)["cards"] == 1


def test_a_file_may_come_after_decks_beside_it_which_are_not_checked(
    quiz: Quiz, tmp_path: Path
) -> None:
    beside = tmp_path / "elsewhere"
    beside.mkdir()
    (beside / "first.yaml").write_text(
        "topic: first\ncards:\n"
        "  - {id: base, prompt: What is new here?, back: So.}\n  - {id: broken, pormpt: p}\n"
    )
    path = beside / "second.yaml"
    path.write_text(
        "topic: second\nafter: [first]\ncards:\n"
        "  - {id: more, after: first/base, prompt: And what else?, back: So.}\n"
        "  - {id: none, after: first/bsae, prompt: And what more?, back: So.}\n"
    )
    told = json.loads(quiz("check", str(path), "--json").stdout)
    assert (told["decks"], told["cards"]) == (1, 2)
    (problem,) = told["problems"]
    assert problem["message"].startswith("after: there is no card 'first/bsae' (did you mean")


def test_a_folder_without_decks_is_wrong_use(quiz: Quiz) -> None:
    told = quiz("check", str(quiz.decks))
    assert told.returncode == 2
    assert told.stderr == f"quiz: there are no decks in {quiz.decks}\n"


def test_what_a_renamed_deck_leaves_behind_is_told(quiz: Quiz) -> None:
    deck = quiz.deck("  - {id: one, prompt: What is one?, back: A number.}\n")
    chinese, record = quiz.decks / "mine.zh.yaml", quiz.decks / "truths" / "mine.txt"
    record.parent.mkdir()
    record.write_text("torch 2.9.0\n")
    record.with_name("notes.txt").write_text("of my own\n")
    said_in_chinese(quiz, deck, {})
    assert json.loads(quiz("check", str(quiz.decks), "--json").stdout)["problems"] == []
    deck = deck.rename(quiz.decks / "yours.yaml")
    for given in ([str(quiz.decks)], []):
        told = json.loads(quiz("check", *given, "--json").stdout)["problems"]
        assert {one["path"] for one in told} == {str(chinese), str(record)}
        assert told[0]["message"].startswith("its deck mine.yaml is not there; ")
    alone = quiz("check", str(deck))
    assert alone.returncode == 0, "they need not be of this deck"
    assert [line.partition(": ")[0] for line in alone.stderr.splitlines()] == [
        str(chinese),
        str(record),
    ]
    of_none = quiz("check", str(chinese))
    assert (of_none.returncode, of_none.stdout) == (2, "")
    assert of_none.stderr.startswith(f"quiz: {chinese}: its deck mine.yaml is not there; ")


LARGE = """\
  - id: large
    prompt: {en: "What is `y`?", zh: "`z` 呢？"}
    vary: {a: {from: 1, to: 20}, b: {from: 1, to: 20}}
    code: y = torch.tensor(a * b if a + b < 39 else 0)
    ask: {value: y}
    expect: {value: a * b}
    explain: {en: "That is {= y}.", zh: "那是 {= y + 1}。"}
    hint: Count.
"""


def test_a_sample_has_both_ends_and_is_told_of_and_chinese_is_held_against_its_english(
    quiz: Quiz,
) -> None:
    deck = quiz.deck(LARGE)
    run = quiz("check", str(deck))
    assert "mine/large: 64 of its 400 draws are run" in run.stderr
    assert "expected 400, torch gives 0 (a = 20, b = 20)" in run.stdout
    deck = quiz.deck(LARGE.replace("20", "2"))
    run = quiz("check", str(deck))
    assert "zh: it computes something else than its English" in run.stdout
    assert "zh: it has no Chinese, as other texts of the card have" in run.stdout
    other = "zh: its code differs from that of its English: lacks `y`, has `z`"
    assert other not in run.stdout
    assert other in quiz("check", str(deck), "--strict").stdout
