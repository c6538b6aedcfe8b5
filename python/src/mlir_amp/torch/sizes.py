# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes of ATen's contractions, forward and backward: batch, M, N, K.

addmm(bias, a: M x K, b: K x N)     ==>     1, M, N, K
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

Shape = Sequence[int]
Sizes = tuple[int, int, int, int]


def _matmul(a: Shape, b: Shape) -> Sizes:
    m, n = a[-2] if len(a) > 1 else 1, b[-1] if len(b) > 1 else 1
    if len(b) <= 2:  # every matrix of A has the same B
        return 1, math.prod(a[:-2]) * m, n, a[-1]
    rank = max(len(a), len(b)) - 2
    wide = [max(x, y) for x, y in zip(_padded(a[:-2], rank), _padded(b[:-2], rank), strict=True)]
    return math.prod(wide), m, n, a[-1]


def _padded(sizes: Shape, rank: int) -> list[int]:
    return [1] * (rank - len(sizes)) + list(sizes)


def _linear(x: Shape, weight: Shape, *_: Shape) -> Sizes:
    return 1, math.prod(x[:-1]), weight[0], x[-1]


def _convolution(node: Any, data: Shape, weight: Shape, result: Shape) -> Sizes:
    transposed, groups = bool(node.args[-3]), int(node.args[-1])
    if transposed:
        return groups, data[0] * math.prod(data[2:]), math.prod(weight[1:]), weight[0] // groups
    return groups, result[0] * math.prod(result[2:]), weight[0] // groups, math.prod(weight[1:])


def _convolution_backward(node: Any, grad: Shape, data: Shape, weight: Shape, *_: Shape) -> Sizes:
    transposed, groups, mask = bool(node.args[7]), int(node.args[9]), node.args[10]
    outer = data if transposed else grad
    sizes = (outer[0] * math.prod(outer[2:]), *((math.prod(weight[1:]), weight[0] // groups)[:: 1 if transposed else -1]))
    return groups, sizes[0], sizes[1], sizes[2] * max(1, sum(map(bool, mask[:2])))


def _attention(count: int) -> Callable[..., Sizes]:
    """Of `count` products of the size of scores."""

    def sizes(query: Shape, key: Shape) -> Sizes:
        return math.prod(query[:-2]), query[-2], key[-2], count * query[-1]

    return sizes


def _einsum(equation: str, shapes: Sequence[Shape]) -> Sizes | None:
    inputs, _, output = equation.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if len(terms) != 2 or "..." in equation or "->" not in equation:
        return None
    sizes = {c: n for term, shape in zip(terms, shapes, strict=True) for c, n in zip(term, shape, strict=True)}
    a, b, y = set(terms[0]), set(terms[1]), set(output)
    batch, m, n, k = (math.prod(sizes[c] for c in part) for part in (a & b & y, (a & y) - b, (b & y) - a, (a & b) - y))
    return batch, m, n, k


RULES: dict[str, Callable[[Any, Sequence[Shape], Shape], Sizes | None]] = {
    "addbmm": lambda _, s, y: (1, s[1][1], s[2][2], s[1][0] * s[1][2]),
    "addmm": lambda _, s, y: _matmul(s[1], s[2]),
    "addmv": lambda _, s, y: _matmul(s[1], s[2]),
    "addr": lambda _, s, y: (1, s[1][0], s[2][0], 1),
    "baddbmm": lambda _, s, y: _matmul(s[1], s[2]),
    "bmm": lambda _, s, y: _matmul(s[0], s[1]),
    "convolution": lambda node, s, y: _convolution(node, s[0], s[1], y),
    "convolution_backward": lambda node, s, y: _convolution_backward(node, *s),
    "dot": lambda _, s, y: _matmul(s[0], s[1]),
    "einsum": lambda node, s, y: _einsum(node.args[0], s),
    "linear": lambda _, s, y: _linear(*s),
    "matmul": lambda _, s, y: _matmul(s[0], s[1]),
    "mm": lambda _, s, y: _matmul(s[0], s[1]),
    "mv": lambda _, s, y: _matmul(s[0], s[1]),
    "vdot": lambda _, s, y: _matmul(s[0], s[1]),
}


def contraction(name: str, node: Any, operands: Sequence[Shape], result: Shape) -> Sizes | None:
    """The sizes of a contraction by the name of its op without overload; None for others."""
    if rule := RULES.get(name):
        return rule(node, operands, result)
    if "scaled_dot_product" in name and len(operands) > 2:
        # Forward: scores, and their sum of values. Backward: the scores again, and a product for each of five gradients' factors.
        query, key = operands[1:3] if name.endswith("_backward") else operands[:2]
        return _attention(5 if name.endswith("_backward") else 2)(query, key)
    return None
