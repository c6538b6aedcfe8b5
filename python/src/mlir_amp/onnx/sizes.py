# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes of ONNX's contractions: batch, M, N, K.

Conv(x: N x C x H x W, w: O x C/g x 3 x 3)     ==>     g, N*H*W (of the output), O/g, C/g*9
"""

from collections.abc import Callable, Sequence
from typing import Any

import onnx

from mlir_amp.contractions import UNSIZED, Shape, Sizes, attention, convolution, einsum, matmul
from mlir_amp.nodes import product


def attribute(node: Any, name: str, default: Any) -> Any:
    """The value of an attribute of a node."""
    return next((onnx.helper.get_attribute_value(a) for a in node.attribute if a.name == name), default)


def _gemm(node: Any, operands: Sequence[Shape], results: Sequence[Shape]) -> Sizes:
    a, b = operands[0], operands[1]
    if a is None or b is None:
        return UNSIZED
    return matmul(a[::-1] if attribute(node, "transA", 0) else a, b[::-1] if attribute(node, "transB", 0) else b)


def _conv(transposed: bool) -> Callable[[Any, Sequence[Shape], Sequence[Shape]], Sizes]:
    def sizes(node: Any, operands: Sequence[Shape], results: Sequence[Shape]) -> Sizes:
        return convolution(operands[0], operands[1], results[0], attribute(node, "group", 1), transposed)

    return sizes


def _recurrent(gates: int) -> Callable[[Any, Sequence[Shape], Sequence[Shape]], Sizes]:
    def sizes(node: Any, operands: Sequence[Shape], results: Sequence[Shape]) -> Sizes:
        data, weight = operands[0], operands[1]
        hidden = attribute(node, "hidden_size", None)
        if data is None or weight is None or hidden is None:
            return UNSIZED
        depth = data[2] + hidden if data[2] else None
        return product([weight[0]]), product(data[:2]), gates * hidden, product([depth])

    return sizes


def _attention(node: Any, operands: Sequence[Shape], results: Sequence[Shape]) -> Sizes:
    query, key = operands[0], operands[1]
    if query is None or key is None or len(query) != 4 or len(key) != 4:
        return UNSIZED
    # The scores, and their product with the values.
    return attention(query, key, 2)


RULES: dict[str, Callable[[Any, Sequence[Shape], Sequence[Shape]], Sizes]] = {
    "Attention": _attention,
    "Conv": _conv(transposed=False),
    "ConvTranspose": _conv(transposed=True),
    "Einsum": lambda node, operands, _: einsum(attribute(node, "equation", b"").decode(), operands),
    "GRU": _recurrent(3),
    "Gemm": _gemm,
    "LSTM": _recurrent(4),
    "MatMul": lambda _, operands, results: matmul(operands[0], operands[1]),
    "RNN": _recurrent(1),
}


def contraction(node: Any, operands: Sequence[Shape], results: Sequence[Shape]) -> Sizes | None:
    """The sizes of a contraction; None for other nodes."""
    rule = RULES.get(node.op_type) if node.domain in ("", "ai.onnx") else None
    return rule(node, operands, results) if rule else None
