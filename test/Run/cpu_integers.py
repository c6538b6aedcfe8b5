# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cpu_integers.py SCRATCH: integer ops and conversions between all types, bit for bit against Python's integers.

Python's integers have no width, so each op is what it means, wrapped; a division by zero is -1.
"""
import itertools
import sys

import numpy as np

from cpu_program import TYPES, like, run, same, tensor

INTEGERS = ["i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"]
FLOATS = ["f64", "f32", "f16", "bf16", "f8E4M3FN", "f8E5M2"]


def quotient(x, y):
    if y == 0:
        return -1
    return abs(x) // abs(y) * (-1 if (x < 0) != (y < 0) else 1)


def power(x, y, width):
    if y >= 0:
        return pow(x, y, 1 << width)
    return {0: -1, 1: 1, -1: -1 if y % 2 else 1}.get(x, 0)


def signed(x, width):
    return x - (1 << width) if x >> (width - 1) & 1 else x


# each of x, y, the width in bits, and x as an unsigned pattern
BINARY = {
    "add": lambda x, y, w, u: x + y, "subtract": lambda x, y, w, u: x - y, "multiply": lambda x, y, w, u: x * y,
    "divide": lambda x, y, w, u: quotient(x, y), "remainder": lambda x, y, w, u: x - quotient(x, y) * y if y else x,
    "maximum": lambda x, y, w, u: max(x, y), "minimum": lambda x, y, w, u: min(x, y), "and": lambda x, y, w, u: x & y,
    "or": lambda x, y, w, u: x | y, "xor": lambda x, y, w, u: x ^ y, "power": lambda x, y, w, u: power(x, y, w),
    "shift_left": lambda x, y, w, u: x << y if 0 <= y < w else 0,
    "shift_right_logical": lambda x, y, w, u: u >> y if 0 <= y < w else 0,
    "shift_right_arithmetic": lambda x, y, w, u: signed(u, w) >> (y if 0 <= y < w else w),
}
UNARY = {
    "not": lambda x, w, u: ~x, "negate": lambda x, w, u: -x, "popcnt": lambda x, w, u: bin(u).count("1"),
    "count_leading_zeros": lambda x, w, u: w - u.bit_length(),
}
SIGNED = {"abs": lambda x, w, u: abs(x), "sign": lambda x, w, u: (x > 0) - (x < 0)}
COMPARE = {"EQ": np.equal, "NE": np.not_equal, "LT": np.less, "LE": np.less_equal, "GT": np.greater,
           "GE": np.greater_equal}


def wrapped(numbers, type):
    width = 8 * np.dtype(type).itemsize
    return np.array([x % (1 << width) for x in numbers], f"u{width // 8}").view(type)


def pairs(name):
    limits = np.iinfo(TYPES[name])
    near = {0, 1, 2, 3, 7, 8, 31, 32, 63, 64, 100, -1, -2, limits.max, limits.max - 1, limits.min, limits.min + 1}
    ends = [x for x in near if limits.min <= x <= limits.max]
    grid = np.array(list(itertools.product(ends, ends)), TYPES[name])
    drawn = np.random.default_rng(0).integers(limits.min, limits.max, (500, 2), TYPES[name], endpoint=True)
    return np.concatenate([grid, drawn]).T.copy()


def integer_ops(name, scratch):
    x, y = pairs(name)
    width, type = 8 * x.itemsize, tensor(x)
    patterns = [a % (1 << width) for a in x.tolist()]
    unary = UNARY | (SIGNED if name[0] == "i" else {})
    wanted = {f"{op} %0, %1 : {type}": wrapped(map(f, x.tolist(), y.tolist(), itertools.repeat(width), patterns), x.dtype)
              for op, f in BINARY.items()}
    wanted |= {f"{op} %0 : {type}": wrapped(map(f, x.tolist(), itertools.repeat(width), patterns), x.dtype)
               for op, f in unary.items()}
    types = [type] * len(wanted) + [like(x, "i1")] * len(COMPARE)
    wanted |= {f"compare {op}, %0, %1 : ({type}, {type}) -> {like(x, 'i1')}": f(x, y) for op, f in COMPARE.items()}
    return wanted, run([(f"stablehlo.{op}", t) for op, t in zip(wanted, types)], [x, y], scratch)


def values(name):
    draw = np.random.default_rng(0)
    if name == "i1":
        return np.array([False, True])
    if name in INTEGERS:
        return pairs(name)[0]
    if name in ("f64", "f32"):
        near = [2.0**k + step for k in (7, 8, 15, 16, 31, 32, 63, 64) for step in (-1, -0.5, 0, 0.5, 1)]
        numbers = np.array(near + [0.0, 0.5, np.inf, np.nan, 65519, 65520, 1e-8, 5e-324, 1e300], TYPES[name])
        drawn = draw.integers(0, 2**64, 3000, np.uint64).view(np.float64)
        with np.errstate(all="ignore"):
            return np.concatenate([numbers, -numbers, drawn.astype(TYPES[name]),
                                   draw.normal(size=3000).astype(TYPES[name])])
    width = np.dtype(TYPES[name]).itemsize
    return np.arange(256**width, dtype=f"u{width}").view(TYPES[name])


def odd(x):
    """x in 53 bits, the lowest set where bits were cut: rounded again, it rounds as x would."""
    cut = max(abs(x).bit_length() - 53, 0)
    kept = abs(x) >> cut
    kept |= (kept << cut) != abs(x)
    return float((kept << cut) * (1 if x >= 0 else -1))


def converted(x, source, target):
    type = TYPES[target]
    if target == "i1":
        return x.astype(np.float64) != 0 if source in FLOATS else x != 0
    if source in FLOATS and target in FLOATS:
        return x.astype(np.float64).astype(type)
    if source in FLOATS:
        limits = np.iinfo(type)
        held = [0 if v != v else max(limits.min, min(limits.max, v)) for v in x.astype(np.float64).tolist()]
        return np.array([int(v) for v in held], type)
    if target in FLOATS:
        return x.astype(type) if target in ("f64", "f32") else np.array([odd(int(v)) for v in x.tolist()]).astype(type)
    return wrapped(map(int, x.tolist()), type)


def conversions(source, scratch):
    x = values(source)
    targets = [name for name in ["i1"] + INTEGERS + FLOATS if name != source]
    wanted = {f"convert %0 : ({tensor(x)}) -> {like(x, t)}": converted(x, source, t) for t in targets}
    return wanted, run([(f"stablehlo.{op}", like(x, t)) for op, t in zip(wanted, targets)], [x], scratch)


def main(scratch):
    faults = 0
    np.seterr(all="ignore")
    programs = [integer_ops(name, scratch) for name in INTEGERS]
    programs += [conversions(name, scratch) for name in ["i1"] + INTEGERS + FLOATS]
    for wanted, found in programs:
        for (op, value), array in zip(wanted.items(), found):
            bad = np.flatnonzero(~same(array, value))
            faults += bad.size != 0
            if bad.size:
                print(f"{op}: {bad.size} of {array.size}; {array[bad[0]]} at {bad[0]}, not {value[bad[0]]}")
    print("integers agree" if not faults else f"{faults} ops disagree")
    return faults != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
