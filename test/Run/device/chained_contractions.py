# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""chained_contractions.py SCRATCH DRIVER CHIP: sums of products whose results are added, as kernels, on a driver that runs their PTX, against f64.

A sum of N products in f32 errs by at most v (N + 8) sum |a b| (v = 2^-24), twice that with the order of another kernel; where the program rounds it, by
u (2^-8 of bf16, 2^-11 of f16) of each partial sum and of the result; factors rounded to TF32 err by 2^-11 each.
"""
import os
import pathlib
import re
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np

scratch, driver, chip = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
ROWS, COLUMNS = 1536, 1544
V = 2.0**-24


def product(a, b, rounds=None, dims=((1,), (0,))):
    result = jax.lax.dot_general(a, b, (dims, ((), ())), preferred_element_type=jnp.float32)
    return result if rounds is None else result.astype(rounds)


def shapes(depth, count, row=lambda d: (ROWS, d), column=lambda d: (d, COLUMNS)):
    return [shape(depth) for _ in range(count) for shape in (row, column)]


def rounded(a, b, c, d, e, f, bias):
    low = jnp.bfloat16
    return (product(a, b, low) + product(c, d, low)) + product(e, f, low) + bias.astype(low)


def turned(a, b, c, d):
    dims = (0,), (1,)
    return product(a, b, None, dims) + product(c, d, None, dims)


# name -> (type of factors, shapes of arguments, function, relative error of a partial sum, kernels)
CASES = {
    "two products": ("bfloat16", shapes(32, 2), lambda a, b, c, d: product(a, b) + product(c, d), 0, 1),
    "three products with a bias, rounded each": ("bfloat16", [*shapes(16, 3), (ROWS, COLUMNS)], rounded, 2.0**-8, 1),
    "depths that fill no step": ("float16", shapes(24, 3), lambda a, b, c, d, e, f: product(a, b) + (product(e, f) + product(c, d)), 0, 1),
    "transposed factors in f16": ("float16", shapes(72, 2, lambda d: (d, ROWS), lambda d: (COLUMNS, d)), turned, 0, 1),
    "rounded to TF32": ("float32", shapes(16, 2), lambda a, b, c, d: product(a, b) + product(c, d), 2.0**-10, 1),
    "one result is read twice": ("bfloat16", shapes(16, 2), lambda a, b, c, d: (x := product(a, b)) + product(c, d) + jnp.sin(x), 0, 2),
    "of other layouts": (
        "bfloat16", [(ROWS, 16), (16, COLUMNS), (16, ROWS), (16, COLUMNS)],
        lambda a, b, c, d: product(a, b) + product(c, d, None, ((0,), (0,))), 0, 2),
}


def run(name, kind, sizes, function, unit, kernels):
    random = np.random.default_rng(len(name))
    arrays = [random.standard_normal(size).astype(kind if kind != "bfloat16" else jnp.bfloat16) for size in sizes]
    source, lowered, inputs, outputs = (scratch / n for n in ("source.mlir", "kernels.mlir", "in.npz", "out.npz"))
    text = jax.jit(function).lower(*arrays).as_text()
    if kind == "float32":
        text = text.replace("precision = [DEFAULT, DEFAULT]", "precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, "
                            "accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>")
    source.write_text(text)
    raw = {f"in_{i}": a.view(np.uint16).view("V2") if kind == "bfloat16" else a for i, a in enumerate(arrays)}
    np.savez(inputs, **raw)
    subprocess.run(["amp-opt", source, f"--amp-to-gpu=chip={chip}", "-o", lowered], check=True, stderr=subprocess.DEVNULL)
    found = re.findall(r"\.entry (matmul_[0-9x]*)", lowered.read_text())
    subprocess.run(["amp-run", lowered, f"--inputs={inputs}", f"--outputs={outputs}", "--target=cuda"], check=True, stdout=subprocess.DEVNULL,
                   env=os.environ | {"LD_LIBRARY_PATH": driver})
    result = np.load(outputs)["out_0"]
    if result.dtype.itemsize == 2:
        result = result.view(np.uint16).view(jnp.bfloat16)
    with jax.enable_x64():
        wide = [np.asarray(a, np.float64) for a in arrays]
        numbers = lambda of: np.asarray(jax.jit(lambda *a: of(*a))(*wide), np.float64)
        global product
        kept = product
        product = lambda a, b, rounds=None, dims=((1,), (0,)): jax.lax.dot_general(a, b, (dims, ((), ())))
        exact = numbers(lambda *a: function(*a).astype(jnp.float64))
        wide = [np.abs(a) for a in wide]
        size = numbers(lambda *a: function(*a).astype(jnp.float64))
        product = kept
    terms = sum(s[1] for s in sizes[::2] if len(s) == 2) if kind != "float16" else 400
    bound = (2 * V * (terms + 8) + 3 * unit) * 2 * np.abs(size) + 1e-30
    if name.startswith("one result"):  # its sine errs as its argument does
        bound = bound * 3 + 1e-3
    worst = float(np.max(np.abs(np.asarray(result, np.float64) - exact) / bound))
    right = worst <= 1 and (kernels is None or len(found) == kernels)
    print(f"{name}: {len(found)} kernel{'s' * (len(found) != 1)}, {', '.join(found)}, {worst:.3f} of the bound{'' if right else ', WRONG'}", flush=True)
    return right


scratch.mkdir(parents=True, exist_ok=True)
right = sum(run(name, *case) for name, case in CASES.items())
print(f"{right} of {len(CASES)} within their bounds")
