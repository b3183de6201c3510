"""The tests of a file stay together, however many processes share them."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

import pytest

COLLECTED = [f"tests/test_{file}.py::test_{n}" for file in "abcdefgh" for n in range(4)] + [
    *("tests/runner/test_pool.py::test_one", "tests/runner/test_pool.py::test_other"),
    "tests/runner/test_soak.py::test_all",
]


class Process:
    """One that runs what it is sent, as soon as it is told to."""

    def __init__(self, name: str) -> None:
        self.gateway = SimpleNamespace(id=name, spec=name)
        self.shutting_down = False
        self.sent: list[str] = []

    def send_runtest_some(self, indices: Sequence[int]) -> None:
        self.sent += [COLLECTED[index] for index in indices]

    def shutdown(self) -> None:
        self.shutting_down = True


def test_each_file_goes_to_one_process_and_the_greedy_ones_go_together(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request.config.option, "tx", ["2*popen"], raising=False)
    scheduler = request.config.hook.pytest_xdist_make_scheduler(config=request.config, log=None)
    processes = [Process("a"), Process("b")]
    for process in processes:
        scheduler.add_node(process)
        scheduler.add_node_collection(process, COLLECTED)
    scheduler.schedule()
    ran: list[list[str]] = [[], []]
    while any(len(own) < len(process.sent) for own, process in zip(ran, processes, strict=True)):
        for own, process in zip(ran, processes, strict=True):
            for test in process.sent[len(own) :][:1]:
                own.append(test)
                scheduler.mark_test_complete(process, COLLECTED.index(test))
    assert sorted(ran[0] + ran[1]) == sorted(COLLECTED)
    files = [{test.split("::")[0] for test in own} for own in ran]
    assert all(files) and not files[0] & files[1]
    greedy = {test.split("::")[0] for test in COLLECTED if "runner" in test}
    assert any(greedy <= own for own in files)
