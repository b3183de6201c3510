"""`quiz try` without an answer: what went on inside, from a second run that is watched."""

from __future__ import annotations

import json
from dataclasses import fields

from runner.protocol.anatomy import Sighting
from tests.cli.conftest import Quiz

KINDS_DRAWN = ("values", "storage", "graph")
CARDS = """\
  - id: cubes
    prompt: What does `x.grad` hold?
    vary: {p: [3, 2]}
    code: |
      x = torch.tensor([1., 2.], requires_grad=True)
      z = x.pow(p).sum()
      z.backward()
    ask: {value: x.grad}
    explain: It adds up.
  - id: fails
    prompt: p
    code: |
      x = torch.ones(2)
      y = x @ torch.ones(3)
    ask: {raises: code}
  - id: shy
    prompt: p
    code: |
      import os, sys
      tools = getattr(sys, "monitoring", None)
      if sys.gettrace() or tools and any(map(tools.get_tool, range(6))):
          os._exit(3)
      y = 1
    ask: {value: y}
  - id: endless
    prompt: p
    timeout: 0.2
    code: |
      import threading
      threading.Event().wait()
    ask: {raises: code}
"""


def test_people_read_the_trace_and_the_graph(quiz: Quiz) -> None:
    told = quiz("try", f"{quiz.deck(CARDS)}::cubes")
    assert told.returncode == 0
    assert (
        told.stdout
        == """\
p = 3
x = torch.tensor([1., 2.], requires_grad=True)
z = x.pow(p).sum()
z.backward()

What does `x.grad` hold?

value of x.grad: [3., 12.]

trace
2  x = torch.tensor([1., 2.], requires_grad=True)
     x  float32 (2,)  leaf, requires_grad  = [1., 2.]
3  z = x.pow(p).sum()
     z  float32 ()  SumBackward0  = 9.
4  z.backward()
     x  .grad = [3., 12.]  float32 (2,)  leaf, requires_grad

graph
SumBackward0  (z)
└─ PowBackward0  saved self: freed
   └─ AccumulateGrad  fills x.grad

It adds up.
"""
    )


def test_programs_read_the_trace_and_the_graph(quiz: Quiz) -> None:
    deck = quiz.deck(CARDS)
    outcome = json.loads(quiz("try", f"{deck}::cubes", "--json").stdout)["outcome"]
    made, summed, filled = outcome["trace"]["steps"]
    line = deck.read_text().splitlines().index("      z = x.pow(p).sum()") + 1
    assert summed.keys() == {"path", "line", "tensors", "raised", "operations"}
    assert (summed["path"], summed["line"], summed["raised"]) == (str(deck), line, None)
    assert made["tensors"][0].keys() == {field.name for field in fields(Sighting)}
    assert filled["tensors"][0]["changed"] == ["grad"]
    assert outcome["trace"]["is_whole"] is True
    graph = outcome["graph"]
    assert graph.keys() == {"roots", "nodes", "is_whole"}
    assert [graph["nodes"][index]["name"] for index in graph["roots"]] == ["SumBackward0"]
    assert all(node.keys() == {"name", "tensors", "saved", "inputs"} for node in graph["nodes"])


def test_with_an_answer_nobody_looks_inside(quiz: Quiz) -> None:
    card = f"{quiz.deck(CARDS)}::cubes"
    outcome = json.loads(quiz("try", card, "--answer", "value=[3, 12]", "--json").stdout)["outcome"]
    assert {"trace", "graph"}.isdisjoint(outcome)
    assert "AccumulateGrad" not in quiz("try", card, "--answer", "value=[3, 12]").stdout


def test_requests_without_answers_are_told_of_the_inside_too(quiz: Quiz) -> None:
    request = json.dumps({"card": f"{quiz.deck(CARDS)}::fails"})
    told = json.loads(quiz("try", "--stdin", input=f"{request}\n").stdout)
    assert [step["raised"] for step in told["outcome"]["trace"]["steps"]] == [None, "RuntimeError"]


def test_a_second_run_that_ends_in_a_fault_leaves_the_outcome_as_it_was(quiz: Quiz) -> None:
    card = f"{quiz.deck(CARDS)}::shy"
    told = quiz("try", card)
    assert told.returncode == 0
    assert "value of y: 1\n\nno trace: " in told.stdout
    outcome = json.loads(quiz("try", card, "--json").stdout)["outcome"]
    assert outcome["asks"][0]["value"]["data"] == 1
    assert outcome["trace"] is outcome["graph"] is None


def test_what_ends_in_a_fault_is_not_run_again(quiz: Quiz) -> None:
    told = quiz("try", f"{quiz.deck(CARDS)}::endless")
    assert told.returncode == 1
    assert "no verdict: " in told.stdout and "trace" not in told.stdout


def test_people_see_pictures_where_they_want_them(quiz: Quiz) -> None:
    card = f"{quiz.deck(CARDS)}::cubes"
    told = quiz("try", card, "--answer", "value=[3, 12]", "--picture").stdout
    values, storage, graph = (told.index(f"picture: {kind}") for kind in KINDS_DRAWN)
    assert values < storage < graph
    assert "full tint at 12." in told and "fills x.grad" in told
    assert "picture: " not in quiz("try", card).stdout
    assert "leave out --json" in quiz("try", card, "--picture", "--json").stderr


def test_code_that_cannot_be_drawn_leaves_the_trial_as_it_was(quiz: Quiz) -> None:
    told = quiz("try", f"{quiz.deck(CARDS)}::shy", "--picture")
    assert told.returncode == 0
    assert "value of y: 1" in told.stdout and "no picture: " in told.stdout
