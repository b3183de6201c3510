"""The pool's way keeps to what every system has: shown as far as it can be on this one."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest

from runner.protocol.wire import Fact, Fault
from tests.runner import hasty
from tests.runner.background import BackgroundRunner
from tests.runner.foreign import ROOT, path_to

WAYS_IN = (
    "runner.client",
    "runner.__main__",
    "runner.server.pool",
    "runner.inside.interpreter",
    "runner.inside.perform",
)
System = Literal["darwin", "win32"]
UNKNOWN = re.compile(r"\[(attr-defined|name-defined)\]$")


@pytest.fixture(scope="module")
def on_a_mac(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BackgroundRunner]:
    folder = tmp_path_factory.mktemp("path")
    path = path_to("darwin", folder)
    with (folder / "sitecustomize.py").open("a") as code:
        code.write(hasty.code())
    command = ["env", f"PYTHONPATH={path}", sys.executable, "-P", "-m", "runner"]
    with BackgroundRunner(command=command) as runner:
        yield runner


@pytest.mark.long
def test_where_no_process_is_to_be_forked_the_pool_serves(on_a_mac: BackgroundRunner) -> None:
    hello = on_a_mac.hello
    assert hello.sandbox == hello.abilities == ()
    code = "import torch\nx = torch.ones(2)\nprint('here')"
    outcome = on_a_mac.outcome(code, looks=[("shape", "x")])
    assert outcome.facts == (Fact("shape", [2]),)
    assert outcome.stdout == "here\n"


@pytest.mark.long
def test_faults_are_told_there_in_the_same_words(on_a_mac: BackgroundRunner) -> None:
    timeout = on_a_mac.fault("while True: pass", timeout=0.5)
    assert timeout.message == "The code ran longer than 0.5 seconds and was stopped."
    killed = on_a_mac.fault("import os; os.abort()")
    assert killed == Fault("killed", "The code's process was ended by SIGABRT (Aborted).")


@pytest.mark.long
@pytest.mark.parametrize("platform", ["darwin", pytest.param("win32", marks=pytest.mark.long)])
def test_nothing_is_imported_that_the_system_lacks(platform: System, tmp_path: Path) -> None:
    assert set(WAYS_IN) < set(modules_on(platform, tmp_path))


@pytest.mark.long
@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_nothing_is_named_that_the_system_lacks(platform: System, tmp_path: Path) -> None:
    named = [f"{name.replace('.', '/')}.py" for name in modules_on(platform, tmp_path)]
    files = [name for name in named if (ROOT / name).is_file()]  # the others are rooms
    options = [f"--platform={platform}", "--follow-imports=skip", f"--cache-dir={tmp_path}"]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *options, *files], cwd=ROOT, capture_output=True, text=True
    )
    assert not checked.stderr
    assert not [line for line in checked.stdout.splitlines() if UNKNOWN.search(line)]


def modules_on(platform: System, folder: Path) -> list[str]:
    """Those of the runner that the pool's way imports there."""
    imported = subprocess.run(
        [sys.executable, "-c", f"import sys, {', '.join(WAYS_IN)}; print(*sys.modules)"],
        env={"PYTHONPATH": path_to(platform, folder)},
        capture_output=True,
        text=True,
    )
    assert imported.returncode == 0, imported.stderr
    return [name for name in imported.stdout.split() if name.startswith("runner.")]
