"""What an installer left uncompiled is compiled once, not at each start within the sandbox."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from tests.runner import hasty
from tests.runner.background import LOOK_AGAIN, BackgroundRunner

ROOT = Path(__file__).parents[2]
COMPILE = f"""
import os, sys
sys.path.append({str(ROOT)!r})
from runner.server.bytecode import fork_to_compile
if pid := fork_to_compile(("uncompiled.late", "uncompiled.not_there", "broken.part")):
    assert "uncompiled" not in sys.modules
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"""


def start(folder: Path, *options: str) -> str:
    """What is printed by a start, and by what it forks: how that ended."""
    command = [sys.executable, *options, "-c", COMPILE]
    environment = {"PYTHONPATH": str(folder)}
    return subprocess.run(
        command, env=environment, check=True, capture_output=True, text=True
    ).stdout


def test_it_is_compiled_at_the_first_start_only(tmp_path: Path) -> None:
    for file, code in {
        "uncompiled/__init__.py": "print('heard by nobody')",
        "uncompiled/late.py": "from uncompiled import imported",
        "uncompiled/imported.py": "",
        "broken/__init__.py": "raise OSError('as a part of torch may')",
        "broken/part.py": "",
    }.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(code)
    assert start(tmp_path, "-B") == ""
    assert start(tmp_path) == "0\n"
    compiled = sorted(file.name.split(".")[0] for file in tmp_path.rglob("*.pyc"))
    assert compiled == ["__init__", "__init__", "imported", "late", "part"]
    assert start(tmp_path) == ""


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing forks")
def test_a_runner_has_compiled_what_it_imports_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = tmp_path / "late.py"
    late.write_text("")
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    with hasty.in_haste(tmp_path, ahead="late"), BackgroundRunner() as runner:
        runner.wait_for(until_there(Path(cache_from_source(str(late)))))


async def until_there(path: Path) -> None:
    while not path.exists():
        await asyncio.sleep(LOOK_AGAIN)
