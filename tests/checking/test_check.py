"""Decks that load, and are wrong all the same: only live torch can tell."""

from __future__ import annotations

import asyncio
import random
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
import torch

from quizapp.asks.table import KINDS
from quizapp.checking.check import Checked, check
from quizapp.checking.plan import MOST_DRAWS, plan_check
from quizapp.deck.format.load import load, load_text
from quizapp.deck.model import Deck
from quizapp.deck.problem import Problem
from runner.client import Runner
from tests.trusting import trusted

SETUP = """\
format: 1
topic: ops
setup: import torch
cards:
"""

GOOD_CARDS = """
- id: plain
  prompt: p
  code: x = torch.tensor([1., 2.]) / 3
  ask: {value: x, dtype: x, shape: x}
  expect: {value: "[0.333, 0.667]", dtype: float, shape: "(2,)"}
  mistakes:
    - {value: x * 3, say: Divided.}
    - {value: "[3, 6]", say: Divided.}
- id: raises
  prompt: p
  code: y = torch.ones(2) @ torch.ones(3)
  ask: [{raises: code}, {value: "1 + 1"}]
  expect: [{raises: RuntimeError}, {value: "2"}]
  mistakes: [{raises: None, say: It does.}, {raises: TypeError, say: Not that.}]
- id: tried-after
  prompt: p
  code: x = torch.ones(2)
  ask: {raises: "x.view(3)"}
  expect: {raises: RuntimeError}
- id: fails
  prompt: p
  vary: {n: [2, 3]}
  code: y = torch.ones(2) @ torch.ones(n)
  ask: {fails: code, value: n + 1}
  expect: {fails: n == 3, value: n + 1}
  mistakes: [{fails: n == 2, say: The sizes have to be the same.}]
- id: fails-after
  prompt: p
  code: x = torch.ones(2, 3)
  ask: {fails: x.view(4), strides: x, device: x}
  expect: {fails: yes, strides: "(3, 1)", device: cpu}
- id: noise
  prompt: p
  code: x = torch.stack([torch.tensor(torch.pi).sin(), torch.tensor(0.3) * 3 - 0.9])
  ask: {value: "[x, 1 - 0.9 - 0.1]"}
  expect: {value: "[[0, 0], 0]"}
- id: noise-beside-another
  prompt: p
  code: x = torch.cos(torch.tensor([0., torch.pi / 2]))
  ask: {value: x}
- id: half-precision
  prompt: p
  code: x = torch.tensor([1.01, 0.25]).bfloat16()
  ask: [{value: x.float()}, {value: "x[1]"}, {value: x + 1}]
- id: half-precision-to-its-digits
  prompt: p
  digits: 3
  code: x = torch.tensor(1.01).bfloat16()
  ask: {value: x}
- id: small
  prompt: p
  digits: 1
  code: x = 1e-8
  ask: {value: x}
  expect: {value: "1e-8"}
- id: warns
  prompt: p
  vary: {n: [1, 2]}
  code: |
    x = torch.ones(2, requires_grad=True) * n
    y = x.grad if n == 2 else x
  ask: {warns: code}
  expect: {warns: n == 2}
- id: printed
  prompt: p
  code: |
    print("a")
    print("b")
  ask: {output: stdout}
  expect: {output: "a\\nb"}
  mistakes: [{output: "'b'", say: "Both."}]
- id: expressions
  prompt: p
  vary: {n: [1, 2], rows: {from: 2, to: 3}}
  code: |
    x = torch.full((rows, 4), float(n), requires_grad=n > 1)
    y = x.exp()
  ask: {shape: x, value: "x[0, 0]", grad_fn: y, bool: y.requires_grad}
  expect:
    shape: (rows, 4)
    value: n
    grad_fn: "'ExpBackward0' if n > 1 else None"
    bool: n > 1
  mistakes: [{shape: "(4, rows)", say: "Rows first."}]
- id: one-named-draw
  prompt: p
  vary: {n: [1, 2]}
  code: x = 3 * n
  ask: {value: x}
  expect: {draw: {n: 2}, value: "6"}
- id: in-rows
  prompt: p
  vary: [{n: 1, m: 2}, {n: 2, m: 1}]
  code: x = n - m
  ask: [{value: x}, {value: x * 2}]
  expect:
    - {draw: {n: 1, m: 2}, value: "-1"}
    - {value: "-2"}
    - {draw: {n: 2, m: 1}, value: "1"}
    - {value: "2"}
  mistakes: [{value: n * m - 1, when: n < m, of: 1, say: A product.}]
- id: of-the-second
  prompt: p
  code: x = 3
  ask: [{value: x}, {value: x + 1}]
  mistakes: [{value: "3", of: 2, say: One more.}]
- id: one-mistake-but-for-one-ask
  prompt: p
  code: x = 3
  ask: [{value: x}, {value: x + 1}]
  mistakes: [{value: "9", of: 2, say: Nine of x + 1.}, {value: "9", say: Nine.}]
- id: not-by-chance-after-all
  prompt: p
  code: |
    torch.manual_seed(0)
    x = torch.rand(2)
    y = torch.nn.Linear(2, 3)
  ask: {value: x, shape: y.weight}
- id: an-object-with-a-name
  prompt: p
  code: x = torch.ones(1).layout
  ask: {value: x}
  expect: {value: torch.strided}
- id: on-ranks
  prompt: p
  vary: {n: [1, 2]}
  code: |
    import torch.distributed as dist
    x = torch.tensor([n + rank])
    dist.all_reduce(x)
  ranks: 3
  on_rank: 2
  ask: {value: x, bool: rank == 2}
  expect: {value: "[3 * n + 3]", bool: rank == world_size - 1}
  mistakes: [{value: n + rank, say: It is summed.}]
- id: raises-on-its-rank
  prompt: p
  code: |
    if rank == 1: raise ValueError("no")
  ranks: 2
  on_rank: 1
  ask: {raises: code}
  expect: {raises: ValueError}
- id: may-hang
  prompt: p
  vary: {everybody: [True, False]}
  code: |
    import torch.distributed as dist
    print(rank)
    if rank == 0 or everybody:
        dist.barrier()
  ranks: 2
  timeout: 2
  ask: {hangs: code, output: stdout}
  expect: {hangs: not everybody, output: "'0'"}
- id: hangs-on-its-own
  prompt: p
  code: import threading; threading.Event().wait()
  timeout: 0.5
  ask: {hangs: code}
  expect: {hangs: yes}
- id: fails-of-a-name-that-is-gone
  prompt: p
  code: x = 1; del x
  ask: {fails: x + 1}
  expect: {fails: yes}
- id: with-workers
  prompt: p
  needs: workers
  code: |
    from torch.utils.data import DataLoader
    x = [batch.item() for batch in DataLoader([1, 2], num_workers=2)]
  ask: {value: x}
  expect: {value: "[1, 2]"}
- id: to-remember
  prompt: p
  back: b
"""

NO_PASSWD = "FileNotFoundError: [Errno 2] No such file or directory: '/etc/passwd'"

BAD_CARDS = """
- id: unseen
  prompt: p
  code: x = 1
  ask: {value: y, shape: x}
- id: no-truth
  prompt: p
  code: x = torch.ones(2)
  ask: [{bool: x.is_contiguous}, {bool: x.is_contiguous()}]
  mistakes: [{bool: "'no'", say: No.}]
- id: unexpectedly
  prompt: p
  code: |
    x = 1
    x = x / 0
  ask: {value: x}
- id: disagrees
  prompt: p
  code: x = torch.ones(2, 3)
  ask:
    value: x.sum()
    shape: x
  expect:
    value: "6"
    shape: (3, 2)
- id: small
  prompt: p
  code: x = 1e-8
  ask: {value: x}
  expect: {value: "1e-8"}
- id: small-beside-another
  prompt: p
  code: x = [torch.tensor([1., 1e-6])]
  ask: {value: x}
- id: small-beside-another-as-expected
  prompt: p
  code: x = torch.tensor([1e-4, 2e-6])
  ask: {value: x}
  expect: {value: "[1e-4, 2e-6]"}
- id: as-written-in-half-precision
  prompt: p
  code: x = torch.tensor([-1.01, 0.25]).bfloat16()
  ask: {value: x}
- id: zero-for-what-is-small
  prompt: p
  code: x = torch.tensor([0.3 * 3 - 0.9, 1e-7, 2.])
  ask: {value: x}
  expect: {value: "[0, 0, 2]"}
- id: not-understood
  prompt: p
  code: x = torch.ones(2, 3)
  ask: {shape: x}
  expect: {shape: two by three}
- id: expression-disagrees
  prompt: p
  vary: {n: [1, 2, 3]}
  code: x = n * n
  ask: {value: x}
  expect: {value: n + n}
- id: expression-fails
  prompt: p
  vary: {n: [1, 2]}
  code: x = n * n
  ask: {value: x}
  expect: {value: x}
- id: named-draw-disagrees
  prompt: p
  vary: {n: [1, 2]}
  code: x = n * n
  ask: {value: x}
  expect: {draw: {n: 2}, value: "5"}
- id: of-draws-in-a-table-one-disagrees
  prompt: p
  vary: {n: [1, 2]}
  code: x = n * n
  ask: {value: x}
  expect: [{draw: {n: 1}, value: "1"}, {draw: {n: 2}, value: "5"}]
- id: mistake-under-a-condition-that-fails
  prompt: p
  vary: {n: [1, 2]}
  code: x = n
  ask: {value: x}
  mistakes: [{value: n + 5, when: n.real > m, say: No.}]
- id: mistake-of-no-draw
  prompt: p
  vary: {n: [1, 2]}
  code: x = n
  ask: {value: x}
  mistakes: [{value: n, when: n > 2, say: No.}, {value: n + 1, when: n > 1, say: No.}]
- id: no-mistake
  prompt: p
  vary: {n: [2, 3]}
  code: x = n * n
  ask: {value: x}
  mistakes:
    - {value: x + 1, say: This one is.}
    - {value: 2 * n, say: Twice.}
- id: mistake-within-noise
  prompt: p
  code: x = torch.tensor(torch.finfo(torch.float32).eps)
  ask: {value: x}
  mistakes: [{value: 0, say: There is one.}]
- id: no-mistake-in-words
  prompt: p
  code: x = 1 / 0
  ask: {raises: code}
  mistakes: [{raises: "'ZeroDivision'", say: Just that.}]
- id: mistake-nobody-types
  prompt: p
  code: x = 1 / 0
  ask: {raises: code}
  mistakes: [{raises: "'some error or other'", say: No.}]
- id: never-said
  prompt: p
  vary: {n: [2, 3]}
  code: x = n
  ask: [{value: x}, {value: x + 1}]
  mistakes:
    - {value: n * n, say: Not squared.}
    - {value: "7", of: 1, say: Not seven.}
    - {value: "8", of: 2, say: Not eight.}
    - {value: n + n, say: Not twice.}
    - {value: n ** 2, say: Not squared.}
- id: never-said-by-both-before
  prompt: p
  code: x = 1
  ask: [{value: x}, {value: x + 1}]
  mistakes:
    - {value: "7", of: 1, say: Not seven.}
    - {value: "7", of: 2, say: Not seven.}
    - {value: "7.0", say: Not at all.}
- id: never-said-in-words
  prompt: p
  code: x = 1 / 0
  ask: {raises: code}
  mistakes: [{raises: TypeError, say: Not that.}, {raises: "'typeerror'", say: Nor that.}]
- id: a-method
  prompt: p
  code: x = torch.ones(2)
  ask: {value: x.sum}
- {id: a-lambda, prompt: p, code: x = 1, ask: {value: "lambda: x"}}
- {id: a-list-of-functions, prompt: p, code: "x = [torch.sum]", ask: {value: x}}
- id: long-text
  prompt: p
  code: x = "a" * 201
  ask: {value: x}
- id: mistakes-as-they-are-typed
  prompt: p
  code: y = torch.ones(2, requires_grad=True) * 2
  ask: {dtype: y, raises: y.view(3), bool: y.requires_grad, grad_fn: y, value: y.sum()}
  mistakes:
    - {dtype: float64, say: No.}
    - {raises: nothing, say: No.}
    - {bool: no, say: No.}
    - {grad_fn: AddBackward0, say: No.}
    - {value: tensor(3.), say: No.}
    - {value: nan, say: No.}
- id: mistake-in-place
  prompt: p
  code: x = torch.ones(2)
  ask: {value: x}
  mistakes: [{value: x.add_(1), say: "No, {= x}."}]
- id: mistake-in-place-before-another
  prompt: p
  code: x = torch.ones(2)
  ask: {value: x + 1}
  mistakes: [{value: x.mul_(3), say: Thrice.}, {value: x + 2, say: Two.}]
- id: two-in-place
  prompt: p
  code: x = torch.ones(2)
  ask: {value: x}
  mistakes: [{value: x.mul_(3), say: "No, {= x.add_(100)}."}]
  explain: "It is {= x}."
- id: mistake-is-a-list
  prompt: p
  code: x = torch.ones(2)
  ask: {shape: x}
  mistakes: [{shape: "[3, 2]", say: No.}]
- id: asks-of-a-list
  prompt: p
  code: x = [1, 2]
  ask: {shape: x}
- id: words-that-call-nothing
  prompt: p
  code: x = torch.ones(2)
  ask: {shape: x}
  explain: It is {= x.mean} or {= x.sum:.2f}, and {= [1, 2].pop}.
- id: unsteady
  prompt: p
  vary: {n: [1, 2]}
  code: |
    import time
    x = n
    y = time.time_ns()
  ask: [{value: x}, {value: y}]
- id: mistake-at-random
  prompt: p
  code: x = torch.ones(2)
  ask: {value: x}
  mistakes: [{value: torch.rand(2), say: It is.}, {value: x + x, say: Once.}]
- id: bad-draw
  prompt: p
  vary: {f: [torch.exp, torch.no_such_function]}
  code: x = f(torch.ones(1))
  ask: {shape: x}
- id: mistake-fails
  prompt: p
  code: x = 1
  ask: {value: x}
  mistakes: [{value: y, say: What is y?}]
- id: too-large
  prompt: p
  code: x = torch.zeros(65, 64)
  ask: {value: x}
- id: too-large-inside
  prompt: p
  code: x = [torch.zeros(65, 64)]
  ask: {value: x}
- id: an-object
  prompt: p
  code: x = iter([1])
  ask: {value: x}
- id: abbreviated
  prompt: p
  code: x = torch.zeros(2000)
  ask: {value: x}
- id: endless
  prompt: p
  timeout: 0.2
  code: |
    import threading
    threading.Event().wait()
  ask: {raises: code}
- id: keyboard
  prompt: p
  code: x = int(input())
  ask: {fails: code}
- id: compiled
  prompt: p
  code: |
    class InductorError(RuntimeError): pass
    raise InductorError("PermissionError: [Errno 1] Operation not permitted")
  ask: {value: y}
- id: by-its-folder
  prompt: p
  code: import os
  ask: {value: os.getcwd()}
- id: by-its-temporary-folder
  prompt: p
  code: import tempfile
  ask: {value: tempfile.gettempdir()}
- id: password
  prompt: p
  code: x = open('/etc/passwd')
  ask: {raises: code}
- id: beside-the-deck
  prompt: p
  code: import my_helpers
  ask: {value: my_helpers.x}
- id: lethal
  prompt: p
  code: |
    import os
    os._exit(3)
  ask: {raises: code}
- id: hangs-unasked
  prompt: p
  code: |
    import torch.distributed as dist
    if rank == 0:
        dist.barrier()
  ranks: 2
  timeout: 1
  ask: {raises: code}
- id: hangs-unexpectedly
  prompt: p
  code: x = 1
  ask: {hangs: code}
  expect: {hangs: yes}
- id: raises-on-a-rank
  prompt: p
  code: |
    x = 1
    if rank == 1: raise ValueError("no")
  ranks: 2
  ask: {value: x}
- id: raises-instead-of-hanging
  prompt: p
  code: x = 1 / 0
  ask: {hangs: code}
- id: drawn-by-chance
  prompt: p
  code: x = torch.rand(2)
  ask: {value: x}
- id: by-the-calendar
  prompt: p
  code: |
    import time
    x = time.time() // 103_706_611
  choices: [{text: odd, holds: x % 2 == 1}, {text: even, holds: x % 2 == 0}]
- id: a-file-of-mine
  prompt: p
  code: x = open("/etc/passwd").read()
  ask: {value: len(x)}
- id: a-file-of-mine-holds
  prompt: p
  code: x = open("/etc/passwd").read()
  choices: [{text: a, holds: "len(x) > 1"}, {text: b, holds: "len(x) < 1"}]
- id: none-of-yaml
  prompt: p
  code: x = None
  ask: {value: x}
  expect: {value: null}
- id: passes-by-chance
  prompt: p
  code: y = ____
  solution: torch.rand(2)
  wrong: [torch.zeros(2)]
  tests: assert (y > 0.3).all(), "too small"
- id: a-file-of-mine-is-tried
  prompt: p
  code: x = ____
  solution: open("/etc/passwd").read()
  tests: assert x
  wrong: ["None"]
- id: a-name-on-the-net
  prompt: p
  code: |
    import urllib.request
    x = urllib.request.urlopen("http://example.org")
  ask: {value: x.status}
- id: by-the-clock
  prompt: p
  code: |
    import time
    x = int(time.time()) // 10**7
  ask: {value: x}
- id: by-address
  prompt: p
  code: print(torch.nn.functional.relu)
  ask: {output: stdout}
- id: mistake-of-few-digits
  prompt: p
  code: x = torch.ones(1) / 3
  ask: {value: x}
  mistakes: [{value: 0.333, say: It does not end there.}]
- id: the-same-with-some-seeds
  prompt: p
  code: x = torch.randn(1000).mean()
  ask: {bool: x > 0}
- id: one-of-few-with-some-seeds
  prompt: p
  code: x = torch.randn(3).argmax()
  ask: {value: x}
- id: as-small-as-noise
  prompt: p
  code: x = torch.finfo(torch.float64).eps
  ask: {value: x}
- id: slower-than-its-timeout
  prompt: p
  timeout: 0.3
  code: |
    import time
    time.sleep(1.5)
  ask: {hangs: code}
- id: by-its-processors
  prompt: p
  code: import os
  ask: {value: "[os.cpu_count(), torch.get_num_threads()]"}
- id: why-it-raises
  prompt: Why does this code raise?
  code: torch.ones(3).view(7)
  ask: {fails: code}
  hint: Yes, it raises.
- id: by-its-time-zone
  prompt: p
  code: from datetime import datetime
  ask: {value: datetime.fromtimestamp(0).minute}
- id: told-by-its-hint
  prompt: p
  code: x = torch.ones(2, 3)
  hint: Think of (2, 3).
  ask: {shape: x}
- id: too-many-values
  prompt: p
  code: x = torch.arange(100)
  ask: {value: x}
- id: too-many-lines
  prompt: p
  code: print("a\\n" * 200)
  ask: {output: stdout}
- id: expects-an-expression
  prompt: p
  code: x = torch.ones(2, 3)
  ask: {value: x.numel()}
  expect: {value: x.numel()}
- id: expects-a-word
  prompt: p
  vary: {n: [1, 2]}
  code: x = torch.ones(n)
  ask: {dtype: x, shape: x}
  expect: {dtype: float32, shape: "(n,)"}
- id: draws-a-word
  prompt: p
  vary: {f: [mean, sums]}
  code: x = getattr(torch.ones(2), f)()
  ask: {value: x}
- id: draws-too-early
  prompt: p
  vary: {n: [m + 1], m: [1, 2]}
  code: x = n
  ask: {value: x}
- id: blanks
  prompt: p
  code: x = "a  b"
  ask: {value: x}
  expect: {value: "'a b'"}
- id: says-much
  prompt: p
  code: raise ValueError("no" * 100_000)
  ask: {value: x}
- id: with-braces
  prompt: p
  vary: {n: [2, 3]}
  code: x = torch.ones({n}, 2)
  ask: {shape: x}
- id: with-unannounced-workers
  prompt: p
  code: |
    from torch.utils.data import DataLoader
    x = [batch.item() for batch in DataLoader([1, 2], num_workers=2)]
  ask: {value: x}
- id: expects-a-word-for-no
  prompt: p
  vary: {n: [1, 2]}
  code: x = n
  ask: {bool: x == 1}
  expect: {bool: no}
- id: fails-by-a-slip
  prompt: p
  code: x = 1
  ask: {fails: xx + 1}
- id: fails-by-an-attribute
  prompt: p
  code: x = torch.ones(4)
  ask: {fails: "x.veiw(2, 2)"}
- id: fails-for-a-name-that-is-drawn
  prompt: p
  vary: {name: ["'view'", "'veiw'"]}
  code: x = torch.ones(4)
  ask: {fails: "getattr(x, name)(2, 2)"}
- id: fails-as-numpy-would-not
  prompt: p
  code: x = torch.ones(4)
  ask: {fails: x.astype(int)}
- id: out-of-the-sandbox
  prompt: p
  code: |
    import os
    x = os.kill(1, 15)
  ask: {value: x}
- id: from-the-future
  prompt: p
  needs: [torch>=99, torchvision]
  code: x = 1 / 0
  ask: {value: x}
- id: on-a-gpu
  prompt: p
  device: cuda
  code: x = torch.ones(2, device=device)
  ask: {device: x}
"""

BROKEN_SETUP = """\
topic: broken
setup: |
  import torch
  x = touch.ones(2)
cards:
- {id: one, prompt: p, code: y = x, ask: {shape: y}}
- {id: other, prompt: p, vary: {n: [1, 2]}, code: y = x / 0, ask: {raises: code}}
- {id: option, prompt: p, choices: [{text: a, holds: x}, {text: b, holds: false}]}
- {id: gap, prompt: p, code: y = ____, tests: assert y, solution: "1", wrong: "0"}
"""


def load_deck(path: Path, cards: str, head: str = SETUP) -> Deck:
    path.write_text(head + (textwrap.indent(cards, "  ") if head else cards))
    loaded = load_text(path.read_text(), str(path))
    assert loaded.problems == ()
    return trusted(loaded.deck)


OF_THE_SANDBOX = {
    "with-unannounced-workers",
    "out-of-the-sandbox",
    "password",
    "a-file-of-mine",
    "a-file-of-mine-holds",
    "a-file-of-mine-is-tried",
    "a-name-on-the-net",
}
"""Cards that are bad only where there is a full one."""

UNASKED = "the code raises, and no ask is `raises: code` or `fails: code`"


def run_check(lent_runner: Sequence[str], *decks: Deck) -> Checked:
    async def run() -> Checked:
        cards = [(deck, card) for deck in decks for card in deck.cards]
        plans = plan_check(cards, random.Random(0))
        async with Runner(lent_runner) as runner:
            hello = await runner.ready()
            assert hello is not None
            return await check(plans, runner, hello)

    return asyncio.run(run())


@pytest.fixture(scope="module")
def bad(tmp_path_factory: pytest.TempPathFactory, lent_runner: Sequence[str]) -> Checked:
    folder = tmp_path_factory.mktemp("decks")
    broken = load_deck(folder / "broken.yaml", BROKEN_SETUP, head="")
    return run_check(lent_runner, load_deck(folder / "ops.yaml", BAD_CARDS), broken)


@pytest.fixture(scope="module")
def problems(bad: Checked) -> Mapping[str, Sequence[Problem]]:
    """The problems of each bad card."""
    found: dict[str, list[Problem]] = {}
    for problem in bad.problems:
        assert problem.card is not None
        found.setdefault(problem.card.removeprefix("ops/"), []).append(problem)
    return found


@pytest.mark.usefixtures("all_rights")
def test_nothing_is_wrong_with_good_cards(tmp_path: Path, lent_runner: Sequence[str]) -> None:
    deck = load_deck(tmp_path / "ops.yaml", GOOD_CARDS)
    asked = {ask.kind for card in deck.cards for ask in getattr(card, "asks", ())}
    assert asked == set(KINDS)  # each is written, looked at, shown, typed and compared
    checked = run_check(lent_runner, deck)
    assert [str(problem) for problem in checked.problems] == []
    assert checked.skipped == ()
    assert checked.runs == 15 + 2 + 2 + 4 + 2 + 2 + 2 + 1 + 2 + 1 + 1


@pytest.mark.parametrize(
    ("card", "messages"),
    [
        ("unseen", ["cannot be observed: NameError: name 'y'", "cannot be observed: TypeError"]),
        (
            "no-truth",
            [
                "cannot be observed: TypeError: `x.is_contiguous` is of type builtin_function_or_",
                "the mistake cannot be evaluated: TypeError: `'no'` is of type str, neither true",
            ],
        ),
        ("unexpectedly", [f"{UNASKED}: ZeroDivisionError"]),
        ("disagrees", ["torch disagrees with expect: expected (3, 2), torch gives (2, 3)"]),
        (
            "small",
            [
                "an answer of 0.0 is graded right, too: 1e-08 is as small as what rounding leaves; "
                "with `digits: 3` it is asked for"
            ],
        ),
        (
            "small-beside-another",
            ["an answer of [[1., 0.]] is graded right, too: [[1., 1e-06]] is as small as"],
        ),
        (
            "small-beside-another-as-expected",
            ["an answer of [0.0001, 0.] is graded right, too: [0.0001, 2e-06] is as small as"],
        ),
        (
            "as-written-in-half-precision",
            [
                "an answer of [-1.01, 0.25] is graded right, too: half precision has "
                "[-1.00781, 0.25]; with `digits: 4` it is asked for, and `digits: 3` says"
            ],
        ),
        (
            "zero-for-what-is-small",
            [
                "torch disagrees with expect, which passes only as rounding noise would: "
                "expected [0, 0, 2], torch gives ["
            ],
        ),
        ("not-understood", ["expect is not an answer that is understood: 'two by three'"]),
        (
            "expression-disagrees",
            ["torch disagrees with expect: expected 2, torch gives 1 (n = 1, and 1 more draw)"],
        ),
        (
            "expression-fails",
            ["expect cannot be evaluated: NameError: name 'x' is not defined; where"],
        ),
        (
            "named-draw-disagrees",
            ["torch disagrees with expect: expected 5, torch gives 4 (n = 2)"],
        ),
        (
            "of-draws-in-a-table-one-disagrees",
            ["torch disagrees with expect: expected 5, torch gives 4 (n = 2)"],
        ),
        (
            "mistake-under-a-condition-that-fails",
            ["whether it is a mistake here cannot be told: when: NameError: name 'm' is not"],
        ),
        ("mistake-of-no-draw", ["is a mistake in no draw: when: n > 2"]),
        (
            "no-mistake",
            [
                "the mistake equals the truth: 4 (n = 2); `when: …` says in which draws it is "
                "a mistake"
            ],
        ),
        ("mistake-within-noise", ["the mistake, where a learner types it, is graded right: 0"]),
        ("no-mistake-in-words", ["the mistake equals the truth: ZeroDivisionError"]),
        (
            "never-said",
            [
                "the mistake is never said, since an earlier one equals it: 4 "
                "(n = 2, and 1 more draw)"
            ],
        ),
        (
            "never-said-by-both-before",
            ["the mistake is never said, since an earlier one equals it: 7"],
        ),
        (
            "never-said-in-words",
            ["the mistake is never said, since an earlier one equals it: typeerror"],
        ),
        (
            "mistakes-as-they-are-typed",
            [
                f"the mistake cannot be evaluated: NameError: name '{answer.partition('(')[0]}' is "
                f"not defined; a mistake is code: write `{code}` for {answer}"
                for answer, code in (
                    ("float64", "torch.float64"),
                    ("nothing", "None"),
                    ("no", "False"),
                    ("AddBackward0", "'AddBackward0'"),
                    ("tensor(3.)", "torch.tensor(3.)"),
                    ("nan", "float('nan')"),
                )
            ],
        ),
        (
            "mistake-in-place",
            [
                "it changes what another expression sees: `x`: [1., 1.] before it, [2., 2.] after "
                "it; let it work on a copy, such as `x.clone()`"
            ],
        ),
        (
            "mistake-in-place-before-another",
            ["it changes what another expression sees: `x + 2`: [3., 3.] before it, [5., 5.]"],
        ),
        (
            "two-in-place",
            [
                "it changes what another expression sees: `x`: [1., 1.] before it, [3., 3.] after "
                "it; let it work on a copy, such as `x.clone()`",
                "it changes what another expression sees: `x`: [1., 1.] before it, [101., 101.] ",
            ],
        ),
        (
            "mistake-is-a-list",
            [
                "the mistake cannot be evaluated: TypeError: list has no shape; a mistake is code: "
                "write `(3, 2)` for [3, 2]"
            ],
        ),
        ("asks-of-a-list", ["cannot be observed: TypeError: list has no shape"]),
        (
            "words-that-call-nothing",
            [
                f"a word cannot be computed: `{name}` calls nothing (did you mean `{name}()`?)"
                for name in ("x.mean", "x.sum", "[1, 2].pop")
            ],
        ),
        (
            "drawn-by-chance",
            ["the truth depends on the seed, the clock, the machine or memory addresses: [0."],
        ),
        (
            "by-the-calendar",
            ["the truth depends on the seed, the clock, the machine or memory addresses: o"],
        ),
        (
            "by-the-clock",
            ["the truth depends on the seed, the clock, the machine or memory addresses: "],
        ),
        ("by-address", ["a memory address is in the truth, which no two runs share: <function"]),
        (
            "mistake-of-few-digits",
            ["the mistake, where a learner types it, is graded right: 0.333"],
        ),
        (
            "one-of-few-with-some-seeds",
            ["the truth depends on the seed, the clock, the machine or memory addresses: 0, "],
        ),
        (
            "the-same-with-some-seeds",
            ["the truth depends on the seed, the clock, the machine or memory addresses: True"],
        ),
        (
            "as-small-as-noise",
            ["an answer of 0.0 is graded right, too: 2.22045e-16 is as small as what rounding"],
        ),
        ("slower-than-its-timeout", ["it does not hang, and only takes longer than `timeout`: "]),
        ("by-its-processors", ["the truth depends on the seed, the clock, the machine or"]),
        (
            "why-it-raises",
            ["the prompt gives the answer away: yes", "the hint gives the answer away: yes"],
        ),
        ("by-its-time-zone", ["the truth depends on the seed, the clock, the machine or"]),
        ("compiled", [f"{UNASKED}: InductorError: "]),
        ("by-its-folder", ["the truth changes from run to run: '/"]),
        ("by-its-temporary-folder", ["the truth changes from run to run: '/"]),
        ("told-by-its-hint", ["the hint gives the answer away: (2, 3)"]),
        ("long-text", ["asks for too much to be typed: 201 characters"]),
        ("too-many-values", ["asks for too much to be typed: 100 values"]),
        ("too-many-lines", ["asks for too much to be typed: 201 lines"]),
        ("expects-an-expression", ["expect is not an answer that is understood: 'x.numel()'."]),
        (
            "expects-a-word",
            ["expect cannot be evaluated: NameError: name 'float32' is not defined; where"],
        ),
        (
            "draws-a-word",
            [
                "a value cannot be drawn: NameError: name 'mean' is not defined; a text needs "
                "quotes of its own: \"'mean'\" (f = mean, and 1 more draw)"
            ],
        ),
        (
            "draws-too-early",
            ["a value cannot be drawn: NameError: name 'm' is not defined; names are drawn in"],
        ),
        ("blanks", ["torch disagrees with expect: expected \"'a b'\", torch gives \"'a  b'\""]),
        ("says-much", ["the code raises, and no ask is `raises: code` or `fails: code`: Value"]),
        ("with-unannounced-workers", ["the code raises, and no ask is"]),
        (
            "expects-a-word-for-no",
            [
                "expect cannot be evaluated: NameError: name 'no' is not defined; where draws "
                "vary it is an expression in them: True, False or a condition"
            ],
        ),
        ("fails-by-a-slip", ["it fails for a name that nothing gives a value, a slip perhaps"]),
        (
            "fails-by-an-attribute",
            [
                "it fails for an attribute that is not there, a slip perhaps: AttributeError: "
                "'Tensor' object has no attribute 'veiw'. Did you mean: 'view'?"
            ],
        ),
        ("out-of-the-sandbox", ["the code raises, and no ask is"]),
        ("unsteady", ["the truth changes from run to run: 1"]),
        (
            "mistake-nobody-types",
            ["the mistake cannot be typed: 'some error or other'; a mistake here is code that "],
        ),
        ("mistake-at-random", ["the mistake is not the same in every run: [0."]),
        ("bad-draw", ["a value cannot be drawn: AttributeError"]),
        ("mistake-fails", ["the mistake cannot be evaluated: NameError"]),
        ("too-large", ["the truth cannot be typed: the tensor of shape (65, 64) is not shown"]),
        ("too-large-inside", ["the truth cannot be typed: the tensor of shape (65, 64)"]),
        ("an-object", ["the truth cannot be typed: it is the object <list_iterator"]),
        ("a-lambda", ["the truth cannot be typed: it is the object <function"]),
        ("a-list-of-functions", ["the truth cannot be typed: it is the object <built-in method"]),
        ("abbreviated", ["asks for too much to be typed: 2,000 values"]),
        (
            "endless",
            [
                "The code ran longer than 0.2 seconds and was stopped: it did not end in 1.2 "
                "seconds either, and seems never to; a card that is about that asks `hangs: code`"
            ],
        ),
        ("keyboard", ["this machine raises it, and not torch: EOFError: EOF when reading a line"]),
        ("password", [f"this machine raises it, and not torch: {NO_PASSWD}; in the sandbox "]),
        (
            "beside-the-deck",
            [
                "the code raises, and no ask is `raises: code` or `fails: code`: "
                "ModuleNotFoundError: No module named 'my_helpers'; code can import what is "
                "installed, and no file beside its deck"
            ],
        ),
        (
            "a-file-of-mine",
            [
                "the code raises, and no ask is `raises: code` or `fails: code`: "
                "FileNotFoundError: [Errno 2] No such file or directory: '/etc/passwd'; in the "
                "sandbox code reads what Python and torch are made of, and writes in a folder of "
                "its own"
            ],
        ),
        ("a-file-of-mine-holds", [f"the code raises: {NO_PASSWD}; in the sandbox code reads "]),
        ("none-of-yaml", ["expect is not an answer that is understood: 'null'. A value looks "]),
        (
            "passes-by-chance",
            [
                "whether the solution passes depends on the seed, the clock, the machine or "
                "addresses: too small"
            ],
        ),
        (
            "a-file-of-mine-is-tried",
            [
                f"the solution does not pass: {NO_PASSWD} (line 1 of your code); in the sandbox "
                "code reads "
            ],
        ),
        (
            "a-name-on-the-net",
            [
                "the code raises, and no ask is `raises: code` or `fails: code`: "
                "URLError: <urlopen error [Errno -3] Temporary failure in name resolution>; in the "
                "sandbox code reaches no network, no other program and no foreign process"
            ],
        ),
        ("lethal", ["The code ended its own process, with exit status 3"]),
        ("hangs-unasked", ["The code ran longer than 1 second and was stopped: rank 0 was at `"]),
        (
            "hangs-unexpectedly",
            ["torch disagrees with expect: expected yes, torch gives no"],
        ),
        (
            "raises-on-a-rank",
            [f"{UNASKED}: rank 1 raised ValueError: no"],
        ),
        (
            "raises-instead-of-hanging",
            [f"{UNASKED}: ZeroDivisionError"],
        ),
    ],
)
def test_a_bad_card_is_told_from_a_good_one(
    card: str,
    messages: list[str],
    problems: Mapping[str, Sequence[Problem]],
    request: pytest.FixtureRequest,
) -> None:
    if card in OF_THE_SANDBOX:
        request.getfixturevalue("full_sandbox")
    told = [problem.message for problem in problems[card]]
    assert len(told) == len(messages), told
    for message, beginning in zip(told, messages, strict=True):
        assert message.startswith(beginning)


def test_an_attribute_that_lacks_is_no_slip_where_it_is_the_lesson(
    problems: Mapping[str, Sequence[Problem]],
) -> None:
    assert not problems.keys() & {"fails-as-numpy-would-not", "fails-for-a-name-that-is-drawn"}


@pytest.mark.parametrize(
    ("card", "place"),
    [
        ("unseen", "{value: y"),
        ("unexpectedly", "x = x / 0"),
        ("disagrees", "shape: (3, 2)"),
        ("bad-draw", "vary: {f:"),
        ("expression-fails", "{value: x}"),
        ("named-draw-disagrees", '{draw: {n: 2}, value: "5"}'),
        ("of-draws-in-a-table-one-disagrees", '{draw: {n: 2}, value: "5"}'),
        ("mistake-of-no-draw", "{value: n, when: n > 2"),
        ("no-mistake", "{value: 2 * n"),
        ("never-said", "{value: n ** 2"),
        ("mistake-in-place", "{value: x.add_(1)"),
        ("unsteady", "{value: y}"),
        ("endless", "threading.Event().wait()"),
        ("hangs-unexpectedly", "{hangs: yes}"),
        ("raises-on-a-rank", "if rank == 1: raise"),
    ],
)
def test_a_problem_is_told_at_its_line(
    card: str, place: str, problems: Mapping[str, Sequence[Problem]]
) -> None:
    assert place in problems[card][0].source_line


def test_the_caret_stands_under_what_is_wrong(problems: Mapping[str, Sequence[Problem]]) -> None:
    problem = problems["no-mistake"][0]
    assert problem.source_line[problem.column - 1 :].startswith("2 * n")


@pytest.mark.usefixtures("full_sandbox")
def test_what_to_do_is_told_briefly(problems: Mapping[str, Sequence[Problem]]) -> None:
    ends = {
        "compiled": WITHOUT_A_COMPILER,
        "expects-an-expression": "it is what a learner would type, and no expression",
        "with-unannounced-workers": "as a DataLoader with workers does, needs: workers",
        "out-of-the-sandbox": "no network, no other program and no foreign process",
        "says-much": "no…",
        "a-method": "(did you mean `x.sum()`?)",
        "with-braces": "what varies stands in code by its name, `n` (n = 2, and 1 more draw)",
    }
    for card, end in ends.items():
        message = problems[card][0].message
        assert message.endswith(end)
        assert len(message) < 1000


COMPILES = """
- id: compiles
  prompt: p
  timeout: 60
  code: "y = torch.compile(lambda x: x * 2)(torch.ones(2))"
  ask: {value: y}
"""
WITHOUT_A_COMPILER = '`backend="aot_eager"` does without one'


@pytest.mark.long
@pytest.mark.usefixtures("full_sandbox")
def test_what_torch_raises_where_it_compiles_is_told_so(
    tmp_path: Path, lent_runner: Sequence[str]
) -> None:
    (problem,) = run_check(lent_runner, load_deck(tmp_path / "ops.yaml", COMPILES)).problems
    assert problem.message.startswith(f"{UNASKED}: InductorError: ")
    assert problem.message.endswith(WITHOUT_A_COMPILER)


@pytest.mark.parametrize("card", ["a-lambda", "a-list-of-functions"])
def test_no_call_is_meant_of_what_is_not_named_or_is_no_callable_itself(
    card: str, problems: Mapping[str, Sequence[Problem]]
) -> None:
    assert "did you mean" not in problems[card][0].message


def test_a_setup_that_raises_is_told_once(bad: Checked) -> None:
    told = [problem for problem in bad.problems if Path(problem.path).stem == "broken"]
    assert [problem.message for problem in told] == [
        "the setup raises: NameError: name 'touch' is not defined"
    ]
    assert told[0].source_line == "  x = touch.ones(2)"


SLOW = """
topic: slow
setup: |
  import time
  while "SETUP" != "sound": pass
cards:
  - id: slow
    prompt: p
    vary: {n: [0.4, 0.5]}
    timeout: 0.2
    code: time.sleep(n)
    ask: {raises: code}
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("setup", "line", "told"),
    [
        ("sound", "    code: time.sleep(n)", "`timeout` gives it up to 60 seconds (n = 0.4, and"),
        (
            "endless",
            '  while "endless" != "sound": pass',
            "the setup did not end in 1.2 seconds, and seems never to",
        ),
    ],
)
def test_what_is_slow_is_told_from_what_never_ends(
    tmp_path: Path, lent_runner: Sequence[str], setup: str, line: str, told: str
) -> None:
    path = tmp_path / "slow.yaml"
    path.write_text(SLOW.replace("SETUP", setup))
    (problem,) = run_check(lent_runner, trusted(load(path).deck)).problems
    assert problem.source_line == line
    assert told in problem.message


def test_a_card_whose_needs_are_not_met_is_skipped_with_the_reason(bad: Checked) -> None:
    reasons = {skipped.card: skipped.reason for skipped in bad.skipped}
    assert reasons["ops/from-the-future"].startswith("needs torch>=99, and this is torch 2.")


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_card_for_a_gpu_is_skipped_where_there_is_none(bad: Checked) -> None:
    reasons = {skipped.card: skipped.reason for skipped in bad.skipped}
    assert reasons["ops/on-a-gpu"] == "needs a CUDA GPU, which torch does not find here"


def test_of_very_many_draws_a_sample_is_run_with_the_one_that_expect_names(tmp_path: Path) -> None:
    card = """
- id: many
  prompt: p
  vary: {n: {from: 1, to: 4000}}
  code: x = n
  ask: {value: x}
  expect: {draw: {n: 1}, value: "1"}
"""
    deck = load_deck(tmp_path / "ops.yaml", card)
    for seed in range(20):
        (plan,) = plan_check([(deck, deck.cards[0])], random.Random(seed))
        assert len(plan.draws) == len({draw["n"] for draw in plan.draws}) == MOST_DRAWS
        assert {"n": "1"} in plan.draws
