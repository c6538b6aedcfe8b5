# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""digits.py BUILD INPUTS [EPOCHS [MODEL…]]: train on scikit-learn's handwritten digits with amp-run, in three precisions.

Models that JAX exported (test/Inputs/export_digits.py), an MLP and a CNN unless said: INPUTS/digits_MODEL.mlir, in f32 as
exported, in bf16, and in f16 with and without loss scaling, as `amp-opt --amp` makes them; the same 1,437 images in the same
order from the same start, then the 360 images that were kept apart. Prints how many of these each recognises, and what became
of the scale.
"""
import json
import pathlib
import re
import subprocess
import sys
import time

import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

BATCH, TESTED = 64, 360
PRECISIONS = {"f32": None, "bf16": ("bf16", "none"), "f16": ("f16", "none"), "f16 scaled": ("f16", "dynamic")}  # and loss-scale


def parameter_shapes(predict):
    """The arguments of a prediction but the last, its images."""
    signature = re.search(r"@main\((.*?)\) ->", predict.read_text()).group(1)
    shapes = re.findall(r"tensor<([\dx]*)xf32>", signature)
    return [tuple(int(size) for size in shape.split("x")) for shape in shapes][:-1]


def initial(shapes, random):
    """He et al. 2015: weights of a layer with n inputs have variance 2/n."""
    return [np.zeros(s, np.float32) if len(s) == 1 else
            random.normal(0, (2 / np.prod(s[:-1])) ** 0.5, s).astype(np.float32) for s in shapes]


def run(*command):
    subprocess.run([str(part) for part in command], check=True)


def results(path):
    """In order; those of a history, only scalars."""
    found = np.load(path)
    return [found[name] for name in sorted(found.files, key=lambda name: int(name.removeprefix("out_")))]


def save(path, arrays):
    np.savez(path, **{f"in_{i}": array for i, array in enumerate(arrays)})
    return path


def split_images():
    """Images to learn from, images to test with, labels of those, labels of these."""
    images, labels = load_digits(return_X_y=True)
    images = images.reshape(-1, 8, 8, 1).astype(np.float32) / 16
    return train_test_split(images, labels.astype(np.int32), test_size=TESTED, random_state=0)


def order_of(images, epochs, random):
    """The numbers of the images of each batch; every epoch shuffles them."""
    steps = images // BATCH
    return np.concatenate([random.permutation(images)[: steps * BATCH].reshape(-1, BATCH) for _ in range(epochs)])


def prepare(predict, epochs, seed=0):
    """The start of training, its number of parameters, the number of steps; images and labels to test with."""
    x, x_test, y, y_test = split_images()
    random = np.random.default_rng(seed)
    parameters = initial(parameter_shapes(predict), random)
    order = order_of(len(x), epochs, random)
    momenta = [np.zeros_like(p) for p in parameters]
    return [*parameters, *momenta, x[order], y[order]], len(parameters), len(order), (x_test, y_test)


def mixed(amp_opt, source, low, scaling, out):
    """The module, and its report."""
    report = out.with_suffix(".json")
    run(amp_opt, source, f"--amp=compute={low} solver=paint loss-scale={scaling} report={report}", "-o", out)
    return out, json.loads(report.read_text())["totals"]


def timeline(scale):
    """`65536, 32768 from step 4`: where it changed."""
    changes = [0, *(1 + np.flatnonzero(np.diff(scale)))]
    shown = [f"{scale[t]:g}" + (f" from step {t + 1}" if t else "") for t in changes[:4]]
    return ", ".join(shown) + (f", … {scale[-1]:g}" if len(changes) > 4 else "")


def train(model, precision, build, inputs, out, data):
    """(share of the tested images that are recognised, mean loss of the last 20 steps)."""
    start, parameters, steps, (x_test, y_test) = data
    step, predict = (inputs / f"digits_{model}{what}.mlir" for what in ("", "_predict"))
    tag, scaler, totals = precision.replace(" ", "_"), [], None
    began = time.perf_counter()
    if PRECISIONS[precision]:
        low, scaling = PRECISIONS[precision]
        step, totals = mixed(build / "bin/amp-opt", step, low, scaling, out / f"{model}.{tag}.mlir")
        predict, _ = mixed(build / "bin/amp-opt", predict, low, "none", out / f"{model}_predict.{tag}.mlir")
        if scaling == "dynamic":
            run(build / "bin/amp-run", step, "--entry=main_init_scaler", f"--outputs={out / 'scaler.npz'}")
            scaler = results(out / "scaler.npz")
    trained, history, predicted = (out / f"{model}.{tag}.{what}.npz" for what in ("trained", "history", "labels"))
    run(build / "bin/amp-run", "train", step, f"--inputs={save(out / 'train.npz', [*start, *scaler])}", f"--outputs={trained}",
        f"--steps={steps}", f"--history={history}")  # fmt: skip
    test = save(out / "test.npz", [*results(trained)[:parameters], x_test])
    run(build / "bin/amp-run", predict, f"--inputs={test}", f"--outputs={predicted}")
    right = np.mean(results(predicted)[0] == y_test)
    loss, *scaled = results(history)
    line = f"{model:9} {precision:10} {100 * right:6.1f} %   {loss[-20:].mean():<10.4g} {time.perf_counter() - began:5.1f} s"
    if totals:
        written = [sum(totals[when]["activation_bytes"].values()) / 2**10 for when in ("before", "after")]
        line += f"   ops write {written[1]:.0f} KiB ({written[0]:.0f} in f32)"
    if scaler:
        scale, _, skipped, *_ = scaled
        line += f"   scale {timeline(scale)}; {skipped[-1]} of {steps} steps skipped"
    print(line, flush=True)
    return right, loss[-20:].mean()


def main():
    build, inputs = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    epochs = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    out = build / "demo"
    out.mkdir(parents=True, exist_ok=True)
    print(f"{epochs} epochs on 1,437 images; right of the 360 kept apart, loss of the last 20 steps, time with compilation")
    for model in sys.argv[4:] or ["mlp", "cnn"]:
        data = prepare(inputs / f"digits_{model}_predict.mlir", epochs)
        for precision in PRECISIONS:
            train(model, precision, build, inputs, out, data)


if __name__ == "__main__":
    main()
