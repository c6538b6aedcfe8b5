# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Export a classifier of 8x8 digits: its training step, with the amp marks, or what it predicts.

    build/venv/bin/python test/Inputs/export_digits.py mlp step > test/Inputs/digits_mlp.mlir
    build/venv/bin/python test/Inputs/export_digits.py mlp predict > test/Inputs/digits_mlp_predict.mlir
    build/venv/bin/python test/Inputs/export_digits.py cnn step > test/Inputs/digits_cnn.mlir
    build/venv/bin/python test/Inputs/export_digits.py cnn predict > test/Inputs/digits_cnn_predict.mlir
    build/venv/bin/python test/Inputs/export_digits.py lstm step > test/Inputs/digits_lstm.mlir
    build/venv/bin/python test/Inputs/export_digits.py lstm predict > test/Inputs/digits_lstm_predict.mlir

With a factor (mlp step 1e-6) what is differentiated is the loss times that, and gradients are divided by it.
Arguments of a step, in order: parameters and momenta (by name), images, labels; results: parameters,
momenta, loss. Of a prediction: parameters, images; result: labels.
"""
import pathlib
import sys

import jax
import jax.numpy as jnp
from export_models import conv_block, cross_entropy, dense, dense_shapes

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "python" / "src"))
from mlir_amp import marks  # noqa: E402

BATCH, TESTED = 64, 360
IMAGE = (8, 8, 1)
HIDDEN = 64


def mlp(p, image):
    x = jax.nn.relu(dense(p, "in", image.reshape(image.shape[0], -1)))
    x = jax.nn.relu(dense(p, "mid", x))
    return dense(p, "out", x)


def cnn(p, image):
    x = conv_block(p, "conv2", conv_block(p, "conv1", image))
    return dense(p, "out", x.reshape(x.shape[0], -1))


def lstm(p, image):
    """Rows of an image one after the other; all hidden states are read at the end."""
    def cell(carry, row):
        h, c = carry
        i, f, g, o = jnp.split(row @ p["x_w"] + h @ p["h_w"] + p["x_b"], 4, axis=-1)
        c = jax.nn.sigmoid(f + 1) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    rows = image.reshape(-1, 8, 8).transpose(1, 0, 2)
    zero = jnp.zeros((rows.shape[1], HIDDEN), image.dtype)
    _, states = jax.lax.scan(cell, (zero, zero), rows)
    return dense(p, "out", states.transpose(1, 0, 2).reshape(rows.shape[1], -1))


def times(x, factor):
    return x if factor == 1 else x * factor


MODELS = {
    "mlp": (mlp, {**dense_shapes("in", 64, 128), **dense_shapes("mid", 128, 128), **dense_shapes("out", 128, 10)}),
    "cnn": (cnn, {"conv1": (3, 3, 1, 16), "conv2": (3, 3, 16, 32), **dense_shapes("out", 128, 10)}),
    "lstm": (lstm, {**dense_shapes("x", 8, 4 * HIDDEN), "h_w": (HIDDEN, 4 * HIDDEN), **dense_shapes("out", 8 * HIDDEN, 10)}),
}


def main():
    name, what, factor = (*sys.argv[1:], 1)[:3]
    factor = float(factor)
    apply, shapes = MODELS[name]

    def step(p, m, x, y, rate=0.05, keep=0.9):
        loss, g = jax.value_and_grad(lambda p: marks.loss(times(cross_entropy(apply(p, x), y), factor)))(p)
        g = marks.gradients(g)
        g = jax.tree.map(lambda g: times(g, 1 / factor), g)
        new_m = jax.tree.map(lambda m, g: keep * m + g, m, g)
        new_p = jax.tree.map(lambda p, m: p - rate * m, p, new_m)
        return *marks.state((new_p, new_m), (p, m)), loss

    def predict(p, x):
        return jnp.argmax(apply(p, x), -1).astype(jnp.int32)

    p = {key: jax.ShapeDtypeStruct(shape, jnp.float32) for key, shape in shapes.items()}
    images = [jax.ShapeDtypeStruct((count, *IMAGE), jnp.float32) for count in (BATCH, TESTED)]
    labels = jax.ShapeDtypeStruct((BATCH,), jnp.int32)
    lowered = jax.jit(step).lower(p, p, images[0], labels) if what == "step" else jax.jit(predict).lower(p, images[1])
    print(lowered.as_text(), end="")


if __name__ == "__main__":
    main()
