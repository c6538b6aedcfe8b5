# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""infer_marks_returned.py AMP_OPT AMP_RUN: a gradient function of an MLP, as JAX exports it, that clips its gradients by their
global norm and adds them to the gradients of earlier batches. A power of two as the scale changes no bit; an infinite scale keeps the sums."""
import sys

import jax
import jax.numpy as jnp
import numpy as np
from infer_marks import without_names
from infer_marks_run import check


def loss(weights, x, y):
    hidden = jnp.tanh(x @ weights["a"])
    return jnp.mean((hidden @ weights["b"] - y) ** 2)


def clipped(weights, x, y):
    value, gradients = jax.value_and_grad(loss)(weights, x, y)
    norm = jnp.sqrt(sum(jnp.sum(g**2) for g in jax.tree.leaves(gradients)))
    return jax.tree.map(lambda g: g / jnp.maximum(norm, 0.01), gradients), value, norm


def accumulated(weights, sums, x, y):
    value, gradients = jax.value_and_grad(loss)(weights, x, y)
    return jax.tree.map(jnp.add, sums, gradients), value


def main(amp_opt, amp_run):
    draw = np.random.default_rng(0)
    weights = {name: draw.normal(size=size).astype("f") / 4 for name, size in (("a", (12, 24)), ("b", (24, 5)))}
    x, y = draw.normal(size=(16, 12)).astype("f"), draw.normal(size=(16, 5)).astype("f")
    sums = {name: draw.normal(size=w.shape).astype("f") for name, w in weights.items()}
    wrong = {}
    for step, given, states in ((clipped, (weights, x, y), []), (accumulated, (weights, sums, x, y), [(2, 0), (3, 1)])):
        text = without_names(jax.jit(step).lower(*given).as_text())
        found = check(amp_opt, amp_run, text, jax.tree.leaves(given), states)
        if any(found):
            wrong[step.__name__] = found
    return f"results that differ, states that changed: {wrong}" if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
