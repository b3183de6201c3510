"""Why what a module gives, or its weight, has its shape."""

from __future__ import annotations

import ast

from quizapp.drafting.explaining.words import Words

_MODULES: dict[str, Words] = {
    "Linear": (
        "A linear layer changes the last dimension: in_features become out_features.",
        "线性层改变最后一维：in_features 变成 out_features。",
    ),
    "Embedding": (
        "An embedding puts a vector in the place of each index: a last dimension is added.",
        "嵌入层把下标换成向量：末尾多出一维。",
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
        "嵌入层的权重里，一个下标占一行。",
    ),
}


def of_module(node: ast.expr, made_by: str) -> Words | None:
    match node:
        case ast.Attribute(attr="weight"):
            return _WEIGHTS.get(made_by)
        case ast.Call():
            return _MODULES.get(made_by)
    return None
