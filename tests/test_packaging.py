"""What is published is whole: the wheel that is built of the sdist needs no checkout."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from quizapp import __version__

ROOT = Path(__file__).parents[1]


def build(target: str, source: Path, folder: Path) -> Path:
    """The one file that hatchling makes of `source` in `folder`, which is empty."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the wheel is unpacked, as in a Python's site-packages."""
    folder = tmp_path_factory.mktemp("packaging")
    sdist = build("sdist", ROOT, folder / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    wheel = build("wheel", folder / sdist.name.removesuffix(".tar.gz"), folder / "wheel")
    with zipfile.ZipFile(wheel) as unpacked:
        unpacked.extractall(folder / "site")
    return folder / "site"


def files(folder: Path) -> set[Path]:
    return {
        path.relative_to(folder)
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_the_code_the_decks_and_nothing_else(site: Path) -> None:
    assert {path.name for path in site.iterdir()} == {
        "quizapp",
        "runner",
        f"torch_quiz-{__version__}.dist-info",
    }
    assert files(site / "runner") == files(ROOT / "runner")
    decks = {"cards" / path for path in files(ROOT / "cards")}
    assert files(site / "quizapp") == files(ROOT / "quizapp") | decks


@pytest.fixture
def quiz(site: Path, tmp_path: Path) -> Callable[..., str]:
    """Runs the installed command, which is to succeed, and gives what it prints."""

    def run(*arguments: str) -> str:
        return subprocess.run(
            [sys.executable, "-P", "-m", "quizapp", *arguments],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(site), "QUIZ_HOME": str(tmp_path)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    return run


@pytest.mark.long
def test_it_works_outside_the_checkout(quiz: Callable[..., str]) -> None:
    assert quiz("--version") == f"quiz, version {__version__}\n"
    assert quiz("list").count("autograd/power-sum-grad") == 1


@pytest.mark.long
def test_decks_that_lie_where_code_may_read_them_say_the_same(
    quiz: Callable[..., str], site: Path
) -> None:
    """torch.compile reads the files of what it traces; most are hidden in a checkout."""
    for deck in ("compile", "export"):
        quiz("check", str(site / "quizapp" / "cards" / f"{deck}.yaml"))


def test_every_requirement_is_pinned_to_a_version_that_it_allows() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    lines = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line) for line in lines if not line.startswith("#")]
    for text in [*project["dependencies"], *itertools.chain(*extras)]:
        wanted = Requirement(text)
        versions = [pin.specifier for pin in pins if pin.name == canonicalize_name(wanted.name)]
        assert versions, f"{text}: see the first lines of .ci/constraints.txt"
        for version in versions:
            assert wanted.specifier.contains(str(version).removeprefix("==")), text


def test_every_python_that_is_named_is_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    tested = yaml.safe_load(workflow)["jobs"]["linux"]["strategy"]["matrix"]["python"]
    assert named and set(named) <= set(tested)
