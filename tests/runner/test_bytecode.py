"""What an installer left uncompiled is compiled once, not at each start within the sandbox."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMPILE = f"""
import os, sys
sys.path.append({str(ROOT)!r})
from runner.server.bytecode import fork_to_compile
if pid := fork_to_compile(("uncompiled.late", "uncompiled.not_there", "uncompiled.last")):
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
    package = tmp_path / "uncompiled"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "late.py").write_text("print('heard by nobody')\nraise OSError('as torch may')\n")
    (package / "last.py").touch()
    assert start(tmp_path, "-B") == ""
    assert start(tmp_path) == "0\n"
    compiled = sorted(file.name.split(".")[0] for file in package.rglob("*.pyc"))
    assert compiled == ["__init__", "last", "late"]
    assert start(tmp_path) == ""
