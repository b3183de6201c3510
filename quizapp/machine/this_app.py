"""How this app is started once more, in a process of its own."""

from __future__ import annotations

import sys

THIS_APP = (sys.executable, "-P", "-m", "quizapp")
"""Of what lies in the folder that one is in, nothing is imported."""
