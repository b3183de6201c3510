"""Files of our own: written whole or not at all, also where one is killed or not alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from quizapp.machine.safekeeping import write_at_once

ROOT = Path(__file__).parents[2]

KILLED = """
import os, signal, sys
from pathlib import Path
from quizapp.machine.safekeeping import write_at_once
sys.addaudithook(lambda event, _: event == "os.rename" and os.kill(os.getpid(), signal.SIGKILL))
write_at_once(Path(sys.argv[1]), b"new")
"""
"""Writes a file, and dies before that takes its place."""

COUNTS = """
import json, sys
from pathlib import Path
from quizapp.machine.safekeeping import held, write_at_once
file = Path(sys.argv[1])
sys.stdin.read()
for _ in range(50):
    with held(file):
        count = json.loads(file.read_text()) if file.exists() else 0
        write_at_once(file, json.dumps(count + 1).encode())
"""


def test_what_a_kill_leaves_of_a_file_says_what_it_is_and_goes_with_the_next_write(
    tmp_path: Path,
) -> None:
    file = tmp_path / "trusted.json"
    file.write_bytes(b"old")
    subprocess.run([sys.executable, "-c", KILLED, str(file)], cwd=ROOT, check=False)
    assert file.read_bytes() == b"old"
    [left] = {*tmp_path.iterdir()} - {file}
    assert left.name.startswith("trusted.json.") and left.read_bytes() == b"new"
    write_at_once(file, b"newer")
    assert [*tmp_path.iterdir()] == [file]


def test_what_another_process_writes_just_now_is_left_to_it(tmp_path: Path) -> None:
    file = tmp_path / "trusted.json"
    of_another = tmp_path / f"trusted.json.{os.getppid()}.partial-x1"
    of_another.touch()
    write_at_once(file, b"new")
    assert of_another.exists()


def test_a_file_that_cannot_be_written_is_named_and_not_the_draft_of_it(tmp_path: Path) -> None:
    (tmp_path / "in-the-way").mkdir()
    with pytest.raises(OSError) as told:
        write_at_once(tmp_path / "in-the-way", b"new")
    assert (told.value.filename, told.value.filename2) == (str(tmp_path / "in-the-way"), None)
    assert [path.name for path in tmp_path.iterdir()] == ["in-the-way"]


@pytest.mark.parametrize("linked", [False, True])
def test_a_pipe_or_device_is_not_replaced_by_a_file(linked: bool, tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    if linked:
        (tmp_path / "settings").symlink_to(pipe)
    with pytest.raises(OSError, match="it is a named pipe"):
        write_at_once(tmp_path / ("settings" if linked else "pipe"), b"new")
    assert pipe.is_fifo() and len([*tmp_path.iterdir()]) == 1 + linked


def test_who_changes_a_file_by_what_it_says_waits_for_others_who_do(tmp_path: Path) -> None:
    file = tmp_path / "new" / "count.json"
    counting = [
        subprocess.Popen([sys.executable, "-c", COUNTS, str(file)], cwd=ROOT, stdin=subprocess.PIPE)
        for _ in range(3)
    ]
    for each in counting:
        assert each.stdin is not None
        each.stdin.close()
    assert [each.wait() for each in counting] == [0, 0, 0]
    assert json.loads(file.read_text()) == 150
    assert [*file.parent.iterdir()] == [file]
