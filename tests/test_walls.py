"""The walls of the house: what imports what, and who may look at the clock."""

from __future__ import annotations

import ast
import graphlib
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
QUIZAPP = sorted((ROOT / "quizapp").rglob("*.py"))
RUNNER = sorted((ROOT / "runner").rglob("*.py"))
TUI = ROOT / "quizapp" / "tui"
CLUSTER = ROOT / "quizapp" / "cluster"
STATISTICS = ROOT / "quizapp" / "statistics"

KNOW_TORCH = ("inside", "observed", "server/zygote.py")
"""What of the runner may import torch."""

FLOORS = {
    "runner": (
        ("client", "__main__"),
        ("launch",),
        ("server",),
        ("inside",),
        ("observed", "sandbox"),
        ("processes",),
        ("protocol",),
    ),
    "quizapp": (
        ("__main__",),
        ("cli",),
        ("commands",),
        ("tui",),
        ("cluster", "serving"),
        ("statistics",),
        ("anki", "checking", "drafting", "study"),
        ("search",),
        ("pictures",),
        ("inside", "memory", "running"),
        ("library",),
        ("deck/format", "machine"),
        ("deck/kinds",),
        ("deck",),
        ("asks",),
        ("values",),
        ("text",),
        ("errors", "tables"),
    ),
}
"""The rooms of each package from the top down. A room knows those on the floors below it."""

MODULES = {
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", "."): path
    for path in [*QUIZAPP, *RUNNER]
    if path.name != "__init__.py"
}

KNOW_A_KIND_OF_CARD = {
    *("checking/advice", "checking/another_question", "checking/circumstances"),
    *("checking/conclusions", "checking/copies", "checking/digits_wanted"),
    "checking/expectations",
    *("checking/giveaway", "checking/lenient_tests", "checking/lines_given", "checking/plan"),
    *("checking/predictions", "checking/telling_words"),
    *("checking/seeded", "checking/sites", "checking/slips", "checking/words"),
    *("commands/request", "commands/try_card"),
    "inside/poke",
}
"""What has something to say of one kind of card in particular, which a new one does without."""

OUTER_ROOMS = (TUI, ROOT / "quizapp" / "commands", ROOT / "quizapp" / "__main__.py")
"""Where the time and chance come from that are passed in everywhere else."""

CLOCKS = {
    *("datetime.now", "datetime.utcnow", "datetime.today", "date.today"),
    *("time.time", "time.time_ns", "time.localtime", "time.monotonic", "time.perf_counter"),
}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_after(code: str, suspects: Iterable[str]) -> set[str]:
    """Which of the suspects are loaded in a fresh interpreter that has run the code."""
    asked = f"{code}\nimport sys\nprint(*({set(suspects)!r} & sys.modules.keys()))"
    run = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(run.stdout.splitlines()[-1].split())


def importing(paths: Iterable[Path]) -> str:
    """Code that imports all these files."""
    return "\n".join(f"import {module_name(path)}" for path in paths)


@cache
def nodes_of(path: Path) -> Sequence[ast.AST]:
    """Those of its imports and calls, which is all that the walls are about."""
    nodes = ast.walk(ast.parse(path.read_text()))
    return [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom | ast.Call)]


def imports(path: Path) -> Iterator[str]:
    """The top-level packages that a file imports, also inside its functions."""
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


@cache
def modules_known_to(path: Path) -> frozenset[str]:
    """The modules of our own that a file imports, for types and inside its functions too."""
    modules = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                modules.add(inner if inner in MODULES else str(node.module))
    return frozenset(modules & MODULES.keys())


def floor_of(module: str, package: str) -> tuple[int, str]:
    """On which floor the room of a module is, from the top down, and which room that is."""
    within = module.removeprefix(f"{package}.").replace(".", "/")
    rooms = {room: floor for floor, rooms in enumerate(FLOORS[package]) for room in rooms}
    while within not in rooms:
        within, _, _ = within.rpartition("/")
    return rooms[within], within


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Every call of an attribute of a name, such as `datetime.now`."""
    for node in nodes_of(path):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attribute)):
                yield f"{name}.{attribute}", node


def test_the_app_never_loads_torch_textual_only_for_the_tui_and_dask_only_for_a_cluster() -> None:
    outside = [path for path in QUIZAPP if CLUSTER not in path.parents]
    others = importing(path for path in outside if TUI not in path.parents)
    without_textual = "import sys\nassert 'textual' not in sys.modules"
    tui = importing(path for path in outside if TUI in path.parents)
    heavy = ["torch", "numpy", "plotille", "dask", "distributed"]
    assert imported_after("\n".join([others, without_textual, tui]), heavy) == set()


@pytest.mark.long
def test_only_the_tui_loads_textual() -> None:
    outside = [path for path in QUIZAPP if TUI not in path.parents]
    assert imported_after(importing(outside), ["textual"]) == set()


def test_a_whole_sitting_loads_no_textual() -> None:
    assert imported_after("import quizapp.study.session", ["textual", "yaml", "pydantic"]) == set()


def test_the_deck_as_types_needs_no_validation_library() -> None:
    code = "import quizapp.deck.model, quizapp.deck.exercise"
    assert imported_after(code, ["pydantic", "yaml"]) == set()


def test_help_loads_nothing_heavy() -> None:
    code = """
import sys
sys.argv = ["quiz", "--help"]
from quizapp.__main__ import main
try:
    main()
except SystemExit:
    pass
"""
    heavy = ["textual", "yaml", "pydantic", "sqlite3", "asyncio", "torch", "fsrs_rs_python"]
    assert imported_after(code, heavy) == set()


def test_nothing_is_imported_in_a_circle() -> None:
    known = {module: modules_known_to(path) for module, path in MODULES.items()}
    graphlib.TopologicalSorter(known).prepare()  # raises CycleError


@pytest.mark.parametrize("package", FLOORS)
def test_a_room_knows_only_those_on_the_floors_below(package: str) -> None:
    for module, path in MODULES.items():
        if module.startswith(f"{package}."):
            floor, room = floor_of(module, package)
            for known in modules_known_to(path):
                if known.startswith(f"{package}."):
                    below, other = floor_of(known, package)
                    assert other == room or floor < below, f"{module} knows {known}"


@pytest.mark.parametrize("package", FLOORS)
def test_the_page_of_the_architecture_names_the_rooms_from_the_top_down(package: str) -> None:
    page = (ROOT / ".github" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    _, _, after = page.partition(f"| `{package}/`, from the top | |\n")
    cells = [row.split("|")[1] for row in after.partition("\n\n")[0].splitlines()]
    named = re.findall(r"`([^`]+)`", " ".join(cells))
    assert named == [room for floor in FLOORS[package] for room in floor]


def test_only_the_tui_imports_textual_and_nothing_imports_torch() -> None:
    for path in QUIZAPP:
        forbidden = {"torch", "numpy", "textual"}
        if TUI in path.parents:
            forbidden.remove("textual")
        elif STATISTICS in path.parents:  # within functions, as the first test above has it
            forbidden.remove("numpy")
        assert forbidden.isdisjoint(imports(path)), path


def test_the_runner_knows_nothing_of_the_app() -> None:
    for path in RUNNER:
        forbidden = {"quizapp", "textual", "yaml", "pydantic"}
        if not path.relative_to(ROOT / "runner").as_posix().startswith(KNOW_TORCH):
            forbidden |= {"torch", "numpy"}
        assert forbidden.isdisjoint(imports(path)), path


def test_time_and_chance_are_passed_in() -> None:
    for path in QUIZAPP:
        if path in OUTER_ROOMS or set(OUTER_ROOMS) & set(path.parents):
            continue
        for name, call in calls(path):
            where = f"{path}:{call.lineno}"
            assert name not in CLOCKS, where
            if name == "random.Random":
                assert call.args, f"{where}: without a seed"
            else:
                assert not name.startswith("random."), where


def test_commands_print_only_by_way_of_what_makes_text_harmless() -> None:
    printing = [path.name for path in QUIZAPP for name, _ in calls(path) if name == "click.echo"]
    assert sorted(printing) == [
        "machine.py",
        "say.py",
        "say.py",
        "say.py",
    ]  # machine.py: click's own script


def test_code_of_a_deck_is_made_a_snippet_where_it_is_known_whether_it_is_trusted() -> None:
    making = {
        path.name
        for path in QUIZAPP
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Snippet"
    }
    # doctor.py: a probe of its own; drafting/run.py: notes, which are never trusted;
    # absent_names.py: our own code, with names of torch that stand in words
    assert making == {"exercise.py", "doctor.py", "run.py", "absent_names.py"}


def test_a_kind_of_card_is_known_to_its_own_files() -> None:
    knowing = {
        module.removeprefix("quizapp.").replace(".", "/")
        for module, path in MODULES.items()
        if any(known.startswith("quizapp.deck.kinds.") for known in modules_known_to(path))
    }
    assert {one for one in knowing if "/kinds/" not in one} == KNOW_A_KIND_OF_CARD


def test_the_focus_moves_before_the_next_key_is_looked_at() -> None:
    """A widget's own `focus` waits its turn; what is typed until then goes to where it was."""
    late = [
        path.name
        for path in TUI.rglob("*.py")
        for node in nodes_of(path)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "focus"
    ]
    assert late == [], "use Screen.set_focus"
