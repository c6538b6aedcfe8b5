# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Export one training step (a transformer block that classifies sequences, trained with Adam) with the amp marks.

    build/venv/bin/python test/Inputs/export_step.py [BATCH] > test/Inputs/step.mlir

Differentiation has happened by the time a graph leaves JAX; the marks say what it no longer shows:
where the loss is, where its gradient starts, what the gradients are, and which values are carried on.
A mark computes nothing: it is a composite that returns its first operands, so the step runs as it is.
"""
import pathlib
import sys

import jax
import jax.numpy as jnp

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "python" / "src"))
from mlir_amp import marks  # noqa: E402

BATCH, TIME, WIDTH, CLASSES = 32, 16, 64, 10


def normalize(x):
    x = x - x.mean(-1, keepdims=True)
    return x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-5)


def logits(p, x):
    h = normalize(x)
    weights = jax.nn.softmax(jnp.einsum("btd,bsd->bts", h @ p["q"], h @ p["k"]) * WIDTH**-0.5)
    x = x + jnp.einsum("bts,bsd->btd", weights, h @ p["v"])
    x = x + jnp.tanh(normalize(x) @ p["up"]) @ p["down"]
    return x.mean(1) @ p["head"]


def loss_of(p, x, label):
    picked = jax.nn.log_softmax(logits(p, x)) * jax.nn.one_hot(label, CLASSES)
    return marks.loss(-picked.sum() / BATCH)


def step(p, m, v, x, label, rate=1e-3, keep1=0.9, keep2=0.999):
    """(weights, first moments, second moments, inputs, labels) -> (weights, moments, loss)"""
    loss, g = jax.value_and_grad(loss_of)(p, x, label)
    g = marks.gradients(g)
    new_m = jax.tree.map(lambda m, g: keep1 * m + (1 - keep1) * g, m, g)
    new_v = jax.tree.map(lambda v, g: keep2 * v + (1 - keep2) * g * g, v, g)
    new_p = jax.tree.map(lambda p, m, v: p - rate * m / (jnp.sqrt(v) + 1e-8), p, new_m, new_v)
    old, new = (p, m, v), (new_p, new_m, new_v)
    return *marks.state(new, old), loss


def main():
    global BATCH
    BATCH = int(sys.argv[1]) if len(sys.argv) > 1 else BATCH
    shapes = {"q": (WIDTH, WIDTH), "k": (WIDTH, WIDTH), "v": (WIDTH, WIDTH),
              "up": (WIDTH, 4 * WIDTH), "down": (4 * WIDTH, WIDTH), "head": (WIDTH, CLASSES)}
    p = {name: jax.ShapeDtypeStruct(shape, jnp.float32) for name, shape in shapes.items()}
    x = jax.ShapeDtypeStruct((BATCH, TIME, WIDTH), jnp.float32)
    label = jax.ShapeDtypeStruct((BATCH,), jnp.int32)
    print(jax.jit(step).lower(p, p, p, x, label).as_text(), end="")


if __name__ == "__main__":
    main()
