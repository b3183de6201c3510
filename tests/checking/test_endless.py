"""Code that never ends keeps an author waiting once, and not with every draw and every card."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from quizapp.checking.check import FEW, Checked, check
from quizapp.checking.heard import Heard
from quizapp.checking.plan import Plan, plan_check
from quizapp.checking.workbench import Workbench
from quizapp.deck.format.load import load_text
from quizapp.library.trust import Authored, TrustedDecks
from runner.client import Runner
from runner.protocol import faults
from runner.protocol.wire import Fact, Fault, Hello, Outcome, Snippet
from tests.trusting import trusted

HELLO = Hello("2.10.0", "3.12.0", ("cpu",))
DRAWS = 20
LOOPS = "while True: pass"
CARD = f"""
- id: one
  prompt: What is y?
  vary: {{n: {{from: 1, to: {DRAWS}}}}}
  code: |
    y = n * n + 100
    LINE
  ask: {{value: y}}
"""


class InTurn(Runner):
    """Says what would come of code with such loops in it, one snippet after the other."""

    def __init__(self, *, ends_at_last: bool = False) -> None:
        super().__init__()
        self.waited: list[float] = []
        """Seconds that it would have let code run that did not end in them."""
        self._ends_at_last = ends_at_last
        self._turn = asyncio.Lock()

    async def run(self, snippet: Snippet, *, rehashed: bool = False) -> Outcome | Fault:
        names: dict[str, int] = {}
        async with self._turn:
            for _ in range(10):
                await asyncio.sleep(0)
            for source in (one for one in snippet.sources if one.path != "<conditions>"):
                code, loop, _ = source.text.partition("while ")
                exec(code, names)
                if loop and _loops(source.text, names):
                    if self._ends_at_last and snippet.timeout > 5:
                        continue
                    self.waited.append(snippet.timeout)
                    at = source.path, source.line + source.text[: len(code)].count("\n")
                    end = faults.timeout(snippet, at=at)
                    assert isinstance(end, Fault)
                    return end
        if any("endless" in look.expression for look in snippet.looks):
            self.waited.append(snippet.timeout)
            return faults.timeout(snippet)
        y = names.get("y")
        value = {"type": "int", "data": y, "text": str(y)}
        return Outcome(tuple(Fact("value", value) for _ in snippet.looks), "", "", None, 0.0)


def _loops(text: str, names: dict[str, int]) -> bool:
    condition = text.partition("while ")[2].partition(":")[0]
    return bool(eval(condition, names))


def found(runner: Runner, cards: str, setup: str = "import math") -> Checked:
    deck = trusted(load_text(f"topic: t\nsetup: |\n  {setup}\ncards:\n{cards}", "t.yaml").deck)
    plans = plan_check([(deck, card) for card in deck.cards], random.Random(0))
    return asyncio.run(check(plans, runner, HELLO))


def test_after_a_draw_that_never_ends_no_other_is_run() -> None:
    runner = InTurn()
    checked = found(runner, CARD.replace("LINE", LOOPS))
    (problem,) = checked.problems
    assert "it did not end in 15 seconds either" in problem.message
    assert problem.message.endswith(f"(n = 1); {DRAWS - 1} more draws not run")
    assert problem.line == 11  # of the loop
    assert runner.waited == [5, 15]
    assert checked.runs == 1


def test_what_never_ends_of_what_is_told_or_asked_is_not_blamed_on_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = CARD.replace("LINE", "y += 1") + '  explain: "So it is, as {= endless(y)} tells."\n'
    asked = CARD.replace("LINE", "y += 1").replace("value: y", "value: endless(y)")
    # Of a card that looks at one thing, that has been waited for already.
    for card, place, waited in ((told, (13, 26), [5, 15, 5]), (asked, (12, 16), [5, 15])):
        runner = InTurn()
        Path("t.yaml").write_text(f"topic: t\nsetup: |\n  import math\ncards:\n{card}")
        (problem,) = found(runner, card).problems
        assert "15 seconds either: not the code itself, but `endless(y)` seems" in problem.message
        assert "hangs: code" not in problem.message
        assert (problem.line, problem.column) == place
        assert runner.waited == waited


def test_where_only_later_draws_never_end_few_of_them_are_run() -> None:
    runner = InTurn()
    checked = found(runner, CARD.replace("LINE", "while n > 4: pass"))
    (problem,) = checked.problems
    assert "it did not end in 15 seconds either" in problem.message
    assert len(runner.waited) <= 2 * FEW
    assert checked.runs < DRAWS


def test_all_draws_are_run_of_a_card_that_is_just_slow() -> None:
    runner = InTurn(ends_at_last=True)
    checked = found(runner, CARD.replace("LINE", LOOPS))
    (problem,) = checked.problems
    assert "`timeout` gives it up to 60 seconds (n = 1, and" in problem.message
    assert runner.waited == [5] * DRAWS
    assert checked.runs == DRAWS


def test_a_setup_that_never_ends_is_waited_for_once() -> None:
    runner = InTurn()
    cards = [CARD.replace("id: one", f"id: {name}").replace("LINE", "y += 1") for name in "abcd"]
    checked = found(runner, "".join(cards), setup=LOOPS)
    (problem,) = checked.problems
    assert problem.message == "the setup did not end in 15 seconds, and seems never to"
    assert problem.line == 3
    assert runner.waited == [15]


def test_a_setup_that_is_just_slow_is_given_more_time() -> None:
    runner = InTurn(ends_at_last=True)
    (problem,) = found(runner, CARD.replace("LINE", "y += 1"), setup=LOOPS).problems
    assert problem.message.startswith("the setup was stopped: The code ran longer than 5 seconds")
    assert problem.message.endswith("`timeout` gives it up to 60 seconds")
    assert problem.line == 3


def test_of_a_card_that_never_ends_no_words_are_tried(tmp_path: Path) -> None:
    path, heard = tmp_path / "t.yaml", list[str]()
    sound = CARD.replace("id: one", "id: two").replace("LINE", "y += 1")
    path.write_text(f"topic: t\ncards:\n{CARD.replace('LINE', LOOPS)}{sound}")

    async def listen(plan: Plan, *_: object) -> Heard:
        heard.append(plan.card.id)
        return Heard()

    authored = Authored(TrustedDecks(tmp_path / "trusted.json"))
    bench = Workbench(path, InTurn(), authored, listen=listen)
    bench.own()
    bench.load()
    asyncio.run(bench.check(HELLO))
    assert heard == ["t/two"]
