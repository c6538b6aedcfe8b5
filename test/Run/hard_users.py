# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hard cases from what users of mixed precision report: twelve that one meets in practice."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hard_case import case, normal, only
from hard_peers import attention_inputs


@case("ties in a maximum: autodiff looks for it by equality", naive=only("stablehlo.reduce"))
def ties():
    def loss(b, x, w, g):
        return ((x @ w + b).max(-1) * g).sum()

    # Exact in f32, and equal in f16: 1024.25 and 1024.5.
    x, w = np.ones((256, 256), np.float32), np.full((256, 256), 4, np.float32)
    b = np.random.default_rng(3).integers(0, 4, (256, 256)).astype(np.float32) / 4
    return jax.grad(loss, argnums=(0, 3)), (b, x, w, normal(256))


@case("dropout, and noise from uniform random bits")
def random_bits():
    def step(x, w, w2):
        h = x @ w
        kept = jax.random.uniform(jax.random.PRNGKey(0), h.shape, np.float32) < 0.9
        u = jax.random.uniform(jax.random.PRNGKey(1), h.shape, np.float32, minval=1e-30)
        dropped = jnp.where(kept, h / 0.9, 0)
        return dropped, dropped @ w2 - jnp.log(-jnp.log(u))

    return step, (normal(256, 256), normal(256, 256, scale=1 / 16), normal(256, 256, scale=1 / 16))


@case("scores filled with -1e9, one row fully masked")
def filled():
    def step(q, k, v, mask):
        return jax.nn.softmax(jnp.where(mask, q @ k.T / 16, -1e9)) @ v

    return step, attention_inputs()


@case("x * x before a mean that is written as a product, or an einsum")
def unrecognised_mean():
    def step(x, w, w2):
        h = x @ w
        squares = (h * h) @ jnp.full((256, 1), 1 / 256, np.float32)
        einsum = jnp.einsum("ij,ij->i", h, h)[:, None] / 256
        return (h * lax.rsqrt(squares + 1e-6)) @ w2, (h * lax.rsqrt(einsum + 1e-6)) @ w2

    return step, (normal(256, 256), normal(256, 256, scale=30), normal(256, 256, scale=1 / 16))


@case("an epsilon of 1e-8 beside a norm of zero")
def epsilon():
    def step(x, w, w2):
        h = x @ w
        return (h / (jnp.sqrt((h * h).sum(-1, keepdims=True)) + 1e-8)) @ w2

    x = normal(256, 256)
    x[9] = 0
    return step, (x, normal(256, 256), normal(256, 256))


@case("softplus as log(1 + exp(x)) with x beyond 11")
def softplus():
    return lambda x, w, w2: jnp.log(1 + jnp.exp(x @ w)) @ w2, (
        normal(256, 256), normal(256, 256, scale=1 / 2), normal(256, 256))  # fmt: skip


@case("position numbers beyond 256 (bf16) and 2048 (f16), and their differences")
def positions():
    def step(q, k, v):
        distance = 2999 - lax.iota(np.int32, 3000).astype(np.float32)
        near = 1 / (1 + distance)
        return (q @ k + near) @ v, jnp.sin(distance) * near

    return step, (normal(256, 256, scale=1 / 16), normal(256, 3000, scale=1 / 16), normal(3000, 256, scale=1 / 16))


@case("a step counter in float")
def counter():
    def step(x, w):
        def turn(_, carried):
            t, h = carried
            t = t + 1
            return t, jnp.tanh(h @ w + jnp.minimum(t / 3000, 1))

        return lax.fori_loop(0, 3000, turn, (jnp.float32(0), x))

    return step, (normal(64, 128), normal(128, 128, scale=1 / 32))


@case("a running variance above 65504")
def running_variance():
    def step(x, w, w2, mean, variance):
        h = x @ w
        y = jax.nn.relu((h - mean) * lax.rsqrt(variance + 1e-5))
        return y @ w2, 0.9 * variance + 0.1 * h.var(0)

    return step, (normal(256, 256), normal(256, 256, scale=25), normal(256, 256), normal(256, scale=100),
                  np.full(256, 1.5e5, np.float32))  # fmt: skip


@case("log of a softmax that underflows")
def log_softmax():
    return lambda x, w, w2: jnp.log(jax.nn.softmax(x @ w)) @ w2, (
        normal(256, 256), normal(256, 256, scale=1 / 2), normal(256, 256))  # fmt: skip


@case("what the user's own cast loses is kept too: x = high + low")
def split():
    def step(x, w):
        high = x.astype(jnp.bfloat16).astype(np.float32)
        return high @ w, ((x - high) * 256) @ w

    return step, (normal(256, 256), normal(256, 256, scale=1 / 16))


@case("a loop whose carried sum grows beyond 65504")
def growing_sum():
    def step(x, w):
        def turn(_, carried):
            h, total = carried
            h = jnp.tanh(h @ w) + 4
            return h, total + h * h

        return lax.fori_loop(0, 5000, turn, (x, jnp.zeros_like(x)))[1]

    return step, (normal(64, 128), normal(128, 128, scale=1 / 64))
