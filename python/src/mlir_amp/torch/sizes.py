# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes of ATen's contractions, forward and backward: batch, M, N, K.

addmm(bias, a: M x K, b: K x N)     ==>     1, M, N, K
"""

from collections.abc import Callable, Sequence
from typing import Any

from mlir_amp.contractions import Dims, Sizes, attention, convolution, einsum, matmul
from mlir_amp.nodes import product


def _convolution_backward(node: Any, grad: Dims, data: Dims, weight: Dims, *_: Dims) -> Sizes:
    transposed, groups, mask = bool(node.args[7]), int(node.args[9]), node.args[10]
    batch, m, n, k = convolution(data, weight, grad, groups, transposed)
    # The gradients of data and of weights have as many operations as the forward convolution each.
    return batch, m, n, product([k, max(1, sum(map(bool, mask[:2])))])


RULES: dict[str, Callable[[Any, Sequence[Dims], Dims], Sizes]] = {
    "addbmm": lambda _, s, y: (1, *matmul(s[1], s[2])[1:3], product([s[1][0], s[1][2]])),
    "addmm": lambda _, s, y: matmul(s[1], s[2]),
    "addmv": lambda _, s, y: matmul(s[1], s[2]),
    "addr": lambda _, s, y: (1, product(s[1]), product(s[2]), 1),
    "baddbmm": lambda _, s, y: matmul(s[1], s[2]),
    "bmm": lambda _, s, y: matmul(s[0], s[1]),
    "convolution": lambda node, s, y: convolution(s[0], s[1], y, int(node.args[-1]), bool(node.args[-3])),
    "convolution_backward": lambda node, s, y: _convolution_backward(node, *s),
    "dot": lambda _, s, y: matmul(s[0], s[1]),
    "einsum": lambda node, s, y: einsum(node.args[0], s),
    "linear": lambda _, s, y: matmul(s[0], s[1][::-1]),
    "matmul": lambda _, s, y: matmul(s[0], s[1]),
    "mm": lambda _, s, y: matmul(s[0], s[1]),
    "mv": lambda _, s, y: matmul(s[0], s[1]),
    "vdot": lambda _, s, y: matmul(s[0], s[1]),
}


ATTENTION = "scaled_dot_product"
"""Part of the names of ops that compute attention as a whole."""


def is_contraction(name: str) -> bool:
    """True for a contraction, by the name of its op without overload."""
    return name in RULES or ATTENTION in name


def contraction(name: str, node: Any, operands: Sequence[Dims], result: Dims) -> Sizes | None:
    """The sizes of a contraction by the name of its op without overload; None for others."""
    if rule := RULES.get(name):
        return rule(node, operands, result)
    if ATTENTION in name and len(operands) > 2:
        # Forward: the scores, and their product with the values. Backward: the scores again, and the operands of four gradients.
        query, key = operands[1:3] if name.endswith("_backward") else operands[:2]
        return attention(query, key, 5 if name.endswith("_backward") else 2)
    return None
