# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The hard cases on which graph rewriters are compared: what breaks 4, 8 or 12 of 14 elsewhere.

Each case is a step of f32 with products around the hard spot, and inputs that hit it.
"""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hard_case import case, normal

LOWEST = float(np.finfo(np.float32).min)


def attention_inputs():
    mask = np.random.default_rng(1).random((256, 256)) < 0.5
    mask[3] = False
    return normal(256, 256), normal(256, 256), normal(256, 256), mask


def layer_norm(h, eps):
    centred = h - h.mean(-1, keepdims=True)
    return centred * lax.rsqrt((centred * centred).mean(-1, keepdims=True) + eps)


@case("mask = finfo(f32).min, one row fully masked")
def lowest_mask():
    def step(q, k, v, mask):
        return jax.nn.softmax(q @ k.T / 16 + jnp.where(mask, 0, LOWEST)) @ v

    return step, attention_inputs()


@case("layer norm with eps 1e-12, one constant row")
def constant_row():
    x = normal(256, 256)
    x[5] = 0
    return lambda x, w, b, w2: layer_norm(x @ w + b, 1e-12) @ w2, (
        x, normal(256, 256), np.full(256, 0.5, np.float32), normal(256, 256, scale=1 / 16))  # fmt: skip


@case("layer norm of activations near 500: their squares overflow")
def large_activations():
    return lambda x, w, w2: layer_norm(x @ w, 1e-5) @ w2, (
        normal(256, 256), normal(256, 256, scale=30), normal(256, 256, scale=1 / 16))  # fmt: skip


@case("a sum of 70000 ones")
def many_ones():
    def step(x, w):
        h = x @ w
        return h.sum() / jnp.ones_like(h).sum()

    return step, (normal(280, 256) + 1, normal(256, 250, scale=1 / 16) + 1)


@case("a branch captures an activation that stays f32")
def captured_by_branch():
    def step(x, w, w2, flag):
        a = jnp.exp(x @ w)
        return a, lax.cond(flag, lambda: jnp.log(a) @ w2, lambda: x @ w2)

    x = normal(256, 256, scale=1 / 16)
    x[0] = 12 / 256
    w = normal(256, 256)
    w[:, 0] = 1
    return step, (x, w, normal(256, 256), np.bool_(True))


@case("a loop carries a sum in f32 and captures a weight")
def captured_by_loop():
    def step(x, w):
        def turn(_, carried):
            h, total = carried
            return jnp.tanh(h @ w), total + 0.0009 * (1 + h * h)

        return lax.fori_loop(0, 3000, turn, (x, jnp.zeros_like(x)))[1]

    return step, (normal(64, 128), normal(128, 128, scale=1 / 64))


@case("a length is computed in float: floor(4099 / 2)")
def float_length():
    def step(x, w, length):
        half = jnp.floor(length.astype(np.float32) / 2).astype(np.int32)
        return half, jnp.where(lax.iota(np.int32, 4100) < half, x, 0) @ w

    x = normal(256, 4100)
    x[:, 2049:2052] = 64
    return step, (x, normal(4100, 256, scale=1 / 64), np.int32(4099))


@case("position numbers become floats and angles of sine and cosine")
def position_angles():
    frequencies = (1e4 ** (-np.arange(128) / 128)).astype(np.float32)

    def step(x, w, w2):
        h = x @ w
        angles = lax.iota(np.int32, 4096).astype(np.float32)[:, None] * frequencies
        a, b = h[:, :128], h[:, 128:]
        turned = [a * jnp.cos(angles) - b * jnp.sin(angles), a * jnp.sin(angles) + b * jnp.cos(angles)]
        return jnp.concatenate(turned, 1) @ w2

    return step, (normal(4096, 256), normal(256, 256, scale=1 / 16), normal(256, 64, scale=1 / 16))


@case("one scalar is read by ops that stay f32 and by 16-bit ones")
def shared_scalar():
    def step(x, w, w2, w3):
        tiny = jnp.float32(1e-8)
        h = x @ w
        unit = h * lax.rsqrt((h * h).mean(-1, keepdims=True) + tiny)
        return unit @ w2, jnp.maximum(unit @ w3, tiny) @ w2

    x = normal(256, 256)
    x[7] = 0
    return step, (x, normal(256, 256), normal(256, 256, scale=1 / 16), normal(256, 256, scale=1 / 16))


@case("a result of the graph is also read inside it")
def result_read_inside():
    def step(q, k, v):
        weights = jnp.exp(q @ k)
        total = weights.sum(-1, keepdims=True)
        return total, (weights / total) @ v

    return step, (normal(256, 256, scale=1 / 4) + 0.15, normal(256, 256, scale=1 / 8) + 0.15, normal(256, 256))


@case("the user's own f16 and f64 casts", x64=True)
def own_casts():
    def step(x, w, w2):
        h = x @ w
        coarse = h.astype(np.float16).astype(np.float32)
        return (h.astype(np.float64) * 1e5).astype(np.float32), coarse @ w2

    return step, (normal(256, 256), normal(256, 256), normal(256, 256, scale=1 / 16))


@case("the scale of a resize, and its coordinates")
def resize():
    def step(x, w, w2):
        h = x @ w
        at = (lax.iota(np.float32, 3072) + 0.5) * jnp.float32(1 / 3) - 0.5
        low = jnp.clip(jnp.floor(at), 0, 1022)
        share = (at - low)[:, None]
        index = low.astype(np.int32)
        return (h[index] * (1 - share) + h[index + 1] * share) @ w2

    return step, (normal(1024, 256), normal(256, 256, scale=1 / 16), normal(256, 64, scale=1 / 16))


@case("a weight of 2e4, which f16 holds; its products it does not")
def large_weight():
    weight = normal(256, 256, scale=8e3).clip(-2e4, 2e4)
    return lambda x, w: jnp.tanh(x @ w) @ weight, (normal(256, 256), normal(256, 256, scale=1 / 16))


@case("a weight of 1e-8, which f16 flushes")
def tiny_weight():
    weight = normal(256, 256, scale=1e-8)
    return lambda x, w: ((x @ w) @ weight) * 1e8, (normal(256, 256), normal(256, 256, scale=1 / 16))
