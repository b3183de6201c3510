"""Whether the card's code warns: with a warning that is shown, not one that it catches itself."""

from functools import partial

from quizapp.asks.kind import AskKind
from quizapp.asks.yes_or_no import EXAMPLE, HINT, compare_bools, read_bool, show_yes_or_no
from quizapp.text.language import mark
from runner.protocol.wire import Look

KIND = AskKind[bool](
    meaning=("Whether the `code` warns, as torch does of what is deprecated; yes or no."),
    mistaken=("True where the mistake is that it warns, false where that it does not."),
    example=EXAMPLE,
    hint=HINT,
    label=mark("does the code warn?"),
    look=partial(Look, "warns"),
    mistaken_look=partial(Look, "bool"),
    read=read_bool,
    compare=compare_bools,
    show=show_yes_or_no,
    only="code",
    is_yes_or_no=True,
    is_of_a_thing=False,
)
