# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""quotients.py AMP_RUN STEP.mlir [CALLS]: correctly rounded quotients and square roots of f32 on this machine's GPU, against this processor's.

STEP.mlir is quotients.mlir, or the same lowered by --amp-to-gpu. Each of CALLS (16 by default) takes 2^20 of the 2^24 numbers of [1, 4) for roots,
and as many odd divisors with the numerators that bring the quotient nearest to the middle between two numbers: with 8 calls these are all odd
divisors of 24 bits. A last call takes pairs of zeros, subnormal numbers, the ends of the range in which kernels divide without branches, all ones,
infinity and NaN, and numbers of random bits. Prints a row for each function; exits with 1 if a bit differs.
"""
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

COUNT = 1 << 20
FUNCTIONS = {"x / y": lambda x, y: x / y, "1 / y": lambda x, y: np.float32(1) / y, "x / 3": lambda x, y: x / np.float32(3), "sqrt(x)": lambda x, y: np.sqrt(x)}


def hard(call):
    """Odd divisors y of 24 bits, and numerators x = (m y ± 1) / 2^24: m / 2^24 with odd m, of 25 bits, is in the middle between two numbers. Both
    are scaled by powers of two inside and outside of the range in which kernels divide without branches."""
    y = (np.uint64(1) << np.uint64(23)) + np.uint64(2) * (np.arange(COUNT, dtype=np.uint64) + np.uint64((call % 4) * COUNT)) + np.uint64(1)
    inverse = y.copy()
    for _ in range(5):
        inverse = inverse * (np.uint64(2) - y * inverse)
    sign = 1 if call // 4 % 2 else -1
    m = (inverse if sign == 1 else np.uint64(0) - inverse) & np.uint64((1 << 24) - 1)
    m |= np.uint64(1 << 24)
    x = (m * y - np.uint64(sign & (1 << 64) - 1)) >> np.uint64(24)  # rounded where it has 25 bits: one of five
    exponents = np.random.default_rng(call).integers([[-160], [-110]], [[80], [50]], (2, COUNT))
    return [np.ldexp(number.astype(np.float64), exponent).astype(np.float32) for number, exponent in zip((x, y), exponents, strict=True)]


def special():
    """Pairs of numbers at which something changes, and of random ones."""
    powers = [-149, -127, -126, -125, -103, -87, -86, -85, -64, -63, -62, -1, 0, 1, 39, 40, 41, 61, 62, 63, 126, 127]
    bits = np.array([0, 1, 2, 0x7FFFFF, 0x7F800000, 0x7FC00000], np.uint32)
    around = np.ldexp(1.0, powers).astype(np.float32).view(np.uint32)
    ones = around | np.uint32(0x7FFFFF)
    numbers = np.concatenate([bits, around, around + np.uint32(1), around - np.uint32(1), ones])
    numbers = np.concatenate([numbers, numbers | np.uint32(1 << 31)]).view(np.float32)
    x, y = (part.ravel() for part in np.meshgrid(numbers, numbers))
    random = np.random.default_rng(0).integers(0, 1 << 32, (2, COUNT - len(x)), np.uint32).view(np.float32)
    return np.concatenate([x, random[0]]), np.concatenate([y, random[1]])


def main():
    amp_run, step, *calls = sys.argv[1:]
    calls = int(calls[0]) if calls else 16
    table = {name: [0, 0, None] for name in FUNCTIONS}  # numbers, differing, the first of these
    with tempfile.TemporaryDirectory() as folder, np.errstate(all="ignore"):
        inputs, outputs = (pathlib.Path(folder) / name for name in ("in.npz", "out.npz"))
        for call in range(calls + 1):
            x, y = hard(call) if call < calls else special()
            roots = np.float32(1).view(np.uint32) + np.arange(COUNT, dtype=np.uint32) + np.uint32(call % 16 * COUNT)
            for x, y in [(x, y)] + [(roots.view(np.float32), y)] * (call < calls):
                np.savez(inputs, in_0=x, in_1=y)
                run = subprocess.run([amp_run, step, f"--inputs={inputs}", f"--outputs={outputs}", "--target=cuda"], capture_output=True, text=True)
                if run.returncode:
                    sys.exit(run.stderr.strip())
                results = np.load(outputs)
                for name, found in zip(FUNCTIONS, (results[key] for key in sorted(results)), strict=True):
                    wanted = FUNCTIONS[name](x, y)
                    differ = (found != wanted.view(np.uint32)) & ~(np.isnan(wanted) & np.isnan(found.view(np.float32)))
                    row = table[name]
                    row[0] += COUNT
                    row[1] += int(differ.sum())
                    if differ.any() and row[2] is None:
                        row[2] = f", first of {float(x[differ][0]).hex()} and {float(y[differ][0]).hex()}"
    for name, (numbers, differing, first) in table.items():
        print(f"{name}: {numbers} numbers, {differing} differ{first or ''}")
    sys.exit(any(row[1] for row in table.values()))


if __name__ == "__main__":
    main()
