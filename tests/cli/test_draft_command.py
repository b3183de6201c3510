"""`quiz draft`: what notes state is judged, and a deck is written that checks."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import nbformat
import pytest
import yaml

from tests.cli.conftest import Quiz

pytestmark = pytest.mark.usefixtures("full_sandbox")
NOTES = Path(__file__).parents[1] / "drafting" / "notes"

SHEETS = {
    # name: (lines that are false, lines that cannot be judged, how many results are stated)
    "basics.md": ([11, 35, 57, 60, 67, 85], [19, 76, 79], 50),
    "zhangliang.md": ([14, 31, 44, 58, 67], [], 45),
    "modules.md": ([21, 70, 91], [50], 37),
    "dtypes_script.txt": ([14, 73, 88], [], 49),
    "plain.txt": ([9, 32], [], 13),
    "one_liners.md": ([7, 54, 97, 101, 112], [], 75),
    "qiudao.md": ([13, 37, 67, 105, 109, 112], [], 61),
    "terse.md": ([39, 50, 58], [23], 65),
    "mokuai.txt": ([21, 67], [22, 75], 30),
    "tricky.md": ([], [46], 51),
    "in_words.md": ([17, 20, 28, 44, 50, 53, 76, 94], [], 53),
    "jiangyi.md": ([21, 34, 61, 92], [], 46),
    "from_numpy.md": ([23, 30, 42, 68, 91], [], 47),
    "sessions.md": ([9, 20, 45], [24, 64, 65, 72, 73], 29),
}


def claims_of(quiz: Quiz, *paths: Path) -> Any:
    told = quiz("draft", "--only-claims", "--json", *map(str, paths))
    assert told.returncode in (0, 1), told.stderr
    assert told.stderr == ""
    return json.loads(told.stdout)


@pytest.mark.long
def test_what_sheets_state_is_judged_and_nothing_wrongly(quiz: Quiz) -> None:
    found = claims_of(quiz, *(NOTES / name for name in SHEETS))
    for name in SHEETS:
        false, open_, count = SHEETS[name]
        mine = [one for one in found["claims"] if Path(one["path"]).name == name]
        assert sorted({one["line"] for one in mine if one["holds"] is False}) == false, name
        assert sorted({one["line"] for one in mine if one["holds"] is None}) == open_, name
        assert len(mine) == count, name
        assert all(one["why"] for one in mine if one["holds"] is None)


def test_a_false_result_is_told_with_what_torch_gives(quiz: Quiz, tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("```python\nx = torch.ones(2, 3)\ny = x.t()  # (2, 3)\n```\n")
    told = quiz("draft", "--only-claims", str(notes))
    assert told.returncode == 1
    assert told.stdout.startswith(f"{notes}:3: says (2, 3); torch ")
    assert ": (3, 2)\n" in told.stdout
    github = quiz("draft", "--only-claims", "--format", "github", str(notes))
    assert github.stdout.startswith(f"::error file={notes},line=3::says (2, 3)")


def test_an_assertion_of_notes_that_fails_is_a_false_statement(quiz: Quiz, tmp_path: Path) -> None:
    notes = tmp_path / "notes.py"
    notes.write_text(
        "import torch\nx = torch.ones(2)\nassert x.sum() == 2\nassert x.sum() == 3, 'three'\n"
        "assert torch.rand(1) > 0.5\nassert torch.get_num_threads() == 1000\n"
        "assert torch.ones(2).view(3)\n"
    )
    told = quiz("draft", "--only-claims", str(notes))
    assert told.returncode == 1
    false, *others = told.stdout.splitlines()
    assert false.startswith(f"{notes}:4: says assert x.sum() == 3; torch ")
    assert false.endswith(": tensor(False)")
    assert not any(": says" in line for line in others)
    assert "1 result stated: 0 hold, 1 do not, 0 not judged" in others[-1]


def test_what_words_say_a_thing_is_is_told_by_its_name(quiz: Quiz, tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text(
        "```python\nimport torch\ny = torch.ones(2)\n```\n\n"
        "| what | shape | dtype |\n|---|---|---|\n| `y` | (3,) | float64 |\n"
    )
    told = quiz("draft", "--only-claims", str(notes)).stdout
    assert "says y: shape (3,); torch " in told
    assert "says y: dtype float64; torch " in told


def test_true_notes_pass(quiz: Quiz, tmp_path: Path) -> None:
    notes = tmp_path / "notes.py"
    notes.write_text("import torch\nx = torch.ones(2)\nx.sum()  # tensor(2.)\n")
    told = quiz("draft", "--only-claims", str(notes))
    assert told.returncode == 0, told.stdout
    assert told.stdout.startswith("1 result stated: 1 hold, 0 do not, 0 not judged; 1 block run")


def test_what_a_notebook_stores_is_held_against_torch(quiz: Quiz, tmp_path: Path) -> None:
    new: Any = nbformat.v4
    first = new.new_code_cell("import torch\nx = torch.arange(3)\nprint(x)\nx.sum()")
    first.outputs = [
        new.new_output("stream", name="stdout", text="tensor([0, 1, 2])\n"),
        new.new_output("execute_result", data={"text/plain": "tensor(4)"}, execution_count=1),
    ]
    second = new.new_code_cell("%matplotlib inline\ny = x.float()  # int64")
    book = new.new_notebook(cells=[new.new_markdown_cell("# Sums"), first, second])
    path = tmp_path / "sums.ipynb"
    path.write_text(nbformat.writes(book))
    lines = path.read_text().split("\n")
    found = claims_of(quiz, path)
    assert [(one["says"], one["holds"]) for one in found["claims"]] == [
        ("tensor([0, 1, 2])", True),
        ("tensor(4)", False),
        ("int64", False),
    ]
    for one in found["claims"]:
        assert one["says"] in lines[one["line"] - 1]


BROKEN = [
    ("new.ipynb", '{"nbformat": 5, "cells": []}', 1, "not a notebook of a known format: 5; 1 to 4"),
    ("odd.ipynb", '{"nbformat": 4, "cells": ["a"]}', 1, "not a notebook: its cells are not as"),
    ("blank.ipynb", "", 1, "not a notebook: Expecting value; it is empty"),
    ("no.ipynb", "{}", 1, "not a notebook"),
    (
        "cut.ipynb",
        '{"nbformat": 4,\n"cells": [',
        2,
        "not a notebook: Expecting value; is it whole?",
    ),
    ("deep.ipynb", "[" * 100_000, 1, "not a notebook"),
    ("large.md", "x" * (5 << 20), 1, "larger than 4 MiB"),
    ("latin.md", b"caf\xe9 \n", 1, "not UTF-8 text; save it as UTF-8"),
    ("nulls.md", b"\0" * 100, 1, "holds null bytes"),
]


@pytest.mark.parametrize(("name", "text", "line", "says"), BROKEN, ids=[b[0] for b in BROKEN])
def test_a_file_that_cannot_be_read_is_told_and_the_rest_goes_on(
    name: str, text: str | bytes, line: int, says: str, quiz: Quiz, tmp_path: Path
) -> None:
    bad, good = tmp_path / name, tmp_path / "good.md"
    bad.write_bytes(text if isinstance(text, bytes) else text.encode())
    good.write_text("```python\ntorch.ones(1)  # tensor([1.])\n```\n")
    told = quiz("draft", "--only-claims", str(bad), str(good))
    assert told.returncode == 1
    assert f"{bad}:{line}: {says}" in told.stdout
    assert "1 result stated: 1 hold" in told.stdout


V3 = """\
{"metadata": {}, "nbformat": 3, "nbformat_minor": 0, "worksheets": [{"metadata": {}, "cells": [
{"cell_type": "code", "collapsed": false, "language": "python", "metadata": {}, "prompt_number": 1,
"input": ["torch.ones(2).sum()"], "outputs": [{"output_type": "pyout", "metadata": {},
"prompt_number": 1, "text": ["tensor(3.)"]}]}]}]}
"""


def test_an_old_notebook_is_read_and_what_is_no_file_is_not_waited_for(
    quiz: Quiz, tmp_path: Path
) -> None:
    old, pipe = tmp_path / "old.ipynb", tmp_path / "pipe.md"
    old.write_text(V3)
    os.mkfifo(pipe)
    told = quiz("draft", "--only-claims", str(old), str(pipe))
    assert "says tensor(3.); torch " in told.stdout
    assert f"{pipe}:1: cannot be read: it is a named pipe" in told.stdout
    assert told.stderr == ""


HOSTILE = """\
```python
x = torch.ones(2)
while True: pass
x.sum()  # tensor(2.)
```

```python
import os; os._exit(3)
```

```python
x[0] = 1\x00
```

```python
print("\x1b]52;c;aGk=\x07")  # \x1b[31mtensor(1)
__witness__ = None
y = x + 1  # tensor([2., 2.])
open("/etc/shadow").read()
```

```python
class T:
    def __repr__(self): raise SystemExit
    def __getattr__(self, name): raise KeyboardInterrupt
T()  # tensor(1)
torch.zeros(2)  # tensor([0., 0.])
```
"""


@pytest.mark.long
def test_code_that_hangs_ends_itself_or_meddles_costs_no_other_block(
    quiz: Quiz, tmp_path: Path
) -> None:
    notes = tmp_path / "hostile.md"
    notes.write_text(HOSTILE)
    told = quiz("draft", "--only-claims", str(notes))
    assert "\x1b" not in told.stdout
    assert f"{notes}:3: cannot run here: it ran longer than 5 seconds" in told.stdout
    assert f"{notes}:8: cannot run here: The code ended its own process" in told.stdout
    found = claims_of(quiz, notes)
    holds = {one["line"]: one["holds"] for one in found["claims"]}
    assert holds[4] is True
    assert holds[27] is True
    assert False not in holds.values()


def test_lines_that_a_block_may_do_without_do_not_keep_it_from_being_judged(
    quiz: Quiz, tmp_path: Path
) -> None:
    notes = tmp_path / "ends.md"
    notes.write_text(
        "```python\nx = torch.ones(2)\n```\n\n```python\nimport os\ny = os._exit(len(x))\n```\n\n"
        "```python\nx + 1  # tensor([2., 2.])\n```\n\n`x.sum()` has shape (2,).\n"
    )
    found = claims_of(quiz, notes)
    assert [(one["line"], one["holds"]) for one in found["claims"]] == [(11, True), (14, False)]


def test_calls_that_torch_warns_of_or_has_no_more_are_told(quiz: Quiz, tmp_path: Path) -> None:
    notes = tmp_path / "old.md"
    notes.write_text(
        "```python\ntorch.symeig(torch.eye(2))\ntorch.no_such_function(1)\n"
        "torch.lu(torch.eye(2))\n```\n"
    )
    found = claims_of(quiz, notes)
    assert [one["line"] for one in found["deprecated"]] == [2, 3, 4]
    assert found["deprecated"][2]["message"].endswith("…")  # it is long


@pytest.mark.long
def test_the_deck_that_is_written_checks_and_says_where_it_came_from(
    quiz: Quiz, tmp_path: Path
) -> None:
    notes = Path(shutil.copy(NOTES / "basics.md", tmp_path))
    deck = tmp_path / "basics.yaml"
    told = quiz("draft", str(notes), "-o", str(deck))
    assert told.returncode == 0, told.stderr
    text = deck.read_text()
    assert "    source: basics.md:35\n" in text
    assert "title: Tensor cheat sheet" in text
    checked = json.loads(quiz("check", "--strict", "--json", str(deck)).stdout)
    assert checked["problems"] == []
    assert checked["cards"] >= 15
    # Remarks tell the answers, and are left out of the code that is shown.
    assert "tensor([" not in "".join(text.split("code: |")[1:]).replace("torch.tensor([", "")
    again = quiz("draft", str(notes), "-o", str(deck))
    assert again.returncode == 2
    assert "already" in again.stderr


def test_a_deck_is_said_to_be_no_notes_though_there_is_one_of_its_name(quiz: Quiz) -> None:
    deck = quiz.deck("  - {id: one, prompt: p, back: b}\n")
    told = quiz("draft", str(deck))
    assert told.returncode == 2
    assert told.stderr.startswith(f"quiz: {deck} is a deck, and no notes, which end in one of .md")


def test_a_small_sheet_makes_few_cards_and_each_worth_asking(quiz: Quiz, tmp_path: Path) -> None:
    deck = tmp_path / "small.yaml"
    told = quiz("draft", str(NOTES / "small.md"), "-o", str(deck))
    assert told.returncode == 0, told.stderr
    cards = {card["id"]: card for card in yaml.safe_load(deck.read_text())["cards"]}
    # What is said falsely comes first; what is told by the code's own words is not asked.
    assert list(cards) == ["which-share-memory-with-x", "shape-of-x-slice-slice", "value-of-sum-0"]
    memory, sliced, summed = cards.values()
    assert [option["text"] for option in memory["choices"]] == [
        *("`x.clone()`", "`x.t()`", "`x.view(3, 2)`", "`x[:, :1]`")
    ]
    assert memory["expect"] == [2, 3, 4]
    assert {"shape": "x[:, 0]"}.items() <= sliced["mistakes"][0].items()
    assert summed["vary"] == {"dim": [0, 1]}
    assert [one["draw"] for one in summed["expect"]] == [{"dim": 0}, {"dim": 1}]
    assert "x.exp()" not in deck.read_text()
    assert summed["source"] == "small.md:6"
    checked = json.loads(quiz("check", "--strict", "--json", str(deck)).stdout)
    assert (checked["problems"], checked["cards"]) == ([], 3)
    again = quiz("draft", str(NOTES / "small.md"), "-o", str(deck))
    assert (again.returncode, "already" in again.stderr) == (2, True)


def test_what_code_and_a_sentence_say_of_memory_is_asked_once_and_by_its_name(
    quiz: Quiz, tmp_path: Path
) -> None:
    notes = tmp_path / "views.md"
    code = "x = torch.arange(6.).view(2, 3)\ny = x[:, [0, 1]]\n"
    notes.write_text(f"```python\n{code}```\n\n`y` shares memory with `x`.\n")
    out = tmp_path / "deck.yaml"
    quiz("draft", str(notes), "-o", str(out))
    [card] = yaml.safe_load(out.read_text())["cards"]
    assert card["prompt"] == "Do `x` and `y` share memory?"
    assert (card["code"], card["ask"]) == (code, {"bool": "shares(x, y)"})
    assert card["expect"] == {"bool": "False"}
    notes.write_text(
        "```python\nx = torch.zeros(2, 3)\n```\n\n`x.sum(0)` is a view of `x[0, 1]`.\n"
    )
    out.unlink()
    quiz("draft", str(notes), "-o", str(out))
    [card] = yaml.safe_load(out.read_text())["cards"]
    assert card["prompt"] == "Do `y` and `x[0, 1]` share memory?"


CHANGED_BY_THE_WAY = """\
```python
s = [3, 1, 2]
t = s.sort()
s  # [3, 1, 2]
```

```python
bn = nn.BatchNorm1d(2, momentum=0.5)
x = torch.tensor([[1., 2.], [3., 6.]])
```

```python
y = bn(x)
```

```python
bn.running_mean  # tensor([0., 0.])
```

```python
rm, rv = torch.zeros(2), torch.ones(2)
z = F.batch_norm(x, rm, rv, training=True, momentum=0.5)
rm  # tensor([0., 0.])
```

```python
emb = nn.Embedding(2, 2, max_norm=1.0)
with torch.no_grad():
    emb.weight.copy_(torch.tensor([[3., 4.], [0., 1.]]))
e = emb(torch.tensor([0]))
emb.weight.detach()  # tensor([[3., 4.], [0., 1.]])
```

```python
seen = []
lin = nn.Linear(2, 2)
h = lin.register_forward_hook(lambda *_: seen.append(1))
o = lin(x), lin(x)
len(seen)  # 3
```

```python
half = nn.Linear(2, 2)
half.double()
half.weight.dtype  # float32
```
"""


@pytest.mark.long
def test_a_card_keeps_the_lines_without_which_its_code_gives_something_else(
    quiz: Quiz, tmp_path: Path
) -> None:
    notes, out = tmp_path / "notes.md", tmp_path / "deck.yaml"
    notes.write_text(CHANGED_BY_THE_WAY)
    told = quiz("draft", str(notes), "-o", str(out))
    assert told.stdout.startswith(f"{notes}:4: says [3, 1, 2]; torch "), told.stderr
    assert f"{notes}:17: says tensor([0., 0.]); torch " in told.stdout
    cards = yaml.safe_load(out.read_text())["cards"]
    asked = {(*card["ask"].values(), *card["expect"].values()): card["code"] for card in cards}
    assert set(asked) == {
        ("s", "[1, 2, 3]"),
        ("bn.running_mean", "[1., 2.]"),
        ("rm", "[1., 2.]"),
        ("y", "[[0.6, 0.8], [0., 1.]]"),
        ("y", "2"),
        ("half.weight", "float64"),
    }
    assert asked["s", "[1, 2, 3]"] == "s = [3, 1, 2]\nt = s.sort()\n"
    assert not quiz("check", str(out)).returncode


@pytest.mark.long
def test_notes_in_chinese_make_cards_in_chinese(quiz: Quiz, tmp_path: Path) -> None:
    deck = tmp_path / "zhangliang.yaml"
    told = quiz("draft", str(NOTES / "zhangliang.md"), "-o", str(deck))
    assert told.returncode == 0, told.stderr
    assert "的形状是什么？" in deck.read_text()
