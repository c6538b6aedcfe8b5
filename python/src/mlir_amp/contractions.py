# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes of contractions: batch, M, N, K.

matmul of A: B x M x K and B: K x N     ==>     1, B*M, N, K
"""

from collections.abc import Sequence

from mlir_amp.nodes import DYNAMIC, product

Dims = Sequence[int | None]
"""A shape of known rank; None is an unknown dimension."""
Shape = Dims | None
"""None is an unknown rank."""
Sizes = tuple[int, int, int, int]
UNSIZED: Sizes = (1, DYNAMIC, DYNAMIC, DYNAMIC)


def matmul(a: Shape, b: Shape) -> Sizes:
    """NumPy's matmul: the dimensions before the last two are broadcast."""
    if not a or not b:
        return UNSIZED
    m = a[-2] if len(a) > 1 else 1
    n = b[-1] if len(b) > 1 else 1
    if len(b) <= 2:  # every matrix of A has the same B
        return 1, product([*a[:-2], m]), product([n]), product([a[-1]])
    rank = max(len(a), len(b)) - 2
    pairs = zip(_padded(a[:-2], rank), _padded(b[:-2], rank), strict=True)
    return product(y if x == 1 else x for x, y in pairs), product([m]), product([n]), product([a[-1]])


def _padded(sizes: Dims, rank: int) -> list[int | None]:
    return [1] * (rank - len(sizes)) + list(sizes)


def convolution(data: Shape, weight: Shape, result: Shape, groups: int, transposed: bool) -> Sizes:
    """A convolution of data N x C x H x W: a matmul per group over the positions of its result, or of its data if transposed."""
    outer = data if transposed else result
    if outer is None or weight is None:
        return UNSIZED
    positions, channels = product([outer[0], *outer[2:]]), product([weight[0] // groups if weight[0] else None])
    window = product(weight[1:])
    return (groups, positions, window, channels) if transposed else (groups, positions, channels, window)


def attention(query: Shape, key: Shape, count: int) -> Sizes:
    """`count` matmuls of the size of the attention scores."""
    if query is None or key is None:
        return UNSIZED
    return product(query[:-2]), product([query[-2]]), product([key[-2]]), product([count, query[-1]])


def einsum(equation: str, shapes: Sequence[Shape]) -> Sizes:
    """An einsum of two operands."""
    inputs, _, output = equation.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if len(terms) != 2 or "..." in equation or "->" not in equation or any(shape is None for shape in shapes):
        return UNSIZED
    sizes = {c: n for term, shape in zip(terms, shapes, strict=True) for c, n in zip(term, shape or (), strict=True)}
    a, b, y = set(terms[0]), set(terms[1]), set(output)
    batch, m, n, k = (product(sizes[c] for c in part) for part in (a & b & y, (a & y) - b, (b & y) - a, (a & b) - y))
    return batch, m, n, k
