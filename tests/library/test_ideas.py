"""Ideas: named at the head of a deck or for all decks of a folder, and spoken of by cards."""

from __future__ import annotations

from pathlib import Path

from quizapp.deck.parts import Text
from quizapp.library.loading import load_library

DECK = """\
topic: {topic}
{head}cards:
  - id: one
    prompt: What is it?
    code: x = 1
    ask: {{value: x}}
    mistakes:
      - value: x + 1
        idea: {idea}
        say: No.
"""


def write(folder: Path, topic: str, idea: str, head: str = "") -> None:
    text = DECK.format(topic=topic, idea=idea, head=head)
    (folder / f"{topic}.yaml").write_text(text, encoding="utf-8")


def test_ideas_of_every_deck_and_of_the_file_beside_them_are_known(tmp_path: Path) -> None:
    write(tmp_path, "own", "copies", "ideas: {copies: {en: It copies., zh: 它会复制。}}\n")
    write(tmp_path, "other", "copies")
    write(tmp_path, "third", "doubles")
    (tmp_path / "ideas.yaml").write_text("ideas:\n  doubles: All is doubled.\n")
    for _ in range(2):  # the second time from the cache
        library = load_library([tmp_path], tmp_path / "cache")
        assert library.problems == ()
        assert library.topics == ("other", "own", "third")
        assert library.ideas == {
            "copies": Text(en="It copies.", zh="它会复制。"),
            "doubles": Text(en="All is doubled."),
        }


def test_an_idea_that_nobody_names_is_told_where_it_stands(tmp_path: Path) -> None:
    write(tmp_path, "own", "copes", "ideas: {copies: It copies.}\n")
    library = load_library([tmp_path], None)
    assert [f"{p.line}:{p.column}: {p.message}" for p in library.problems] == [
        "10:15: idea: no idea is named 'copes' (did you mean 'copies'?)"
    ]
    assert list(library.cards) == ["own/one"]


def test_a_file_of_ideas_is_explained_where_it_is_broken(tmp_path: Path) -> None:
    write(tmp_path, "own", "doubles")
    broken = {
        "ideas:\n  doubles: All {= x}.\n": (
            "2:3: ideas: doubles: no code runs for this, so that nothing in it is computed"
        ),
        "ideas:\n  doubles: A.\ncards: []\n": "3:1: unknown key 'cards'",
        "ideas:\n  doubles: A.\nformat: 2\n": (
            "3:1: format: format 2 is newer than this quiz reads; update it"
        ),
        "ideas:\n  doubles: [A\n": None,
        "- doubles\n": "1:1: the file names no `ideas`",
        "": "1:1: the file names no `ideas`",
    }
    for text, told in broken.items():
        (tmp_path / "ideas.yaml").write_text(text)
        library = load_library([tmp_path], None)
        here = [p for p in library.problems if p.path.endswith("ideas.yaml")]
        assert len(here) == 1, text
        if told is not None:
            assert f"{here[0].line}:{here[0].column}: {here[0].message}" == told
        assert "own/one" in library.cards


def test_an_idea_named_twice_by_different_words_is_told_at_both(tmp_path: Path) -> None:
    write(tmp_path, "own", "copies", "ideas: {copies: It copies.}\n")
    ideas = tmp_path / "ideas.yaml"
    ideas.write_text("ideas:\n  copies: It copies.\n")
    assert load_library([tmp_path], None).problems == ()
    ideas.write_text("ideas:\n  copies: All is copied.\n")
    assert list(map(str, load_library([tmp_path], None).problems)) == [
        f"{tmp_path / 'own.yaml'}:2:9: ideas: 'copies' is named by other words in {ideas}",
        f"{ideas}:2:3: ideas: 'copies' is named by other words in {tmp_path / 'own.yaml'}",
    ]


def test_a_deck_that_is_left_out_disputes_no_idea(tmp_path: Path) -> None:
    for copy, words in (("new", "It copies."), ("old", "All is copied.")):
        (tmp_path / copy).mkdir()
        write(tmp_path / copy, "own", "copies", f"ideas: {{copies: {words}}}\n")
        (tmp_path / copy / "ideas.yaml").write_text(f"ideas: {{copies: {words}}}\n")
    library = load_library([tmp_path / "new", tmp_path / "old"], None)
    assert [problem.message.partition(":")[0] for problem in library.problems] == ["topic"]
