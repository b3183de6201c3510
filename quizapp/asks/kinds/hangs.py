"""Whether the card's code never comes to its end."""

from functools import partial

from quizapp.asks.kind import AskKind
from quizapp.asks.yes_or_no import EXAMPLE, HINT, compare_bools, read_bool, show_yes_or_no
from quizapp.text.language import mark
from runner.protocol.wire import Look

KIND = AskKind[bool](
    meaning=("Whether the `code` never comes to its end, as in a dead-lock."),
    example=EXAMPLE,
    hint=HINT,
    label=mark("does the code hang?"),
    look=partial(Look, "hangs"),
    read=read_bool,
    compare=compare_bools,
    show=show_yes_or_no,
    only="code",
    is_yes_or_no=True,
    is_of_a_thing=False,
)
