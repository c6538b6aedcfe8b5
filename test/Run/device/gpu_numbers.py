# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gpu_numbers.py SCRATCH DRIVER: elementwise ops on a driver that runs their PTX, against f64 rounded once and Python's integers.

What is below the smallest normal number may be zero.
"""
import os
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import cpu_integers
import cpu_rounding
from cpu_program import run, same, tensor, ulps, unary

# Steps that an op may miss by: what it is made of misses by one or two.
BOUNDS = {"acosh": 3, "cosh": 3, "erf": 3, "tan": 3, "tanh": 4}
USUAL = 2
# Computed in f64, for which they need libdevice.
WIDE = ("digamma", "erf_inv", "lgamma")
ENDS = [0.0, -0.0, 0.5, -0.5, 1, -1, -2, 3, 182, 1e5, 3e38, np.inf, -np.inf, np.nan, 1e-40]


def draw():
    """Of all sizes, and of those where functions bend."""
    random = np.random.default_rng(0)
    bits = random.integers(0, 2**32, 4000, dtype=np.uint32).view(np.float32)
    drawn = [random.uniform(-size, size, 1500).astype(np.float32) for size in (1, 10, 1e6)]
    pairs = np.array([(x, y) for x in ENDS for y in ENDS], np.float32)
    powers = np.stack([random.uniform(0, 20, 1500), random.uniform(-30, 30, 1500)], 1).astype(np.float32)
    x = np.concatenate([bits, *drawn, powers[:, 0], pairs[:, 0]])
    return x, np.concatenate([random.permutation(np.concatenate([bits, *drawn])), powers[:, 1], pairs[:, 1]])


def floats(scratch, options):
    x, y = draw()
    type, (a, b) = tensor(x), (x.astype(np.float64), y.astype(np.float64))
    ops = {op: (op.split()[0].split(".")[1], function(a)) for op, (function, _) in
           unary(cpu_rounding.STABLEHLO, cpu_rounding.CHLO, type).items()}
    ops |= {f"stablehlo.{name} %0, %1 : {type}": (name, function(a, b)) for name, function in
            (cpu_rounding.BINARY | {"power": np.power, "atan2": np.arctan2, "remainder": np.fmod}).items()}
    ops = {op: row for op, row in ops.items() if row[0] not in WIDE}
    faults = []
    for (name, wanted), found in zip(ops.values(), run([(op, type) for op in ops], [x, y], scratch, options)):
        wanted = wanted.astype(np.float32)
        tiny = np.finfo(np.float32).tiny
        steps = np.where((np.abs(wanted) < tiny) & (np.abs(found) <= tiny), 0, ulps(found, wanted))
        worst = steps.argmax()
        if steps[worst] > BOUNDS.get(name, USUAL):
            faults.append(f"{name} of {x[worst]}, {y[worst]}: {found[worst]}, not {wanted[worst]}")
    print("\n".join(faults) or f"{len(ops)} functions of f32 agree")


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
    floats(sys.argv[1], ["--target=cuda"])
    integers(sys.argv[1], ["--target=cuda"])
