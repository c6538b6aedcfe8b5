# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cpu_rounding.py SCRATCH: elementwise ops of each float type against f64, rounded once.

f16 and bf16: every value there is. f32: the ends of the format, and numbers drawn by bits and by size.
"""
import sys

import numpy as np
from scipy import special

from cpu_program import TYPES, run, tensor, ulps, unary

EXACT = 0
# The f32 function may miss by one of its own steps; rounded to 16 bits this shows next to a tie only.
SMALL = 1
# Largest error that glibc states for its f32 functions.
LIBM = 3
# One rounding for each of the few f32 operations that it is made of.
CHAIN = 3


def logistic(x):
    small = np.exp(-np.abs(x))
    return np.where(x < 0, small, 1) / (1 + small)


def away(x):
    whole = np.trunc(x)
    return np.copysign(whole + np.where(np.abs(x - whole) >= 0.5, np.sign(x), 0), x)


def digamma(x):
    return np.where(((x <= 0) & (x == np.floor(x))) | (x == -np.inf), np.nan, special.digamma(x))


def lgamma(x):
    return np.where(x == -np.inf, np.inf, special.gammaln(x))


# name: (in f64, steps that it may miss by in f32)
STABLEHLO = {
    "abs": (np.abs, EXACT), "cbrt": (np.cbrt, LIBM), "ceil": (np.ceil, EXACT), "cosine": (np.cos, LIBM),
    "exponential": (np.exp, LIBM), "exponential_minus_one": (np.expm1, LIBM), "floor": (np.floor, EXACT),
    "log": (np.log, LIBM), "log_plus_one": (np.log1p, LIBM), "logistic": (logistic, CHAIN),
    "negate": (np.negative, EXACT), "round_nearest_afz": (away, EXACT), "round_nearest_even": (np.rint, EXACT),
    "rsqrt": (lambda x: 1 / np.sqrt(x), CHAIN), "sign": (np.sign, EXACT), "sine": (np.sin, LIBM),
    "sqrt": (np.sqrt, EXACT), "tan": (np.tan, LIBM), "tanh": (np.tanh, LIBM),
}
# Those without a libm function are computed in f64: off by the reference's own error at most.
WIDE = 1
CHLO = {
    "acos": (np.arccos, LIBM), "acosh": (np.arccosh, LIBM), "asin": (np.arcsin, LIBM), "asinh": (np.arcsinh, LIBM),
    "atan": (np.arctan, LIBM), "atanh": (np.arctanh, LIBM), "bessel_i1e": (special.i1e, WIDE),
    "cosh": (np.cosh, LIBM), "digamma": (digamma, WIDE), "erf": (special.erf, LIBM), "erf_inv": (special.erfinv, WIDE),
    "erfc": (special.erfc, LIBM), "lgamma": (lgamma, WIDE), "sinh": (np.sinh, LIBM), "square": (np.square, EXACT),
}
BINARY = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide,
          "maximum": np.maximum, "minimum": np.minimum}


def values(name):
    if name != "f32":
        return np.arange(65536, dtype=np.uint16).view(TYPES[name])
    draw = np.random.default_rng(0)
    limits = np.finfo(np.float32)
    ends = [0.0, 0.5, 1.0, 2.0, 88.0, 89.0, 104.0, np.inf, np.nan, limits.max, limits.tiny, limits.smallest_subnormal]
    return np.concatenate([
        np.array(ends + [-x for x in ends], np.float32), draw.integers(0, 2**32, 60000, np.uint32).view(np.float32),
        draw.uniform(-1, 1, 30000).astype(np.float32), draw.uniform(-100, 100, 30000).astype(np.float32),
        (1 + draw.uniform(-1e-3, 1e-3, 10000)).astype(np.float32)])


def check(what, steps, allowed, few):
    """few: how large a part of the results may miss at all."""
    if steps.max() <= allowed and (steps > 0).mean() <= few:
        return 0
    print(f"{what}: off by {steps.max():g} steps, {(steps > 0).mean():.3%} of the results; allowed {allowed}, {few:.3%}")
    return 1


def zeros(scratch):
    """0 is the larger zero, -0 the smaller; both ops hand NaN on."""
    x = np.array([0.0, -0.0, -0.0, np.nan, 1.0], np.float32)
    y = np.array([-0.0, 0.0, -0.0, 1.0, np.nan], np.float32)
    ops = [(f"stablehlo.{op} %0, %1 : {tensor(x)}", tensor(x)) for op in ("maximum", "minimum")]
    faults = 0
    for (op, _), found, zero in zip(ops, run(ops, [x, y], scratch), ([0, 0, 1], [1, 1, 1])):
        if not np.isnan(found[3:]).all() or found[:3].any() or np.signbit(found[:3]).tolist() != [s == 1 for s in zero]:
            print(f"{op}: {found}")
            faults += 1
    return faults


def main(scratch):
    np.seterr(all="ignore")
    faults = zeros(scratch)
    for name in ("f16", "bf16", "f32"):
        x, isSmall = values(name), name != "f32"
        wide, type = x.astype(np.float64), tensor(x)
        table = unary(STABLEHLO, CHLO, type)
        for (op, (function, steps)), found in zip(table.items(), run([(op, type) for op in table], [x], scratch)):
            wanted = function(wide).astype(x.dtype)
            small = EXACT if steps == EXACT else SMALL
            faults += check(f"{name} {op.split()[0]}", ulps(found, wanted), small if isSmall else steps,
                            5e-4 if isSmall else 1.0)
        y = np.random.default_rng(1).permutation(x)
        ops = [(f"stablehlo.{op} %0, %1 : {type}", type) for op in BINARY]
        for (op, function), found in zip(BINARY.items(), run(ops, [x, y], scratch)):
            wanted = function(wide, y.astype(np.float64)).astype(x.dtype)
            faults += check(f"{name} {op}", ulps(found, wanted), EXACT, 0.0)
    print("rounding agrees" if not faults else f"{faults} ops disagree")
    return faults != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
