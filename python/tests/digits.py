# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""digits.py [EPOCHS]: an MLP and a CNN learn handwritten digits in f32, bf16 and f16, all by amp.jit on XLA."""

import sys
import time

import jax
import jax.numpy as jnp
import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

import mlir_amp.jax as amp

RATE, MOMENTUM, BATCH, TESTED = 0.05, 0.9, 64, 360
WAYS = {
    "f32": {"compute": "f32"},
    "bf16": {"compute": "bf16"},
    "f16": {"compute": "f16"},
    "f16, dynamic scale": {"compute": "f16", "loss_scale": "dynamic"},
}


def weights(key, shapes):
    """He et al. 2015: of variance 2/n for a layer with n inputs; biases are zero."""
    keys = jax.random.split(key, len(shapes))
    return [(jax.random.normal(k, s) * (2 / np.prod(s[:-1])) ** 0.5, jnp.zeros(s[-1])) for k, s in zip(keys, shapes, strict=True)]


def mlp(layers, x):
    x = x.reshape(len(x), -1)
    for w, b in layers[:-1]:
        x = jax.nn.relu(x @ w + b)
    return x @ layers[-1][0] + layers[-1][1]


def cnn(layers, x):
    for w, b in layers[:-1]:
        x = jax.lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        x = jax.lax.reduce_window(jax.nn.relu(x + b), -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return mlp(layers[-1:], x)


MODELS = {"mlp": (mlp, [(64, 128), (128, 128), (128, 10)]), "cnn": (cnn, [(3, 3, 1, 16), (3, 3, 16, 32), (128, 10)])}


def training_step(model, factor):
    """Momentum SGD on a loss that is multiplied by `factor`, and a rate that is divided by it."""

    def loss(layers, x, y):
        chosen = jnp.take_along_axis(jax.nn.log_softmax(model(layers, x)), y[:, None], 1)
        return -factor * chosen.mean()

    def step(state, x, y):
        layers, velocity = state
        value, grads = amp.value_and_grad(loss)(layers, x, y)
        moved = jax.tree.map(lambda v, g: MOMENTUM * v + g, velocity, grads)
        new = jax.tree.map(lambda w, v: w - RATE / factor * v, layers, moved)
        return amp.state((new, moved), state, kind=("parameter", "moment")), value / factor

    return step


def train(name, way, epochs, seed=0, factor=1.0):
    """The part of the tested images that is recognised, the mean loss of the last epoch, and the step."""
    model, shapes = MODELS[name]
    images, digits = load_digits(return_X_y=True)
    images = images.reshape(-1, 8, 8, 1).astype(np.float32) / 16
    x, x_test, y, y_test = train_test_split(images, digits.astype(np.int32), test_size=TESTED, random_state=0)
    layers = weights(jax.random.key(seed), shapes)
    state, random, losses = (layers, jax.tree.map(jnp.zeros_like, layers)), np.random.default_rng(seed), []
    step = amp.jit(training_step(model, factor), solver="paint", **WAYS[way])
    for _ in range(epochs):
        order = random.permutation(len(x))
        for start in range(0, len(x) - BATCH + 1, BATCH):
            rows = order[start : start + BATCH]
            state, value = step(state, x[rows], y[rows])
            losses.append(value)
    right = np.mean(np.argmax(model(state[0], x_test), 1) == y_test)
    return right, float(np.mean(losses[-(len(x) // BATCH) :])), step


def main(epochs=20):
    for name in MODELS:
        for way in WAYS:
            start = time.perf_counter()
            right, loss, step = train(name, way, epochs)
            scale = f", {int(step.skipped)} skipped, scale {float(step.scale):g}" if step.scaler else ""
            print(f"{name} {way:20} {100 * right:5.1f} %  loss {loss:.4f}  {time.perf_counter() - start:4.1f} s{scale}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
