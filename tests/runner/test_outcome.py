"""What the runner says of code that ran, or that raised."""

from __future__ import annotations

import os
import random

import numpy
import pytest
import torch

from runner.protocol.wire import Fact, Look, Outcome, Raised, Snippet, Source
from tests.runner.background import BackgroundRunner


def raised_by(runner: BackgroundRunner, *code: str | Source) -> Raised:
    raised = runner.outcome(*code).raised
    assert raised is not None
    return raised


def test_code_that_ends_well_raised_nothing(runner: BackgroundRunner) -> None:
    outcome = runner.outcome("x = 1")
    assert outcome.raised is None
    assert 0 <= outcome.seconds < 20


def test_sources_share_one_namespace_and_run_in_order(runner: BackgroundRunner) -> None:
    (fact,) = runner.outcome("x = [1]", "x.append(2)", looks=[("text", "x")]).facts
    assert fact == Fact("text", "[1, 2]")


def test_a_traceback_names_the_path_and_line_where_the_code_was_written(
    runner: BackgroundRunner,
) -> None:
    setup = Source("def halve(x):\n    return x / 0\n", "decks/maths.yaml", 3)
    card = Source("y = 1\nz = halve(y)\n", "decks/maths.yaml", 40)
    raised = raised_by(runner, setup, card)
    assert (raised.type, raised.path, raised.line) == ("ZeroDivisionError", "decks/maths.yaml", 4)
    assert raised.bases == ("ArithmeticError", "Exception", "BaseException")
    first, card_line, card_text, *_ = raised.traceback.splitlines()
    assert first == "Traceback (most recent call last):"
    assert card_line == '  File "decks/maths.yaml", line 41, in <module>'
    assert card_text == "    z = halve(y)"
    assert '  File "decks/maths.yaml", line 4, in halve\n    return x / 0\n' in raised.traceback
    assert raised.traceback.endswith("ZeroDivisionError: division by zero\n")


def test_an_error_inside_torch_is_placed_at_the_line_that_called_it(
    runner: BackgroundRunner,
) -> None:
    code = Source("import torch\nlayer = torch.nn.Linear(2, 3)\nlayer(torch.ones(5))", "deck", 10)
    raised = raised_by(runner, code)
    assert (raised.type, raised.path, raised.line) == ("RuntimeError", "deck", 12)
    assert "linear.py" in raised.traceback
    assert "perform.py" not in raised.traceback


def test_a_syntax_error_is_placed_in_the_deck_and_runs_nothing(runner: BackgroundRunner) -> None:
    outcome = runner.outcome(
        Source("print('setup')", "deck", 1), Source("x = 1\nprint('ran')\ny = = 2", "deck", 20)
    )
    assert outcome.stdout == "setup\n"
    assert outcome.raised is not None
    assert (outcome.raised.type, outcome.raised.path, outcome.raised.line) == (
        "SyntaxError",
        "deck",
        22,
    )
    assert outcome.raised.message == "invalid syntax"
    assert "y = = 2" in outcome.raised.traceback


def test_after_an_error_later_sources_are_skipped_and_looks_still_taken(
    runner: BackgroundRunner,
) -> None:
    looks = [("text", "x"), ("text", "y")]
    outcome = runner.outcome("x = 1\n1 / 0\n", "x = 2\ny = 3", looks=looks)
    seen, missing = outcome.facts
    assert seen == Fact("text", "1")
    assert isinstance(missing, Raised)
    assert missing.type == "NameError"


def test_the_cause_of_an_error_is_shown_without_the_runners_frames(
    runner: BackgroundRunner,
) -> None:
    code = "try:\n    {}['a']\nexcept KeyError as error:\n    raise ValueError('b') from error"
    raised = raised_by(runner, Source(code, "deck", 1))
    assert "direct cause" in raised.traceback
    assert "runner" not in raised.traceback


def test_a_very_long_traceback_keeps_its_last_line(runner: BackgroundRunner) -> None:
    code = "def f(n): return g(n)\ndef g(n): return f(n)\nf(0)"
    raised = raised_by(runner, code)
    assert raised.type == "RecursionError"
    assert len(raised.traceback) < 20_000
    assert "RecursionError: maximum recursion depth exceeded" in raised.traceback.splitlines()[-1]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("import sys; sys.exit(3)", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("raise BaseException", "BaseException"),
        ("class Odd(Exception):\n    def __str__(self): raise self\nraise Odd", "Odd"),
        ("raise ExceptionGroup('two', [ValueError(1), TypeError(2)])", "ExceptionGroup"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGINT)", "KeyboardInterrupt"),
    ],
)
def test_whatever_the_code_raises_is_an_outcome(
    runner: BackgroundRunner, code: str, kind: str
) -> None:
    raised = raised_by(runner, code)
    assert raised.type == kind
    assert raised.line is not None


def test_nothing_of_one_snippet_is_seen_by_the_next(runner: BackgroundRunner) -> None:
    runner.outcome("import torch, os, builtins\nx = 1\nbuiltins.y = 2\nos.environ['Z'] = '3'")
    outcome = runner.outcome("import os", looks=[("text", name) for name in ("x", "y")])
    assert all(isinstance(fact, Raised) for fact in outcome.facts)
    assert runner.look("import os", "text", "os.environ.get('Z')") == "None"


@pytest.mark.parametrize("drawn", ["torch.rand(3)", "random.random()", "numpy.random.rand()"])
def test_random_numbers_repeat_for_a_seed_and_differ_for_another(
    runner: BackgroundRunner, drawn: str
) -> None:
    def draw(seed: int) -> Outcome:
        code = f"import torch, random, numpy\nx = {drawn}"
        return runner.outcome(code, looks=[("value", "x")], seed=seed)

    assert draw(1).facts == draw(1).facts
    assert draw(1).facts != draw(2).facts


@pytest.mark.parametrize("ranks", [1, 2])
def test_the_first_random_numbers_are_those_of_the_seed(
    runner: BackgroundRunner, ranks: int
) -> None:
    """As everywhere: nothing has drawn any before, and who has seeded once need not again."""
    runner.outcome("import torch\ntorch.rand(3)")
    code = "import torch, random, numpy\nx = torch.rand(2).tolist()"
    looks = (
        Look("text", "x"),
        Look("text", "random.random()"),
        Look("text", "numpy.random.rand()"),
    )
    for seed in (0, 1):
        drawn = torch.rand(2, generator=torch.Generator().manual_seed(seed)).tolist()
        others = random.Random(seed).random(), numpy.random.RandomState(seed).rand()
        end = runner.end_of(Snippet((Source(code),), looks, 20, seed, ranks=ranks))
        assert isinstance(end, Outcome)
        told = [fact.data for fact in end.facts if isinstance(fact, Fact)]
        assert told == [str(one) for one in (drawn, *others)]


def test_a_snippet_is_a_main_module_with_the_names_it_is_given(runner: BackgroundRunner) -> None:
    names = ["__name__", "rank", "world_size", "device"]
    code = "import dataclasses, pickle\n@dataclasses.dataclass\nclass P:\n    x: int\n"
    *given, pickled = runner.looks(
        code, [("text", name) for name in names] + [("text", "pickle.loads(pickle.dumps(P(1)))")]
    )
    device = f"device(type='{runner.hello.devices[-1].partition(':')[0]}')"
    assert given == ["__main__", "0", "1", device]
    assert pickled == "P(x=1)"


def test_annotations_are_not_made_strings_by_the_runners_own_imports(
    runner: BackgroundRunner,
) -> None:
    assert runner.look("def f(x: int): pass", "text", "f.__annotations__['x']") == "int"


def test_what_is_written_to_stderr_is_kept_apart(runner: BackgroundRunner) -> None:
    outcome = runner.outcome("import sys\nprint('out')\nprint('err', file=sys.stderr)")
    assert (outcome.stdout, outcome.stderr) == ("out\n", "err\n")


def test_bytes_that_are_not_text_and_lone_surrogates_are_shown_somehow(
    runner: BackgroundRunner,
) -> None:
    outcome = runner.outcome("import os\nos.write(1, b'a\\xffb\\n')\nprint('c\\ud800d')")
    assert outcome.stdout == "a�b\nc\\ud800d\n"


def test_what_c_code_prints_is_output_too(runner: BackgroundRunner) -> None:
    assert runner.outcome("import ctypes\nctypes.CDLL(None).printf(b'C')").stdout == "C"


def test_what_looks_print_is_no_output_of_the_code(runner: BackgroundRunner) -> None:
    code = """
import ctypes, os, sys
def f(x):
    print('in f', x)
    print('unfinished', end='', file=sys.stderr)
    os.write(1, b'written')
    os.write(2, b'written')
    ctypes.CDLL(None).printf(b'printf')
    os.system('echo program')
    return x
print('start')
print('held back', end='')
ctypes.CDLL(None).printf(b' by C')
print('error', end='', file=sys.stderr)
"""
    looks = [("output", "stdout"), ("value", "f(2)"), ("raises", "f(3)"), ("text", "f(4)")]
    outcome = runner.outcome(code, looks=looks)
    assert outcome.facts[0] == Fact("output", outcome.stdout)
    assert outcome.facts[3] == Fact("text", "4")
    assert sorted(outcome.stdout.splitlines()) == ["held back by C", "start"]
    assert outcome.stderr == "error"


def test_a_thread_that_prints_on_after_the_code_adds_nothing(runner: BackgroundRunner) -> None:
    code = """
import os, threading
looking, printed = threading.Event(), threading.Event()
def print_on():
    looking.wait()
    print('late')
    os.write(1, b'later')
    printed.set()
threading.Thread(target=print_on).start()
print('code')
"""
    looks = [("text", "looking.set()"), ("bool", "printed.wait()")]
    outcome = runner.outcome(code, looks=looks)
    assert outcome.facts[1] == Fact("bool", True)
    assert outcome.stdout == "code\n"


def test_looks_may_print_more_than_code_may(runner: BackgroundRunner) -> None:
    looks = [("output", ""), ("value", "print('x' * (1 << 20))")]
    printed, _ = runner.looks("print('code')", looks)
    assert printed == "code\n"


def test_looks_may_print_where_the_code_has_closed_its_output(runner: BackgroundRunner) -> None:
    code = "import os\nprint('code')\nos.close(1)\ndef f():\n    print('look')\n    return 1"
    printed, value = runner.looks(code, [("output", ""), ("text", "f()")])
    assert (printed, value) == ("code\n", "1")


def test_reading_stdin_finds_it_empty(runner: BackgroundRunner) -> None:
    assert raised_by(runner, "input()").type == "EOFError"


def test_a_snippet_starts_in_an_empty_folder_that_it_may_fill(runner: BackgroundRunner) -> None:
    code = "import os, tempfile\nfound = os.listdir()\nopen('a', 'w').close()"
    found, made, temporary = runner.looks(
        code,
        [
            ("text", "found"),
            ("text", "os.listdir()"),
            ("bool", "tempfile.gettempdir() == os.getcwd() == os.environ['HOME']"),
        ],
    )
    assert (found, made, temporary) == ("[]", "['a']", True)


@pytest.mark.long
def test_code_that_forks_is_observed_once_in_the_process_that_was_asked(
    bare_runner: BackgroundRunner,
) -> None:
    code = """
import os
pid = os.fork()
if pid: os.waitpid(pid, 0)
print('parent' if pid else 'child')
"""
    printed, parent = bare_runner.looks(code, [("output", ""), ("bool", "pid")])
    assert printed == "child\nparent\n"
    assert parent is True


@pytest.mark.long
def test_torch_works_in_processes_that_a_snippet_forks(bare_runner: BackgroundRunner) -> None:
    code = """
import torch
from torch.utils.data import DataLoader
x = torch.ones(2, requires_grad=True)
(x * x).sum().backward()
rows = [row for row in DataLoader(list(range(4)), num_workers=2)]
"""
    assert bare_runner.look(code, "text", "torch.cat(rows).tolist()") == "[0, 1, 2, 3]"


def test_lines_of_the_code_can_be_found_by_torch_and_inspect(runner: BackgroundRunner) -> None:
    code = Source("import inspect\ndef f(x):\n    return x + 1\n", "deck", 30)
    (fact,) = runner.outcome(code, looks=[("text", "inspect.getsource(f)")]).facts
    assert fact == Fact("text", "def f(x):\n    return x + 1\n")


def test_no_tool_can_open_a_deck_as_the_code_of_its_cards(runner: BackgroundRunner) -> None:
    """As torch.compile would, to name what it traces."""
    deck = os.__file__  # which code may read
    code = Source("def f():\n    return 1\nopen(f.__code__.co_filename)", deck, 5)
    raised = raised_by(runner, code)
    assert (raised.type, raised.path, raised.line) == ("FileNotFoundError", deck, 7)
    assert f'  File "{deck}", line 7, in <module>' in raised.traceback


def test_a_warning_names_the_place_where_the_code_was_written(runner: BackgroundRunner) -> None:
    code = Source("import warnings\nwarnings.warn('old')", "decks/maths.yaml", 5)
    assert runner.outcome(code).stderr.startswith("decks/maths.yaml:6: UserWarning: old\n")
