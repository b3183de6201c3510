"""The cache of loaded decks: fast when it can help, unnoticed when it cannot."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from quizapp.deck.files import find_decks
from quizapp.deck.format import load
from quizapp.deck.format.load import load_bytes
from quizapp.deck.parts import Text
from quizapp.deck.problem import Loaded
from quizapp.library.cache import READER_ROOMS, DeckCache, _reader_digest
from quizapp.library.loading import load_library
from quizapp.library.shipped import SHIPPED_DECKS
from quizapp.machine import safekeeping
from quizapp.text.language import Language, speak

DECK = """\
topic: ops
cards:
  - {id: a, prompt: Why?, back: So.}
  - {id: b, prompt: Why?, back: So., level: 9}
"""
IN_A_NEW_PROCESS = """
import json, sys
from pathlib import Path
from quizapp.library.loading import load_library
folder, cache = map(Path, sys.argv[1:])
library = load_library([folder], cache)
heavy = sorted({"yaml", "pydantic", "torch", "textual"} & sys.modules.keys())
print(json.dumps([list(library.cards), [str(p) for p in library.problems], heavy]))
"""


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    folder = tmp_path / "decks"
    folder.mkdir()
    (folder / "ops.yaml").write_text(DECK)
    return folder


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


class Call:
    """Pickles as a call, which unpickling carries out."""

    def __init__(self, function: Callable[..., Any], *arguments: object) -> None:
        self.call = (function, arguments)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[object, ...]]:
        return self.call


def kept(cache: Path) -> Path:
    """The file of the only deck."""
    (path,) = (cache / "decks").iterdir()
    return path


def test_a_warm_start_imports_neither_yaml_nor_pydantic(decks: Path, cache: Path) -> None:
    def start() -> list[list[str]]:
        command = [sys.executable, "-c", IN_A_NEW_PROCESS, str(decks), str(cache)]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        result: list[list[str]] = json.loads(run.stdout)
        return result

    cold, warm = start(), start()
    assert cold[2] == ["pydantic", "yaml"]
    assert warm[2] == []
    assert warm[:2] == cold[:2]
    assert warm[0] == ["ops/a"]
    assert len(warm[1]) == 1


def test_an_edited_deck_is_read_anew(decks: Path, cache: Path) -> None:
    load_library([decks], cache)
    (decks / "ops.yaml").write_text(DECK.replace("id: a", "id: c"))
    assert list(load_library([decks], cache).cards) == ["ops/c"]
    assert kept(cache).is_file()


def test_the_same_deck_elsewhere_knows_its_own_path(decks: Path, cache: Path) -> None:
    load_library([decks], cache)
    moved = decks.rename(decks.with_name("moved"))
    (deck,) = load_library([moved], cache).decks
    assert deck.path == str(moved / "ops.yaml")


@pytest.mark.parametrize("keep", [0, 10, 40, 70, -1])
def test_a_truncated_cache_is_rebuilt(decks: Path, cache: Path, keep: int) -> None:
    first = load_library([decks], cache)
    path = kept(cache)
    whole = path.read_bytes()
    path.write_bytes(whole[:keep])
    assert load_library([decks], cache) == first
    assert path.read_bytes() == whole


def test_a_cache_with_one_wrong_bit_is_rebuilt(decks: Path, cache: Path) -> None:
    first = load_library([decks], cache)
    path = kept(cache)
    whole = path.read_bytes()
    for position in range(0, len(whole), 97):
        damaged = bytearray(whole)
        damaged[position] ^= 1
        path.write_bytes(damaged)
        assert load_library([decks], cache) == first
        assert path.read_bytes() == whole


def test_a_cache_that_cannot_be_written_is_done_without(decks: Path, tmp_path: Path) -> None:
    in_the_way = tmp_path / "cache"
    in_the_way.write_text("a file where the folder should be")
    assert list(load_library([decks], in_the_way).cards) == ["ops/a"]
    assert in_the_way.read_text() == "a file where the folder should be"


def test_the_last_of_a_disk_is_left_to_answers(
    decks: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = safekeeping.LEFT_TO_ANSWERS - 1
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    assert list(load_library([decks], cache).cards) == ["ops/a"]
    assert not cache.exists()
    free += 1
    load_library([decks], cache)
    assert kept(cache).is_file()


def test_a_folder_in_place_of_a_cached_deck_is_done_without(decks: Path, cache: Path) -> None:
    load_library([decks], cache)
    path = kept(cache)
    path.unlink()
    path.mkdir()
    assert list(load_library([decks], cache).cards) == ["ops/a"]
    assert [entry.name for entry in (cache / "decks").iterdir()] == [path.name]


def test_the_cache_does_not_grow_with_each_edit(decks: Path, cache: Path) -> None:
    for number in range(5):
        (decks / "ops.yaml").write_text(DECK + f"# {number}\n")
        load_library([decks], cache)
    assert kept(cache).is_file()


@pytest.mark.parametrize("deck", find_decks([SHIPPED_DECKS]), ids=lambda path: path.stem)
def test_all_that_a_deck_holds_is_kept(deck: Path, tmp_path: Path) -> None:
    cache, data = DeckCache(tmp_path), deck.read_bytes()
    loaded = load_bytes(data, str(deck))
    cache.put(deck, loaded, data)
    assert cache.get(deck, data) == loaded


def plant(cache: Path, payload: bytes) -> None:
    """Put a payload into the only deck's file as if it were the cache's own."""
    path = kept(cache)
    digest = hashlib.sha256()
    made_from = path.read_bytes()[: digest.digest_size]
    digest.update(payload)
    path.write_bytes(made_from + digest.digest() + payload)


def call(sign: Path) -> bytes:
    return pickle.dumps(Call(os.mkdir, str(sign)))


def old_call(sign: Path) -> bytes:
    return pickle.dumps(Call(os.mkdir, str(sign)), protocol=0)


def call_inside_a_deck(sign: Path) -> bytes:
    deck: Any = Call(os.mkdir, str(sign))
    return pickle.dumps(Loaded(deck=deck, problems=()))


def call_by_way_of_a_method(sign: Path) -> bytes:
    """From a name in the deck's own types to `eval`."""

    def push(text: str) -> bytes:
        return pickle.SHORT_BINUNICODE + bytes([len(text)]) + text.encode()

    look_up = push("quizapp.deck.model") + push("Text.in_language.__builtins__.get")
    code = f"__import__('pathlib').Path({str(sign)!r}).mkdir()"
    calls = [push(text) + pickle.TUPLE1 + pickle.REDUCE for text in ("eval", code)]
    return b"".join([pickle.PROTO, b"\4", look_up, pickle.STACK_GLOBAL, *calls, pickle.STOP])


@pytest.mark.parametrize(
    "planted",
    [call, old_call, call_inside_a_deck, call_by_way_of_a_method],
    ids=lambda f: f.__name__,
)
def test_a_planted_file_runs_no_code(
    decks: Path, cache: Path, tmp_path: Path, planted: Callable[[Path], bytes]
) -> None:
    first = load_library([decks], cache)
    whole = kept(cache).read_bytes()
    sign = tmp_path / "sign"
    plant(cache, planted(sign))
    assert load_library([decks], cache) == first
    assert not sign.exists()
    assert kept(cache).read_bytes() == whole
    pickle.loads(planted(sign))
    assert sign.exists()  # so what was planted was dangerous


@pytest.mark.parametrize(
    "payload",
    [
        pickle.dumps(Call(Text.in_language, Text(en="a"), "en"), protocol=4),
        b"cquizapp.deck.problem\nreplace\n.",
        b"cquizapp.deck.model\nget_args\n.",
        pickle.dumps({"deck": None}),
        b"",
        b"\x80\x05nonsense",
        b"(" * 100_000,
    ],
    ids=["a method", "a function", "a foreign function", "no deck", "empty", "nonsense", "marks"],
)
def test_what_is_not_a_deck_is_as_good_as_not_there(
    decks: Path, cache: Path, payload: bytes
) -> None:
    first = load_library([decks], cache)
    whole = kept(cache).read_bytes()
    plant(cache, payload)
    assert load_library([decks], cache) == first
    assert kept(cache).read_bytes() == whole


@pytest.mark.skipif(os.name != "posix", reason="knows no permissions")
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_deck_that_others_could_have_written_is_read_anew(
    decks: Path, cache: Path, mode: int
) -> None:
    first = load_library([decks], cache)
    whole = kept(cache).read_bytes()
    other = load_bytes(DECK.replace("So.", "No.").encode(), str(decks / "ops.yaml"))
    plant(cache, pickle.dumps(other))
    assert load_library([decks], cache) != first  # by this user, it is believed
    kept(cache).chmod(mode)
    assert load_library([decks], cache) == first
    assert kept(cache).read_bytes() == whole


def test_what_other_code_has_read_is_read_anew(
    decks: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code = tmp_path / "quizapp"
    monkeypatch.setattr("quizapp.library.cache.__file__", str(code / "library" / "cache.py"))
    monkeypatch.setattr("quizapp.library.cache._reader_digest", _reader_digest.__wrapped__)
    path, of_decks = decks / "ops.yaml", DeckCache(cache)
    loaded = load_bytes(DECK.encode(), str(path))
    for room in READER_ROOMS:
        of_decks.put(path, loaded, DECK.encode())
        assert of_decks.get(path, DECK.encode()) == loaded
        (code / room / "inner").mkdir(parents=True)
        (code / room / "inner" / "reader.py").write_text(room)
        assert of_decks.get(path, DECK.encode()) is None


def test_all_code_that_reads_a_deck_counts_as_its_reader() -> None:
    code = "import sys, quizapp.deck.format.load; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ours = {name.split(".")[1] for name in run.stdout.split() if name.startswith("quizapp.")}
    assert ours <= set(READER_ROOMS)


def test_each_language_is_kept_by_itself(
    decks: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def problems(language: Language) -> list[str]:
        speak(language)
        return [str(problem) for problem in load_library([decks], cache).problems]

    try:
        english, chinese = problems("en"), problems("zh")
        assert english != chinese
        monkeypatch.setattr(load, "load_bytes", lambda *_: pytest.fail("it is parsed again"))
        assert (problems("en"), problems("zh")) == (english, chinese)
    finally:
        speak("en")
