# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A small model and its training step, marked, for tests that need any step at all."""

import jax
import jax.numpy as jnp

import mlir_amp.jax as amp

RATE = 0.1


def parameters(seed=0, width=16):
    a, b = jax.random.split(jax.random.key(seed))
    return {"in": jax.random.normal(a, (8, width)) / 3, "out": jax.random.normal(b, (width, 4)) / 4}


def batch(size=32, seed=1):
    a, b = jax.random.split(jax.random.key(seed))
    return jax.random.normal(a, (size, 8)), jax.random.normal(b, (size, 4))


def loss(p, x, y):
    return jnp.mean((jnp.tanh(x @ p["in"]) @ p["out"] - y) ** 2)


def step(p, x, y):
    value, grads = amp.value_and_grad(loss)(p, x, y)
    new = jax.tree.map(lambda w, g: w - RATE * g, p, grads)
    return amp.state(new, p, kind="parameter"), value


def unmarked(p, x, y):
    value, grads = jax.value_and_grad(loss)(p, x, y)
    return jax.tree.map(lambda w, g: w - RATE * g, p, grads), value
