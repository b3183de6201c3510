"""What one draw leaves behind makes no wrong `expect` of another pass."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.checking.checks import checked

LEAKS = """
    code: |
      from keyword import kwlist
      seen = 'mine' in kwlist
      kwlist.append('mine')
""", """
    code: |
      import json
      encoder = json.JSONEncoder()
      seen = hasattr(encoder, 'mine')
      type(encoder).mine = True
""", """
    code: |
      from threading import Thread
      seen = Thread().name != 'Thread-1'
"""  # fmt: skip
CARD = """
  - id: card-{number}
    prompt: What is it?
    vary: {{n: [1, 2, 3]}}
    ask: {{value: n + 100 * seen}}
    expect: {{value: "n + 100 * (n > 1)"}}
    explain: It is so."""


def test_a_wrong_expect_does_not_pass_by_what_an_earlier_draw_has_left(
    tmp_path: Path, lent_runner: Sequence[str]
) -> None:
    cards = (CARD.format(number=number) + code for number, code in enumerate(LEAKS))
    found = checked(tmp_path, lent_runner, f"topic: own\ncards:{''.join(cards)}").problems
    told = [problem.message for problem in found]
    assert len(told) == len(LEAKS)
    assert all("disagrees with expect" in message for message in told), told
