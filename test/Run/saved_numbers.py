# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""saved_numbers.py SCRATCH DRIVER: a step that stores a value in 8 bits, on this processor and on a driver that runs its PTX.

The loss and the value h = x w, which the step returns, have the bits that they have without. What late ops read of h is q: each row divided by its
scale, max |h| / 448 in f32, rounded to f8E4M3FN as ml_dtypes rounds, and multiplied by the scale. The step returns |q|, which is compared bit for
bit, and dw = x^T tanh(q): its terms are of bf16 factors, so sums of n f32 terms err by (n + 8) 2^-24 of the sum of sizes, beside 2^-8 of each
factor where tanh is rounded to bf16. Rows are of one magnitude, or of magnitudes from 2^-100 to 2^100, with a row of zeros and one with an infinity.
"""
import os
import pathlib
import subprocess
import sys

import ml_dtypes
import numpy as np

scratch, driver = pathlib.Path(sys.argv[1]), sys.argv[2]
M, N = 64, 256
STEP = """func.func @main(%x: tensor<MxMxbf16>, %w: tensor<MxNxbf16>) -> (tensor<MxNxf32>, tensor<f32>, tensor<MxNxbf16>, tensor<MxNxbf16>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<MxMxbf16>, tensor<MxNxbf16>) -> tensor<MxNxbf16>
  %a = stablehlo.tanh %h : tensor<MxNxbf16>
  %size = stablehlo.abs %h : tensor<MxNxbf16>
  %wide = stablehlo.convert %a : (tensor<MxNxbf16>) -> tensor<MxNxf32>
  %sum = stablehlo.reduce(%wide init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<MxNxf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %low = stablehlo.convert %seed : (tensor<f32>) -> tensor<bf16>
  %b = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<bf16>) -> tensor<MxNxbf16>
  %g = stablehlo.multiply %a, %b : tensor<MxNxbf16>
  %q = stablehlo.multiply %size, %b : tensor<MxNxbf16>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<MxMxbf16>, tensor<MxNxbf16>) -> tensor<MxNxf32>
  return %dw, %loss, %h, %q : tensor<MxNxf32>, tensor<f32>, tensor<MxNxbf16>, tensor<MxNxbf16>
}
""".replace("MxM", f"{M}x{M}").replace("MxN", f"{M}x{N}")


def run(step, *options):
    out = scratch / "out.npz"
    subprocess.run(["amp-run", step, f"--inputs={scratch}/in.npz", f"--outputs={out}", *options], check=True, stdout=subprocess.DEVNULL,
                   env=os.environ | {"LD_LIBRARY_PATH": driver, "FAKE_CUDA_CHIP": "90"})
    stored = np.load(out)
    bf16 = [stored[f"out_{n}"].view(np.uint16).view(ml_dtypes.bfloat16) for n in (2, 3)]
    return [stored["out_0"].astype(np.float64), stored["out_1"], *bf16]


def lower(name, *options):
    source, step = scratch / "source.mlir", scratch / f"{name}.mlir"
    source.write_text(STEP)
    subprocess.run(["amp-opt", source, *options, "--amp-scale-loss=loss-scale=none", "-o", step], check=True)
    return step


def rounded(h):
    """As the pass states it."""
    h = h.astype(np.float32)
    scale = np.maximum(np.abs(h).max(axis=1, keepdims=True) * np.float32(1 / 448), np.float32(2.0**-126))
    with np.errstate(invalid="ignore"):
        return ((h / scale).astype(ml_dtypes.float8_e4m3fn).astype(np.float32) * scale).astype(ml_dtypes.bfloat16)


random = np.random.default_rng(3)
# few significant bits, so that many sums are exact
x, w = ((random.integers(-8, 9, shape) / 8.0 * (random.random(shape) < 0.25)).astype(ml_dtypes.bfloat16) for shape in ((M, M), (M, N)))
magnitudes = 2.0 ** np.linspace(-100, 100, M).round()[:, None]
magnitudes[5] = 0
rows = {"usual": x, "wide": (x.astype(np.float64) * magnitudes).astype(ml_dtypes.bfloat16)}
rows["wide"][7, 3] = np.inf
stores = lower("stores", "--amp-record-saved", "--amp-store-saved=least-elements=16", "--amp-check-saved")
keeps = lower("keeps")
for name, data in rows.items():
    np.savez(scratch / "in.npz", in_0=data, in_1=w)
    for target in ((), ("--target=cuda",)):
        said = f"{name} {'gpu' if target else 'cpu'}"
        plain, found = run(keeps, *target), run(stores, *target)
        same = np.array_equal(found[1], plain[1], equal_nan=True) and np.array_equal(found[2], plain[2], equal_nan=True)
        print(f"{said}: the forward pass {'keeps' if same else 'LOST'} its bits")
        q = rounded(found[2])
        wrong = ~((np.abs(q) == found[3]) | (np.isnan(q) & np.isnan(found[3])))
        print(f"{said}: {wrong.sum()} of {q.size} stored numbers differ, {np.isnan(q).any(axis=1).sum()} rows are NaN")
        if name == "usual":
            left, right = data.astype(np.float64), np.tanh(q.astype(np.float64))
            bound = (2.0**-8 + 2.0**-12 + (M + 8) * 2.0**-24) * (np.abs(left).T @ np.abs(right)) + 2.0**-60
            ratio = (np.abs(found[0] - left.T @ right) / bound).max()
            print(f"{said}: the gradient {'changed' if (found[0] != plain[0]).any() else 'is UNCHANGED'}, {ratio:.3f} of the bound")
            assert ratio <= 1
