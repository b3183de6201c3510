"""The README and the pages for who works on it say nothing that is not so."""

from __future__ import annotations

import asyncio
import importlib.util
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click
import pytest

from quizapp.checking.check import Checked, check
from quizapp.checking.plan import plan_check
from quizapp.cli.main import main
from quizapp.deck.format.load import load_text
from quizapp.machine.settings import EASY_DAYS, load_settings, setting_keys
from runner.client import Runner

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_the_example_deck_checks(lent_runner: Sequence[str]) -> None:
    [example] = blocks("yaml")
    loaded = load_text(example, "example.yaml")
    assert loaded.problems == () and loaded.deck is not None
    deck = replace(loaded.deck, trust="trusted")
    plans = plan_check([(deck, card) for card in deck.cards], random.Random(0))

    async def run() -> Checked:
        async with Runner(lent_runner) as runner:
            hello = await runner.ready()
            assert hello is not None
            return await check(plans, runner, hello)

    checked = asyncio.run(run())
    assert checked.problems == () and checked.runs > 0


def test_the_test_command_is_what_ci_runs() -> None:
    commands, *_ = blocks("sh")
    _, test_command = commands.splitlines()
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8").replace("-qq ", "").replace('"', "")
    for step in test_command.split(" && "):
        _, run = step.split(maxsplit=1)  # which python or pip is each one's own matter
        assert re.search(rf" {re.escape(run)}( \|\| .*)?\n", ci.replace("$home/venv", ".venv"))


def test_the_module_that_makes_a_dask_worker_run_cards_is_there() -> None:
    named = set(re.findall(r"--preload\W+([\w.]+)", README))
    assert [importlib.util.find_spec(name) is not None for name in named] == [True]


def test_every_command_it_names_exists() -> None:
    context = click.Context(main)
    named = set(re.findall(r"`quiz ([a-z]+)", README))
    assert named and named <= set(main.list_commands(context))


def test_every_setting_is_named() -> None:
    keys = {"easy_days" if key in EASY_DAYS else key for key in setting_keys()}
    assert keys <= set(re.findall(r"`([\w.]+)`", README))


def test_its_settings_are_understood(tmp_path: Path) -> None:
    [example] = blocks("toml")
    (tmp_path / "config.toml").write_text(example)
    command = load_settings(tmp_path / "config.toml").runner_command
    assert command is not None and command[-3:] == ("-P", "-m", "runner")


def test_its_pictures_are_there() -> None:
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    assert pictures and all(
        (ROOT / name).read_text(encoding="utf-8").startswith("<svg") for name in pictures
    )


@pytest.mark.parametrize(
    "page", ["README.md", "cards/README.md", ".github/ARCHITECTURE.md", ".github/CONTRIBUTING.md"]
)
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = re.findall(r"`((?:quizapp|runner|tests|cards|\.github|\.ci)/[^`\s]*)`", text)
    assert [path for path in named if not (ROOT / path).exists()] == []
