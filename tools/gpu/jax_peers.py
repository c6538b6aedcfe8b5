# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""jax_peers.py NAME GRAPHS: milliseconds of the graphs NAME*.mlir, the very ones that our kernels run, compiled by JAX's XLA for the GPU."""
import os
import pathlib
import statistics
import sys
import time

os.environ.setdefault("JAX_PLATFORMS", "cuda")
os.environ.setdefault("XLA_FLAGS", "")
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "test" / "Run"))
import jax
import numpy as np
import xla

WARM, SAMPLES, STEPS = 3, 10, 10


def made(aval, random):
    """Small positive numbers; integers below any vocabulary and beyond one another."""
    if np.issubdtype(aval.dtype, np.integer) or aval.dtype == bool:
        return (random.integers(0, 1000, aval.shape) % (2 if aval.dtype == bool else 1000)).astype(aval.dtype)
    return random.uniform(0.01, 0.02, aval.shape).astype(np.float32).astype(aval.dtype)


def measure(path, inputs):
    module = xla.parse(path.read_text())
    executable = xla.executable_of(module)
    avals, random = xla.described(xla.main_type(module).inputs), np.random.default_rng(0)
    known = np.load(inputs) if inputs.exists() else {}
    given = [known[f"in_{i}"] if f"in_{i}" in known else made(aval, random) for i, aval in enumerate(avals)]
    arguments = [jax.device_put(array) for array in given]
    times = []
    for _ in range(WARM + SAMPLES):
        start = time.perf_counter()
        for _ in range(STEPS):
            results = executable(*arguments)
        jax.block_until_ready(results)
        times.append((time.perf_counter() - start) / STEPS * 1e3)
    return statistics.median(times[WARM:])


def main(name, graphs):
    paths = [path for path in pathlib.Path(graphs).glob("*.mlir") if path.name.split(".")[0] == name]
    for path in sorted(paths, key=lambda path: (".bf16" not in path.name, path.name)):
        print(f"  JAX {jax.__version__}, {path.name.removesuffix('.mlir'):32} {measure(path, path.with_name(name + '.npz')):10.3f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
