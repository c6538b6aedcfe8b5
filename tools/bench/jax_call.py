# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""jax_call.py: microseconds that a call of amp.jit takes over one of jax.jit (the same small step, with and without a loss scale), and
seconds to trace, export, rewrite and read back GPT-2 124M (with shared/data). AMP_BIN names the folder of the tools.
"""
import os
import pathlib
import statistics
import sys
import time

ROOT = pathlib.Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "python" / "src"), str(ROOT / "python" / "tests")]
os.environ.setdefault("AMP_BIN", str(ROOT / "build" / "bin"))
import jax
import models

import mlir_amp.jax as amp

CALLS, ROUNDS = 300, 15
DATA = pathlib.Path(os.environ.get("AMP_SHARED_DATA", ROOT.parent / "shared" / "data")) / "jax"


def per_call(step, args):
    start = time.perf_counter()
    for _ in range(CALLS):
        result = step(*args)
    jax.block_until_ready(result)
    return (time.perf_counter() - start) / CALLS * 1e6


def main():
    args = models.parameters(), *models.batch(8)
    # In f32 all of them compute the same; what differs is the way there.
    steps = {"jax.jit": jax.jit(models.step), "amp.jit": amp.jit(models.step, compute="f32"),
             "amp.jit, loss_scale=dynamic": amp.jit(models.step, compute="f32", loss_scale="dynamic")}
    times = {name: [] for name in steps}
    for step in steps.values():
        step(*args)
        step(*args)
    for _ in range(ROUNDS):
        for name, step in steps.items():
            times[name].append(per_call(step, args))
    own = statistics.median(times["jax.jit"])
    for name, measured in times.items():
        print(f"{name:30} {statistics.median(measured):6.1f} us a call, {statistics.median(measured) - own:+5.1f}")
    if (DATA / "make_graphs.py").exists():
        sys.path.insert(0, str(DATA))
        os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
        import make_graphs
        made = make_graphs.CASES["gpt2_124m"][3]()
        start = time.perf_counter()
        program = amp.jit(made.step, compute="bf16").program(*made.args)
        program.module
        print(f"GPT-2 124M, {program.before.count('stablehlo.')} ops: {time.perf_counter() - start:.1f} s from Python to a module that XLA can compile")


if __name__ == "__main__":
    main()
