# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps of test/Inputs/training_steps.py that are stored without numbers: numbers for them, and how far 16 bits are from f32.

Errors are norms of differences relative to norms of the reference. Adam divides a gradient by its size, so a weight that started at
zero is what one step moved it, by about the rate to one side or the other: it says only that the difference is no more than twice
the rate. How good its gradient is is in the moments.
"""

import jax
import jax.numpy as jnp
import numpy as np

RATE = 1e-3
"""The largest of any of these steps with Adam."""


def drawn(made, batch=None):
    """Arguments of the step: weights as layers start with, moments of zero, data of the size `batch` if that is given."""
    random = np.random.default_rng(0)
    count = len(made.state)

    def value(path, spec):
        shape, name = spec.shape, jax.tree_util.keystr(path)
        if path[0].idx >= count and batch:
            shape = (batch, *shape[1:])
        if jnp.issubdtype(spec.dtype, jnp.integer):
            return jnp.zeros(shape, spec.dtype) if path[0].idx < count else jnp.asarray(random.integers(0, 10, shape), spec.dtype)
        if "scale" in name:
            return jnp.ones(shape)
        if path[0].idx < count and ("mu" in name or "nu" in name or len(shape) < 2):
            return jnp.zeros(shape)
        drawn = random.standard_normal(shape, np.float32)
        return jnp.asarray(drawn if path[0].idx >= count else 0.02 * drawn if "embedding" in name else fan_in(drawn))

    return jax.tree_util.tree_map_with_path(value, made.args)


def fan_in(drawn):
    return drawn / np.float32(np.prod(drawn.shape[:-1]) ** 0.5)


def errors(results, reference):
    """The largest relative error by what a result is: "loss", "weight", "moment", its "square"; and "moved", in rates of Adam."""
    found = {}
    named = jax.tree_util.tree_leaves_with_path(reference)
    adam = any(".mu" in jax.tree_util.keystr(path) for path, _ in named)
    for got, (path, wanted) in zip(jax.tree.leaves(results), named, strict=True):
        name, wanted = jax.tree_util.keystr(path), np.asarray(wanted, np.float64).ravel()
        difference, size = np.asarray(got, np.float64).ravel() - wanted, np.linalg.norm(wanted)
        error = np.linalg.norm(difference) / max(size, 1e-30)
        what = "loss" if path == named[-1][0] else "moment" if ".mu" in name else "square" if ".nu" in name else "weight"
        if what == "weight" and adam and size <= 2 * RATE * wanted.size**0.5:
            what, error = "moved", np.abs(difference).max() / RATE
        # Of max(0, nan), Python returns 0.
        found[what] = max(found.get(what, 0), float(error) if np.isfinite(error) else np.inf)
    return found
