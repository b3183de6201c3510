"""What authors do at the command line, from a new deck to sharing it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml

from quizapp.cli.main import main
from quizapp.commands import decks
from quizapp.memory.log import ReviewLog
from tests.cli.conftest import Quiz
from tests.memory.conftest import review_maker

ANKI = Path(__file__).parents[1] / "anki" / "of-a-new-anki.apkg"
FULL = Path("/dev/full")

DECK = """\
topic: ops
setup: import torch
cards:
  - id: doubled
    prompt: {prompt}
    code: x = torch.tensor([1., 2.]) * 2
    ask: {{value: x}}
    expect: {{value: "[2, 4]"}}
"""


def deck(quiz: Quiz, prompt: str = "What does `x` hold?") -> Path:
    path = quiz.decks / "ops.yaml"
    path.write_text(DECK.format(prompt=prompt))
    return path


def test_a_new_deck_checks_and_comes_with_its_schema(quiz: Quiz) -> None:
    made = quiz("new", "my-views")
    assert made.returncode == 0
    path = quiz.decks / "my-views.yaml"
    assert str(path) in made.stdout
    assert json.loads((quiz.decks / "deck.schema.json").read_text()) == json.loads(
        quiz("schema").stdout
    )
    checked = json.loads(quiz("check", str(path), "--json").stdout)
    assert (checked["problems"], checked["cards"], checked["runs"]) == ([], 6, 7)
    again = quiz("new", "my-views")
    assert (again.returncode, again.stderr) == (2, f"quiz: there is {path} already\n")


def test_a_new_repository_holds_a_deck_that_checks_and_a_workflow_that_checks_it(
    quiz: Quiz, tmp_path: Path
) -> None:
    folder = tmp_path / "decks-of-mine"
    made = quiz("new", "my-views", "--repository", str(folder))
    assert (made.returncode, made.stderr) == (0, "")
    assert list(quiz.decks.iterdir()) == []
    steps = yaml.safe_load((folder / ".github/workflows/check.yml").read_text())["jobs"]["check"]
    assert len(steps["strategy"]["matrix"]["torch"]) >= 3
    for step in steps["steps"]:
        words = step.get("run", "").replace(" decks", f" {folder}/decks").split(" ")
        if words[0] == "quiz":  # as the workflow runs it, but for its folder
            told = quiz(*words[1:])
            assert told.returncode == 0, told
    (folder / "README.md").write_text("mine")
    again = quiz("new", "other", "--repository", str(folder))
    assert (again.returncode, "check.yml" in again.stdout) == (0, False)
    assert (folder / "decks" / "other.yaml").exists()
    assert (folder / "README.md").read_text() == "mine"
    (folder / "decks" / "deck.schema.json").unlink()  # a repository of something else
    foreign = quiz("new", "third", "--repository", str(folder))
    assert foreign.returncode == 2
    assert foreign.stderr.endswith("check.yml already\n")
    assert not (folder / "decks" / "third.yaml").exists()


def test_a_card_whose_list_is_short_is_not_marked_as_done_and_the_others_are(quiz: Quiz) -> None:
    path = quiz.decks / "ops.yaml"
    prompt, texts = "Why is it so?", ["Since it is", "Since it was so"]

    def write() -> None:
        cards = [
            {
                "id": id,
                "prompt": prompt,
                "choices": [{"text": text, "holds": text == own[0]} for text in own],
            }
            for id, own in (("one", texts), ("two", texts[:2]))
        ]
        path.write_text(yaml.safe_dump({"topic": "ops", "title": "Some ops", "cards": cards}))

    write()
    quiz("translate", str(path), "zh")
    prompt = "Why is this so?"
    texts.append("Since it will be")
    write()
    there = path.with_name("ops.zh.yaml")
    there.write_text(there.read_text().replace("Why is", "为何").replace("Since it", "因为"))
    told = quiz("translate", str(path), "zh", "--done", "all")
    assert told.returncode == 1
    assert told.stdout.startswith(
        f"{there}: 'one' is not marked as done: choices: must be a list of as many texts as its "
        "English has: 3\n"
    )
    assert "'one' is older than its English" in told.stdout
    assert "two" not in told.stdout
    one, _, two = there.read_text().partition("- id: two")
    assert "# Older than its English" in one and "# Older" not in two


def test_a_deck_that_is_written_in_chinese_alone_is_not_translated_into_it(quiz: Quiz) -> None:
    path = quiz.decks / "ops.yaml"
    cards = [
        {"id": "one", "prompt": "`y` 的形状是什么？", "back": "nn.Linear 的 weight 要转置。"},
        {"id": "two", "prompt": "`x.t()`？", "back": "NHWC"},
    ]
    written = {"topic": "ops", "title": "运算", "cards": cards}
    path.write_text(yaml.safe_dump(written, allow_unicode=True))
    told = quiz("translate", str(path), "zh")
    assert (told.returncode, told.stderr) == (
        2,
        f"quiz: {path}: its texts are Chinese already; to have one in English as well, write it "
        "as `{en: …, zh: …}` in the deck\n",
    )
    there = path.with_name("ops.zh.yaml")
    assert not there.exists()
    cards[1]["back"] = "It is called NHWC, of which 中 is no part."
    path.write_text(yaml.safe_dump(written, allow_unicode=True))
    assert quiz("translate", str(path), "zh").returncode == 2
    cards[1]["back"] = "The channels come last."
    path.write_text(yaml.safe_dump(written, allow_unicode=True))
    assert quiz("translate", str(path), "zh").returncode == 1
    assert "The channels come last." in there.read_text()


def test_a_deck_that_does_not_fit_on_the_disk_is_told_and_leaves_nothing(
    tmp_path: Path,
    course: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    resource = pytest.importorskip("resource", reason="it has no ulimit")
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path))
    monkeypatch.setattr(decks, "SHIPPED_DECKS", course)
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, usual[1]))
    try:
        with pytest.raises(SystemExit, match="2"):
            main(["new", "my-views"], prog_name="quiz")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    path = tmp_path / "decks" / "my-views.yaml"
    assert capsys.readouterr().err == f"quiz: {path} cannot be written: File too large\n"
    assert not path.exists()


@pytest.mark.skipif(not FULL.exists(), reason="there is no full device")
@pytest.mark.parametrize("command", [["schema"], ["--help"], ["completion", "bash"]])
def test_what_cannot_be_written_is_told_in_a_line(quiz: Quiz, command: list[str]) -> None:
    env = {**os.environ, "QUIZ_HOME": str(quiz.home)}
    env.pop("PYTHONUNBUFFERED", None)  # with it nothing is left to be written at the end
    with FULL.open("w") as full:
        told = subprocess.run(
            [sys.executable, "-m", "quizapp", *command],
            env=env,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (told.returncode, told.stderr) == (2, "quiz: writing failed: No space left on device\n")


@pytest.mark.parametrize("profile", [None, "format: 1\nuser: me\n"], ids=["none", "some"])
@pytest.mark.parametrize(
    ("command", "link", "beside"),
    [
        (["translate", "ops.yaml", "zh"], "ops.zh.yaml", ""),
        (["check", "ops.yaml", "--record"], "truths/ops.txt", ""),
        (["check", "ops.yaml", "--record"], "truths", "ops.txt"),
    ],
)
def test_nothing_is_read_or_written_beside_a_deck_by_a_link_to_elsewhere(
    quiz: Quiz, tmp_path: Path, command: list[str], link: str, beside: str, profile: str | None
) -> None:
    """The deck's words would stand in a profile that the next shell reads."""
    path = deck(quiz)
    away = tmp_path / "away"
    away.mkdir()
    (path.parent / link).parent.mkdir(exist_ok=True)
    (path.parent / link).symlink_to(away / beside if beside else away / "profile")
    there = away / (beside or "profile")
    if profile is not None:
        there.write_text(profile)
    told = quiz(command[0], str(path), *command[2:])
    assert told.returncode == 2
    assert "is a link out of the folder of its deck" in told.stderr
    assert "user" not in told.stdout + told.stderr
    assert (there.read_text() if there.exists() else None) == profile


def test_texts_and_ideas_beside_a_deck_are_not_read_by_a_link_to_elsewhere(
    quiz: Quiz, tmp_path: Path
) -> None:
    path, secret = deck(quiz), tmp_path / "secret"
    secret.write_text("API_KEY: hunter2\n")
    for name in ("ops.zh.yaml", "ideas.yaml"):
        (path.parent / name).symlink_to(secret)
    told = quiz("check", str(path.parent))
    assert "passed over 2 links out of it" in told.stderr
    assert "API_KEY" not in told.stdout + told.stderr


@pytest.mark.parametrize("command", [["author"], ["check"], ["trust"], ["translate", "zh"]])
def test_notes_are_refused_where_a_deck_is_meant(
    quiz: Quiz, tmp_path: Path, command: list[str]
) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("# Notes\n")
    told = quiz(command[0], str(notes), *command[1:])
    assert told.returncode == 2
    assert told.stderr.endswith(
        "notes.md is no deck, which ends in .yaml; `quiz draft` makes one of notes\n"
    )


def test_an_answer_that_stands_in_the_prompt_is_a_finding(quiz: Quiz) -> None:
    path = deck(quiz, prompt="Is it [2., 4.] or more?")
    checked = quiz("check", str(path))
    assert checked.returncode == 1
    assert f"{path}:5:13: the prompt gives the answer away: [2., 4.]" in checked.stdout


def test_findings_stand_beside_the_lines_of_a_pull_request(quiz: Quiz) -> None:
    path = deck(quiz)
    path.write_text(path.read_text().replace("[2, 4]", "[2, 5]"))
    checked = quiz("check", str(path), "--format", "github")
    assert checked.returncode == 1
    (line,) = [line for line in checked.stdout.splitlines() if line.startswith("::")]
    place, _, message = line.removeprefix("::error ").partition("::")
    assert place == f"file={path},line=8,col=21"
    assert message.startswith("torch disagrees with expect: expected [2, 5], torch gives [2., 4.]")


def test_truths_are_recorded_and_told_of_where_torch_says_something_else(quiz: Quiz) -> None:
    path, torch = deck(quiz), version("torch").partition("+")[0]
    minor = torch.rpartition(".")[0]
    assert quiz("check", str(path), "--record").returncode == 0
    truths = path.parent / "truths" / "ops.txt"
    assert quiz("check", str(path)).stdout.count("\n") == 1
    truths.write_text(truths.read_text().replace("[2., 4.]", "[2., 3.]"))
    other = quiz("check", str(path))
    assert other.returncode == 1
    assert f"{path}:4:5: torch {minor} said something else when it was recorded" in other.stdout

    truths.write_text(truths.read_text().replace(f"torch {torch}", "torch 2.0.1"))
    newer = quiz("check", str(path))
    moved = f"value of x: [2., 3.] up to torch 2.0, [2., 4.] since torch {minor}"
    assert (newer.returncode, f"moved ops/doubled: {moved}\n" in newer.stdout) == (0, True)
    assert "is not recorded; the newest that is: 2.0\n" in newer.stdout
    assert json.loads(quiz("check", str(path), "--json").stdout)["moved"] == [
        {
            "card": "ops/doubled",
            "what": "value of x",
            "by_version": {"2.0": "[2., 3.]", minor: "[2., 4.]"},
        }
    ]
    assert quiz("check", str(path), "--record").returncode == 0
    tried = quiz("try", f"{path}::doubled", "--answer", "value=[2, 4]")
    assert f"Torch has changed its answer:\n{moved}\n" in tried.stdout
    part = quiz("check", str(path), "--record", "--card", "doubled")
    assert (part.returncode, "--record goes with whole decks" in part.stderr) == (2, True)


def test_cards_go_to_anki_and_notes_come_from_there(quiz: Quiz, tmp_path: Path) -> None:
    deck(quiz)
    out = tmp_path / "ops.apkg"
    exported = quiz("export", str(out), "--topic", "ops")
    assert (exported.returncode, exported.stdout) == (0, f"{out}: 1 note in 1 deck\n")
    assert "collection.anki2" in zipfile.ZipFile(out).namelist()
    imported = quiz("import", str(ANKI), "--topic", "from-anki")
    assert (imported.returncode, imported.stdout.endswith("from-anki.yaml: 3 cards\n")) == (0, True)
    rows = json.loads(quiz("list", "--topic", "from-anki", "--json").stdout)
    assert rows[0]["card"] == "from-anki/what-is-2-2"
    again = quiz("import", str(ANKI), "--topic", "from-anki")
    nothing = "is there already, and stays as it is.\nNothing in the package is new here.\n"
    assert (again.returncode, again.stdout.endswith(nothing)) == (0, True)


def test_no_card_is_run_for_an_export_that_cannot_be_written(quiz: Quiz) -> None:
    deck(quiz)
    (quiz.home / "config.toml").write_text("runner.command = ['false']\n")
    told = quiz("export", "/proc/ops.apkg", "--topic", "ops")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.startswith("quiz: /proc/ops.apkg cannot be written: ")


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_an_update_tells_which_answered_cards_it_takes_away(quiz: Quiz, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    path = Path(shutil.move(deck(quiz), theirs / "ops.yaml"))

    def commit() -> None:
        for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "."]):
            person = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
            subprocess.run(["git", "-C", str(theirs), *person, *arguments], check=True)

    commit()
    quiz("add", theirs.as_uri())
    with ReviewLog.open(quiz.home / "quiz.db") as log:
        answered = review_maker()
        log.append(answered(card="ops/doubled"))
        log.append(answered(card="ops/long-gone"))
    path.write_text(path.read_text().replace("topic: ops", "topic: operations"))
    commit()
    told = quiz("update")
    assert told.stdout.startswith("theirs: updated, 1 deck with 1 card")
    assert told.stderr.startswith(
        "1 card that you have answered, and no deck has any more: ops/doubled. "
    )
    path.write_text(f"{path.read_text()}    was: [ops/doubled]\n")
    commit()
    assert quiz("update").stderr == ""


def test_decks_from_elsewhere_are_listed_reviewed_and_removed(quiz: Quiz, tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    shutil.move(deck(quiz), folder / "ops.yaml")
    added = quiz("add", str(folder))
    assert added.stdout == f"added shared: 1 deck with 1 card, not trusted, from {folder}\n"
    assert quiz("add").stdout.startswith("shared: 1 deck with 1 card")
    assert "ops/doubled" in quiz("list", "--topic", "ops").stdout
    assert quiz("update").stdout == "shared: a folder, always as it is\n"
    away = folder.rename(tmp_path / "elsewhere")
    assert quiz("add").stdout.startswith(f"shared: there is nothing at {folder}")
    assert f"shared: there is nothing at {folder}" in quiz("update").stderr
    away.rename(folder)
    assert quiz("remove", "shared").stdout == f"removed shared; {folder} stays as it is\n"
    assert quiz("add").stdout == quiz("update").stdout == "Nothing has been added.\n"
    gone = quiz("list", "--topic", "ops")
    assert gone.returncode == 2


def test_check_and_trust_find_the_decks_in_folders_that_add_finds(
    quiz: Quiz, tmp_path: Path
) -> None:
    folder = tmp_path / "shared"
    (folder / "week-1").mkdir(parents=True)
    path = folder / "week-1" / "ops.yaml"
    shutil.move(deck(quiz), path)
    (folder / "ci.yaml").write_text("on: push\n")
    (folder / "away.yaml").symlink_to(ANKI)
    (folder / "gone.yaml").symlink_to("nowhere")
    (folder / "here").symlink_to("week-1")
    (folder / "out").symlink_to(quiz.home)
    links = f"{folder}: passed over 3 links out of it or to nowhere, {folder / 'away.yaml'} for one"
    passed = f"{folder}: passed over 1 YAML file without `cards`, {folder / 'ci.yaml'} for one\n"
    trusted = quiz("trust", str(folder))
    assert trusted.stdout.startswith(f"{path}: topic ops, 1 card")
    checked = quiz("check", str(folder))
    assert (checked.returncode, checked.stderr.endswith(passed)) == (0, True)
    assert checked.stderr.startswith(links)
    assert checked.stdout.startswith("1 deck, 1 card, 1 run, 0 problems")
    assert quiz("add", str(folder)).stdout.startswith("added shared: 1 deck with 1 card, from")


def test_a_copy_that_takes_the_place_of_its_deck_is_told_of(quiz: Quiz) -> None:
    path = deck(quiz)
    copy = path.with_name("a-copy.yaml")
    shutil.copy(path, copy)
    checked = quiz("check", str(copy))
    told = f"{copy}:1:1: topic: 'ops' is the topic of {path}, too, which the app leaves out; "
    assert (checked.returncode, told in checked.stdout) == (1, True)
    checked = quiz("check", str(path))
    told = f"{path}:1:1: topic: 'ops' is the topic of {copy}, too, so the app leaves this deck out"
    assert (checked.returncode, told in checked.stdout) == (1, True)


def test_a_topic_that_is_doubled_is_told_once_of_a_relative_path_too(
    quiz: Quiz, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = deck(quiz)
    copy = path.with_name("a-copy.yaml")
    shutil.copy(path, copy)
    monkeypatch.chdir(quiz.home)
    checked = quiz("check", str(path.relative_to(quiz.home)))
    assert (checked.returncode, checked.stdout.count("is the topic of")) == (1, 1)
    assert "1 problem," in checked.stdout


def test_a_topic_that_is_taken_is_told_where_it_is_given(
    quiz: Quiz, tmp_path: Path, course: Path
) -> None:
    taken = f"'dtypes' is the topic of {course / 'dtypes.yaml'}"
    for command in (("new", "dtypes"), ("import", str(ANKI), "--topic", "dtypes")):
        refused = quiz(*command)
        assert (refused.returncode, f"quiz: {taken} already" in refused.stderr) == (2, True)
    path = deck(quiz)
    path.write_text(path.read_text().replace("topic: ops", "topic: dtypes"))
    checked = quiz("check", str(path))
    assert (checked.returncode, f"{path}:1:1: topic: {taken}, too" in checked.stdout) == (1, True)
    folder = tmp_path / "shared"
    folder.mkdir()
    shutil.move(path, folder)
    added = quiz("add", str(folder))
    assert added.stderr == f"{folder / 'ops.yaml'}:1:1: topic: {taken}, so this deck is left out\n"
    nothing = "shared: 0 decks with 0 cards, 1 deck left out, from "
    assert added.stdout.startswith(f"added {nothing}") and quiz("add").stdout.startswith(nothing)
    quiz("remove", "shared")
    quiz("trust", str(folder))
    checked = quiz("check", str(folder))
    assert (checked.returncode, f"{taken}, too" in checked.stderr) == (0, True)


def test_one_goes_on_where_one_was_in_anki(quiz: Quiz) -> None:
    package = ANKI.with_name("answered-in-anki.apkg")
    imported = quiz("import", str(package), "--topic", "mine")
    assert imported.stdout.endswith("423 answers to them in Anki, 423 of which are new here.\n")
    rows = json.loads(quiz("list", "--topic", "mine", "--json").stdout)
    assert sum(row["reviews"] > 0 for row in rows) == 73
    assert len(json.loads(quiz("list", "added:1", "topic:mine", "--json").stdout)) == len(rows)
    again = quiz("import", str(package), "--topic", "mine")
    assert again.returncode == 0
    assert "mine.yaml is there already, and stays as it is." in again.stdout
    assert "423 answers to them in Anki, 0 of which are new here." in again.stdout
    (quiz.home / "decks" / "mine.yaml").rename(quiz.home / "decks" / "other.yaml")
    assert "other.yaml is there already" in quiz("import", str(package), "--topic", "mine").stdout
    assert json.loads(quiz("list", "--topic", "mine", "--json").stdout) == rows


def test_what_is_new_in_anki_is_added_where_that_is_asked_for(quiz: Quiz) -> None:
    package = str(ANKI.with_name("decided-in-anki.apkg"))
    made = quiz("import", package, "--topic", "words")
    path = quiz.home / "decks" / "words.yaml"
    whole = path.read_text()
    cut = whole[: whole.index("- id: both")]
    path.write_text(cut)
    short = quiz("import", package, "--topic", "words")
    there = f"{path} is there already, and stays as it is.\n"
    assert (short.returncode, short.stdout, path.read_text()) == (0, there, cut)
    assert "Not in it: 3 cards of the package; --add adds what is lacking." in short.stderr
    added = quiz("import", package, "--topic", "words", "--add")
    assert (added.returncode, f"{path}: 3 cards added.\n" in added.stdout) == (0, True)
    assert path.read_text() == whole
    for again in ((), ("--add",)):
        told = quiz("import", package, "--topic", "words", *again)
        nothing = f"{there}Nothing in the package is new here.\n"
        assert (told.returncode, told.stdout, told.stderr) == (0, nothing, "")
    assert "suspended, as in Anki: 2 cards" in made.stdout
    rows = json.loads(quiz("list", "is:suspended", "topic:words", "--json").stdout)
    assert {row["prompt"] for row in rows} == {"suspended", "both"}


def test_a_package_is_not_taken_for_a_deck_with_none_of_its_cards(quiz: Quiz) -> None:
    path = deck(quiz)
    whole = path.read_text()
    refused = quiz("import", str(ANKI.with_name("decided-in-anki.apkg")), "--topic", "ops")
    told = f"there is {path} already; give another topic by --topic, or add what it lacks by --add"
    assert (refused.returncode, told in refused.stderr) == (2, True)
    assert path.read_text() == whole


def test_what_was_suspended_or_flagged_in_anki_is_so_here(quiz: Quiz) -> None:
    told = quiz("import", str(ANKI.with_name("decided-in-anki.apkg")), "--topic", "words")
    assert "suspended, as in Anki: 2 cards" in told.stdout
    assert "flagged, as in Anki: 2 cards" in told.stdout
    rows = json.loads(quiz("list", "--topic", "words", "--json").stdout)
    assert {row["prompt"]: row["standing"] for row in rows} == {
        "suspended": ["suspended"],
        "flagged": ["flagged"],
        "both": ["suspended", "flagged"],
        "buried": [],
        "neither": [],
    }


def test_a_deck_is_titled_by_what_can_be_shown_of_a_files_name(quiz: Quiz, tmp_path: Path) -> None:
    package = tmp_path / "My\a words.apkg"
    package.write_bytes(ANKI.read_bytes())
    assert quiz("import", str(package)).returncode == 0
    assert "title: My words\n" in (quiz.home / "decks" / "my-words.yaml").read_text()
