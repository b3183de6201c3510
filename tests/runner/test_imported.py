"""What code changes of what it has imported is told by its text, but not what is its own."""

from __future__ import annotations

import pytest

from runner.inside.imported import is_changed_by

SETUP = "import torch\nimport torch.nn as nn\nfrom copy import _deepcopy_dispatch as how"


@pytest.mark.parametrize(
    "code",
    [
        "torch.cuda.is_available = lambda: True",
        "torch.backends.mkldnn.conv.fp32_precision += 'x'",
        "nn.Linear.__constants__.append('x')",
        "how[int] = None",
        "del nn.functional.relu",
        "def f():\n    nn.functional.relu = None",
        "cuda = torch.cuda\nmine = cuda\nmine.device_count = None",
        "import sys\nsys.modules['json'].dumps = None",
        "getattr(torch, 'cuda').is_available = None",
        "for torch.cuda.is_available in [None]: pass",
        "for module in (torch.cuda, torch.nn): module.is_available = None",
        "def silence(module, to=None):\n    module.is_available = to\nsilence(torch.cuda)",
        "def silence(*, module):\n    module.is_available = 1\nsilence(module=torch.cuda)",
        "mine, other = torch.cuda, 1\nmine.is_available = None",
        "(mine := torch.cuda).is_available = None",
        "mine: object = torch.cuda\nmine.is_available = None",
        "mine = torch.cuda if True else nn\nmine.is_available = None",
        "exec('torch.cuda.is_available = None')",
        "act = 'nn.functional.relu = None'\nexec(act)",
        "[mine.__constants__.layers.clear() for mine in [nn.Linear]]",
    ],
)
def test_what_hangs_on_modules_is_changed(code: str) -> None:
    assert is_changed_by([SETUP, code])


@pytest.mark.parametrize(
    "code",
    [
        "x = torch.ones(2)\nx[torch.tensor([0])] = 1",
        "model = nn.Linear(1, 1)\nmodel.weight.data[0] = 1\nmodel.note = torch.cuda",
        "y = torch.add(torch.ones(1), 1)",
        "seen = []\nseen.append(torch.ones(1))",
        "class A:\n    def add(self):\n        self.all = []\n        self.all.append(1)",
        "torch = 1",
        "act = 'x[0] = 1'\nexec(act)",
        "for x in (torch.ones(1), torch.zeros(1)): x[0] = 1",
        "def fill(x, how):\n    x[0] = 1\nfill(torch.ones(2), torch.float32)",
        "with torch.no_grad() as x: x.note = 1",
        "torch.cuda.is_available =",
    ],
)
def test_what_is_its_own_is_not(code: str) -> None:
    assert not is_changed_by([SETUP, code])
