"""Decks from elsewhere, where the sandbox is not full: nothing of them runs until `quiz trust`.

The runner is real, and says that it lacks a layer.
"""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from quizapp.library.shipped import SHIPPED_DECKS
from quizapp.library.trust import TrustedDecks
from runner.protocol.layers import LAYERS, is_full
from tests.cli.conftest import Quiz
from tests.lent import lend
from tests.trusting import trust

CARDS = """\
  - id: sum
    prompt: What is it?
    code: x = torch.ones(3).sum()
    ask: {value: x}
  - id: product
    prompt: What is it?
    vary: {n: [1, 2]}
    code: x = torch.full((2,), n).prod()
    ask: {value: x}
  - {id: why, prompt: Why?, back: So.}
"""
BROKEN = "cards: [{id: a\n"
REASON = "is not trusted, and there is no full sandbox here (no seccomp)"


@pytest.fixture
def stranger(full_sandbox: None, quiz: Quiz, without_seccomp: Sequence[str]) -> Quiz:
    """A learner without a full sandbox, who has trusted nothing."""
    quiz.trusts_own_decks = False
    has_runner(quiz, without_seccomp)
    return quiz


def has_runner(quiz: Quiz, command: Sequence[str]) -> None:
    (quiz.home / "config.toml").write_text(f"runner.command = {json.dumps(command)}\n")


def trusted_file(quiz: Quiz) -> Path:
    return quiz.home / "trusted-decks.json"


def test_a_card_is_refused_until_its_deck_is_trusted_and_after_it_has_changed(
    stranger: Quiz,
) -> None:
    path = stranger.deck(CARDS)
    with stranger.talk("try", "--stdin") as (requests, answers):

        def ask(card: str = "mine/sum") -> Any:
            requests.write(f"{json.dumps({'card': card})}\n".encode())
            return json.loads(answers.readline())

        refused = {
            "kind": "refused",
            "message": f"{path} {REASON}; read it, then allow it by `quiz trust {path}`.",
        }
        assert ask()["fault"] == ask(f"{path}::sum")["fault"] == refused
        trust(stranger.home, path)  # as another process would
        assert [ask(card)["fault"] for card in ("mine/sum", f"{path}::sum")] == [None, None]
        path.write_text(path.read_text().replace("ones(3)", "ones(4)"))
        assert ask()["fault"] == {
            "kind": "refused",
            "message": refused["message"].replace("is not", "has changed since it was"),
        }
        trust(stranger.home, path)
        assert ask()["outcome"]["asks"][0]["value"]["data"] == 4.0
        assert TrustedDecks(trusted_file(stranger)).forget([path])
        assert ask()["fault"] == refused


def test_a_deck_that_the_learner_has_begun_is_theirs(stranger: Quiz) -> None:
    stranger("new", "own")
    assert "not trusted" not in stranger("list").stderr


def test_without_a_verdict_try_shows_the_code_to_be_read(stranger: Quiz) -> None:
    path = stranger.deck(CARDS)
    told = stranger("try", "mine/sum")
    assert told.returncode == 1
    assert told.stdout.splitlines() == [
        "x = torch.ones(3).sum()",
        "",
        "What is it?",
        "",
        f"no verdict: {path} {REASON}; read it, then allow it by `quiz trust {path}`.",
    ]


PLACES = ("setup", "vary", "code", "ask", "mistake")
"""Where a deck holds code."""


def deck_that_leaves_signs(quiz: Quiz, folder: Path) -> Path:
    """A deck whose code leaves a file in a folder for each place that is run."""

    def leave(place: str) -> str:
        return f"open({str(folder / place)!r}, 'a')"

    path = quiz.decks / "mine.yaml"
    path.write_text(f"""\
setup: s = {leave("setup")}
cards:
  - id: a
    prompt: p
    vary: {{n: ["{leave("vary")}"]}}
    code: c = {leave("code")}
    ask: {{bool: "{leave("ask")}"}}
    mistakes: [{{bool: "not {leave("mistake")}", say: no}}]
""")
    return path


def have_it_run(quiz: Quiz, path: Path) -> None:
    """Ask for all that would run a deck's code."""
    answered = json.dumps({"card": f"{path}::a", "answers": {"bool": "yes"}})
    quiz("try", "--stdin", input=f'{{"card": "mine/a"}}\n{answered}\n')
    quiz("check", str(path))
    quiz("review", "--plain", "--topic", "mine", input="yes\n\n\n")


def test_nothing_of_an_untrusted_deck_reaches_the_runner(
    stranger: Quiz, tmp_path: Path, without_seccomp: Sequence[str]
) -> None:
    asked, signs = tmp_path / "asked", tmp_path / "signs"
    listen = f'tee -a {shlex.quote(str(asked))} | "$@"'
    has_runner(stranger, ["sh", "-c", listen, "sh", *without_seccomp])
    path = deck_that_leaves_signs(stranger, signs)
    signs.mkdir()
    have_it_run(stranger, path)
    assert not [*signs.iterdir()]
    assert bytes(signs) not in asked.read_bytes()
    stranger("trust", str(path))
    stranger("try", f"{path}::a")
    assert all(bytes(signs / place) in asked.read_bytes() for place in PLACES)


@pytest.mark.long
def test_nothing_of_an_untrusted_deck_is_run(stranger: Quiz, tmp_path: Path) -> None:
    """Without any layer, code that ran would leave its sign."""
    path = deck_that_leaves_signs(stranger, tmp_path)
    with lend(*LAYERS) as command:
        has_runner(stranger, command)
        have_it_run(stranger, path)
        assert [sign.name for sign in tmp_path.iterdir()] == ["home"]
        stranger("trust", str(path))
        stranger("try", f"{path}::a")
        assert {sign.name for sign in tmp_path.iterdir()} == {"home", *PLACES}


def test_check_tells_of_an_untrusted_deck_once_and_checks_the_others(stranger: Quiz) -> None:
    mine, other = stranger.deck(CARDS), stranger.deck(CARDS, name="other")
    stranger("trust", str(other))
    told = stranger("check", str(mine), str(other), "--json")
    assert told.returncode == 1
    report = json.loads(told.stdout)
    assert (report["decks"], report["cards"], report["runs"]) == (2, 6, 3)
    [problem] = report["problems"]
    assert (problem["path"], problem["card"], problem["line"]) == (str(mine), None, 1)
    assert problem["message"].startswith(f"{REASON}; read it, ")
    told = stranger("check", str(mine), "--card", "sum")
    assert told.returncode == 1
    assert told.stdout.startswith(f"{mine}:1:1: {REASON}; ")
    assert told.stdout.count("is not trusted") == 1


def test_the_plain_review_leaves_out_what_is_not_trusted_and_says_so_once(stranger: Quiz) -> None:
    path = stranger.deck(CARDS)
    answers = "3\n\n:skip\n" + "\n" * 20
    told = stranger("review", "--plain", "--topic", "mine", input=answers)
    assert told.returncode == 0
    assert told.stdout.count(f"{path} {REASON}") == 1
    assert "torch:" not in told.stdout
    assert "Why?" in told.stdout  # a recall card runs nothing


def test_what_is_trusted_is_shown_and_listed(stranger: Quiz) -> None:
    path = stranger.deck(CARDS)
    told = stranger("trust", str(path))
    assert told.returncode == 0
    said, digest = told.stdout.strip().rsplit(", ", 1)
    assert said == f"{path}: topic mine, 3 cards, 2 with code to run"
    assert digest in trusted_file(stranger).read_text()
    assert told.stderr == "1 deck trusted, each until it changes\n"
    gone, changed = stranger.deck(CARDS, name="gone"), stranger.deck(CARDS, name="changed")
    stranger("trust", str(gone), str(changed))
    gone.unlink()
    changed.write_text(changed.read_text() + "# more\n")
    listed = stranger("trust", "--list")
    assert listed.stdout.splitlines() == [
        f"changed   {changed}",
        f"gone      {gone}",
        f"trusted   {path}",
    ]
    assert stranger("trust", "--forget", str(gone)).stdout == f"{gone}: no longer trusted\n"
    assert str(gone) not in stranger("trust", "--list").stdout


def test_a_folder_trusts_each_of_its_decks_that_can_be_read(stranger: Quiz) -> None:
    good = [stranger.deck(CARDS, name=name) for name in ("a", "c")]
    broken = stranger.decks / "b.yaml"
    broken.write_text(BROKEN)
    told = stranger("trust", str(stranger.decks))
    assert told.returncode == 1
    assert [line.partition(":")[0] for line in told.stdout.splitlines()] == list(map(str, good))
    assert told.stderr.startswith(f"{broken}:")
    assert "not trusted\n2 decks trusted, each until it changes\n" in told.stderr
    assert stranger("trust", "--forget", str(stranger.decks)).stdout.count("no longer") == 2
    assert stranger("trust", "--list").stdout == (
        "No deck is trusted but those that come with quiz.\n"
    )


def test_a_deck_added_to_a_trusted_folder_is_not_trusted(stranger: Quiz) -> None:
    stranger.deck(CARDS)
    stranger("trust", str(stranger.decks))
    stranger.deck(CARDS, name="later")
    rows = json.loads(stranger("list", "--json").stdout)
    trust = {row["card"]: row["trust"] for row in rows}
    assert (trust["mine/sum"], trust["later/sum"]) == ("trusted", "unknown")


@pytest.mark.usefixtures("shipped")
def test_shipped_decks_need_no_trust(stranger: Quiz) -> None:
    assert stranger("try", "autograd/power-sum-grad").returncode == 0
    told = stranger("trust", str(SHIPPED_DECKS))
    assert told.returncode == 0
    assert "autograd.yaml: comes with quiz, which trusts it" in told.stdout
    assert not trusted_file(stranger).exists()


@pytest.mark.usefixtures("shipped")
def test_list_and_doctor_tell_of_decks_that_do_not_run(stranger: Quiz) -> None:
    path = stranger.deck(CARDS)
    recall = stranger.deck("  - {id: r, prompt: p, back: b}\n", name="recall")
    report = json.loads(stranger("doctor", "--json").stdout)
    assert report["ok"] is True
    decks = {deck["path"]: deck for deck in report["decks"]}
    assert decks[str(path)]["trust"] == "unknown"
    assert decks[str(path)]["refused"].startswith(REASON)
    assert decks[str(recall)]["refused"] is None
    assert {deck["trust"] for deck in report["decks"]} == {"shipped", "unknown"}
    assert report["runner"]["missing"].keys() == {"seccomp"}
    told = stranger("doctor").stdout
    assert "sandbox  namespaces, landlock\n" in told or "sandbox  landlock\n" in told
    assert "so only decks that you trust run\n" in told
    assert "\n         no seccomp: code may " in told
    assert f"{path}\n           {REASON}; read it, " in told
    rows = json.loads(stranger("list", "--json", "--topic", "mine").stdout)
    assert {row["trust"] for row in rows} == {"unknown"}


@pytest.mark.long
@pytest.mark.usefixtures("full_sandbox")
def test_list_tells_of_untrusted_decks_only_where_there_is_no_full_sandbox(
    quiz: Quiz, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = quiz.deck(CARDS)
    (quiz.home / "config.toml").unlink()  # what another runner's machine gives is not asked for
    quiz.trusts_own_decks = False
    layers = json.loads(quiz("doctor", "--json").stdout)["runner"]["sandbox"]
    assert (f"{path} is not trusted" in quiz("list").stderr) == (not is_full(layers))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    quiz.server = None
    quiz.command = (sys.executable, "-m", "tests.runner.forbidden", "--module", "quizapp")
    told = quiz("list", "--topic", "mine")
    assert told.returncode == 0
    assert f"{path} is not trusted, and there is no full sandbox here (no namespaces" in told.stderr
    assert "is not trusted" in quiz("try", "mine/sum").stdout
    quiz.trusts_own_decks = True
    assert quiz("list", "--topic", "mine").stderr == "3 cards\n"
    assert "value of x: 3." in quiz("try", "mine/sum").stdout


def test_an_unreadable_file_trusts_nothing_and_is_told(stranger: Quiz) -> None:
    path = stranger.deck(CARDS)
    stranger("trust", str(path))
    trusted_file(stranger).write_text('{"version": 2, "decks": {}}')
    assert stranger("try", "mine/sum").returncode == 1
    told = stranger("trust", str(path))
    assert told.returncode == 2
    sentence = f"{trusted_file(stranger)}: written by a newer version of quiz"
    assert told.stderr == f"quiz: {sentence}\n"
    told = stranger("doctor")
    assert told.returncode == 1
    assert f"wrong: {sentence}\n" in told.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        ([], 2, "name the decks to trust, or give --list"),
        (["--list", "."], 2, "name the decks to trust, or give --list"),
        (["--list", "--forget"], 2, "name the decks to trust, or give --list"),
        (["--forget"], 2, "name the decks to trust, or give --list"),
        (["nowhere.yaml"], 2, "quiz: there is nothing at nowhere.yaml"),
        (["tests/runner"], 2, "quiz: there are no decks in tests/runner"),
        (["--forget", "nowhere.yaml"], 1, "none of these was trusted"),
    ],
)
def test_wrong_use_is_told(quiz: Quiz, arguments: list[str], code: int, sentence: str) -> None:
    told = quiz("trust", *arguments)
    assert told.returncode == code
    assert sentence in told.stderr
    assert told.stdout == ""
