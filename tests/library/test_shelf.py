"""Decks from elsewhere: folders and real git repositories, added, updated and removed."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from quizapp.library.shelf import Shelf, ShelfError, is_url
from quizapp.machine.git import GitError

DECK = "topic: {topic}\ncards:\n  - {{id: why, prompt: Why?, back: So.}}\n"
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def put(path: Path, topic: str = "mine") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(DECK.format(topic=topic))
    return path


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "data" / "added")


def git(folder: Path, *arguments: str, told: str | None = None) -> str:
    person = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
    command = ["git", "-C", str(folder), *person, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True, input=told)
    return done.stdout.strip()


@pytest.fixture(scope="module")
def of_one_deck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("torch-decks")
    put(folder / "decks" / "ops.yaml", "ops")
    git(folder, "init", "--quiet", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "One deck")
    return folder


@pytest.fixture
def repository(tmp_path: Path, of_one_deck: Path) -> Path:
    return Path(shutil.copytree(of_one_deck, tmp_path / "torch-decks"))


def test_a_folder_is_added_where_it_lies_and_forgotten_without_harm(
    shelf: Shelf, tmp_path: Path
) -> None:
    deck = put(tmp_path / "mine" / "ops.yaml")
    added = shelf.add(str(tmp_path / "mine"))
    assert (added.name, added.is_cloned) == ("mine", False)
    assert shelf.decks() == [deck]
    put(tmp_path / "mine" / "more" / "other.yaml")
    assert len(shelf.decks()) == 2
    assert shelf.remove("mine") == added
    assert (shelf.sources(), deck.exists()) == ([], True)


def test_decks_that_were_added_first_come_before_those_added_later(
    shelf: Shelf, tmp_path: Path
) -> None:
    """So that none of these takes the place of one by its topic."""
    decks = [put(tmp_path / name / "ops.yaml") for name in ("first", "a-second")]
    for deck in decks:
        shelf.add(str(deck.parent))
    assert shelf.decks() == decks


def test_only_yaml_with_cards_is_a_deck(shelf: Shelf, tmp_path: Path) -> None:
    deck = put(tmp_path / "mine" / "ops.yml")
    for other in (".github/ops.yaml", "a/b/c/d/deep.yaml", "notes.txt"):
        put(tmp_path / "mine" / other)
    (tmp_path / "mine" / "config.yaml").write_text("colour: green\n")
    shelf.add(str(tmp_path / "mine"))
    assert shelf.decks() == [deck]


def test_links_to_folders_and_out_of_the_folder_are_not_followed(
    shelf: Shelf, tmp_path: Path
) -> None:
    put(tmp_path / "elsewhere" / "ops.yaml")
    deck = put(tmp_path / "mine" / "ops.yaml")
    (tmp_path / "mine" / "round").symlink_to(tmp_path / "mine")
    (tmp_path / "mine" / "away").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "mine" / "one.yaml").symlink_to(tmp_path / "elsewhere" / "ops.yaml")
    shelf.add(str(tmp_path / "mine"))
    assert shelf.decks() == [deck]


def test_what_cannot_be_added_is_explained_and_leaves_nothing(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    put(tmp_path / "mine" / "ops.yaml")
    put(tmp_path / "x" / "mine" / "ops.yaml")
    shelf.add(str(tmp_path / "mine"))
    for origin, name, message in (
        (str(tmp_path / "missing"), None, "there is nothing at"),
        (f"{tmp_path / 'mine'}#v1", None, r"one of a URL, such as file:///.*/mine#v1$"),
        (str(tmp_path / "empty"), None, "there are no decks in"),
        (str(tmp_path / "mine"), None, "has been added already, as 'mine'"),
        (str(tmp_path / "x" / "mine"), None, "give another name by --name"),
        (str(tmp_path / "x" / "mine"), "../up", "is no name for it"),
        (str(tmp_path / "x" / "mine"), "so/../../up", "is no name for it"),
        (str(tmp_path / "x" / "mine"), "Sources.json", "is no name for it"),
    ):
        with pytest.raises(ShelfError, match=message):
            shelf.add(origin, name)
    with pytest.raises(ShelfError, match=r"no 'mien' has been added.*mine"):
        shelf.remove("mien")
    with pytest.raises(ShelfError, match=r"no 'other' has been added; there is mine$"):
        shelf.remove("other")
    assert [source.name for source in shelf.sources()] == ["mine"]


@pytest.mark.parametrize(
    "kept", ["", "[]", "{}", '{"version": 1}', '{"version": 1, "sources": []}', '{"version": 99}']
)
def test_a_strange_list_is_refused_and_not_touched(shelf: Shelf, tmp_path: Path, kept: str) -> None:
    put(tmp_path / "mine" / "ops.yaml")
    file = tmp_path / "data" / "added" / "sources.json"
    file.parent.mkdir(parents=True)
    file.write_text(kept)
    with pytest.raises(ShelfError, match=r"sources\.json"):
        shelf.add(str(tmp_path / "mine"))
    assert file.read_text() == kept


@pytest.mark.parametrize(
    ("origin", "url"),
    [
        ("https://example.org/decks.git", True),
        ("git@example.org:me/decks.git", True),
        ("ssh://me@example.org/decks", True),
        ("file:///srv/decks", True),
        ("./decks", False),
        ("decks.git", False),
        ("C:\\decks", False),
        ("--upload-pack=touch", False),
    ],
)
def test_a_url_is_told_from_a_path(origin: str, url: bool) -> None:
    assert is_url(origin) == url


@needs_git
def test_a_repository_is_cloned_updated_and_deleted(shelf: Shelf, repository: Path) -> None:
    added = shelf.add(repository.as_uri())
    assert (added.name, added.is_cloned) == ("torch-decks", True)
    (deck,) = shelf.decks()
    assert deck.read_text() == DECK.format(topic="ops")
    assert not shelf.update(added)
    put(repository / "decks" / "more.yaml", "more")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "Another")
    assert shelf.update(added)
    assert len(shelf.decks()) == 2
    shelf.remove("torch-decks")
    assert not added.folder.exists()
    assert repository.exists()


@needs_git
def test_a_repository_without_a_commit_is_told_of_in_plain_words(
    shelf: Shelf, tmp_path: Path
) -> None:
    git(tmp_path, "init", "--quiet", "new")
    with pytest.raises(GitError, match="the repository holds no files"):
        shelf.add((tmp_path / "new").as_uri())
    assert not (tmp_path / "data" / "added" / "new").exists()


@needs_git
def test_a_clone_that_somebody_has_deleted_is_removed_all_the_same(
    shelf: Shelf, repository: Path
) -> None:
    added = shelf.add(repository.as_uri())
    shutil.rmtree(added.folder)
    assert shelf.remove(added.name) == added and not shelf.sources()


@needs_git
@pytest.mark.parametrize("ref", ["winter/2026", "v1"])
def test_a_branch_or_a_tag_is_what_one_gets_and_keeps_to(
    shelf: Shelf, repository: Path, ref: str
) -> None:
    git(repository, "tag", "v1")
    git(repository, "checkout", "--quiet", "-b", "winter/2026")
    added = shelf.add(f"{repository.as_uri()}#{ref}")
    assert (added.name, added.ref) == ("torch-decks", ref)
    put(repository / "decks" / "winter.yaml", "winter")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "On a branch")
    git(repository, "checkout", "--quiet", "main")
    put(repository / "decks" / "main.yaml", "main")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "On main")
    [kept] = shelf.sources()
    assert shelf.update(kept) == (ref != "v1")
    told = {deck.stem for deck in shelf.decks()}
    assert told == ({"ops"} if ref == "v1" else {"ops", "winter"})


@needs_git
@pytest.mark.parametrize("ref", ["", "--upload-pack=x", "a:b", "+main", "a..b"])
def test_what_is_no_name_of_a_branch_never_reaches_git(
    shelf: Shelf, repository: Path, ref: str
) -> None:
    with pytest.raises(ShelfError, match="is no branch or tag"):
        shelf.add(f"{repository.as_uri()}#{ref}")


@needs_git
def test_a_branch_that_is_not_there_is_told_and_leaves_nothing(
    shelf: Shelf, repository: Path
) -> None:
    with pytest.raises(GitError, match="Remote branch summer not found"):
        shelf.add(f"{repository.as_uri()}#summer")
    assert shelf.sources() == []


@needs_git
def test_an_update_wins_over_a_rewritten_history(shelf: Shelf, repository: Path) -> None:
    added = shelf.add(repository.as_uri())
    put(repository / "decks" / "ops.yaml", "changed")
    git(repository, "commit", "--quiet", "--all", "--amend", "-m", "Rewritten")
    assert shelf.update(added)
    assert shelf.decks()[0].read_text() == DECK.format(topic="changed")


@needs_git
def test_an_update_drops_no_edit_that_it_was_not_told_to(shelf: Shelf, repository: Path) -> None:
    added = shelf.add(repository.as_uri())
    (deck,) = shelf.decks()
    deck.write_text("edited")
    put(added.folder / "new.yaml", "mine")
    put(repository / "other.yaml")
    put(repository / "new.yaml", "theirs")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "More")
    with pytest.raises(GitError, match=r"edited decks/ops\.yaml, new\.yaml in .*--discard"):
        shelf.update(added)
    (added.folder / "new.yaml").unlink()
    assert shelf.update(added)  # theirs does not touch the edited one
    assert deck.read_text() == "edited"
    assert not shelf.update(added, discard=True)
    assert deck.read_text() == DECK.format(topic="ops")


@needs_git
def test_an_update_that_was_killed_is_begun_anew(shelf: Shelf, repository: Path) -> None:
    added = shelf.add(repository.as_uri())
    (deck,) = shelf.decks()
    put(repository / deck.relative_to(added.folder), "new")
    git(repository, "commit", "--quiet", "--all", "-m", "New")
    deck.write_text("half of it")
    for name in ("index.lock", "shallow.lock"):
        put(added.folder / ".git" / name, "")
    with pytest.raises(GitError, match=r"cut off, or goes on just now; .*--discard"):
        shelf.update(added)
    assert shelf.update(added, discard=True)
    assert deck.read_text() == DECK.format(topic="new")
    assert not shelf.update(added)


@needs_git
def test_of_many_edited_files_some_are_named(shelf: Shelf, repository: Path) -> None:
    added = shelf.add(repository.as_uri())
    for number in range(9):
        put(added.folder / f"new{number}.yaml", "mine")
        put(repository / f"new{number}.yaml", "theirs")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "More")
    with pytest.raises(GitError, match=r"new3\.yaml, new4\.yaml and 4 more in .*--discard"):
        shelf.update(added)


@needs_git
def test_an_update_drops_no_commit_that_it_was_not_told_to(shelf: Shelf, repository: Path) -> None:
    added = shelf.add(repository.as_uri())
    (deck,) = shelf.decks()
    deck.write_text("edited")
    git(added.folder, "commit", "--quiet", "--all", "--amend", "-m", "Mine")
    assert not shelf.update(added)
    assert deck.read_text() == "edited"
    put(repository / "other.yaml")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "More")
    with pytest.raises(GitError, match=r"edited decks/ops\.yaml in .*--discard"):
        shelf.update(added)
    assert deck.read_text() == "edited"
    assert shelf.update(added, discard=True)
    assert deck.read_text() == DECK.format(topic="ops")
    assert not shelf.update(added)


@needs_git
def test_a_clone_is_deleted_with_no_edit_that_is_not_to_be_dropped(
    shelf: Shelf, repository: Path
) -> None:
    added = shelf.add(repository.as_uri())
    (deck,) = shelf.decks()
    put(added.folder / "new.yaml", "mine")
    deck.write_text("edited")
    git(added.folder, "commit", "--quiet", "--all", "-m", "Mine")
    with pytest.raises(
        ShelfError, match=r"own: decks/ops\.yaml, new\.yaml, a commit; .*--discard torch"
    ):
        shelf.remove("torch-decks")
    assert deck.exists() and shelf.sources() == [added]
    shutil.rmtree(added.folder / ".git" / "objects")
    with pytest.raises(ShelfError, match=r"git .*--discard torch-decks"):
        shelf.remove("torch-decks")
    shelf.remove("torch-decks", discard=True)
    assert not added.folder.exists()


@needs_git
def test_a_clone_is_not_deleted_with_a_branch_or_stash_of_the_users(
    shelf: Shelf, repository: Path
) -> None:
    added = shelf.add(repository.as_uri())
    (deck,) = shelf.decks()
    git(added.folder, "checkout", "--quiet", "-b", "mine")
    deck.write_text("edited")
    git(added.folder, "commit", "--quiet", "--all", "-m", "Mine")
    git(added.folder, "checkout", "--quiet", "--detach", "main")
    with pytest.raises(ShelfError, match=r"own: the branch mine; .*--discard torch"):
        shelf.remove("torch-decks")
    git(added.folder, "branch", "--quiet", "-D", "mine")
    deck.write_text("edited")
    git(added.folder, "stash")
    with pytest.raises(ShelfError, match=r"own: a stash; .*--discard torch"):
        shelf.remove("torch-decks")
    git(added.folder, "stash", "drop")
    put(repository / "decks" / "ops.yaml", "changed")
    git(repository, "commit", "--quiet", "--all", "--amend", "-m", "Rewritten")
    assert shelf.update(added)
    shelf.remove("torch-decks")  # the branches that are theirs, of before, hold nobody's work
    assert not added.folder.exists()


def _commit(folder: Path, *options: str) -> None:
    git(folder, "add", "--all", ".")
    git(folder, "commit", "--quiet", "-m", "More", *options)


def _add_submodule(repository: Path) -> None:
    head = git(repository, "rev-parse", "HEAD")
    git(repository, "update-index", "--add", "--cacheinfo", f"160000,{head},sub")
    git(repository, "commit", "--quiet", "-m", "A submodule")


HIDDEN = {
    "skip-worktree": "decks/ops.yaml",
    "assume-unchanged": "decks/ops.yaml",
    "an ignored file": "mine.yaml",
    "a submodule": "sub",
    "in place of a submodule": "sub",
    "a repository": "inner",
    "what is no repository": "inner",
    "the index": "staged.yaml",
    "a tag": "the tag mine",
    "a note": "refs/notes/commits",
    "a file under a tag": "the tag mine",
    "another worktree": "a commit",
}
"""Where work in a clone is not seen by `git status` or `git diff`, and how it is told."""


def _hide_work(clone: Path, where: str) -> None:
    if where in ("skip-worktree", "assume-unchanged"):
        git(clone, "update-index", f"--{where}", "decks/ops.yaml")
        put(clone / "decks" / "ops.yaml")
    elif where == "an ignored file":
        put(clone / "mine.yaml")
        (clone / ".git" / "info" / "exclude").write_text("mine.yaml\n")
    elif where == "a submodule":
        put(clone / "sub" / "new.yaml")
    elif where == "in place of a submodule":
        (clone / "sub").rmdir()
        put(clone / "sub")
    elif where == "a repository":
        git(clone, "init", "--quiet", "inner")
        put(clone / "inner" / "new.yaml")
    elif where == "what is no repository":
        put(clone / "inner" / ".git" / "new.yaml")
    elif where == "the index":
        put(clone / "staged.yaml")
        git(clone, "add", "staged.yaml")
        (clone / "staged.yaml").unlink()
    elif where == "a tag":
        git(clone, "commit", "--quiet", "--allow-empty", "-m", "Mine")
        git(clone, "tag", "mine")
        git(clone, "checkout", "--quiet", "--detach", "refs/quiz/fetched")
    elif where == "a note":
        git(clone, "notes", "add", "-m", "Mine")
    elif where == "a file under a tag":
        git(clone, "tag", "mine", git(clone, "hash-object", "-w", "--stdin", told="mine"))
    else:
        git(clone, "worktree", "add", "--quiet", "--detach", str(clone.parent / "other"))
        git(clone.parent / "other", "commit", "--quiet", "--allow-empty", "-m", "Mine")


@needs_git
@pytest.mark.parametrize("where", HIDDEN)
def test_a_clone_is_not_deleted_with_work_that_git_does_not_show(
    shelf: Shelf, repository: Path, where: str
) -> None:
    _add_submodule(repository)
    added = shelf.add(repository.as_uri())
    _hide_work(added.folder, where)
    with pytest.raises(ShelfError, match=rf"own: {HIDDEN[where]}; .*--discard torch"):
        shelf.remove("torch-decks")
    assert added.decks() and shelf.sources() == [added]
    shelf.remove("torch-decks", discard=True)
    assert not added.folder.exists()


@needs_git
@pytest.mark.parametrize("begun_anew", [False, True])
def test_what_is_no_clone_any_more_is_deleted_only_where_it_holds_no_file(
    shelf: Shelf, repository: Path, begun_anew: bool
) -> None:
    """Without its `.git`, or with one of the user's."""
    added = shelf.add(repository.as_uri())
    shutil.rmtree(added.folder / ".git")
    mine = put(added.folder / "decks" / "mine.yaml")
    if begun_anew:
        git(added.folder, "init", "--quiet")
        _commit(added.folder)
    with pytest.raises(ShelfError, match=r"no clone any more|cannot be told.*--discard torch"):
        shelf.remove("torch-decks")
    assert mine.exists() and shelf.sources() == [added]
    shutil.rmtree(added.folder)
    (added.folder / "decks").mkdir(parents=True)
    shelf.remove("torch-decks")
    assert not added.folder.exists()


@needs_git
@pytest.mark.parametrize("line_ends", ["true", "input"])
def test_what_git_has_laid_out_is_no_work_of_the_users(
    shelf: Shelf,
    repository: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    line_ends: str,
) -> None:
    """Whatever the user's settings and the repository's attributes say, and at the next state."""
    (tmp_path / ".gitconfig").write_text(f"[core]\nautocrlf = {line_ends}\nsymlinks = true\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    git(repository, "config", "core.autocrlf", "false")
    (repository / "dos.yaml").write_bytes(b"a\r\nb\n")
    (repository / "run.sh").write_text("true\n")
    (repository / "run.sh").chmod(0o755)
    (repository / "\u724c.yaml").write_text("{}\n")
    (repository / "link").symlink_to("run.sh")
    (repository / "empty").touch()
    (repository / ".gitattributes").write_text("*.yaml text eol=crlf ident\n")
    (repository / ".gitignore").write_text("*.sh\n")
    git(repository, "add", "--force", "run.sh")
    _commit(repository)
    git(repository, "tag", "v1")
    _add_submodule(repository)
    added = [
        shelf.add(f"{repository.as_uri()}{ref}", name) for ref, name in (("", "a"), ("#v1", "b"))
    ]
    put(repository / "more.yaml")
    _commit(repository)
    git(repository, "tag", "--force", "v1")
    for source in added:
        assert shelf.update(source)
        shelf.remove(source.name)
        assert not source.folder.exists()


IN_THE_WAY = {
    "ignored": ("mine.yaml", "mine.yaml"),
    "ignored, by the repository": ("own.log", "own.log"),
    "an ignored folder": ("mine/deck.yaml", "mine"),
    "an ignored file": ("mine", "mine/deck.yaml"),
    "a submodule": ("sub/deck.yaml", "sub"),
    "in place of a submodule": ("sub", "sub/deck.yaml"),
    "what is no repository": ("inner/.git/deck.yaml", "inner"),
    "skip-worktree": ("decks/ops.yaml", "decks/ops.yaml"),
    "assume-unchanged": ("decks/ops.yaml", "decks/ops.yaml"),
}
"""What git's flags and rules have it overlook: the user's file, and that of the next update."""


@needs_git
@pytest.mark.parametrize("kind", IN_THE_WAY)
def test_an_update_overwrites_nothing_that_git_overlooks(
    shelf: Shelf, repository: Path, kind: str
) -> None:
    own, theirs = IN_THE_WAY[kind]
    (repository / ".gitignore").write_text("*.log\n")
    _commit(repository)
    _add_submodule(repository)
    added = shelf.add(repository.as_uri())
    if kind == "in place of a submodule":
        (added.folder / own).rmdir()
    put(added.folder / own)
    (added.folder / ".git" / "info" / "exclude").write_text("mine\nmine.yaml\n")
    if kind in ("skip-worktree", "assume-unchanged"):
        git(added.folder, "update-index", f"--{kind}", own)
    if kind.endswith("a submodule"):
        git(repository, "rm", "--quiet", "--cached", "sub")
    put(repository / theirs, "theirs")
    git(repository, "add", "--force", theirs)
    git(repository, "commit", "--quiet", "-m", "More")
    with pytest.raises(GitError, match=rf"edited {own.partition('/')[0]}.* in .*--discard"):
        shelf.update(added)
    assert (added.folder / own).read_text() == DECK.format(topic="mine")
    assert shelf.update(added, discard=True)
    assert (added.folder / theirs).read_text() == DECK.format(topic="theirs")


@needs_git
@pytest.mark.parametrize("flag", ["skip-worktree", "assume-unchanged"])
def test_a_file_that_git_is_to_overlook_is_as_theirs_once_edits_are_discarded(
    shelf: Shelf, repository: Path, flag: str
) -> None:
    added = shelf.add(repository.as_uri())
    git(added.folder, "update-index", f"--{flag}", "decks/ops.yaml")
    deck = put(added.folder / "decks" / "ops.yaml")
    shelf.update(added, discard=True)
    assert deck.read_text() == DECK.format(topic="ops")
    shelf.remove(added.name)


@needs_git
def test_an_update_keeps_what_git_overlooks_where_it_changes_something_else(
    shelf: Shelf, repository: Path
) -> None:
    _add_submodule(repository)
    added = shelf.add(repository.as_uri())
    for where in ("skip-worktree", "an ignored file", "a submodule", "the index", "a tag"):
        _hide_work(added.folder, where)
    put(repository / "more.yaml", "more")
    _commit(repository)
    assert shelf.update(added)
    assert (added.folder / "decks" / "ops.yaml").read_text() == DECK.format(topic="mine")
    assert (added.folder / "more.yaml").exists() and (added.folder / "sub" / "new.yaml").exists()


@needs_git
def test_an_update_touches_no_other_repository(
    shelf: Shelf, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether by variables of git's or since the clone lies in the folder of another."""
    other = tmp_path / "data"
    added = shelf.add(repository.as_uri())
    git(tmp_path, "init", "--quiet", str(other))
    work = put(other / "work.yaml")
    git(other, "add", "work.yaml")
    git(other, "commit", "--quiet", "-m", "Work")
    work.write_text("not committed")
    put(repository / "decks" / "more.yaml", "more")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "Another")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    assert shelf.update(added)
    assert len(added.decks()) == 2
    shutil.rmtree(added.folder / ".git")
    with pytest.raises(ShelfError, match="is no clone any more"):
        shelf.update(added)
    assert work.read_text() == "not committed"


@needs_git
def test_what_is_too_large_is_not_laid_out(
    shelf: Shelf, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quizapp.machine.git.MOST_BYTES", 100_000)
    (repository / "blank").write_bytes(bytes(200_000))
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "Packs well")
    with pytest.raises(GitError, match="larger than"):
        shelf.add(repository.as_uri())
    (repository / "blank").write_bytes(random.Random(1).randbytes(200_000))
    git(repository, "commit", "--quiet", "--all", "-m", "Packs badly")
    with pytest.raises(GitError, match=r"git clone: .*larger than"):
        shelf.add(repository.as_uri())
    assert shelf.sources() == []
    assert list((repository.parent / "data" / "added").iterdir()) == []


@needs_git
@pytest.mark.parametrize("leaf", ["a-file", "an-empty-folder"])
def test_a_few_folders_that_stand_for_thousands_are_not_laid_out(
    shelf: Shelf, repository: Path, leaf: str
) -> None:
    """Each of five levels holds the next ten times."""
    kind = "040000 tree" if leaf == "an-empty-folder" else "100644 blob"
    tree = git(repository, "hash-object", "-w", "-t", kind[7:], "--stdin", told="")
    for _ in range(5):
        entries = "".join(f"{kind} {tree}\t{number}\n" for number in range(10))
        tree, kind = git(repository, "mktree", told=entries), "040000 tree"
    commit = git(repository, "commit-tree", tree, "-m", "A bomb")
    git(repository, "reset", "--quiet", "--soft", commit)
    with pytest.raises(GitError, match="more than 10,000 files"):
        shelf.add(repository.as_uri())
    assert shelf.sources() == []


@needs_git
def test_folders_without_end_are_not_laid_out(shelf: Shelf, repository: Path) -> None:
    kind, tree = "100644 blob", git(repository, "hash-object", "-w", "--stdin", told="")
    for _ in range(200):
        tree, kind = git(repository, "mktree", told=f"{kind} {tree}\td\n"), "040000 tree"
    commit = git(repository, "commit-tree", tree, "-m", "A pit")
    git(repository, "reset", "--quiet", "--soft", commit)
    with pytest.raises(GitError, match="more than 100 deep"):
        shelf.add(repository.as_uri())
    assert list((repository.parent / "data" / "added").iterdir()) == []


@needs_git
def test_an_edit_is_told_of_whatever_the_repository_says_of_its_submodules(
    shelf: Shelf, repository: Path
) -> None:
    (repository / ".gitmodules").write_text(
        '[submodule "sub"]\npath = sub\nurl = https://example.org\nupdate = !touch ran\n'
    )
    git(repository, "add", ".")
    head = git(repository, "rev-parse", "HEAD")
    git(repository, "update-index", "--add", "--cacheinfo", f"160000,{head},sub")
    git(repository, "commit", "--quiet", "-m", "A submodule")
    added = shelf.add(repository.as_uri())
    put(added.folder / "decks" / "ops.yaml", "edited")
    put(repository / "decks" / "ops.yaml", "newer")
    git(repository, "commit", "--quiet", "--all", "-m", "Another deck")
    with pytest.raises(GitError, match=r"you have edited decks/ops.yaml"):
        shelf.update(added)


@needs_git
def test_nothing_of_a_repository_is_run(
    shelf: Shelf, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".gitconfig").write_text(f'[filter "own"]\nsmudge = touch {tmp_path / "ran"}\n')
    monkeypatch.setenv("HOME", str(tmp_path))
    (repository / ".gitattributes").write_text("*.yaml filter=own\n")
    (repository / "decks" / "out.yaml").symlink_to("/etc/passwd")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "A link")
    added = shelf.add(repository.as_uri())
    link = added.folder / "decks" / "out.yaml"
    assert not link.is_symlink()
    for hook in ("post-checkout", "post-merge", "reference-transaction"):
        file = added.folder / ".git" / "hooks" / hook
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"#!/bin/sh\ntouch {tmp_path / 'ran'}\n")
        file.chmod(0o755)
    shelf.update(added)
    assert not (tmp_path / "ran").exists()


@needs_git
def test_what_git_says_is_told_and_nothing_is_left(shelf: Shelf, tmp_path: Path) -> None:
    with pytest.raises(GitError, match=r"git clone: fatal: .*does not (appear to be|exist)"):
        shelf.add((tmp_path / "missing").as_uri())
    assert shelf.sources() == []
    assert list((tmp_path / "data" / "added").iterdir()) == []


KILLED = """
import os, signal, sys
from pathlib import Path
from quizapp.library.shelf import Shelf

left = int(sys.argv[4])

def kill(event, _):
    global left
    if event in ("subprocess.Popen", "os.rename", "shutil.rmtree"):
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(kill)
shelf = Shelf(Path(sys.argv[1]))
shelf.add(sys.argv[3]) if sys.argv[2] == "add" else shelf.remove("torch-decks")
"""
"""Adds or removes a clone, and dies after so many steps, unless it is done by then."""


@pytest.mark.long
@needs_git
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("act", ["add", "remove"])
def test_a_kill_at_any_moment_keeps_no_name_from_being_added_and_removed(
    tmp_path: Path, repository: Path, act: str, every: int
) -> None:
    """By day at every fourth step."""
    url = repository.as_uri()
    ends: list[int] = []
    while not ends or ends[-1] != 0:
        shelf = Shelf(tmp_path / str(len(ends)) / "added")
        folder = shelf._folder
        if act == "remove":
            shelf.add(url)
        command = [sys.executable, "-c", KILLED, str(folder), act, url, str(every * len(ends))]
        ends.append(subprocess.run(command, cwd=Path(__file__).parents[2], check=False).returncode)
        if not shelf.sources():
            shelf.add(url)
        assert shelf.remove("torch-decks").origin == url
        shelf.add(url)
        assert {path.name for path in folder.iterdir()} == {"sources.json", "torch-decks"}
    assert every * len(ends) > 5 and set(ends[:-1]) == {-signal.SIGKILL}


@needs_git
def test_a_clone_that_is_in_no_list_is_cleared_by_the_next_but_no_work_in_it(
    shelf: Shelf, repository: Path
) -> None:
    url = repository.as_uri()
    folder = shelf.add(url).folder
    listed = folder.with_name("sources.json")
    listed.unlink()
    put(folder / "new.yaml", "mine")
    with pytest.raises(ShelfError, match=r"torch-decks stands where .* work of your own"):
        shelf.add(url)
    (folder / "new.yaml").unlink()
    (folder / "decks" / "ops.yaml").unlink()
    added = shelf.add(url)
    assert added.decks()
    listed.unlink()
    shutil.rmtree(folder)
    git(folder.parent, "init", "--quiet", str(folder))  # all that a clone has at first
    shelf.add(url)


@needs_git
@pytest.mark.parametrize("theirs", ["a file", "a link", "a repository", "one without files"])
def test_what_the_user_has_put_where_a_clone_is_to_lie_is_left_alone(
    shelf: Shelf, repository: Path, tmp_path: Path, theirs: str
) -> None:
    place = tmp_path / "data" / "added" / "torch-decks"
    if theirs == "a file":
        put(place)
    elif theirs == "a link":
        place.parent.mkdir(parents=True)
        place.symlink_to(tmp_path)
    else:
        shutil.copytree(repository, place)
    if theirs == "one without files":
        shutil.rmtree(place / "decks")
    with pytest.raises(ShelfError, match="work of your own"):
        shelf.add(repository.as_uri())
    assert os.path.lexists(place) and shelf.sources() == []
    assert len([*place.parent.iterdir()]) == 1
