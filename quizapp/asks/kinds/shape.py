"""The shape of a tensor."""

from functools import partial

from quizapp.asks.kind import AskKind
from quizapp.asks.sizes import Sizes, compare_sizes, read_sizes, show_sizes
from quizapp.text.language import mark
from runner.protocol.wire import Look

KIND = AskKind[Sizes](
    meaning=("The shape of a tensor, answered like (2, 3)."),
    example=mark("like (2, 3); a scalar's is ()"),
    hint=mark("A shape looks like (2, 3); a scalar's is ()."),
    label=mark("shape of {expression}"),
    look=partial(Look, "shape"),
    read=read_sizes,
    compare=compare_sizes,
    show=show_sizes,
    in_code=lambda text: str(read_sizes(text)),
    is_telling=True,
)
