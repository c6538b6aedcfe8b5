# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""learn_digits.py [EPOCHS]: the MLP and the CNN of the demo learn handwritten digits in f32, bf16 and f16, by amp.jit on XLA."""

import pathlib
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

ROOT = pathlib.Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tools" / "demo"), str(ROOT / "test" / "Inputs")]
from digits import BATCH, initial, order_of, split_images
from export_digits import MODELS
from export_models import cross_entropy

import mlir_amp.jax as amp

RATE, MOMENTUM = 0.05, 0.9
WAYS = {
    "f32": {"compute": "f32"},
    "bf16": {"compute": "bf16"},
    "f16": {"compute": "f16"},
    "f16, dynamic scale": {"compute": "f16", "loss_scale": "dynamic"},
}


def training_step(model, factor):
    """Momentum SGD on a loss that is multiplied by `factor`, and a rate that is divided by it."""

    def step(state, x, y):
        p, velocity = state
        value, grads = amp.value_and_grad(lambda p: factor * cross_entropy(model(p, x), y))(p)
        moved = jax.tree.map(lambda v, g: MOMENTUM * v + g, velocity, grads)
        new = jax.tree.map(lambda w, v: w - RATE / factor * v, p, moved)
        return amp.state((new, moved), state, kind=("parameter", "moment")), value / factor

    return step


def train(name, options, epochs, seed=0, factor=1.0):
    """The part of the tested images that is recognised, the mean loss of the last epoch, and the step."""
    model, shapes = MODELS[name]
    x, x_test, y, y_test = split_images()
    random, losses = np.random.default_rng(seed), []
    p = dict(zip(shapes, initial(shapes.values(), random), strict=True))
    state = p, jax.tree.map(jnp.zeros_like, p)
    step = amp.jit(training_step(model, factor), solver="paint", **options)
    for rows in order_of(len(x), epochs, random):
        state, value = step(state, x[rows], y[rows])
        losses.append(value)
    right = np.mean(np.argmax(model(state[0], x_test), 1) == y_test)
    return right, float(np.mean(losses[-(len(x) // BATCH) :])), step


def main(epochs=20):
    for name in MODELS:
        for way, options in WAYS.items():
            start = time.perf_counter()
            right, loss, step = train(name, options, epochs)
            scale = f", {int(step.skipped)} skipped, scale {float(step.scale):g}" if step.scaler else ""
            print(f"{name} {way:20} {100 * right:5.1f} %  loss {loss:.4f}  {time.perf_counter() - start:4.1f} s{scale}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
