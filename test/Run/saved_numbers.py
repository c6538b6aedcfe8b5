# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""saved_numbers.py SCRATCH DRIVER: a step that stores a value in 8 bits, on this processor and on a driver that runs its PTX.

The loss has the bits that it has without. The gradient is dw = x^T tanh(q), q the value h = x w rounded to 8 bits as ml_dtypes rounds; its terms
are of bf16 factors, so sums of n f32 terms err by (n + 8) 2^-24 of the sum of sizes, beside 2^-8 of each factor where tanh is rounded to bf16. h
differs between summation orders by n 2^-24 of the sum of sizes, and may then round to another bf16, and that to another 8-bit number: those
columns are excluded that hold an element nearer than that to where roundings change; few are.
"""
import os
import pathlib
import subprocess
import sys

import ml_dtypes
import numpy as np

scratch, driver = pathlib.Path(sys.argv[1]), sys.argv[2]
N = 64
STEP = """func.func @main(%x: tensor<NxNxbf16>RANGE, %w: tensor<NxNxbf16>RANGE) -> (tensor<NxNxf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<NxNxbf16>, tensor<NxNxbf16>) -> tensor<NxNxbf16>
  %a = stablehlo.tanh %h : tensor<NxNxbf16>
  %wide = stablehlo.convert %a : (tensor<NxNxbf16>) -> tensor<NxNxf32>
  %sum = stablehlo.reduce(%wide init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<NxNxf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %low = stablehlo.convert %seed : (tensor<f32>) -> tensor<bf16>
  %b = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<bf16>) -> tensor<NxNxbf16>
  %g = stablehlo.multiply %a, %b : tensor<NxNxbf16>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<NxNxbf16>, tensor<NxNxbf16>) -> tensor<NxNxf32>
  return %dw, %loss : tensor<NxNxf32>, tensor<f32>
}
"""


def run(step, *options):
    out = scratch / "out.npz"
    subprocess.run(["amp-run", step, f"--inputs={scratch}/in.npz", f"--outputs={out}", *options], check=True, stdout=subprocess.DEVNULL,
                   env=os.environ | {"LD_LIBRARY_PATH": driver, "FAKE_CUDA_CHIP": "90"})
    stored = np.load(out)
    return stored["out_0"].astype(np.float64), stored["out_1"]


def lower(text, stores):
    source, step = scratch / "source.mlir", scratch / f"{stores}.mlir"
    source.write_text(text)
    checked = ["--amp-record-saved", "--amp-store-saved=least-elements=16", "--amp-check-saved"] if stores else []
    subprocess.run(["amp-opt", source, *checked, "--amp-scale-loss=loss-scale=none", "-o", step], check=True)
    return step


def certain(h, slack, kind, factor):
    """Columns whose elements round to the same 8-bit numbers wherever they are within `slack`."""
    rounded = [((h + way * slack).astype(ml_dtypes.bfloat16).astype(np.float64) * factor).astype(np.float32).astype(kind).astype(np.float64) / factor
               for way in (-1, 1)]
    return (rounded[0] == rounded[1]).all(axis=0), rounded[0]


def agrees(name, found, wanted, bound, columns):
    ratio = (np.abs(found - wanted) / bound)[:, columns].max()
    print(f"{name}: {ratio:.3f} of the bound in {columns.sum()} of {N} columns{'' if ratio <= 1 else ', WRONG'}")


for name, kind, scale, said in (("f8E5M2", ml_dtypes.float8_e5m2, 1.0, ""), ("f8E4M3FN", ml_dtypes.float8_e4m3fn, 4.0, " {amp.range = #amp.range<-1.0, 1.0>}")):
    random = np.random.default_rng(3)
    # few significant bits, so that many sums are exact
    x, w = ((random.integers(-8, 9, (N, N)) / 8.0 * (random.random((N, N)) < 0.25)).astype(ml_dtypes.bfloat16) for _ in range(2))
    np.savez(scratch / "in.npz", in_0=x, in_1=w)
    text = STEP.replace("NxN", f"{N}x{N}").replace("RANGE", said)
    step = lower(text, True)
    assert name in step.read_text(), f"expects {name}"
    x, w = x.astype(np.float64), w.astype(np.float64)
    columns, q = certain(x @ w, N * 2.0**-24 * (np.abs(x) @ np.abs(w)), kind, scale)
    wanted, sizes = x.T @ np.tanh(q), np.abs(x).T @ np.abs(np.tanh(q))
    bound = (2.0**-8 + 2.0**-12 + (N + 8) * 2.0**-24) * sizes + 2.0**-60
    plain = run(lower(text, False))
    for target in ((), ("--target=cuda",)):
        dw, loss = run(step, *target)
        if not target:
            print(f"{name}: the loss {'keeps' if loss == plain[1] else 'LOST'} its bits")
            print(f"{name}: the gradient {'changed' if (dw != plain[0]).any() else 'is UNCHANGED'}")
        agrees(f"{name} {target[0] if target else 'cpu'}", dw, wanted, bound, columns)
