# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions of whole warps, for all warps at once: arrays of (warp, lane, register).

Follows the PTX ISA's "Matrix Fragments for mma.m16n8k16 with floating point type",
"... for mma.m16n8k8" (tf32) and "ldmatrix".
"""
import numpy as np

LANE = np.arange(32)
GROUP, IN_GROUP = LANE // 4, LANE % 4


def places(rows, columns, shape):
    """For each lane and element: its flat index in a matrix."""
    return np.stack([r * shape[1] + c for r, c in zip(rows, columns)], 1), shape


def fragments_16_bit():
    i = np.arange(8)
    a = places([GROUP + 8 * (j // 2 % 2) for j in i], [IN_GROUP * 2 + j % 2 + 8 * (j // 4) for j in i], (16, 16))
    b = places([IN_GROUP * 2 + j % 2 + 8 * (j // 2) for j in range(4)], [GROUP] * 4, (16, 8))
    return a, b


def fragments_tf32():
    a = places([GROUP + 8 * (j % 2) for j in range(4)], [IN_GROUP + 4 * (j // 2) for j in range(4)], (16, 8))
    b = places([IN_GROUP + 4 * j for j in range(2)], [GROUP] * 2, (8, 8))
    return a, b


SUMS = places([GROUP + 8 * (j // 2) for j in range(4)], [IN_GROUP * 2 + j % 2 for j in range(4)], (16, 8))


def gather(values, where):
    index, shape = where
    matrix = np.empty((len(values), shape[0] * shape[1]), values.dtype)
    matrix[:, index.reshape(-1)] = values.reshape(len(values), -1)
    return matrix.reshape(len(values), *shape)


def numbers(words, kind):
    """Of words (warp, lane, register), the elements as f64."""
    if kind == "tf32":  # the low 13 bits do not count
        return (words & np.uint32(0xFFFFE000)).view(np.float32).astype(np.float64)
    halves = np.ascontiguousarray(words).view(np.uint16)
    if kind == "f16":
        return halves.view(np.float16).astype(np.float64)
    return (halves.astype(np.uint32) << 16).view(np.float32).astype(np.float64)


def mma(a, b, c, kind):
    where_a, where_b = fragments_tf32() if kind == "tf32" else fragments_16_bit()
    with np.errstate(invalid="ignore", over="ignore"):
        product = gather(numbers(a, kind), where_a) @ gather(numbers(b, kind), where_b)
        sums = product + gather(c.view(np.float32).astype(np.float64), SUMS)
        result = sums.reshape(len(a), -1)[:, SUMS[0]].astype(np.float32)
    return result.view(np.uint32)


def ldmatrix(rows, transposed):
    """rows: (warp, matrix, row, element) of 16 bits -> words (warp, lane, matrix)."""
    if transposed:
        rows = rows.swapaxes(2, 3)
    pairs = np.ascontiguousarray(rows).view(np.uint32)  # (warp, matrix, row, pair)
    return pairs[:, :, GROUP, IN_GROUP].swapaxes(1, 2)
