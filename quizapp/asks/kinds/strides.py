"""The strides of a tensor, in elements."""

from functools import partial

from quizapp.asks.kind import AskKind
from quizapp.asks.sizes import Sizes, compare_sizes, read_sizes, show_sizes
from quizapp.text.language import mark
from runner.protocol.wire import Look

KIND = AskKind[Sizes](
    meaning=("The strides of a tensor, answered like (3, 1)."),
    example=mark("like (3, 1); a scalar's are ()"),
    hint=mark("Strides look like (3, 1); a scalar's are ()."),
    label=mark("strides of {expression}"),
    look=partial(Look, "strides"),
    read=read_sizes,
    compare=compare_sizes,
    show=show_sizes,
    in_code=lambda text: str(read_sizes(text)),
    is_telling=True,
)
