# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cost of amp.jit: microseconds of a call over one of jax.jit, the least of many (one small step in f32, so that what differs is the way there), and
seconds to trace, export, rewrite and read back GPT-2 124M. AMP_BIN names the folder of the tools.

As a program: prints a row for each, `what<tab>value<tab>unit<tab>target` (no target: for comparison).
"""
import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
INPUTS = ROOT / "test" / "Inputs"
CALLS, ROUNDS = 100, 60
CALL, EXPORT = 50, 10  # microseconds, seconds


def measure(row):
    """For bench.py, whose Python has no JAX."""
    import cpu

    print("\namp.jit (python/) against jax.jit")
    lines = [line.split("\t") for line in cpu.output_of(cpu.python, __file__).splitlines() if line.count("\t") == 3]
    for what, value, unit, target in lines:
        if target:
            row(what, float(value), unit, float(target))
        else:
            print(f"  ({what}: {float(value):.1f} {unit})")


def per_call(step, args):
    import jax

    weights, *batch = args
    start = time.perf_counter()
    for _ in range(CALLS):
        weights, _ = step(weights, *batch)
    jax.block_until_ready(weights)
    return (time.perf_counter() - start) / CALLS * 1e6


def calls():
    import jax
    import models

    import mlir_amp.jax as amp

    args = models.parameters(), *models.batch(8)
    steps = {"jax.jit": (jax.jit(models.step), None), "amp.jit": (amp.jit(models.step, compute="f32"), CALL),
             "amp.jit, loss_scale=dynamic": (amp.jit(models.step, compute="f32", loss_scale="dynamic"), CALL),
             "amp.jit, weights=master": (amp.jit(models.step, compute="bf16", weights="master"), CALL),
             "amp.jit, engine=amp": (amp.jit(models.step, compute="f32", engine="amp"), None)}  # fmt: skip
    times = {name: [] for name in steps}
    for step, _ in steps.values():
        per_call(step, args)
    for _ in range(ROUNDS):
        for name, (step, _) in steps.items():
            times[name].append(per_call(step, args))
    # Other load of the machine only ever adds to a time.
    own = min(times["jax.jit"])
    for name, (_, target) in steps.items():
        took = min(times[name])
        yield (f"{name}, of {own:.1f}", took - own, "us", target) if target else (name, took, "us a call", None)


def export():
    from training_steps import STEPS

    import mlir_amp.jax as amp

    made = STEPS["gpt2_124m"].build()
    start = time.perf_counter()
    program = amp.jit(made.step, compute="bf16").program(*made.args)
    assert program.module.artifact
    seconds = time.perf_counter() - start
    yield f"GPT-2 124M, {program.before.count('stablehlo.')} ops: Python to mixed module", seconds, "s", EXPORT


def main():
    sys.path[:0] = [str(ROOT / "python" / "src"), str(ROOT / "python" / "tests"), str(INPUTS)]
    os.environ.setdefault("AMP_BIN", str(ROOT / "build" / "bin"))
    for what, value, unit, target in (*calls(), *export()):
        print(what, value, unit, target or "", sep="\t", flush=True)


if __name__ == "__main__":
    main()
