# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Export one training step (a transformer block that classifies sequences, trained with Adam) with the amp marks.

    build/venv/bin/python test/Inputs/export_step.py [BATCH] > test/Inputs/step.mlir

Differentiation has happened by the time a graph leaves JAX; the marks say what it no longer shows:
where the loss is, where its gradient starts, what the gradients are, and which values are carried on.
A mark computes nothing: it is a composite that returns its first operands, so the step runs as it is.
"""
import sys

import jax
import jax.numpy as jnp

BATCH, TIME, WIDTH, CLASSES = 32, 16, 64, 10


def mark(kind, values, others=(), **attributes):
    """One `amp.<kind>` composite over the leaves of `values`; `others` are only handed along."""
    leaves, tree = jax.tree.flatten(values)
    composite = jax.lax.composite(lambda *xs, **_: xs[: len(leaves)], f"amp.{kind}", version=1)
    return tree.unflatten(composite(*leaves, *jax.tree.leaves(others), group="main", **attributes))


def names(tree):
    return tuple(jax.tree_util.keystr(path) for path, _ in jax.tree_util.tree_leaves_with_path(tree))


@jax.custom_vjp
def marked_loss(loss):
    return mark("loss", loss)


# The backward rule receives the seed: the gradient of the loss with respect to itself.
marked_loss.defvjp(lambda loss: (marked_loss(loss), None), lambda _, seed: (mark("seed", seed),))


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
    return marked_loss(-picked.sum() / BATCH)


def step(p, m, v, x, label, rate=1e-3, keep1=0.9, keep2=0.999):
    """(weights, first moments, second moments, inputs, labels) -> (weights, moments, loss)"""
    loss, g = jax.value_and_grad(loss_of)(p, x, label)
    g = mark("gradients", g, names=names(g))
    new_m = jax.tree.map(lambda m, g: keep1 * m + (1 - keep1) * g, m, g)
    new_v = jax.tree.map(lambda v, g: keep2 * v + (1 - keep2) * g * g, v, g)
    new_p = jax.tree.map(lambda p, m, v: p - rate * m / (jnp.sqrt(v) + 1e-8), p, new_m, new_v)
    old, new = (p, m, v), (new_p, new_m, new_v)
    return *mark("state", new, old, names=names(new)), loss


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
