"""What snippets can import in the sandbox is what can be imported outside."""

from __future__ import annotations

import os
import sys
import venv
from pathlib import Path

import pytest

from tests.runner import hasty
from tests.runner.background import BackgroundRunner

PACKAGES = ("folder_linked", "files_linked", "of_another_installer")


@pytest.mark.long
def test_packages_are_seen_wherever_links_and_paths_lead(tmp_path: Path) -> None:
    store, installed, other = (tmp_path / name for name in ("store", "site-packages", "target"))
    for name in PACKAGES[:2]:
        (store / name).mkdir(parents=True)
        (store / name / "__init__.py").write_text(f"told = {name!r}\n")
    (store / "file_linked.py").write_text("told = 'file_linked'\n")
    (installed / "files_linked").mkdir(parents=True)
    (installed / "files_linked" / "__init__.py").symlink_to(store / "files_linked" / "__init__.py")
    (installed / "folder_linked").symlink_to("../store/folder_linked")
    (installed / "file_linked.py").symlink_to(store / "file_linked.py")
    (other / "of_another_installer-1.dist-info").mkdir(parents=True)
    (other / "of_another_installer.py").write_text("told = 'of_another_installer'\n")

    names = (*PACKAGES, "file_linked")
    code = "\n".join(f"import {name}; print({name}.told)" for name in names)
    path = os.pathsep.join((str(other), hasty.path_to(installed)))
    command = ["env", f"PYTHONPATH={path}", sys.executable, "-P", "-m", "runner"]
    with BackgroundRunner(command=command) as runner:
        outcome = runner.outcome(code)
        assert outcome.raised is None
        assert outcome.stdout.split() == list(names)


@pytest.mark.long
def test_the_learners_own_folder_within_an_environment_is_out_of_sight(
    tmp_path: Path, full_sandbox: None
) -> None:
    venv.create(tmp_path / "env")
    home = tmp_path / "env" / "share" / "quiz"
    home.mkdir(parents=True)
    (home / "quiz.db").write_text("what was answered")
    (home.parent / "beside").write_text("read")
    code = f"print(open({str(home.parent / 'beside')!r}).read())\nopen({str(home / 'quiz.db')!r})"
    site = Path(pytest.__file__).parents[1]
    variables = (f"PYTHONPATH={site}{os.pathsep}{hasty.ROOT}", f"QUIZ_HOME={home}")
    command = ["env", *variables, f"{tmp_path}/env/bin/python", "-P", "-m", "runner"]
    with BackgroundRunner(command=command) as runner:
        outcome = runner.outcome(code)
    assert outcome.stdout == "read\n"
    assert outcome.raised is not None
    assert outcome.raised.type in ("PermissionError", "FileNotFoundError")
