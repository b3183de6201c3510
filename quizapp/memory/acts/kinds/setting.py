"""A setting of study was changed on one of the machines: of all cards.

The value is JSON, `[key, value]`, as they stand in the config file.
"""

from quizapp.memory.acts.act import ActKind
from quizapp.text.language import mark

SETTING = "setting"

KIND = ActKind(
    key="",
    title=mark("Setting changed"),
    done=mark("has had a setting changed"),
    makes_sense=lambda standing, memory, today: False,
    by_learner=False,
    undone_alone=False,
)
