"""Whether anything is raised: by the card's code, or by something tried after it."""

from functools import partial

from quizapp.asks.kind import AskKind
from quizapp.asks.yes_or_no import EXAMPLE, HINT, compare_bools, read_bool, show_yes_or_no
from quizapp.text.language import mark
from runner.protocol.wire import Look

KIND = AskKind[bool](
    meaning=("Whether `code` raises anything, or an expression tried after it; yes or no."),
    mistaken=("True where the mistake is that it raises, false where that it does not."),
    example=EXAMPLE,
    hint=HINT,
    label=mark("does {tried} raise anything?"),
    look=partial(Look, "fails"),
    mistaken_look=partial(Look, "bool"),
    read=read_bool,
    compare=compare_bools,
    show=show_yes_or_no,
    is_yes_or_no=True,
    is_of_a_thing=False,
)
