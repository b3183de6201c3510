"""`quiz check --cluster` with a real scheduler and two real workers, beside the local check."""

from __future__ import annotations

import itertools
import json
import os
import signal
from collections.abc import Iterator
from multiprocessing import resource_tracker
from typing import Any

import pytest

from tests.cli.conftest import Quiz

pytest.importorskip("distributed", reason="needs the extra 'cluster'")
from distributed import Client, Event, LocalCluster, wait

from quizapp.cluster import client
from quizapp.cluster.worker import PRELOAD
from quizapp.errors import UserError
from quizapp.running.record_file import record_of

CARDS = """\
  - id: right
    prompt: p
    vary: {n: {from: 2, to: 9}}
    code: x = torch.ones(n).sum()
    ask: {value: x}
    expect: {value: n}
  - id: wrong
    prompt: p
    code: x = torch.ones(2)
    ask: {value: x}
    expect: {value: "[1, 2]"}
  - id: skipped
    prompt: p
    needs: torch>=99
    code: x = 1
    ask: {value: x}
  - id: written
    prompt: p
    code: |
      x = ____
    solution: torch.ones(2)
    tests: assert x.sum() == 2
    wrong: [torch.ones(2)]
"""
SPEAKING = """\
  - id: option
    prompt: Which hold?
    code: x = torch.ones(2, 3)
    choose: many
    choices:
      - {text: "The shape of `x` is `(2, 3)`.", holds: "x.shape == (3, 2)"}
      - {text: "The dtype of `x` is `int64`.", holds: x.dtype == torch.float32}
  - id: name
    prompt: Is it `torch.no_such_name`?
    back: "`torch.ones(2)` is 3."
  - id: attribute
    prompt: p
    code: |
      x = torch.ones(2)
      x.require_grad = True
    ask: {shape: x}
    explain: The shape of `x` is `(3,)`.
  - id: seed
    prompt: p
    code: |
      torch.manual_seed(0)
      x = torch.randint(0, 10, (3,))
    ask: {value: x}
  - id: lenient
    prompt: Make y.
    code: |
      x = torch.tensor([1., 2.])
      y = ____
    solution: x * 2
    tests: assert y.shape == (2,)
    wrong: ["x[:0]"]
"""
MANY = """\
  - id: many-{number}
    prompt: p
    vary: {{n: {{from: 0, to: 15}}}}
    code: x = torch.ones({number}) * n
    ask: {{value: x}}
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", preload=PRELOAD
    ) as running:
        yield running
    resource_tracker._resource_tracker._stop()  # type: ignore[attr-defined]  # or a child stays


def report(quiz: Quiz, *arguments: str) -> tuple[int, Any]:
    """The exit code and what was found, but for the time that it took."""
    told = quiz("check", "--json", *arguments)
    assert told.stderr == ""
    found = json.loads(told.stdout)
    del found["seconds"]
    return told.returncode, found


@pytest.mark.long
def test_a_cluster_finds_what_one_machine_finds(quiz: Quiz, cluster: LocalCluster) -> None:
    deck = quiz.deck(CARDS)
    code, found = report(quiz, str(deck), "--record")
    assert code == 1
    here = record_of(deck).read_text()
    record_of(deck).unlink()
    at = ("--cluster", cluster.scheduler_address)
    assert report(quiz, str(deck), *at, "--record") == (code, found)
    assert record_of(deck).read_text() == here
    in_chinese = report(quiz, str(deck), "--lang=zh")
    assert in_chinese != (code, found)
    assert report(quiz, str(deck), *at, "--lang=zh") == in_chinese


@pytest.mark.long
def test_a_cluster_reads_what_one_machine_reads(quiz: Quiz, cluster: LocalCluster) -> None:
    deck = quiz.deck(SPEAKING)
    code, found = report(quiz, str(deck), "--advice")
    assert code == 1
    told = "\n".join(one["message"] for one in (*found["problems"], *found["advice"]))
    for rule in (
        "its text says",
        "torch here has no",
        "no attribute `require_grad`",
        "another with another seed",
        "the tests pass with",
        "says x: (3,)",
    ):
        assert rule in told
    at = ("--cluster", cluster.scheduler_address)
    assert report(quiz, str(deck), "--advice", *at) == (code, found)
    del found["advice"]
    assert report(quiz, str(deck), *at) == (code, found)


@pytest.mark.long
def test_a_worker_killed_in_the_middle_costs_no_result(quiz: Quiz, cluster: LocalCluster) -> None:
    assert cluster.scheduler is not None
    deck = str(quiz.deck(CARDS + "".join(MANY.format(number=number) for number in range(4))))
    expected = report(quiz, deck)
    checking = quiz.start("check", "--json", deck, "--cluster", cluster.scheduler_address)
    workers = cluster.scheduler.workers
    while not all(state.processing for state in workers.values()):
        assert checking.poll() is None
    nanny = cluster.workers[0]
    killed, at_work = nanny.worker_address, nanny.pid
    os.kill(at_work, signal.SIGKILL)
    out, err = checking.communicate()
    assert err == ""
    found = json.loads(out)
    del found["seconds"]
    assert (checking.returncode, found) == expected
    assert killed not in workers


def test_a_scheduler_out_of_reach_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "REACH_LIMIT", 0.1)
    with (
        pytest.raises(UserError, match="no Dask scheduler answers"),
        client.connected("tcp://127.0.0.1:1"),
    ):
        pass


def test_what_died_with_the_last_worker_that_could_find_it_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for limit in ("START_LIMIT", "LOOK", "FETCH_LIMIT"):
        monkeypatch.setattr(client, limit, 0.1)
    with (
        LocalCluster(
            n_workers=1, processes=False, dashboard_address=":0", resources={"torch-9": 2}
        ) as one,
        Client(one) as asking,
    ):
        needs = {"torch-9": 1.0}
        sent = [asking.submit(str, number, resources=needs, pure=False) for number in range(2)]
        wait(sent)
        ends = client.Cluster(asking, "here")._as_they_end(dict.fromkeys(sent, needs))
        first, _ = next(ends)
        assert first in sent
        one.sync(one.workers[0].close)
        with pytest.raises(UserError, match="no worker at here is left that has torch-9"):
            next(ends)


def test_a_worker_that_is_no_longer_heard_of_while_it_is_waited_for_is_named_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(client, "LOOK", 0.05)
    told: list[str] = []
    with (
        LocalCluster(n_workers=1, processes=False, dashboard_address=":0") as one,
        Client(one) as asking,
    ):
        [worker] = one.workers.values()
        one.sync(_stop, worker.periodic_callbacks["heartbeat"])
        done, looks = Event("done", asking), itertools.count()

        class Looking(client.Cluster):
            def _deserted(self, *_: object) -> set[Any]:
                if next(looks) == 3:
                    done.set()
                return set()

        sent = asking.submit(_wait_for, "done", pure=False)
        [(ended, _)] = Looking(asking, "here", told.append)._as_they_end({sent: {}})
        assert ended is sent
    assert told == [worker.address]


async def _stop(periodic: Any) -> None:
    periodic.stop()


def _wait_for(event: str) -> None:
    Event(event).wait()


def test_workers_that_run_no_cards_are_told_how_to() -> None:
    with (
        LocalCluster(n_workers=1, processes=False, dashboard_address=":0") as bare,
        client.connected(bare.scheduler_address) as cluster,
        pytest.raises(UserError) as raised,
    ):
        cluster.offers(None)
    assert str(raised.value).startswith(f"none of the 1 worker at {bare.scheduler_address} runs")
    assert f"--preload {PRELOAD}`" in str(raised.value)
