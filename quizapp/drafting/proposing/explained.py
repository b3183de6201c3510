"""Why a line gives what it does, in a sentence, where the rule is known from its form."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from quizapp.drafting.proposing.wrong_rules import REDUCTIONS, is_function
from quizapp.drafting.running.seen import Error, Facts
from quizapp.text.holes import without_holes

Words = tuple[str, str]
"""In English and in Chinese."""

_SHAPES: dict[str, Words] = {
    "cat": (
        "`cat` joins along a dimension that is there: its sizes are summed.",
        "`cat` 沿已有的一维拼接：这一维的大小相加。",
    ),
    "stack": (
        "`stack` adds a dimension, whose size is the number of tensors.",
        "`stack` 新增一维，大小是张量的个数。",
    ),
    "t": ("`t` swaps the two dimensions.", "`t` 交换两个维度。"),
    "transpose": ("`transpose` swaps two dimensions.", "`transpose` 交换两个维度。"),
    "permute": (
        "`permute` lists, for each place of the result, the old dimension that goes there.",
        "`permute` 依次写出结果每一维来自原来的哪一维。",
    ),
    "unsqueeze": (
        "`unsqueeze` puts a dimension of size 1 at the index given.",
        "`unsqueeze` 在给定位置插入大小为 1 的一维。",
    ),
    "squeeze": (
        "`squeeze` drops dimensions of size 1, and no others.",
        "`squeeze` 只去掉大小为 1 的维度。",
    ),
    "expand": (
        "Without copying, `expand` stretches dimensions of size 1 and adds new ones in front.",
        "`expand` 不复制数据：扩展大小为 1 的维度，也可在前面加维。",
    ),
    "repeat": (
        "`repeat` lays copies side by side: each size is multiplied.",
        "`repeat` 真的复制数据：每一维的大小相乘。",
    ),
}
_SHAPES["flatten"] = (
    "`flatten` merges the dimensions from `start_dim` to `end_dim` into one.",
    "`flatten` 把 `start_dim` 到 `end_dim` 的各维合成一维。",
)
_SHAPES["chunk"] = (
    "`chunk` is told how many parts, `split` how large each is.",
    "`chunk` 给的是份数，`split` 给的是每份的大小。",
)
_SHAPES["split"] = _SHAPES["chunk"]
_SHAPES["one_hot"] = (
    "Without `num_classes` there are as many as the largest class plus one.",
    "不给 `num_classes` 时，类别数是最大的类别加一。",
)
_SHAPES["pad"] = (
    "`pad` is given pairs, before and after, from the last dimension on.",
    "`pad` 从最后一维开始，成对给出前后的填充。",
)
_SHAPES["T"] = ("`T` reverses the dimensions.", "`T` 把各维倒序。")
_CASTS = {"long": "int64", "int": "int32", "short": "int16", "byte": "uint8"}
_CASTS |= {"float": "float32", "double": "float64", "half": "float16"}
_SEVERAL = {"chunk", "split", "unbind", "max", "min", "sort", "topk", "median", "mode"}
_VIEW: Words = (
    "`-1` is worked out: the number of elements stays the same.",
    "`-1` 会自动算出：元素总数不变。",
)


def explained(
    what: str,
    node: ast.expr,
    facts: Facts | None,
    inputs: Mapping[str, Facts],
    error: Error | None = None,
    made_by: str = "",
) -> Words | None:
    """The sentence for what is asked of a line, None where no rule is known.

    `facts` are of what it gives, `inputs` those of the tensors that it reads, and `made_by` is the
    class of the module that is called or looked at, such as `Linear`.
    """
    if what == "raises":
        if error is None:
            return None
        said = without_holes(error.message.strip().split("\n")[0][:200].rstrip("."))
        return (f"torch says: {said}.", f"torch 的提示：{said}。") if said else None
    match what:
        case "shares":
            return (
                "Both stand for the same memory: a change of one shows in the other.",
                "两者用同一块内存：改一个，另一个也变。",
            )
        case "copies":
            return (
                "It has memory of its own: a change of one does not show in the other.",
                "它有自己的内存：改一个，另一个不变。",
            )
        case "requires_grad":
            return (
                "As a rule, what is computed requires grad where an input does, unless grad is off "
                "or the input was detached.",
                "一般来说，只要有一个输入需要梯度，结果就需要梯度；关闭梯度或已 detach 时除外。",
            )
        case "is_leaf":
            return (
                "A leaf is a tensor that was not made by an operation that autograd recorded.",
                "叶子张量不是由 autograd 记录的运算得到的。",
            )
        case "grad":
            return (
                "`backward()` adds the derivative to the `.grad` of each leaf that requires it.",
                "`backward()` 把导数累加到每个需要梯度的叶子的 `.grad` 里。",
            )
        case "strides":
            return (
                "A stride is how many elements one step along a dimension goes in memory.",
                "步长是沿一维走一步时在内存中跨过的元素个数。",
            )
        case "is_contiguous":
            return (
                "A tensor is contiguous when its elements lie in memory in the order of its rows.",
                "元素在内存中按行顺序排列时，张量才是连续的。",
            )
    if what in ("shape", "value") and (known := _of_module(node, made_by)):
        return known if what == "shape" else None
    if what == "value" and (known := _value(node)):
        return known
    if facts is None:
        return None
    if what == "shape":
        return _shape(node, facts)
    if what == "dtype":
        return _dtype(node, facts, inputs)
    return None


_MODULES: dict[str, Words] = {
    "Linear": (
        "A linear layer changes the last dimension: in_features become out_features.",
        "线性层只改变最后一维：in_features 变成 out_features。",
    ),
    "Embedding": (
        "An embedding puts a vector in the place of each index: a last dimension is added.",
        "嵌入层把每个下标换成一个向量：末尾多出一维。",
    ),
    "Conv2d": (
        "A convolution gives (N, out channels, height, width); a side of n becomes "
        "(n + 2 * padding - kernel) // stride + 1, where dilation is 1.",
        "卷积得到 (N, 输出通道, 高, 宽)；dilation 为 1 时，边长 n 变成 "
        "(n + 2 * padding - kernel) // stride + 1。",
    ),
    "MaxPool2d": (
        "Pooling moves its window by its own size unless it is told another stride.",
        "池化窗口默认按自身大小移动。",
    ),
    "LayerNorm": ("Normalisation keeps the shape.", "归一化不改变形状。"),
    "BatchNorm2d": ("Normalisation keeps the shape.", "归一化不改变形状。"),
    "Flatten": (
        "`nn.Flatten` keeps the first dimension, the batch, and flattens the others.",
        "`nn.Flatten` 保留第一维（批次），展平其余各维。",
    ),
}
_WEIGHTS: dict[str, Words] = {
    "Linear": (
        "The weight of a linear layer is (out_features, in_features): it is used transposed.",
        "线性层的权重是 (out_features, in_features)：使用时要转置。",
    ),
    "Conv2d": (
        "The weight of a convolution is (out channels, in channels / groups, height, width).",
        "卷积的权重是 (输出通道, 输入通道 / groups, 高, 宽)。",
    ),
    "Embedding": (
        "An embedding's weight has a row for each index.",
        "嵌入层的权重每个下标占一行。",
    ),
}


def _of_module(node: ast.expr, made_by: str) -> Words | None:
    match node:
        case ast.Attribute(attr="weight"):
            return _WEIGHTS.get(made_by)
        case ast.Call():
            return _MODULES.get(made_by)
    return None


_VALUES: dict[str, Words] = {
    "triu": (
        "`triu` keeps the diagonal and what is above it.",
        "`triu` 保留对角线及其上方。",
    ),
    "tril": (
        "`tril` keeps the diagonal and what is below it.",
        "`tril` 保留对角线及其下方。",
    ),
    "std": ("Without an argument it divides by n - 1.", "默认除以 n - 1。"),
    "median": (
        "Of an even count `median` takes the lower of the middle two.",
        "个数为偶数时，`median` 取中间两个里较小的。",
    ),
    "round": ("Halves go to the even neighbour.", "恰为一半时舍入到偶数。"),
    "arange": ("`arange` leaves the end out.", "`arange` 不含终点。"),
    "linspace": (
        "`linspace` holds both ends; the last argument is how many there are.",
        "`linspace` 含两端；最后一个参数是个数。",
    ),
    "nonzero": (
        "`nonzero` gives a row of indices for each element that is not zero.",
        "`nonzero` 对每个非零元素给出一行下标。",
    ),
    "gather": (
        "The index has the result's shape: along `dim` it says where each element is taken from.",
        "下标的形状就是结果的形状：沿 `dim` 说明每个元素取自哪里。",
    ),
    "argsort": (
        "`argsort` says where each element of the sorted order stands in the input.",
        "`argsort` 给出排序后每个位置的元素在原来的哪里。",
    ),
    "cumsum": ("Each element is the sum of all up to it.", "每个元素是到它为止的和。"),
    "clamp": (
        "What lies outside the limits becomes the nearer one.",
        "超出界限的变成最近的界限。",
    ),
    "flip": ("`flip` reverses the order along that dimension.", "`flip` 沿该维颠倒次序。"),
    "roll": (
        "`roll` moves elements on; those that leave at the end come in at the beginning.",
        "`roll` 循环移动元素，末尾移出的从开头进来。",
    ),
    "fmod": ("`fmod` takes the sign of the left.", "`fmod` 的符号随左边。"),
    "outer": (
        "Each element of the one is multiplied by each of the other.",
        "两边的元素两两相乘。",
    ),
}
_VALUES["var"] = _VALUES["std"]
_VALUES["clip"] = _VALUES["clamp"]
_OPERATORS: dict[type[ast.operator], Words] = {
    ast.Mult: (
        "`*` goes element by element; the matrix product is `@`.",
        "`*` 是逐元素相乘；矩阵乘法是 `@`。",
    ),
    ast.MatMult: (
        "Each element is a row of the left times a column of the right, summed.",
        "左边的行与右边的列相乘再求和。",
    ),
    ast.FloorDiv: ("`//` goes down, also below zero.", "`//` 向下取整，负数也一样。"),
    ast.Mod: ("`%` takes the sign of the right.", "`%` 的符号随右边。"),
}


def _value(node: ast.expr) -> Words | None:
    if isinstance(node, ast.BinOp):
        has_number = any(isinstance(one, ast.Constant) for one in (node.left, node.right))
        is_product = isinstance(node.op, ast.Mult)
        return None if has_number and is_product else _OPERATORS.get(type(node.op))
    found = _called(node)
    if found is None:
        return None
    name, call = found
    if name in ("std", "var") and (call.keywords or len(call.args) > is_function(call)):
        return None
    if name in ("triu", "tril", "round") and (call.keywords or len(call.args) > is_function(call)):
        return None
    return _VALUES.get(name) or (_reduction(name, call) if name in REDUCTIONS else None)


def _reduction(name: str, call: ast.Call) -> Words | None:
    place = 1 if is_function(call) else 0
    slot = next((one.value for one in call.keywords if one.arg == "dim"), None)
    slot = slot or next(iter(call.args[place:]), None)
    match slot:
        case _ if any(one.arg == "keepdim" for one in call.keywords):
            return None
        case ast.Name(id="dim"):
            dim = "{= dim}"
        case ast.Constant(value=int(value)):
            dim = str(value)
        case _:
            return None
    return (
        f"`{name}` goes along dimension {dim}, which vanishes.",
        f"`{name}` 沿第 {dim} 维进行，这一维消失。",
    )


def _index(node: ast.Subscript) -> Words | None:
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if any(isinstance(one, ast.Constant) and one.value is None for one in parts):
        return (
            "`None` in an index adds a dimension of size 1 there.",
            "下标里的 `None` 在那里新增大小为 1 的一维。",
        )
    if all(isinstance(one, ast.Slice | ast.Constant | ast.UnaryOp) for one in parts):
        return (
            "An index takes its dimension away; a slice keeps it, also of one element.",
            "下标会去掉这一维；切片会保留它，哪怕只有一个元素。",
        )
    if len(parts) == 1 and isinstance(parts[0], ast.Compare):
        return (
            "A mask of the same shape picks elements into one dimension.",
            "同形状的掩码把选中的元素排成一维。",
        )
    return None


def _called(node: ast.expr) -> tuple[str, ast.Call] | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr, node
    return None


def _shape(node: ast.expr, facts: Facts) -> Words | None:
    if isinstance(node, ast.Attribute) and node.attr == "T":
        return _SHAPES["T"]
    if isinstance(node, ast.Subscript):
        made = _called(node.value)  # of several tensors, an index picks one
        return _shape(node.value, facts) if made and made[0] in _SEVERAL else _index(node)
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.MatMult):
            return (
                "A matrix product sums over the last dimension of the left.",
                "矩阵乘法对左边的最后一维求和。",
            )
        return (
            "Shapes are lined up from the right; where sizes differ, one of them has to be 1.",
            "形状从右对齐；大小不同处，其中一个必须是 1。",
        )
    found = _called(node)
    if found is None:
        return None
    name, call = found
    if name in REDUCTIONS:
        named = [one.arg for one in call.keywords]
        place = 1 if ast.unparse(call.func).startswith(("torch.", "F.")) else 0
        has_dim = "dim" in named or len(call.args) > place
        if not has_dim and facts.shape == ():
            return (
                f"Without `dim`, `{name}` makes one number of all elements.",
                f"不给 `dim` 时，`{name}` 把所有元素变成一个数。",
            )
        if has_dim and "keepdim=True" in ast.unparse(call):
            return (
                "`keepdim=True` keeps the dimension that is reduced, with size 1.",
                "`keepdim=True` 保留被归约的那一维，大小为 1。",
            )
        if has_dim and "keepdim" not in named:
            return (
                "The dimension that is reduced is gone.",
                "被归约的那一维消失了。",
            )
        return None
    if name in ("view", "reshape"):
        return _VIEW if "-1" in ast.unparse(node) else None
    return None if name == "t" and len(facts.shape) != 2 else _SHAPES.get(name)


def _dtype(node: ast.expr, facts: Facts, inputs: Mapping[str, Facts]) -> Words | None:
    dtypes = {held.dtype for held in inputs.values()}
    found = _called(node)
    name = found[0] if found else ""
    if name in _CASTS and facts.dtype == _CASTS[name]:
        return (f"In torch `{name}` is {facts.dtype}.", f"torch 里 `{name}` 就是 {facts.dtype}。")
    if name in ("argmax", "argmin", "argsort") and facts.dtype == "int64":
        return ("Indices are int64.", "下标是 int64。")
    whole = all(one.startswith(("int", "uint", "bool")) for one in dtypes)
    if name in ("sum", "prod", "cumsum") and whole and dtypes and facts.dtype == "int64":
        return (
            "Sums and products of integers and bools are int64.",
            "整数和布尔值的和与积是 int64。",
        )
    if name == "tensor" and not dtypes and facts.dtype in ("int64", "float32"):
        return (
            "Python's ints become int64, its floats the default dtype, float32.",
            "Python 的整数变成 int64，小数变成默认类型 float32。",
        )
    if name in ("rand", "randn", "zeros", "ones", "empty", "linspace") and not dtypes:
        return (
            "Unless told otherwise it has the default dtype, float32.",
            "不指定时是默认类型 float32。",
        )
    if name == "full" and facts.dtype == "int64" and not dtypes:
        return (
            "`full` goes by its value: an int gives int64.",
            "`full` 看填充值：整数得到 int64。",
        )
    if isinstance(node, ast.Compare):
        return ("A comparison gives bool.", "比较运算得到 bool。")
    if isinstance(node, ast.BinOp):
        integers = all(one.startswith(("int", "uint", "bool")) for one in dtypes)
        if isinstance(node.op, ast.Div) and integers and facts.dtype == "float32":
            return (
                "True division of integers gives the default float dtype.",
                "整数的真除法得到默认的浮点类型。",
            )
        has_number = any(isinstance(one, ast.Constant) for one in (node.left, node.right))
        if has_number and len(dtypes) == 1 and facts.dtype in dtypes:
            return (
                "A Python number lifts the dtype only to another kind, as from int to float.",
                "Python 数字只会把 dtype 提升到另一类，比如从整数到浮点。",
            )
        if has_number and integers and facts.dtype == "float32":
            return (
                "An integer tensor and a Python float give the default float dtype.",
                "整数张量与 Python 小数运算，得到默认的浮点类型。",
            )
        if len(dtypes) > 1 and facts.dtype in dtypes:
            return (
                f"Of the dtypes that meet, `{facts.dtype}` is the one that both are turned into.",
                f"不同的 dtype 相遇，都转成 `{facts.dtype}`。",
            )
    return None
