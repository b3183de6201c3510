"""What snippets can import in the sandbox is what can be imported outside."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.runner import hasty
from tests.runner.background import BackgroundRunner

PACKAGES = ("folder_linked", "files_linked", "of_another_installer")


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
