# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A training step of GPT-2 124M on one sequence of 1024 tokens by XLA's CPU: how far amp.jit is from jax.jit in f32, in units
of the roundoff of bf16 and f16. Needs 10 GB and minutes. AMP_BIN names the folder of the tools.

As a program: prints a row for each, `what<tab>value<tab>unit<tab>target`.
"""
import os
import sys
import time

import jax_call

# Of the loss; of first moments, which are the gradients; of second ones, which are squares of them.
TARGETS = {"loss": 0.5, "moment": 6, "square": 12}
UNITS = {"bf16": 2.0**-8, "f16": 2.0**-11}


def measure(row):
    """For bench.py, whose Python has no JAX."""
    import cpu

    print("\na step of GPT-2 124M by amp.jit on XLA's CPU, against f32")
    for line in cpu.output_of(cpu.python, __file__).splitlines():
        if line.count("\t") == 3:
            what, value, unit, target = line.split("\t")
            row(what, float(value), unit, float(target))


def main():
    sys.path[:0] = [str(jax_call.ROOT / "python" / "src"), str(jax_call.ROOT / "python" / "tests"), str(jax_call.INPUTS)]
    os.environ.setdefault("AMP_BIN", str(jax_call.ROOT / "build" / "bin"))
    os.environ["XLA_FLAGS"] = "--xla_allow_excess_precision=false"
    import drawn_graphs
    import jax
    from training_steps import STEPS

    import mlir_amp.jax as amp

    made = STEPS["gpt2_124m"].build()
    args = drawn_graphs.drawn(made, batch=1)
    reference = jax.tree.map(jax.device_get, jax.jit(made.step)(*args))
    for compute, unit in UNITS.items():
        start = time.perf_counter()
        results = jax.block_until_ready(amp.jit(made.step, compute=compute, loss_scale="dynamic")(*args))
        print(f"{compute}: {time.perf_counter() - start:.0f} s", file=sys.stderr)
        for what, error in drawn_graphs.errors(results, reference).items():
            if what in TARGETS:
                print(f"{compute}: {what}", error / unit, "u", TARGETS[what], sep="\t", flush=True)


if __name__ == "__main__":
    main()
