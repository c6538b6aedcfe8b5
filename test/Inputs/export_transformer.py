# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""export_transformer.py LAYERS [TOKENS WIDTH HEADS INNER]: the forward pass of pre-norm transformer layers, as StableHLO, on standard output.

Each layer is two decomposed layer norms, projections with biases, softmax attention, an erf-GELU and two residual sums.
"""
import sys

import jax
import jax.numpy as jnp

TOKENS, WIDTH, HEADS, INNER = map(int, sys.argv[2:] or (16, 32, 4, 64))
SHAPES = {"q": (WIDTH, WIDTH), "k": (WIDTH, WIDTH), "v": (WIDTH, WIDTH), "out": (WIDTH, WIDTH),
          "up": (WIDTH, INNER), "down": (INNER, WIDTH)}  # fmt: skip


def norm(x, scale, shift):
    centred = x - jnp.mean(x, axis=-1, keepdims=True)
    variance = jnp.mean(centred * centred, axis=-1, keepdims=True)
    return centred / jnp.sqrt(variance + 1e-5) * scale + shift


def layer(x, p):
    def project(name, y):
        return y @ p[name]["weight"] + p[name]["bias"]

    def heads(y):
        return y.reshape(TOKENS, HEADS, WIDTH // HEADS).transpose(1, 0, 2)

    y = norm(x, **p["norm_1"])
    q, k, v = (heads(project(name, y)) for name in "qkv")
    scores = jax.nn.softmax(q @ k.transpose(0, 2, 1) * (WIDTH // HEADS) ** -0.5)
    x = x + project("out", (scores @ v).transpose(1, 0, 2).reshape(TOKENS, WIDTH))
    y = project("up", norm(x, **p["norm_2"]))
    return x + project("down", y * 0.5 * (1 + jax.lax.erf(y * 0.5**0.5)))


def parameters():
    def array(*shape):
        return jax.ShapeDtypeStruct(shape, jnp.float32)

    norms = {name: {"scale": array(WIDTH), "shift": array(WIDTH)} for name in ("norm_1", "norm_2")}
    return norms | {name: {"weight": array(*shape), "bias": array(shape[1])} for name, shape in SHAPES.items()}


def model(x, layers):
    for p in layers:
        x = layer(x, p)
    return x


x = jax.ShapeDtypeStruct((TOKENS, WIDTH), jnp.float32)
print(jax.jit(model).lower(x, [parameters() for _ in range(int(sys.argv[1]))]).as_text())
