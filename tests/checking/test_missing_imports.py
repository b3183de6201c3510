"""What is told where a deck uses torch, and imports nothing."""

from __future__ import annotations

import pytest

from quizapp.checking.findings import Finding, Site


@pytest.mark.parametrize(
    ("name", "line"), [("torch", "import torch"), ("F", "import torch.nn.functional as F")]
)
def test_a_name_that_wants_an_import_is_told_with_it(name: str, line: str) -> None:
    finding = Finding(Site("card"), "it fails", f"NameError: name '{name}' is not defined (line 2)")
    assert str(finding).endswith(f"(line 2); `setup: {line}` at the head of the deck gives it")


@pytest.mark.parametrize(
    ("name", "call"), [("fails", 'raises(Error, "code")'), ("shares_memory", "shares(x, y)")]
)
def test_a_name_that_is_no_helper_is_told_with_the_one_that_is(name: str, call: str) -> None:
    finding = Finding(Site("choices"), "it fails", f"NameError: name '{name}' is not defined")
    assert str(finding).endswith(f"is not defined; `{call}` tells that")


def test_another_name_is_told_as_it_is() -> None:
    detail = "NameError: name 'x' is not defined"
    assert str(Finding(Site("card"), "it fails", detail)) == f"it fails: {detail}"
