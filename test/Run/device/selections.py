# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""selections.py SCRATCH DRIVER: places of extrema and other reductions that select elements, by a driver that interprets PTX, beside JAX on this
processor: bit for bit, with NaN, infinities, ties in far apart parts, and bodies that do not commute.
"""
import os
import pathlib
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

scratch, driver = pathlib.Path(sys.argv[1]), sys.argv[2]


def larger(x, y):
    keep = x[0] >= y[0]
    return jnp.where(keep, x[0], y[0]), jnp.where(keep, x[1], y[1])


def last(x, y):
    return jnp.where(jnp.isnan(y), x, y)


def first(x, y):
    take = x[0] | ~y[0]
    return x[0] | y[0], jnp.where(take, x[1], y[1]), jnp.where(take, x[2], y[2])


def latest(x, y):
    keep = x[0] > y[0]
    return jnp.where(keep, x[0], y[0]), jnp.where(keep, x[1], y[1])


def negative(x, y):
    return jnp.where(y < 0, y, x)


PROGRAMS = {
    "places of maxima in rows": lambda a, b, c, i: jnp.argmax(a, 1),
    "places of minima in rows": lambda a, b, c, i: jnp.argmin(a, 1),
    "of all elements": lambda a, b, c, i: jnp.argmax(a),
    "in columns": lambda a, b, c, i: jnp.argmax(c, 0),
    "in bf16": lambda a, b, c, i: jnp.argmax(a.astype(jnp.bfloat16), 1),
    "the first of equal pairs": lambda a, b, c, i: lax.reduce((c[:, 0], i[:100]), (np.float32(-np.inf), np.int32(-1)), larger, (0,)),
    "the last number": lambda a, b, c, i: lax.reduce(b, np.float32(np.nan), last, (0,)),
    "the first that holds": lambda a, b, c, i: lax.reduce((b > 1.5, i, b), (np.bool_(False), np.int32(-1), np.float32(0)), first, (0,)),
    "the last element": lambda a, b, c, i: lax.reduce(c[:, :3], np.float32(0), lambda x, y: y, (0,)),
    "the last of equal infinities": lambda a, b, c, i: lax.reduce((a[4, :100], i[:100]), (np.float32(-np.inf), np.int32(-1)), latest, (0,)),
    "from a number that is selected": lambda a, b, c, i: lax.reduce(c[:70], np.float32(-5), negative, (0,)),
    "over both dimensions": lambda a, b, c, i: lax.reduce((c, jnp.arange(4000).reshape(100, 40)), (np.float32(-np.inf), np.int32(-1)), larger, (0, 1)),
}


def inputs():
    random = np.random.default_rng(0)
    a, b, c = (random.standard_normal(shape).astype(np.float32) for shape in ((5, 3000), 1237, (100, 40)))
    a[1, [50, 100]] = np.nan
    a[2, [7, 2999]] = 9
    a[3] = 1
    a[4] = -np.inf
    b[-3:] = np.nan
    c[[20, 90], 0] = c[[3, 80], 5] = 7
    return a, b, c, np.arange(len(b), dtype=np.int32)


def main():
    arrays = inputs()
    step, kernels, given, outputs = (scratch / name for name in ("step.mlir", "kernels.mlir", "in.npz", "out.npz"))
    np.savez(given, **{f"in_{number}": array for number, array in enumerate(arrays)})
    right = 0
    for name, program in PROGRAMS.items():
        function = jax.jit(program, keep_unused=True)
        step.write_text(function.lower(*arrays).as_text())
        subprocess.run(["amp-opt", step, "--amp-to-gpu=chip=sm_90a", "-o", kernels], check=True)
        subprocess.run(["amp-run", kernels, f"--inputs={given}", f"--outputs={outputs}", "--target=cuda"], check=True, stdout=subprocess.DEVNULL,
                       env=os.environ | {"LD_LIBRARY_PATH": driver, "FAKE_CUDA_CHIP": "90"})
        stored = np.load(outputs)
        wanted = [np.asarray(each) for each in jax.tree.leaves(function(*arrays))]
        same = [stored[f"out_{number}"].tobytes() == each.tobytes() for number, each in enumerate(wanted)]
        print(f"{name}: {'the same bits' if all(same) else 'OTHER BITS'}")
        right += all(same)
    print(f"{right} of {len(PROGRAMS)}")


if __name__ == "__main__":
    main()
