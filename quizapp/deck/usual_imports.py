"""Imports that everybody knows, and so leaves out of notes and decks."""

from __future__ import annotations

from collections.abc import Mapping

USUAL_IMPORTS: Mapping[str, str] = {
    "torch": "import torch",
    "nn": "import torch.nn as nn",
    "F": "import torch.nn.functional as F",
    "np": "import numpy as np",
    "numpy": "import numpy",
    "math": "import math",
    "optim": "import torch.optim as optim",
    "random": "import random",
    "time": "import time",
    "os": "import os",
    "copy": "import copy",
    "functools": "import functools",
    "itertools": "import itertools",
    "warnings": "import warnings",
    "dist": "import torch.distributed as dist",
    "Tensor": "from torch import Tensor",
    "DataLoader": "from torch.utils.data import DataLoader",
    "Dataset": "from torch.utils.data import Dataset",
    "TensorDataset": "from torch.utils.data import TensorDataset",
    "checkpoint": "from torch.utils.checkpoint import checkpoint",
    "dataclass": "from dataclasses import dataclass",
    "partial": "from functools import partial",
    "OrderedDict": "from collections import OrderedDict",
}
"""By the name that they give."""
