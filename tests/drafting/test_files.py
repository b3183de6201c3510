"""Where what a file of notes says stands in it."""

from __future__ import annotations

import json
from pathlib import Path

from quizapp.drafting.reading.files import read_notes
from quizapp.drafting.reading.notes import Stored


def test_the_examples_of_a_docstring_are_a_block_after_the_script(tmp_path: Path) -> None:
    path = tmp_path / "double.py"
    path.write_text(
        'def double(v):\n    """Doubles.\n\n    >>> double(1)\n    2\n\n    Twice.\n    """\n'
        "    return v * 2\n\n"
        "print(double(3))  # 6\n"
    )
    notes = read_notes(path)
    assert [block.line for block in notes.blocks] == [1, 11, 2]
    assert notes.blocks[2].text.strip() == "double(1)"
    assert notes.blocks[2].stored == (Stored("2", 5, 4),)
    assert notes.passed_over == ()


def test_the_lines_of_a_notebook_whose_cells_are_one_text_each(tmp_path: Path) -> None:
    stored = {"output_type": "execute_result", "data": {"text/plain": "1\\n2"}, "metadata": {}}
    raised = {"output_type": "error", "ename": "KeyError", "evalue": "", "traceback": []}
    code = {"cell_type": "code", "metadata": {}, "execution_count": 1}
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": "# A\n\nB"},
        {**code, "source": "x = 1\nx", "outputs": [stored]},
        {**code, "source": "{}[0]", "outputs": [raised]},
        {**code, "source": "{}[1]", "outputs": [raised]},
    ]
    path = tmp_path / "texts.ipynb"
    path.write_text(
        json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells}, indent=1)
    )
    lines = path.read_text().split("\n")
    keys = ("source", "text/plain", "ename")
    at = {key: [n for n, line in enumerate(lines, 1) if f'"{key}":' in line] for key in keys}
    blocks = read_notes(path).blocks
    assert [block.line for block in blocks] == at["source"][1:]
    assert [block.stored[0].line for block in blocks] == [*at["text/plain"], *at["ename"]]
