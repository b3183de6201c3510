"""Whether code warns: what is seen of the warnings that it lets be shown."""

from __future__ import annotations

from tests.runner.background import BackgroundRunner

WARNS = """\
import warnings
import torch
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    warnings.warn("silenced")
with warnings.catch_warnings(record=True):
    warnings.warn("caught")
y = torch.ones(2, 2, 2).T
warnings.warn("second", FutureWarning)
"""


def test_the_first_warning_that_is_shown_is_told_and_shown_all_the_same(
    runner: BackgroundRunner,
) -> None:
    [warned] = runner.looks(WARNS, [("warns", "code")])
    assert warned["type"] == "UserWarning"
    assert warned["bases"][0] == "Warning"
    assert "`x.T`" in warned["message"]
    seen = runner.outcome(WARNS, looks=[("warns", "code")])
    assert "x.T" in seen.stderr
    assert "second" in seen.stderr


def test_what_is_warned_of_while_one_looks_is_not_the_code_s_own(runner: BackgroundRunner) -> None:
    looks = [("value", "warnings.warn('later')"), ("warns", "code")]
    assert runner.looks("import warnings", looks)[1] is None


def test_code_that_raises_may_have_warned_before(runner: BackgroundRunner) -> None:
    code = "import warnings\nwarnings.warn('soon')\nraise KeyError"
    warned, raised = runner.looks(code, [("warns", "code"), ("raises", "code")])
    assert (warned["message"], raised["type"]) == ("soon", "KeyError")
