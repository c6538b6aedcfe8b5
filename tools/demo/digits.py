# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""digits.py BUILD INPUTS [EPOCHS]: train on scikit-learn's handwritten digits with amp-run, in three precisions.

Two models that JAX exported (test/Inputs/export_digits.py), an MLP and a CNN, in f32 as exported and in
f16 and bf16 as `amp-opt --amp` makes them: the same 1,437 images in the same order from the same start,
then the 360 images that were kept apart. Prints how many of these each recognises.
"""
import pathlib
import re
import subprocess
import sys
import time

import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

BATCH, TESTED = 64, 360


def parameter_shapes(predict):
    """The arguments of a prediction but the last, its images."""
    signature = re.search(r"@main\((.*?)\) ->", predict.read_text()).group(1)
    shapes = re.findall(r"tensor<([\dx]*)xf32>", signature)
    return [tuple(int(size) for size in shape.split("x")) for shape in shapes][:-1]


def initial(shapes, random):
    """He et al. 2015: weights of a layer with n inputs have variance 2/n."""
    return [np.zeros(s, np.float32) if len(s) == 1 else
            random.normal(0, (2 / np.prod(s[:-1])) ** 0.5, s).astype(np.float32) for s in shapes]


def save(path, arrays):
    np.savez(path, **{f"in_{i}": array for i, array in enumerate(arrays)})


def prepare(model, inputs, out, epochs):
    """Writes what training and testing start from; returns the labels of the tested images."""
    images, labels = load_digits(return_X_y=True)
    images = images.reshape(-1, 8, 8, 1).astype(np.float32) / 16
    x, x_test, y, y_test = train_test_split(images, labels.astype(np.int32), test_size=TESTED, random_state=0)
    random = np.random.default_rng(0)
    parameters = initial(parameter_shapes(inputs / f"digits_{model}_predict.mlir"), random)
    steps = len(x) // BATCH
    order = np.concatenate([random.permutation(len(x))[: steps * BATCH].reshape(-1, BATCH) for _ in range(epochs)])
    momenta = [np.zeros_like(p) for p in parameters]
    save(out / f"{model}.train.npz", [*parameters, *momenta, x[order], y[order]])
    return x_test, y_test, len(order), len(parameters)


def run(*command):
    subprocess.run([str(part) for part in command], check=True)


def train(model, precision, build, inputs, out, data):
    x_test, y_test, steps, parameters = data
    programs = {}
    for name in (f"digits_{model}", f"digits_{model}_predict"):
        programs[name] = inputs / f"{name}.mlir"
        if precision != "f32":
            programs[name] = out / f"{name}.{precision}.mlir"
            run(build / "bin/amp-opt", inputs / f"{name}.mlir", f"--amp=compute={precision} solver=paint", "-o", programs[name])
    trained, history, predicted = (out / f"{model}.{precision}.{what}.npz" for what in ("trained", "loss", "labels"))
    start = time.perf_counter()
    run(build / "bin/amp-run", programs[f"digits_{model}"], f"--inputs={out / f'{model}.train.npz'}",
        f"--outputs={trained}", f"--steps={steps}", f"--history={history}")
    seconds = time.perf_counter() - start
    weights = np.load(trained)
    save(out / "test.npz", [*(weights[f"out_{i}"] for i in range(parameters)), x_test])
    run(build / "bin/amp-run", programs[f"digits_{model}_predict"], f"--inputs={out / 'test.npz'}", f"--outputs={predicted}")
    right = np.mean(np.load(predicted)["out_0"] == y_test)
    losses = next(iter(np.load(history).values()))
    print(f"{model:4} {precision:5} {100 * right:6.1f} %   {losses[-20:].mean():.4f}   {seconds:6.1f} s", flush=True)


def main():
    build, inputs = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    epochs = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    out = build / "demo"
    out.mkdir(parents=True, exist_ok=True)
    print(f"{epochs} epochs on 1,437 images; right of the 360 kept apart, loss of the last 20 steps, time with compilation")
    for model in ("mlp", "cnn"):
        data = prepare(model, inputs, out, epochs)
        for precision in ("f32", "f16", "bf16"):
            train(model, precision, build, inputs, out, data)


if __name__ == "__main__":
    main()
