"""Names that all code around torch takes for granted, and a deck has to import."""

from __future__ import annotations

import re
from collections.abc import Mapping

IMPORTS: Mapping[str, str] = {
    "torch": "import torch",
    "nn": "from torch import nn",
    "F": "import torch.nn.functional as F",
    "dist": "import torch.distributed as dist",
    "np": "import numpy as np",
    "math": "import math",
}
_NO_NAME = re.compile(r"NameError: name '(\w+)' is not defined")


def missing_import(raised: str) -> str | None:
    """The line that would give what raised this the name that it lacks."""
    found = _NO_NAME.search(raised)
    return IMPORTS.get(found[1]) if found else None
