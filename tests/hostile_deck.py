"""A deck whose code and texts try to act on the terminal, and on whoever draws it."""

from __future__ import annotations

import unicodedata

MARKUP = "[bold]b[/bold] [@click=app.quit]leave[/] [$text-error]e[/] [/nothing]"

ESCAPES = (
    r"\x1b]52;c;RVZJTA==\x07",  # writes the clipboard
    r"\x1b]0;EVIL\x07",  # renames the window
    r"\x1b[2J\x1b[1;1HEVIL",  # clears the screen, moves the cursor
    r"\x1b[31;7mEVIL",
    r"\x9d52;c;RVZJTA==\x9c\x9b2J",  # the same in C1
    r"\x1bP+q544e\x1b\\",  # asks the terminal, which answers as if the learner typed
    r"\x1bc\x07\x08\x0b\x0c\x0e\r",
    r"\u202eLIVE\u2066\u200b\u200d\ufeff\u2028\U000e0041\x7f\x00\ud800",
)
"""As Python writes them in a string."""

SPELT = r"\x1b]52;c;RVZJTA==\x07"
"""How the first of them looks once it is harmless."""

DECK = f"""\
format: 1
topic: hostile
title: "{MARKUP}"
setup: |
  import torch
  EVIL = "{"".join(ESCAPES)}{MARKUP}"
  NAME = EVIL.replace("\\0", "").replace("\\ud800", "")
  Thing = type(NAME, (), {{"device": EVIL, "__repr__": lambda self: EVIL}})
  Error = type(NAME, (ValueError,), {{}})
  Double = type(NAME, (torch.autograd.Function,), {{
      "forward": staticmethod(lambda context, x: 2 * x),
      "backward": staticmethod(lambda context, grad: 2 * grad),
  }})
cards:
  - id: prints
    level: 1
    prompt: "Type nothing. {MARKUP}"
    hint: "{MARKUP}"
    code: |
      print(EVIL)
      print("long" * 10_000)
    ask: {{output: stdout}}
    mistakes: [{{output: "'nothing'", say: "{MARKUP}"}}]
    explain: "{MARKUP}"
    tags: "{MARKUP}"
    see: "https://example.org/{MARKUP.replace(" ", "")}"
  - id: raises
    level: 1
    prompt: Type KeyError.
    code: |
      x = torch.ones(2)
      raise Error(EVIL + "\\n" + EVIL)
    ask: {{raises: code}}
  - id: is
    level: 1
    prompt: Type nan.
    code: |
      thing = Thing()
      x = [EVIL, {{EVIL: thing}}]
    ask: {{value: x}}
  - id: stands
    level: 1
    prompt: Type cpu.
    code: |
      thing = Thing()
    ask: {{device: thing}}
  - id: grows
    level: 1
    prompt: Type mul.
    code: |
      x = torch.ones(2, requires_grad=True)
      y = Double.apply(x)
    ask: {{grad_fn: y}}
  - id: fails
    level: 1
    prompt: Type 1.
    code: |
      raise Error(EVIL)
    ask: {{value: x}}
"""

BROKEN = f"""\
topic: broken
cards:
  - id: a
    "\\e]52;c;RVZJTA==\\a\\u202e{MARKUP}": x
    prompt: p
    back: b
  - id: "{MARKUP}"
    prompt: p
    back: b
"""

BYTES = "topic: bytes\ncards: [{id: a, prompt: \x1b]52;c;RVZJTA==\x07\u202e\x9b2J, back: b}]\n"


def acting(text: str) -> set[str]:
    """What in a text acts on a terminal, or hides from whoever reads it."""
    kinds = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return {sign for sign in set(text) - {"\n"} if unicodedata.category(sign) in kinds}
