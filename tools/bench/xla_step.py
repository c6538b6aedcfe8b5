# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""xla_step.py MODULE INPUTS.npz: the median milliseconds of a run on XLA's CPU through JAX, and the peak MiB of the process."""
import os
import pathlib
import resource
import statistics
import sys
import time

os.environ["XLA_FLAGS"] = ""
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "test" / "Run"))
import jax
import numpy as np
import xla

RUNS, SECONDS = 30, 20


def main():
    module = xla.parse(pathlib.Path(sys.argv[1]).read_text())
    executable = xla.executable_of(module)
    inputs = np.load(sys.argv[2])
    arguments = [jax.device_put(inputs[f"in_{i}"]) for i in range(len(xla.main_type(module).inputs))]
    jax.block_until_ready(executable(*arguments))
    times, end = [], time.perf_counter() + SECONDS
    while len(times) < RUNS and (len(times) < 3 or time.perf_counter() < end):
        start = time.perf_counter()
        jax.block_until_ready(executable(*arguments))
        times.append(time.perf_counter() - start)
    print(1e3 * statistics.median(times), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


if __name__ == "__main__":
    main()
