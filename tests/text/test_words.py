import pytest
import torch

from quizapp.asks.kinds.device import read_device
from quizapp.asks.kinds.dtype import read_dtype
from quizapp.asks.kinds.grad_fn import read_grad_fn
from quizapp.asks.kinds.raises import read_raises
from quizapp.asks.read import read_answer
from quizapp.asks.yes_or_no import read_bool
from quizapp.values.prediction import NotUnderstood
from quizapp.values.unknown import says_unknown

TORCH_DTYPES = {
    name: str(dtype).removeprefix("torch.")
    for name, dtype in vars(torch).items()
    if isinstance(dtype, torch.dtype)
}


@pytest.mark.parametrize(("name", "canonical"), TORCH_DTYPES.items())
def test_every_dtype_of_torch_is_known_by_all_its_names(name: str, canonical: str) -> None:
    assert read_dtype(name).name == canonical
    assert read_dtype(f"torch.{name}").name == canonical


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("fp32", "float32"),
        ("Float", "float32"),
        ("bf16", "bfloat16"),
        ("np.float64", "float64"),
        ("'int64'", "int64"),
        ("dtype=torch.int8", "int8"),
        ("torch.LongTensor", "int64"),
        ("torch.cuda.HalfTensor", "float16"),
        ("boolean", "bool"),
        ("i8", "int8"),
        ("i64", "int64"),
    ],
)
def test_a_dtype_has_many_names(typed: str, name: str) -> None:
    assert read_dtype(typed).name == name


@pytest.mark.parametrize(
    ("typed", "device"),
    [
        ("cpu", "cpu"),
        ("CUDA", "cuda"),
        ("cuda:0", "cuda"),
        ("cuda:1", "cuda:1"),
        ("gpu", "cuda"),
        ("torch.device('cuda:2')", "cuda:2"),
        ("device(type='cuda', index=3)", "cuda:3"),
        ("device(type='cpu')", "cpu"),
        ("'meta'", "meta"),
    ],
)
def test_a_device_without_an_index_is_the_first(typed: str, device: str) -> None:
    assert read_device(typed) == device


@pytest.mark.parametrize("typed", ["?", "？", "idk.", "不知道。"])
def test_ways_to_say_that_it_is_not_known(typed: str) -> None:
    assert says_unknown(typed)


@pytest.mark.parametrize("typed", ["y", "ｙ", "对。", "Yes", "t", "True", "TRUE.", "1"])
def test_ways_to_say_yes(typed: str) -> None:
    assert read_bool(typed) is True


@pytest.mark.parametrize("typed", ["n", "不对", "No", "f", "False", "`false`", "0"])
def test_ways_to_say_no(typed: str) -> None:
    assert read_bool(typed) is False


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("RuntimeError", "RuntimeError"),
        ("runtimeerror", "RuntimeError"),
        ("Runtime Error", "RuntimeError"),
        ("a runtime error", "RuntimeError"),
        ("index error: out of range", "IndexError"),
        ("Stop Iteration", "StopIteration"),
        ("out of memory error", "OutOfMemoryError"),
        ("keyboard interrupt", "KeyboardInterrupt"),
        ("`RuntimeError`", "RuntimeError"),
        ("torch.OutOfMemoryError", "OutOfMemoryError"),
        ("torch.cuda.OutOfMemoryError: CUDA out of memory.", "OutOfMemoryError"),
        ("RuntimeError: mat1 and mat2 shapes (2x3) …", "RuntimeError"),
        ("RuntimeError('boom')", "RuntimeError"),
        ("raises ValueError", "ValueError"),
        ("Exception", "Exception"),
        ("StopIteration", "StopIteration"),
        ("Oops", "Oops"),
    ],
)
def test_an_exception_is_read_by_its_own_name(typed: str, name: str) -> None:
    assert read_raises(typed) == name


@pytest.mark.parametrize("typed", ["nothing", "None", "no", "No error.", "no exception"])
def test_ways_to_say_that_nothing_is_raised(typed: str) -> None:
    assert read_raises(typed) is None


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("PowBackward0", "PowBackward0"),
        ("<PowBackward0>", "PowBackward0"),
        ("<PowBackward0 object at 0x7f3a5c>", "PowBackward0"),
        ("grad_fn=<AddmmBackward0>", "AddmmBackward0"),
        ("pow", "pow"),
        ("torch::autograd::AccumulateGrad", "AccumulateGrad"),
        ("none", None),
        ("grad_fn=None", None),
    ],
)
def test_a_node_is_read_by_its_own_name(typed: str, name: str | None) -> None:
    assert read_grad_fn(typed) == name


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        ("dtype", "floaty"),
        ("dtype", "32"),
        ("device", "cuda1"),
        ("device", "the gpu"),
        ("device", "cuda:"),
        ("bool", "maybe"),
        ("bool", "2"),
        ("hangs", "forever"),
        ("raises", "error"),
        ("raises", "Error"),
        ("raises", "exception"),
        ("raises", "an error"),
        ("raises", "yes"),
        ("raises", "mismatch"),
        ("raises", "RuntimeError or IndexError"),
        ("raises", "RuntimeError IndexError"),
        ("raises", "RuntimeError, IndexError"),
        ("raises", "value or index error"),
        ("raises", "I think RuntimeError"),
        ("raises", "Dont know"),
        ("grad_fn", "x ** 2"),
        ("grad_fn", "2"),
        ("grad_fn", "<>"),
    ],
)
def test_other_words_are_not_understood(kind: str, typed: str) -> None:
    assert isinstance(read_answer(kind, typed), NotUnderstood)
