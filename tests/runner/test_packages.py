"""What a runner says is installed where it runs."""

from __future__ import annotations

import sys
from importlib.metadata import distributions

import pytest
from packaging.utils import canonicalize_name

from runner.processes.packages import installed
from tests.runner.background import BackgroundRunner


def test_what_is_installed_is_what_python_itself_finds() -> None:
    said = {canonicalize_name(name): version for name, version in pairs(installed())}
    found = {canonicalize_name(one.name): one.version for one in reversed([*distributions()])}
    assert said == found
    assert "torch" in said


def test_the_runner_says_what_is_installed(runner: BackgroundRunner) -> None:
    assert dict(pairs(runner.hello.packages)) == dict(pairs(installed()))


def test_an_entry_of_the_path_that_cannot_be_looked_at_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = installed()
    monkeypatch.setattr(sys, "path", ["x" * 5_000, *sys.path])
    assert installed() == expected


def pairs(packages: tuple[str, ...]) -> list[tuple[str, str]]:
    """The name and the version of each."""
    return [(name, version) for name, _, version in (one.partition("==") for one in packages)]
