# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes of ONNX's contractions: batch, M, N, K.

Conv(x: N x C x H x W, w: O x C/g x 3 x 3)     ==>     g, N*H*W (of the output), O/g, C/g*9
"""

from collections.abc import Callable, Sequence
from typing import Any

import onnx

from mlir_amp.nodes import DYNAMIC, product

Shape = tuple[int | None, ...] | None
"""None is an unknown rank or dimension."""
Sizes = tuple[int, int, int, int]
UNSIZED: Sizes = (1, DYNAMIC, DYNAMIC, DYNAMIC)


def attribute(node: Any, name: str, default: Any) -> Any:
    """The value of an attribute of a node."""
    return next((onnx.helper.get_attribute_value(a) for a in node.attribute if a.name == name), default)


def _matmul(node: Any, operands: Sequence[Shape], results: Sequence[Shape]) -> Sizes:
    a, b = operands[0] or (), operands[1] or ()
    if not a or not b:
        return UNSIZED
    m = a[-2] if len(a) > 1 else 1
    n = b[-1] if len(b) > 1 else 1
    if len(b) <= 2:  # every matrix of A has the same B
        return 1, product([*a[:-2], m]), product([n]), product([a[-1]])
    wide = [y if x == 1 else x for x, y in zip(_padded(a[:-2], len(b) - 2), _padded(b[:-2], len(a) - 2), strict=True)]
    return product(wide), product([m]), product([n]), product([a[-1]])


def _padded(sizes: Sequence[int | None], rank: int) -> list[int | None]:
    return [1] * (rank - len(sizes)) + list(sizes)


def _gemm(node: Any, operands: Sequence[Shape], results: Sequence[Shape]) -> Sizes:
    a, b = operands[0], operands[1]
    if a is None or b is None:
        return UNSIZED
    m, k = reversed(a) if attribute(node, "transA", 0) else a
    n = b[0] if attribute(node, "transB", 0) else b[1]
    return 1, product([m]), product([n]), product([k])


def _conv(node: Any, operands: Sequence[Shape], results: Sequence[Shape]) -> Sizes:
    weight, result = operands[1], results[0]
    if weight is None or result is None:
        return UNSIZED
    groups = attribute(node, "group", 1)
    channels = weight[0] // groups if weight[0] else None
    return groups, product([result[0], *result[2:]]), product([channels]), product(weight[1:])


def _conv_transpose(node: Any, operands: Sequence[Shape], results: Sequence[Shape]) -> Sizes:
    data, weight = operands[0], operands[1]
    if data is None or weight is None:
        return UNSIZED
    groups = attribute(node, "group", 1)
    channels = weight[0] // groups if weight[0] else None
    return groups, product([data[0], *data[2:]]), product(weight[1:]), product([channels])


def _einsum(node: Any, operands: Sequence[Shape], results: Sequence[Shape]) -> Sizes:
    equation = attribute(node, "equation", b"").decode().replace(" ", "")
    inputs, _, output = equation.partition("->")
    terms = inputs.split(",")
    if len(terms) != 2 or "..." in equation or any(shape is None for shape in operands) or "->" not in equation:
        return UNSIZED
    first, second = terms
    sizes = {c: n for term, shape in zip(terms, operands, strict=True) for c, n in zip(term, shape or (), strict=True)}

    def of(labels: set[str]) -> int:
        return product([sizes[c] for c in sorted(labels)])

    a, b, y = set(first), set(second), set(output)
    return of(a & b & y), of((a & y) - b), of((b & y) - a), of((a & b) - y)


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
    # Two products of the same size: scores, and their sum with the values.
    return product(query[:2]), product([query[2]]), product([key[2]]), product([2, query[3]])


RULES: dict[str, Callable[[Any, Sequence[Shape], Sequence[Shape]], Sizes]] = {
    "Attention": _attention,
    "Conv": _conv,
    "ConvTranspose": _conv_transpose,
    "Einsum": _einsum,
    "GRU": _recurrent(3),
    "Gemm": _gemm,
    "LSTM": _recurrent(4),
    "MatMul": _matmul,
    "RNN": _recurrent(1),
}


def contraction(node: Any, operands: Sequence[Shape], results: Sequence[Shape]) -> Sizes | None:
    """The sizes of a contraction; None for other nodes."""
    rule = RULES.get(node.op_type) if node.domain in ("", "ai.onnx") else None
    return rule(node, operands, results) if rule else None
