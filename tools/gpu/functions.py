# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""functions.py AMP_RUN STEP.mlir [STRIDE [FIRST LAST]]: exp, tanh, square roots and quotients of f32 whose results are rounded to 16 bits, on this
machine's GPU against NumPy's f64: the numbers FIRST, FIRST + STRIDE, ... below LAST by their bits; all 2^32 of them by default.

STEP.mlir is functions.mlir, or the same lowered by --amp-to-gpu. A result may be the next number, and one in 256 so: an error of 2^-20, more than
that of any of these instructions by the PTX ISA, moves so many over the middle between two numbers of f16. What is below the smallest normal number
of f32 may be zero. Prints a row for each function and format; exits with 1 if one is off by more.
"""
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

COUNT = 1 << 22
FUNCTIONS = {"exp(x)": lambda x, y: np.exp(x), "tanh(x)": lambda x, y: np.tanh(x), "sqrt(x)": lambda x, y: np.sqrt(x),
             "rsqrt(x)": lambda x, y: 1 / np.sqrt(x), "1 / x": lambda x, y: 1 / x, "x / y": lambda x, y: x / y}
SHARE = 256
TINY = float(np.finfo(np.float32).tiny)


def bf16(x):
    """The bits of f64 rounded to bf16, by f32: a result in between two numbers may be either."""
    bits = x.astype(np.float32).view(np.uint32).astype(np.uint64)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return np.where(np.isnan(x), 0x7FC0, rounded).astype(np.uint16)


FORMATS = {"bf16": (bf16, lambda bits: (bits.astype(np.uint32) << 16).view(np.float32)),
           "f16": (lambda x: x.astype(np.float16).view(np.uint16), lambda bits: bits.view(np.float16))}


def steps(found, wanted, number):
    """Numbers of the format between two; 0 between any two NaN."""
    def order(bits):
        return np.where(bits >> 15, -(bits & 0x7FFF).astype(np.int32), bits.astype(np.int32))
    distance = np.zeros(found.size, np.int32)
    differ = np.flatnonzero(found != wanted)
    found, wanted = found[differ], wanted[differ]
    a, b = number(found).astype(np.float64), number(wanted).astype(np.float64)
    same = (np.isnan(a) & np.isnan(b)) | ((np.abs(b) <= TINY) & (np.abs(a) <= TINY))
    distance[differ] = np.where(same, 0, np.where(np.isnan(a) != np.isnan(b), 1 << 16, np.abs(order(found) - order(wanted))))
    return distance


def main():
    amp_run, step, *range_ = sys.argv[1:]
    stride, first, last = map(int, range_ + ["1", "0", str(1 << 32)][len(range_):])
    table = {(name, format): [0, 0, 0] for format in FORMATS for name in FUNCTIONS}  # numbers, differing, largest steps
    with tempfile.TemporaryDirectory() as folder, np.errstate(all="ignore"):
        inputs, outputs = (pathlib.Path(folder) / name for name in ("in.npz", "out.npz"))
        while first < last:
            bits = np.uint64(first) + np.arange(COUNT, dtype=np.uint64) * np.uint64(stride)
            counts = bits < last
            x = bits.astype(np.uint32).view(np.float32)
            y = (bits * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(32)).astype(np.uint32).view(np.float32)
            np.savez(inputs, in_0=x, in_1=y)
            run = subprocess.run([amp_run, step, f"--inputs={inputs}", f"--outputs={outputs}", "--target=cuda"], capture_output=True, text=True)
            if run.returncode:
                sys.exit(run.stderr.strip())
            results = np.load(outputs)
            exact = {name: function(x.astype(np.float64), y.astype(np.float64)) for name, function in FUNCTIONS.items()}
            for i, ((name, format), row) in enumerate(table.items()):
                rounds, number = FORMATS[format]
                off = steps(results[f"out_{i}"], rounds(exact[name]), number)[counts]
                row[0], row[1], row[2] = row[0] + off.size, row[1] + np.count_nonzero(off), max(row[2], off.max())
            first = int(bits[-1]) + stride
    good = 0
    for (name, format), (numbers, differ, most) in table.items():
        is_good = most <= 1 and differ * SHARE <= numbers
        good += is_good
        print(f"{name:9} {format:5} {numbers} numbers, {differ} differ, by up to {most}{'' if is_good else ', WRONG'}")
    print(f"{good} of {len(table)} functions are within a step")
    return good < len(table)


if __name__ == "__main__":
    sys.exit(int(main()))
