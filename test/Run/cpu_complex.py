# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cpu_complex.py SCRATCH: functions of complex numbers against NumPy's in 80-bit floats.

The error is |found - wanted| / |wanted| in units of the format's epsilon. complex<f32> is computed in f64 and
rounded, so 0.6; complex<f64> adds the errors of a few f64 operations.
"""
import sys

import numpy as np

from cpu_program import TYPES, run, tensor, unary

F64 = 4.0  # a few roundings of libm's functions and what stands between them
POLES = 60.0  # near a pole of 1 / (1 + e^-z) the rounding of e^-z is all that is seen

POWERS = 300.0  # e^(w log z): what w log z, up to 230 here, misses by


def expm1(z):
    half = np.sin(z.imag / 2)
    return np.expm1(z.real) * np.cos(z.imag) - 2 * half * half + 1j * np.exp(z.real) * np.sin(z.imag)


STABLEHLO = {
    "cbrt": (lambda z: np.exp(np.log(z) / 3), F64), "cosine": (np.cos, F64), "exponential": (np.exp, F64),
    "exponential_minus_one": (expm1, F64), "log": (np.log, F64), "logistic": (lambda z: 1 / (1 + np.exp(-z)), POLES),
    "log_plus_one": (lambda z: np.log(1 + z), F64), "negate": (np.negative, 0.0),
    "rsqrt": (lambda z: 1 / np.sqrt(z), F64), "sign": (lambda z: z / np.abs(z), F64), "sine": (np.sin, F64),
    "sqrt": (np.sqrt, F64), "tan": (np.tan, F64), "tanh": (np.tanh, F64),
}
CHLO = {
    "acos": (np.arccos, F64), "acosh": (np.arccosh, F64), "asin": (np.arcsin, F64), "asinh": (np.arcsinh, F64),
    "atan": (np.arctan, F64), "atanh": (np.arctanh, F64), "conj": (np.conj, 0.0), "cosh": (np.cosh, F64),
    "sinh": (np.sinh, F64), "square": (np.square, F64),
}
BINARY = {"add": (np.add, 1.0), "subtract": (np.subtract, 1.0), "multiply": (np.multiply, 2.0),
          "divide": (np.divide, F64), "power": (lambda z, w: np.exp(w * np.log(z)), POWERS)}
# what is infinite, zero or on an axis: (op, operands, result)
INFINITY, NAN = np.inf, np.nan
ENDS = [
    ("divide", (1 + 1j, 0), complex(INFINITY, INFINITY)), ("divide", (1 + 1j, INFINITY), 0),
    ("divide", (1e308 + 1e308j, 1e308 + 1e308j), 1), ("power", (0, 2), 0), ("power", (3 + 1j, 0), 1),
    ("exponential", (complex(-INFINITY, INFINITY),), 0), ("exponential", (800 + 0j,), complex(INFINITY, 0)),
    ("sqrt", (complex(1e308, 1e308),), 1.09868411346780996604e154 + 4.55089860562227341304e153j),
    ("sqrt", (complex(-INFINITY, 1),), complex(0, INFINITY)), ("tanh", (400 + 1j,), 1), ("log", (0,), -INFINITY),
    ("sine", (1e-300 + 0j,), 1e-300),
]


def values(name):
    draw = np.random.default_rng(3)
    sizes = 10.0 ** draw.uniform(-20, 1, (2, 3000)) * draw.choice([-1, 1], (2, 3000))
    x = np.concatenate([draw.uniform(-5, 5, 5000), sizes[0]])
    y = np.concatenate([draw.uniform(-5, 5, 5000), sizes[1]])
    part = np.float32 if name == "complex<f32>" else np.float64
    return (x.astype(part) + 1j * y.astype(part)).astype(TYPES[name])


def check(what, found, wanted, allowed):
    limit = np.finfo(found.dtype).max
    inside = np.abs(wanted) < limit
    error = np.abs(found.astype(np.clongdouble) - wanted)[inside] / np.abs(wanted)[inside]
    worst = float(np.max(np.where(error == error, error, INFINITY)) / np.finfo(found.dtype).eps)
    if worst <= allowed:
        return 0
    print(f"{what}: off by {worst:.3g} epsilon, allowed {allowed}")
    return 1


def ends(scratch):
    faults = 0
    for op, operands, wanted in ENDS:
        arrays = [np.array([z], np.complex128) for z in operands]
        names = ", ".join(f"%{i}" for i in range(len(arrays)))
        found = run([(f"stablehlo.{op} {names} : {tensor(arrays[0])}", tensor(arrays[0]))], arrays, scratch)[0][0]
        parts = [(found.real, complex(wanted).real), (found.imag, complex(wanted).imag)]
        if not all(a == b or abs(a - b) <= 1e-15 * abs(wanted) for a, b in parts):
            print(f"{op} {operands}: {found}, not {wanted}")
            faults += 1
    return faults


def main(scratch):
    np.seterr(all="ignore")
    faults = ends(scratch)
    for name in ("complex<f32>", "complex<f64>"):
        z = values(name)
        w, type, isSmall = np.random.default_rng(1).permutation(z), tensor(z), name == "complex<f32>"
        ops = unary(STABLEHLO, CHLO, type) | {f"stablehlo.{op} %0, %1 : {type}": row for op, row in BINARY.items()}
        inputs = [a.astype(np.clongdouble) for a in (z, w)]
        for (op, (function, bound)), found in zip(ops.items(), run([(op, type) for op in ops], [z, w], scratch)):
            wanted = function(*inputs[:1 + op.count("%1")])
            # log(1 + z) loses z's low bits even in 80 bits, and small results have subnormal parts
            known = np.abs(wanted) > 1e-30
            known &= (np.abs(z) > 1e-3) if "log_plus_one" in op else True
            allowed = 0.6 if isSmall and bound in (F64, POLES, POWERS) else bound
            faults += check(f"{name} {op.split()[0]}", found[known], wanted[known], allowed)
    print("complex numbers agree" if not faults else f"{faults} disagree")
    return faults != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
