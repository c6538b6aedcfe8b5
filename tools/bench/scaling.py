# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cost of scaling, the check for overflow and the guard of states: a step on the CPU, and the compiler.

scaling.py [GRAPH…], as a program: these graphs alone. scaling.py --inputs MODULE INPUTS.npz OUT.npz: those and the scaler's first state.
"""
import re
import statistics
import sys

import cpu

# Steps with their target: percent of the step without.
STEPS = {"simplenet_4096": 3, "mlp_adam": 15, "cnn_digits": 15, "transformer_block": 15, "gpt_tiny_dropout": 15,
         "autoencoder": 15, "conv_batchnorm": 15, "lstm_scan": 15, "simplenet": 15, "scanned_mlp": 15, "logistic": 15,
         "data_parallel": 15}  # fmt: skip
# Turns of a process each, without scaling and with it, and runs in each: a step that takes a second runs seldom; others take
# longer to compile than to run, and run often.
TURNS = {"simplenet_4096": (10, 3)}
SMALL = 8, 100
# The largest of the graphs, for the compiler.
COMPILED = "gpt2_124m"


def scaled(graph, loss_scale):
    path = cpu.scratch / f"{graph}.{loss_scale}.mlir"
    cpu.output_of(cpu.binaries / "amp-opt", cpu.graphs / f"{graph}.mlir", "--amp-convert-marks",
                  f"--amp-scale-loss=loss-scale={loss_scale}", "--amp-lower-training", "-o", path)  # fmt: skip
    return path


def add_states(module, given, path):
    """The module's arguments beyond those given are the scaler's: a scale, which overflows nothing, and counters."""
    import numpy as np

    inputs = dict(np.load(given))
    signature = re.search(r"@main\((.*?)\) ->", open(module).read()).group(1)
    arguments = re.findall(r'%arg(\d+): tensor<(\w+)> \{amp.role = "(\w+)"', signature)
    for number, element, role in arguments:
        inputs[f"in_{number}"] = np.float32(1024) if element == "f32" else np.zeros((), {"i32": np.int32, "i1": np.bool_}[element])
    np.savez(path, **inputs)


def milliseconds(module, inputs, repeats):
    text = cpu.output_of(cpu.binaries / "amp-run", module, f"--inputs={inputs}", "--time", f"--repeat={repeats}")
    return float(re.search(r"run +([\d.]+) ms \(median", text)[1])


def step(graph, target, row):
    plain, guarded = scaled(graph, "none"), scaled(graph, "dynamic")
    inputs, with_states = cpu.inputs_of(graph), cpu.scratch / f"{graph}.scaled.npz"
    cpu.output_of(cpu.python, __file__, "--inputs", guarded, inputs, with_states)
    turns, repeats = TURNS.get(graph, SMALL)
    runs = [(milliseconds(plain, inputs, repeats), milliseconds(guarded, with_states, repeats)) for _ in range(turns)]
    before, after = map(statistics.median, zip(*runs))
    row(f"{graph}: {before:.3f} ms to {after:.3f} ms", 100 * (after / before - 1), "%", target)


def compiler(row):
    path = cpu.graphs / f"{COMPILED}.mlir"
    ops = path.read_text().count(" = stablehlo.")
    passes = ["--amp-convert-marks", "--amp-scale-loss", "--amp-lower-training"]
    names = ["ConvertMarks", "ScaleLoss", "LowerTraining"]
    samples = []
    for _ in range(9):
        report = cpu.output_of(cpu.binaries / "amp-opt", path, *passes, "--mlir-timing", "-o", "/dev/null")
        samples.append([float(re.search(rf"^ *([\d.]+) \( *[\d.]+%\)  {name}$", report, re.MULTILINE)[1]) for name in names])
    for name, seconds in zip(passes, map(statistics.median, zip(*samples))):
        row(f"{name.removeprefix('--')}, {ops:,} ops (median of 9)", 1e6 * seconds / ops, "us/op", 1)


def measure(row, graphs=STEPS):
    """Prints a row per figure through `row(what, value, unit, target)`."""
    cpu.testdata.graphs()
    cpu.scratch.mkdir(parents=True, exist_ok=True)
    print("\nloss scaling, check and guard on a training step (medians over turns without and with it: 10 of 3 runs of SimpleNet 4096, 8 of 100 of small graphs)")
    for graph in graphs:
        step(graph, STEPS[graph], row)
    compiler(row)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inputs"]:
        add_states(*sys.argv[2:])
    else:
        measure(lambda what, value, unit, target: print(f"  {what:54} {value:9.2f} {unit:6} target {target:7.2f}", flush=True), sys.argv[1:] or STEPS)
