# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""weights.py [--short] [accuracy | exact | cost]...: figures of weights=threshold:BITS, by amp-run.

accuracy: classifiers of 8x8 digits (test/Inputs/export_digits.py) with f32 weights, with 4-bit weights, and with 4-bit weights on
simulated phase-change memory: shares of 360 images that are recognised, over three seeds, and a histogram of the moves per step.
exact: the sum of the moves plus the accumulator against the sum of the updates, over 1,000 steps.
cost: a step of SimpleNet 4096 with 4-bit weights against f32.
--short: one seed of the MLP, for tests. A missed target ends the program with status 1.
"""
import os
import pathlib
import re
import statistics
import subprocess
import sys

import numpy as np

root = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(root / "tools" / "demo"), str(root / "tools")]
import digits  # noqa: E402

binaries, inputs = root / "build" / "bin", root / "test" / "Inputs"
scratch = pathlib.Path(os.environ.get("AMP_SCRATCH", root / "build" / "bench"))
SEEDS = 3
# Model, epochs, and weights with their target: points that they may be below f32.
EPOCHS = {"mlp": 30, "cnn": 30, "lstm": 30}
WEIGHTS = {"threshold:4": 0.6, "threshold:4,device=pcm": 1.5}
STEPS = 1000
misses = 0


def row(what, value, unit, target):
    global misses
    misses += not value <= target
    print(f"  {what:54} {value:9.2f} {unit:6} target {target:7.2f}  {'ok' if value <= target else 'MISSED'}", flush=True)


def compiled(source, weights, *passes):
    """The step with such weights ("" for f32), in f32 besides, and without marks."""
    name = re.sub(r"\W+", "_", f"{source.stem}_{weights or 'f32'}")
    path = scratch / f"{name}.mlir"
    threshold = [f"--amp-threshold-weights=weights={weights}"] if weights else []
    digits.run(binaries / "amp-opt", source, "--amp-convert-marks", *threshold, "--amp-scale-loss=loss-scale=none",
               "--amp-lower-training", *passes, "-o", path)  # fmt: skip
    return path


def slots(module, function, which):
    """Attributes of the arguments or results of a function, as [(amp.state or None, amp.role or None)]."""
    head = re.search(rf"func\.func public @{function}\((.*?)\) -> (?:\((.*)\)|(\S+)) (?:attributes .*)?{{$|func\.func @{function}\((.*?)\) -> (?:\((.*)\)|(\S+)) {{$",
                     pathlib.Path(module).read_text(), re.MULTILINE)  # fmt: skip
    found = [group for group in head.groups() if group]
    parts = re.split(r",? ?%arg\d+: ", found[0])[1:] if which == "arguments" else re.findall(r"tensor<[^>]*>(?: {[^}]*})?", found[1])

    def said(part, name):
        match = re.search(rf'{name} = "((?:[^"\\]|\\.)*)"', part)
        return match and match[1]

    return [(said(part, "amp.state"), said(part, "amp.role")) for part in parts]


def trained(source, weights, data, keep=()):
    """(f32 weights by position, history by role of results) of a training run."""
    start, parameters, steps, _ = data
    step = compiled(source, weights)
    out, history = scratch / "trained.npz", scratch / "history.npz"
    given = digits.save(scratch / "start.npz", start)
    results = slots(step, "main", "results")
    kept = [f"out_{i}" for i, (_, role) in enumerate(results) if role in ("moved", "loss") or i in keep]
    digits.run(binaries / "amp-run", "train", step, f"--inputs={given}", f"--outputs={out}", f"--steps={steps}", f"--history={history}",
               f"--keep={','.join(kept)}")  # fmt: skip
    arrays, past = dict(np.load(out)), dict(np.load(history))
    p = [arrays[f"out_{i}"] for i in range(parameters)]
    if weights:
        states = {state: arrays[f"out_{i}"] for i, (state, _) in enumerate(results) if state}
        readers = slots(step, "main_read_weights", "arguments")
        digits.run(binaries / "amp-run", step, "--entry=main_read_weights",
                   f"--inputs={digits.save(scratch / 'read.npz', [states[name] for name, _ in readers])}",
                   f"--outputs={scratch / 'weights.npz'}")  # fmt: skip
        names = [name for name, _ in slots(step, "main", "arguments")]
        made = [name for name, _ in slots(step, "main_init_weights", "arguments")]
        for name, array in zip(made, digits.results(scratch / "weights.npz"), strict=True):
            p[names.index(name)] = array
    return p, past, results, states if weights else {}


def recognised(model, p, data):
    x_test, y_test = data[3]
    test = digits.save(scratch / "test.npz", [*p, x_test])
    digits.run(binaries / "amp-run", inputs / f"digits_{model}_predict.mlir", f"--inputs={test}", f"--outputs={scratch / 'labels.npz'}")
    return 100 * np.mean(digits.results(scratch / "labels.npz")[0] == y_test)


def histogram(moved, count):
    """Steps by the share of the weights that they move."""
    edges = [0, 1e-6, 1e-4, 1e-3, 1e-2, 1e-1, 1.01]
    names = ["none", "to 0.01 %", "to 0.1 %", "to 1 %", "to 10 %", "more"]
    steps, _ = np.histogram(moved / count, edges)
    return ", ".join(f"{name} {n}" for name, n in zip(names, steps, strict=True))


def accuracy(short):
    print("\ndigits, per cent of 360 images recognised, mean of the seeds; steps by the share of the weights that they move")
    for model in ["mlp"] if short else EPOCHS:
        source = inputs / f"digits_{model}.mlir"
        data = [digits.prepare(inputs / f"digits_{model}_predict.mlir", EPOCHS[model], seed) for seed in range(1 if short else SEEDS)]
        expected = [recognised(model, trained(source, "", d)[0], d) for d in data]
        print(f"  {model} f32: {np.mean(expected):.2f} % ({', '.join(f'{a:.1f}' for a in expected)})", flush=True)
        for weights, target in WEIGHTS.items():
            found, moved = [], []
            for d in data:
                p, past, results, states = trained(source, weights, d)
                found.append(recognised(model, p, d))
                moved.append(sum(past[f"out_{i}"].astype(np.int64) for i, (_, role) in enumerate(results) if role == "moved"))
            count = sum(np.size(array) for name, array in states.items() if f"{name}.chi" in states)
            row(f"{model} {weights}: {np.mean(found):.2f} % ({', '.join(f'{a:.1f}' for a in found)})", np.mean(expected) - np.mean(found),
                "points", target if not short else 3)  # fmt: skip
            print(f"    {histogram(np.concatenate(moved), count)}; {np.mean(moved):.1f} of {count:,} on average")


def exact(short):
    """Each step of each weight: n1 * epsilon + chi1 is n0 * epsilon + (chi0 + update), where the sum in brackets is rounded once."""
    print("\nexactness over 1,000 steps of the MLP, all weights of its three layers")
    epochs = -(-STEPS // (1437 // digits.BATCH))
    start, parameters, _, test = digits.prepare(inputs / "digits_mlp_predict.mlir", epochs, 0)
    start = [*start[: 2 * parameters], *(array[:STEPS] for array in start[2 * parameters :])]
    data = start, parameters, STEPS, test
    source = inputs / "digits_mlp.mlir"
    results = slots(compiled(source, "threshold:4"), "main", "results")
    position = {state: i for i, (state, _) in enumerate(results) if state}
    matrices = [i for i in range(parameters) if start[i].ndim == 2]
    keep = [n for i in matrices for n in (i, parameters + i)] + [position[f"{results[i][0]}.chi"] for i in matrices]
    _, past, _, states = trained(source, "threshold:4", data, keep)
    broken, worst, saturated = 0, 0.0, 0
    for i in matrices:
        name = results[i][0]
        epsilon = float(states[f"{name}.epsilon"])
        n, momentum = past[f"out_{i}"].astype(np.float64), past[f"out_{parameters + i}"]
        chi = past[f"out_{position[f'{name}.chi']}"]
        update = np.float32(0.05) * momentum  # as the step computes it
        first = np.clip(np.rint(start[i] / np.float32(epsilon)), -7, 7)
        n = np.concatenate([first[None], n])
        chi = np.concatenate([(start[i] - np.float32(epsilon) * first.astype(np.float32))[None], chi])
        once = (chi[:-1] - update).astype(np.float64)  # one rounding to f32
        broken += int(np.sum(n[1:] * epsilon + chi[1:].astype(np.float64) != n[:-1] * epsilon + once))
        total = start[i].astype(np.float64) - np.sum(update.astype(np.float64), 0)
        found = n[-1] * epsilon + chi[-1].astype(np.float64)
        bound = np.sum(np.spacing(np.maximum(np.abs(chi[:-1]), np.abs(once)).astype(np.float32)).astype(np.float64), 0) / 2
        worst = max(worst, float(np.max(np.abs(found - total) / bound)))
        saturated += int(np.sum(np.abs(n[-1]) == 7))
    row("steps of weights that are not exact", broken, "", 0)
    row("error of the sum, largest, to the f32 rounding bound", worst, "times", 1)
    print(f"    {saturated:,} weights are at an end of their range after the last step")


def seconds(module, given, repeats):
    text = subprocess.run([binaries / "amp-run", module, f"--inputs={given}", "--time", f"--repeat={repeats}"], check=True, capture_output=True, text=True)
    return float(re.search(r"run +([\d.]+) ms \(median", text.stdout + text.stderr)[1])


def cost(short):
    import testdata

    testdata.graphs()
    source = root / "build" / "graphs" / "simplenet_4096.mlir"
    print("\na step of SimpleNet 4096 (batch 512) with 4-bit weights against f32, on the CPU (medians of 10 turns of 3 runs)")
    modules = [compiled(source, weights) for weights in ("", "threshold:4")]
    given = []
    for module in modules:
        given.append(scratch / f"{module.stem}.npz")
        digits.run(binaries / "amp-run", module, "--generate", f"--save-inputs={given[-1]}", "--outputs=" + str(scratch / "unused.npz"))
    turns = [[seconds(*pair, 3) for pair in zip(modules, given, strict=True)] for _ in range(2 if short else 10)]
    before, after = (statistics.median(column) for column in zip(*turns, strict=True))
    row(f"{before:.0f} ms to {after:.0f} ms", 100 * (after / before - 1), "%", 10)


PARTS = {"accuracy": accuracy, "exact": exact, "cost": cost}


def main():
    arguments = sys.argv[1:]
    short = "--short" in arguments
    scratch.mkdir(parents=True, exist_ok=True)
    for name in [a for a in arguments if a in PARTS] or PARTS:
        PARTS[name](short)
    return misses > 0


if __name__ == "__main__":
    sys.exit(main())
