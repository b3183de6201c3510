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
        "torch.cuda.is_available =",
    ],
)
def test_what_is_its_own_is_not(code: str) -> None:
    assert not is_changed_by([SETUP, code])
