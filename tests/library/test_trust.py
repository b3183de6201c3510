"""Which decks are trusted: by their content, and only where nothing is unclear."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from quizapp.deck.exercise import exercise
from quizapp.deck.model import Deck, Trust
from quizapp.library.editing import edit_deck
from quizapp.library.loading import load_deck, load_library
from quizapp.library.shipped import SHIPPED_DECKS
from quizapp.library.trust import Authored, Judged, TrustedDecks, TrustError, digest, refusal
from quizapp.machine.settings import places
from runner.protocol.layers import LAYERS

DECK = b"topic: mine\ncards: [{id: a, prompt: p, code: x = 1, ask: {value: x}}]\n"
OTHER = DECK.replace(b"x = 1", b"x = 2")
SOUND: dict[str, object] = {"version": 1, "decks": {}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "decks").mkdir()
    path = tmp_path / "decks" / "mine.yaml"
    path.write_bytes(DECK)
    return path


@pytest.fixture
def trusted(tmp_path: Path, path: Path) -> TrustedDecks:
    """What a learner trusts: one deck."""
    trusted = TrustedDecks(tmp_path / "data" / "trusted.json")
    trusted.trust({path: DECK})
    return trusted


def again(trusted: TrustedDecks) -> TrustedDecks:
    """The same file, as the next start of the app finds it."""
    return TrustedDecks(trusted.file)


def deck(path: Path, trusted: TrustedDecks) -> Deck:
    loaded = load_deck(path, None, trusted.judge).deck
    assert loaded is not None
    return loaded


def test_what_was_trusted_is_trusted_after_a_restart(trusted: TrustedDecks, path: Path) -> None:
    assert again(trusted).judge(path, DECK) == "trusted"


def test_a_deck_that_nobody_spoke_of_is_not_trusted(trusted: TrustedDecks, path: Path) -> None:
    assert again(trusted).judge(path.with_name("other.yaml"), DECK) == "unknown"


def test_a_shipped_deck_is_one_from_wherever_it_is_named(
    trusted: TrustedDecks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(SHIPPED_DECKS.parent / "runner" / "server")
    assert trusted.judge(Path("../../cards/amp.yaml"), DECK) == "shipped"
    assert trusted.judge(Path("../cards/amp.yaml"), DECK) == "unknown"


def test_a_deck_that_has_changed_is_asked_for_again(trusted: TrustedDecks, path: Path) -> None:
    assert again(trusted).judge(path, OTHER) == "changed"
    trusted.trust({path: OTHER})
    assert again(trusted).judge(path, OTHER) == "trusted"
    assert again(trusted).judge(path, DECK) == "changed"


def test_what_its_author_saves_stays_trusted(trusted: TrustedDecks, path: Path) -> None:
    authored = Authored(trusted)
    for data in (DECK, OTHER, DECK):
        assert authored.judge(path, data) == again(trusted).judge(path, data) == "trusted"


def test_a_deck_that_its_author_does_not_own_up_to_is_not_trusted(
    trusted: TrustedDecks, path: Path
) -> None:
    authored = Authored(trusted)
    assert authored.judge(path, OTHER) == "changed"
    assert again(trusted).judge(path, OTHER) == "changed"
    authored.own()
    assert authored.judge(path, OTHER) == again(trusted).judge(path, OTHER) == "trusted"


def test_a_deck_is_known_by_whatever_path_it_is_reached(
    trusted: TrustedDecks, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = path.parent.with_name("link")
    link.symlink_to(path.parent)
    monkeypatch.chdir(path.parent)
    for same in (Path("mine.yaml"), path.parent / ".." / "decks" / "mine.yaml", link / "mine.yaml"):
        assert trusted.judge(same, DECK) == "trusted"


def test_forgetting_takes_decks_and_all_of_a_folder(trusted: TrustedDecks, path: Path) -> None:
    more = [path.with_name(name) for name in ("b.yaml", "c.yaml")]
    trusted.trust(dict.fromkeys(more, OTHER))
    assert trusted.forget([more[0]]) == [str(more[0])]
    assert sorted(trusted.digests()) == [str(more[1]), str(path)]
    assert trusted.forget([path.parent]) == [str(more[1]), str(path)]
    assert trusted.digests() == {}
    assert trusted.forget([path]) == []


def test_shipped_decks_are_trusted_as_they_are(trusted: TrustedDecks, read_decks: Path) -> None:
    shipped = SHIPPED_DECKS / "autograd.yaml"
    assert trusted.judge(shipped, b"whatever it holds") == "shipped"
    assert {deck.trust for deck in load_library([SHIPPED_DECKS], read_decks).decks} == {"shipped"}


def test_a_link_to_a_shipped_deck_is_not_one(trusted: TrustedDecks, path: Path) -> None:
    """It may lead to another file by the time that it is looked at."""
    path.unlink()
    path.symlink_to(SHIPPED_DECKS / "autograd.yaml")
    detour = SHIPPED_DECKS / ".." / SHIPPED_DECKS.name / "autograd.yaml"
    assert again(trusted).judge(path, DECK) == "unknown"
    assert trusted.judge(detour, DECK) == "unknown"


def test_the_file_can_be_read_by_people(trusted: TrustedDecks, path: Path) -> None:
    assert trusted.file.read_text() == (
        f'{{\n  "version": 1,\n  "decks": {{\n    "{path}": "{digest(DECK)}"\n  }}\n}}\n'
    )
    assert list(trusted.file.parent.iterdir()) == [trusted.file]
    assert trusted.file.stat().st_mode & 0o777 == 0o600


STRANGE: list[dict[str, object]] = [
    {"version": 2},
    {"version": "1"},
    {"version": None},
    {"decks": []},
    {"decks": {"/a.yaml": "sha256:0"}},
    {"decks": {"/a.yaml": f"{digest(DECK)}0"}},
    {"decks": {"/a.yaml": None}},
    {"more": 1},
]


def unreadable(file: Path) -> None:
    file.unlink()
    file.mkdir()


def writing(text: str) -> Callable[[Path], None]:
    def write(file: Path) -> None:
        file.write_text(text)

    write.__name__ = text[:20] or "empty"
    return write


def open_to_all(file: Path) -> None:
    file.chmod(0o666)


@pytest.mark.parametrize(
    "spoil",
    [
        unreadable,
        open_to_all,
        *map(writing, ["", "{", "[]", "null", "{}", '{"decks": {}}', "[" * 100_000]),
        *(writing(json.dumps(SOUND | strange)) for strange in STRANGE),
    ],
    ids=lambda spoil: spoil.__name__,
)
def test_where_the_file_is_unclear_nothing_is_trusted_and_nothing_written(
    trusted: TrustedDecks, path: Path, spoil: Callable[[Path], None]
) -> None:
    spoil(trusted.file)
    before = trusted.file.read_bytes() if trusted.file.is_file() else None
    assert again(trusted).judge(path, DECK) == "unknown"
    for change in (lambda: trusted.trust({path: DECK}), lambda: trusted.forget([path])):
        with pytest.raises(TrustError, match=f"^{trusted.file}: "):
            change()
    assert before == (trusted.file.read_bytes() if trusted.file.is_file() else None)


def test_a_file_of_a_newer_version_is_said_to_be_one(trusted: TrustedDecks) -> None:
    trusted.file.write_text('{"version": 2, "decks": {}}')
    with pytest.raises(TrustError, match=r"written by a newer version of quiz$"):
        trusted.digests()


@pytest.mark.skipif(os.name != "posix", reason="knows no owners")
def test_a_file_of_another_user_trusts_nothing(
    trusted: TrustedDecks, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: trusted.file.stat().st_uid + 1)
    assert again(trusted).judge(path, DECK) == "unknown"


def test_a_file_that_cannot_be_written_is_told(path: Path) -> None:
    in_the_way = TrustedDecks(path / "trusted.json")
    with pytest.raises(TrustError, match=r"trusted\.json: cannot be written: Not a directory"):
        in_the_way.trust({path: DECK})
    assert in_the_way.judge(path, DECK) == "unknown"


def test_trust_that_cannot_be_kept_is_told(path: Path, tmp_path: Path) -> None:
    (tmp_path / "data").symlink_to("nowhere")
    with pytest.raises(TrustError, match=r"trusted\.json: cannot be written: "):
        TrustedDecks(tmp_path / "data" / "trusted.json").trust({path: DECK})


TRUSTS = """
import sys
from pathlib import Path
from quizapp.library.trust import TrustedDecks
file, *decks = map(Path, sys.argv[1:])
sys.stdin.read()
for deck in decks:
    TrustedDecks(file).trust({deck: b""})
    TrustedDecks(file).forget([deck.with_suffix(".old")])
"""


def test_of_decks_that_are_trusted_at_once_in_several_terminals_none_is_lost(
    tmp_path: Path,
) -> None:
    file = tmp_path / "trusted.json"
    decks = [[tmp_path / f"{one}-{two}.yaml" for two in range(30)] for one in range(3)]
    TrustedDecks(file).trust({deck.with_suffix(".old"): b"" for part in decks for deck in part})
    trusting = [
        subprocess.Popen(
            [sys.executable, "-c", TRUSTS, file, *part],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
        )
        for part in decks
    ]
    for each in trusting:
        assert each.stdin is not None
        each.stdin.close()
    assert [each.wait() for each in trusting] == [0, 0, 0]
    assert {*TrustedDecks(file).digests()} == {str(deck) for part in decks for deck in part}


def test_what_was_judged_is_kept_as_it_was_read(trusted: TrustedDecks, path: Path) -> None:
    judged = Judged(trusted)
    (deck,) = load_library([path], None, judged).decks
    path.write_bytes(OTHER)
    assert (deck.trust, judged.bytes) == ("trusted", {str(path): DECK})


@pytest.mark.parametrize("cached", [False, True])
def test_trust_is_of_the_very_bytes_that_a_deck_is_made_from(
    trusted: TrustedDecks, path: Path, tmp_path: Path, cached: bool
) -> None:
    cache = tmp_path / "cache" if cached else None

    def loaded() -> tuple[str, Trust]:
        (deck,) = load_library([path], cache, again(trusted).judge).decks
        snippet = exercise(deck, deck.cards[0], {}).snippet()
        assert snippet.untrusted == (deck.trust != "trusted")
        return snippet.sources[-1].text, deck.trust

    for _ in range(2):  # the second time from the cache
        path.write_bytes(DECK)
        assert loaded() == ("x = 1", "trusted")
        path.write_bytes(OTHER)
        assert loaded() == ("x = 2", "changed")
    trusted.forget([path])
    assert loaded() == ("x = 2", "unknown")
    path.write_bytes(DECK)
    assert loaded() == ("x = 1", "unknown")


def test_without_a_judge_only_shipped_decks_are_trusted(path: Path, read_decks: Path) -> None:
    library = load_library([path, SHIPPED_DECKS], read_decks)
    assert {deck.topic for deck in library.decks if deck.trust == "unknown"} == {"mine"}


@pytest.mark.parametrize("layers", [(), LAYERS[:1], LAYERS[1:], LAYERS[:2], ("another",)])
def test_untrusted_code_is_refused_where_any_layer_is_missing(
    trusted: TrustedDecks, path: Path, layers: tuple[str, ...]
) -> None:
    assert refusal(deck(path, trusted), layers) is None
    path.write_bytes(OTHER)
    changed = deck(path, trusted)
    assert refusal(changed, LAYERS) is None
    refused = refusal(exercise(changed, changed.cards[0], {}), layers)
    assert refused is not None
    assert refused.startswith("has changed since it was trusted, and there is no ")
    trusted.forget([path])
    refused = refusal(deck(path, again(trusted)), layers)
    assert refused is not None and refused.startswith("is not trusted, and there is no ")


def test_a_refusal_says_what_is_missing_and_what_to_do(trusted: TrustedDecks, path: Path) -> None:
    path = path.rename(path.with_name("my deck.yaml"))
    assert refusal(deck(path, trusted), ("landlock",)) == (
        "is not trusted, and there is no full sandbox here (no namespaces, no seccomp); "
        f"read it, then allow it by `quiz trust '{path}'`"
    )
    refused = refusal(deck(path, trusted), ())
    assert refused is not None
    assert refused.startswith("is not trusted, and there is no sandbox here; read it")


def test_what_the_learner_makes_of_a_trusted_deck_is_trusted_and_of_no_other(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "editor.py"
    script.write_text("import pathlib, sys; pathlib.Path(sys.argv[-1]).open('a').write('\\n')")
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path))
    monkeypatch.setenv("VISUAL", f"{sys.executable} {script}")
    judge = TrustedDecks(places().trusted_decks).judge
    edit_deck(path)
    assert judge(path, path.read_bytes()) == "unknown"
    TrustedDecks(places().trusted_decks).trust({path: path.read_bytes()})
    before = path.read_bytes()
    edit_deck(path)
    judge = TrustedDecks(places().trusted_decks).judge
    assert path.read_bytes() != before
    assert (judge(path, path.read_bytes()), judge(path, before)) == ("trusted", "changed")
