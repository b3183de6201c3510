"""Truths that are the same in every run of one Python, and others in the next."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from quizapp.checking.hashes import may_depend_on_hashes
from runner.protocol.wire import Look, Snippet, Source
from tests.checking.checks import checked

DECK = """
format: 1
topic: own
title: Own
setup: |
  import torch
  names = {"weight", "bias", "scale", "shift"}
cards:
- {id: first-of-a-set, prompt: p, code: "x = list(names)", ask: {value: "x[0]"}, explain: e}
- {id: hashed, prompt: p, code: "x = hash('bias') % 1000", ask: {value: x}, explain: e}
- {id: where-it-lies, prompt: p, code: "x = id(torch) % 10007", ask: {value: x}, explain: e}
- {id: as-a-set, prompt: p, code: "x = names - {'bias'}", ask: {value: x}, explain: e}
- {id: sorted, prompt: p, code: "x = sorted(names)", ask: {value: x}, explain: e}
- {id: a-storage, prompt: p, code: "a, b = torch.ones(3), torch.ones(3)", explain: e,
   ask: [{bool: a.data_ptr() < b.data_ptr()}]}
- {id: within-one, prompt: p, code: "a = torch.ones(8); b = a[2:]", explain: e,
   ask: [{bool: a.data_ptr() < b.data_ptr()}, {value: (b.data_ptr() - a.data_ptr()) % 64}]}
- {id: one-object, prompt: p, code: "x = id(torch) == id(torch)", ask: {bool: x}, explain: e}
"""


@pytest.mark.long
def test_what_depends_on_hashes_or_addresses_is_found_by_a_runner_with_others(
    tmp_path: Path,
) -> None:
    found = checked(tmp_path, [sys.executable, "-P", "-m", "runner"], DECK)
    assert {str(problem.card).partition("/")[2] for problem in found.problems} == {
        "a-storage",
        "first-of-a-set",
        "hashed",
        "where-it-lies",
    }
    assert {problem.message.partition(":")[0] for problem in found.problems} <= {
        "the truth depends on hashes, as the order of a set does, or on memory addresses",
        "the truth depends on the seed, the clock, the machine or memory addresses",
        "the truth changes from run to run",  # where memory happens to be used otherwise
    }


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = {'a', 'b'}", True),
        ("x = [n for n in {name for name in net}]", True),
        ("x = set(net.state_dict())", True),
        ("x = type(net).__hash__", True),
        ("x = old.keys() - new.keys()", True),
        ("x = {'a': 1}", False),
        ("x = offset(1).reset()", False),
        ("x = y.keys()", False),
        ("x = (", False),
    ],
)
def test_only_what_may_depend_on_hashes_is_run_by_a_further_runner(
    code: str, expected: bool
) -> None:
    assert may_depend_on_hashes(Snippet((Source(code),))) is expected
    look = Look("value", code.removeprefix("x = "))
    assert may_depend_on_hashes(Snippet((), (look,))) is expected
