# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""weights.py [--short] [accuracy | exact | cost]... [mlp | cnn | lstm]...: figures of weights=threshold:BITS, by amp-run.

accuracy: classifiers of 8x8 digits (test/Inputs/export_digits.py) with f32 weights, with 4-bit weights, and with 4-bit weights on
simulated phase-change memory. Epochs, range and scale of each are chosen on images held out of the training set (other seeds); then
it is trained on the whole training set, and measured once on the 360 images of the test set. Histograms of the moves per step.
exact: the sum of the moves plus the accumulator against the sum of the updates, over 1,000 steps.
cost: a step of SimpleNet 4096 with 4-bit weights against f32.
--short: one seed of the MLP with the default options, for tests. A missed target ends the program with status 1.
"""
import itertools
import re
import statistics
import subprocess
import sys

import numpy as np
from weights_training import Run, batches, binaries, compiled, digits, images_of, root, scratch

SEEDS, CHOICE_SEEDS = range(6), range(100, 102)
MODELS = "mlp", "cnn", "lstm"
# Points that these weights may be below f32.
TARGETS = {"threshold:4": 0.6, "threshold:4,device=pcm": 1.5}
# Choices, the preferred ones first among equals.
EPOCHS = 20, 40, 80
RANGES = 0.5, 1
SCALES = "tensor", "channel"
STEPS = 1000
misses = 0


def row(what, value, unit, target):
    global misses
    misses += not value <= target
    print(f"  {what:54} {value:9.2f} {unit:6} target {target:7.2f}  {'ok' if value <= target else 'MISSED'}", flush=True)


def seeded(weights, seed):
    """Devices whose random numbers are those of this seed."""
    return f"{weights},seed={seed}" if "device=" in weights else weights


def choose(model):
    """By mode, (weights, epochs) with the largest share of recognised images among those that are held out."""
    learnt, judged = images_of(validation=True)
    chosen = {}
    for mode in ("", *TARGETS):
        options = [f"{mode},range={r:g},scale={s}" for r, s in itertools.product(RANGES, SCALES)] if mode else [""]
        found = {}
        for weights in options:
            shares = []
            for seed in CHOICE_SEEDS:
                run = Run(model, seeded(weights, seed), seed, *batches(learnt, max(EPOCHS), seed))
                steps = len(run.images) // max(EPOCHS)
                part = []
                for before, after in zip((0, *EPOCHS), EPOCHS, strict=False):
                    run.train((after - before) * steps)
                    part.append(run.recognised(*judged))
                shares.append(part)
            found |= {(weights, epochs): share for epochs, share in zip(EPOCHS, np.mean(shares, 0), strict=True)}
        chosen[mode or "f32"] = max(found, key=found.get)  # the first of equals
        said = ", ".join(f"{weights.removeprefix(mode + ',') or 'f32'} {epochs} epochs {share:.2f}" for (weights, epochs), share in found.items())
        print(f"  {model} {mode or 'f32'}, per cent of {len(judged[0])} held-out images, mean of {len(CHOICE_SEEDS)} seeds: {said}", flush=True)
    return chosen


def histogram(moved, count):
    """Steps by the share of the weights that they move."""
    edges = [0, 1e-6, 1e-4, 1e-3, 1e-2, 1e-1, 1.01]
    names = ["none", "to 0.01 %", "to 0.1 %", "to 1 %", "to 10 %", "more"]
    steps, _ = np.histogram(moved / count, edges)
    return ", ".join(f"{name} {n}" for name, n in zip(names, steps, strict=True))


def measured(model, weights, epochs, seed):
    """Per cent of the test set, weights that each step moves, number of weights that can move."""
    learnt, judged = images_of(validation=False)
    run = Run(model, seeded(weights, seed), seed, *batches(learnt, epochs, seed))
    past = run.train(len(run.images))
    moved = sum(values.astype(np.int64) for _, role, values in past if role == "moved")
    count = sum(values.size for name, values in run.states.items() if name.endswith(".chi"))
    return run.recognised(*judged), moved, count


def accuracy(short, models=MODELS):
    print("\ndigits, per cent of 360 images recognised, mean of the seeds; steps by the share of the weights that they move")
    seeds = SEEDS[:1] if short else SEEDS
    for model in ["mlp"] if short else models:
        chosen = {mode or "f32": (mode, EPOCHS[0]) for mode in ("", *TARGETS)} if short else choose(model)
        weights, epochs = chosen.pop("f32")
        expected = np.array([measured(model, weights, epochs, seed)[0] for seed in seeds])
        print(f"  {model} f32, {epochs} epochs: {expected.mean():.2f} % ({', '.join(f'{a:.1f}' for a in expected)})", flush=True)
        for mode, (weights, epochs) in chosen.items():
            found, moved, counts = zip(*(measured(model, weights, epochs, seed) for seed in seeds), strict=True)
            found = np.array(found)
            below = expected - found
            row(f"{model} {weights}, {epochs} epochs: {found.mean():.2f} % ({', '.join(f'{a:.1f}' for a in found)})", below.mean(), "points",
                TARGETS[mode] if not short else 3)  # fmt: skip
            error = f"standard error {below.std(ddof=1) / len(below) ** 0.5:.2f}; " if len(below) > 1 else ""
            print(f"    {error}{histogram(np.concatenate(moved), counts[0])}; {np.mean(np.concatenate(moved)):.1f} of {counts[0]:,} on average", flush=True)


def exact(short):
    """Each step of each weight: n1 * epsilon + chi1 is n0 * epsilon + (chi0 + update), where the sum in brackets is rounded once."""
    print("\nexactness over 1,000 steps of the MLP, all weights of its three layers")
    learnt, _ = images_of(validation=False)
    data = batches(learnt, -(-STEPS // (len(learnt[0]) // digits.BATCH)), 0)
    run = Run("mlp", "threshold:4", 0, *(array[:STEPS] for array in data))
    start = run.states
    matrices = {name: run.names[run.parameters + i] for i, name in enumerate(run.names[: run.parameters]) if start[name].ndim == 2}
    keep = {*matrices, *matrices.values(), *(f"{name}.chi" for name in matrices)}
    past = {name: values for name, _, values in run.train(STEPS, keep)}
    broken, worst, saturated = 0, 0.0, 0
    for name, momentum in matrices.items():
        epsilon = float(run.states[f"{name}.epsilon"])
        n, chi = past[name].astype(np.float64), past[f"{name}.chi"]
        update = np.float32(0.05) * past[momentum]  # as the step computes it
        first = np.clip(np.rint(start[name] / np.float32(epsilon)), -7, 7)
        n = np.concatenate([first[None], n])
        chi = np.concatenate([(start[name] - np.float32(epsilon) * first.astype(np.float32))[None], chi])
        once = (chi[:-1] - update).astype(np.float64)  # one rounding to f32
        broken += int(np.sum(n[1:] * epsilon + chi[1:].astype(np.float64) != n[:-1] * epsilon + once))
        total = start[name].astype(np.float64) - np.sum(update.astype(np.float64), 0)
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
    models = [a for a in arguments if a in MODELS] or MODELS
    for name in [a for a in arguments if a in PARTS] or PARTS:
        PARTS[name](short, *[models] * (name == "accuracy"))
    return misses > 0


if __name__ == "__main__":
    sys.exit(main())
