# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gpu_numbers.py SCRATCH DRIVER f32|f64|rounded|integers: elementwise ops on a driver that runs their PTX, against NumPy's f64,
rounded once, and Python's integers. rounded: functions that the chip approximates where 16 bits are left of them, for all numbers of 16 bits.

What is below the smallest normal number may be zero.
"""
import math
import os
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import cpu_integers
import cpu_rounding
from cpu_program import TYPES, run, same, tensor, ulps, unary

# Steps that an op may miss by: what it is made of misses by one or two.
BOUNDS = {"acosh": 3, "cosh": 3, "erf": 3, "tan": 3, "tanh": 4}
USUAL = 2
# Steps that f64's references are off by themselves; SciPy's erfc is off by hundreds.
REFERENCE = {"bessel_i1e": 6}
USUAL_REFERENCE = 1
ROUNDED = 1 << 8
TINY = float(np.finfo(np.float32).tiny)
CHLO = cpu_rounding.CHLO | {"erfc": (np.vectorize(math.erfc), None)}
# Of f32: computed in f64, for which they need libdevice.
WIDE = ("digamma", "erf_inv", "lgamma")
ENDS = [0.0, -0.0, 0.5, -0.5, 1, -1, -2, 3, 182, 1e5, 3e38, np.inf, -np.inf, np.nan, 1e-40]


def draw(type):
    """Of all sizes, and of those where functions bend."""
    random = np.random.default_rng(0)
    whole = np.uint32 if type == np.float32 else np.uint64
    bits = random.integers(0, np.iinfo(whole).max, 4000, dtype=whole, endpoint=True).view(type)
    drawn = [random.uniform(-size, size, 1500).astype(type) for size in (1, 10, 1e6)]
    pairs = np.array([(x, y) for x in ENDS for y in ENDS], type)
    powers = np.stack([random.uniform(0, 20, 1500), random.uniform(-30, 30, 1500)], 1).astype(type)
    x = np.concatenate([bits, *drawn, powers[:, 0], pairs[:, 0]])
    return x, np.concatenate([random.permutation(np.concatenate([bits, *drawn])), powers[:, 1], pairs[:, 1]])


def floats(kind, scratch, options):
    x, y = draw(TYPES[kind])
    type, (a, b) = tensor(x), (x.astype(np.float64), y.astype(np.float64))
    ops = {op: (op.split()[0].split(".")[1], function(a)) for op, (function, _) in
           unary(cpu_rounding.STABLEHLO, CHLO, type).items()}
    ops |= {f"stablehlo.{name} %0, %1 : {type}": (name, function(a, b)) for name, function in
            (cpu_rounding.BINARY | {"power": np.power, "atan2": np.arctan2, "remainder": np.fmod}).items()}
    ops = {op: row for op, row in ops.items() if row[0] not in WIDE}
    faults = []
    for (name, wanted), found in zip(ops.values(), run([(op, type) for op in ops], [x, y], scratch, options)):
        wanted = wanted.astype(x.dtype)
        tiny = np.finfo(x.dtype).tiny
        steps = np.where((np.abs(wanted) < tiny) & (np.abs(found) <= tiny), 0, ulps(found, wanted))
        worst = steps.argmax()
        reference = REFERENCE.get(name, USUAL_REFERENCE) if kind == "f64" else 0
        if steps[worst] > BOUNDS.get(name, USUAL) + reference:
            faults.append(f"{name} of {x[worst]}, {y[worst]}: {found[worst]}, not {wanted[worst]}")
    print("\n".join(faults) or f"{len(ops)} functions of {kind} agree")


def rounded(scratch, options):
    """One result in ROUNDED may be the next number: an error of 2^-20 moves so many over the middle between two numbers of f16."""
    faults = []
    for name in "bf16", "f16":
        x = np.arange(1 << 16, dtype=np.uint16).view(TYPES[name])
        ops = {"exponential": np.exp, "tanh": np.tanh}
        for (op, function), found in zip(ops.items(), run([(f"stablehlo.{op} %0 : {tensor(x)}", tensor(x)) for op in ops], [x], scratch, options)):
            wanted = function(x.astype(np.float64)).astype(x.dtype)
            isTiny = (np.abs(wanted.astype(float)) < TINY) & (np.abs(found.astype(float)) <= TINY)
            steps = np.where(isTiny, 0, ulps(found, wanted))
            if steps.max() > 1 or np.count_nonzero(steps) * ROUNDED > x.size:
                faults.append(f"{op} of {name}: {np.count_nonzero(steps)} differ, by up to {steps.max()}, of {x[steps.argmax()]}")
    print("\n".join(faults) or "all agree")


def integers(scratch, options):
    cpu_integers.run = lambda ops, arguments, scratch: run(ops, arguments, scratch, options)
    faults = []
    for name in "i8", "ui32", "i64", "ui64":
        wanted, found = cpu_integers.integer_ops(name, scratch)
        faults += [f"{op} on {name}" for (op, value), array in zip(wanted.items(), found) if not same(array, value).all()]
    print("\n".join(faults) or "integers agree")


if __name__ == "__main__":
    np.seterr(all="ignore")
    os.environ |= {"LD_LIBRARY_PATH": sys.argv[2], "FAKE_CUDA_CHIP": "80"}
    scratch, _, kind = sys.argv[1:]
    if kind == "integers":
        integers(scratch, ["--target=cuda"])
    elif kind == "rounded":
        rounded(scratch, ["--target=cuda"])
    else:
        floats(kind, scratch, ["--target=cuda"])
