"""A Python or a GPU that torch cannot be used on is told from code that fails."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from packaging.requirements import Requirement

from runner.inside import torch_here
from runner.inside.child import Ends, answer
from runner.inside.perform import Place
from runner.protocol.listening import Listener
from runner.protocol.wire import Fault, Snippet, Source
from tests.runner.background import BackgroundRunner

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("torch", "why", "how"),
    [
        (None, "torch is not installed", "install torch"),
        (SimpleNamespace(), "torch cannot be imported: ", "install --force-reinstall torch"),
        (
            SimpleNamespace(__version__="2.5.1+cu124"),
            "torch 2.5.1+cu124 is too old, 2.6 or later is needed",
            "install --upgrade torch",
        ),
    ],
)
def test_a_torch_that_cannot_be_used_is_told_in_a_line_that_says_what_to_do(
    torch: object, why: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", torch)
    with pytest.raises(ImportError) as told:
        torch_here.ensure()
    line = str(told.value)
    assert line.startswith(why) and "\n" not in line
    assert f"'{sys.executable} -m pip {how}'" in line


@pytest.mark.parametrize("version", ["2.6.0", "2.10.0a0+gitab12", "3.0.1+cpu"])
def test_later_versions_are_no_matter(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(__version__=version))
    torch_here.ensure()


def test_the_oldest_torch_is_the_one_that_is_installed_at_least() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    required = [Requirement(text) for text in project["dependencies"]]
    [specifier] = [str(one.specifier) for one in required if one.name == "torch"]
    assert specifier == ">=" + ".".join(map(str, torch_here.OLDEST))


def test_a_device_that_torch_cannot_use_is_a_fault_and_nothing_that_the_code_did(
    tmp_path: Path,
) -> None:
    replies, reporting = os.pipe()
    snippet = Snippet((Source("raise AssertionError('it was run')"),))
    ends = Ends(snippets=-1, replies=reporting, stdout=-1, stderr=-1, scratch=str(tmp_path))
    listener = Listener(snippet, now=0.0)
    # Like a GPU whose driver fails, meta can be named, and gives no numbers.
    with Path(os.devnull).open("w") as nowhere:
        assert answer(snippet, ends, Place("meta"), nowhere=nowhere.fileno()) is None
    listener.hear(os.read(replies, 1 << 16), now=0.0)
    os.close(replies)
    os.close(reporting)
    assert isinstance(listener.end, Fault)
    assert listener.end.kind == "refused"
    assert listener.end.message.startswith("torch cannot use meta here: ")


def test_no_garbage_is_looked_for_in_torch_while_it_is_imported(runner: BackgroundRunner) -> None:
    code = "import gc\nx = gc.isenabled() and gc.get_stats()[0]['collections'] < 100"
    assert any(runner.look(code, "bool") for _ in range(500))  # the first import more themselves
