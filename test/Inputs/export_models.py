# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Export one training step of a small model, with the amp marks, at a batch size.

    build/venv/bin/python test/Inputs/export_models.py simplenet 512 > test/Inputs/simplenet.mlir
    build/venv/bin/python test/Inputs/export_models.py cnn 256 > test/Inputs/cnn.mlir

simplenet: three square layers, mean squared error, momentum. cnn: two convolutions with pooling and
two dense layers on 64x64 colour images, cross entropy, momentum. export_step.py has a transformer.
"""
import pathlib
import sys

import jax
import jax.numpy as jnp

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "python" / "src"))
from mlir_amp import marks  # noqa: E402

WIDTH, CLASSES = 4096, 10


def dense(p, name, x):
    return x @ p[name + "_w"] + p[name + "_b"]


def simplenet(p, x):
    x = jax.nn.relu(dense(p, "in", x))
    x = jax.nn.relu(dense(p, "mid", x))
    return dense(p, "out", x)


def conv_block(p, name, x):
    x = jax.lax.conv_general_dilated(x, p[name], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    x = jax.nn.relu(x)
    return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def cnn(p, image):
    x = conv_block(p, "conv2", conv_block(p, "conv1", image))
    x = jax.nn.relu(dense(p, "hidden", x.reshape(x.shape[0], -1)))
    return dense(p, "logits", x)


def squared_error(y, target):
    return jnp.mean((y - target) ** 2)


def cross_entropy(y, label):
    return -jnp.mean(jnp.sum(jax.nn.log_softmax(y) * jax.nn.one_hot(label, CLASSES), -1))


def dense_shapes(name, rows, columns):
    return {name + "_w": (rows, columns), name + "_b": (columns,)}


MODELS = {
    "simplenet": (simplenet, squared_error, ((WIDTH,), jnp.float32), ((WIDTH,), jnp.float32),
                  {**dense_shapes("in", WIDTH, WIDTH), **dense_shapes("mid", WIDTH, WIDTH),
                   **dense_shapes("out", WIDTH, WIDTH)}),
    "cnn": (cnn, cross_entropy, ((64, 64, 3), jnp.float32), ((), jnp.int32),
            {"conv1": (3, 3, 3, 32), "conv2": (3, 3, 32, 64),
             **dense_shapes("hidden", 16 * 16 * 64, 256), **dense_shapes("logits", 256, CLASSES)}),
}


def main():
    name, batch = sys.argv[1], int(sys.argv[2])
    apply, loss_of, (x_shape, x_type), (y_shape, y_type), shapes = MODELS[name]

    def step(p, m, x, y, rate=1e-2, keep=0.9):
        loss, g = jax.value_and_grad(lambda p: marks.loss(loss_of(apply(p, x), y)))(p)
        g = marks.gradients(g)
        new_m = jax.tree.map(lambda m, g: keep * m + g, m, g)
        new_p = jax.tree.map(lambda p, m: p - rate * m, p, new_m)
        return *marks.state((new_p, new_m), (p, m)), loss

    step.__name__ = name
    p = {key: jax.ShapeDtypeStruct(shape, jnp.float32) for key, shape in shapes.items()}
    x = jax.ShapeDtypeStruct((batch, *x_shape), x_type)
    y = jax.ShapeDtypeStruct((batch, *y_shape), y_type)
    print(jax.jit(step).lower(p, p, x, y).as_text(), end="")


if __name__ == "__main__":
    main()
