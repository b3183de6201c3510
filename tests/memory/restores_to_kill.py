"""Goes back to a backup in copies of a folder, and is killed at each call that this makes.

python restores_to_kill.py FOLDER COPIES BACKUP
"""

from __future__ import annotations

import itertools
import shutil
import sys
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from quizapp.memory.backup import backup_path
from quizapp.memory.restore import restore
from tests.memory.recoveries_to_kill import is_killed

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def main(folder: Path, copies: Path, name: str) -> None:
    for call in itertools.count(1):
        copy = Path(shutil.copytree(folder, copies / str(call)))
        if not is_killed(copy, call, partial(go_back, name)):
            break


def go_back(name: str, log: Path) -> None:
    restore(log, backup_path(log, name), NOW)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
