# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""attention_dropout_step.py SCRATCH DRIVER: training steps of JAX with dropout in their attention, in bf16 and f16, lowered for a GPU, on a driver that
runs their PTX, against the same rewritten steps on this processor.

Random bits are the same integers on both; updates differ by roundings alone, by at most 2^-5 of the largest.
"""
import pathlib
import re
import sys

import jax
import jax.numpy as jnp
import numpy as np

from attention_numbers import Runner

BATCH, TOKENS, HEADS, DEPTH, KEPT = 2, 72, 2, 16, 0.75
WIDTH = HEADS * DEPTH


def attention(weights, x, key, form):
    q, k, v = (jnp.einsum("btc,chd->bthd", x, w) for w in weights)
    scores = jnp.einsum("bthd,bshd->bhts", q, k) * DEPTH**-0.5
    p = jax.nn.softmax(jnp.where(jnp.tril(jnp.ones((TOKENS, TOKENS), bool)), scores, -jnp.inf))
    shape = (1, 1, TOKENS, TOKENS) if form == "shared by heads" else p.shape
    keep = jax.random.bernoulli(key, KEPT, shape)
    p = p * (keep.astype(p.dtype) / KEPT) if form == "multiplied" else jnp.where(keep, p / KEPT, 0)
    return jnp.einsum("bhts,bshd->bthd", p, v)


def step_of(form):
    def step(weights, x, key):
        loss, gradients = jax.value_and_grad(lambda weights: jnp.mean(attention(weights, x, key, form) ** 2))(weights)
        return loss, [w - g for w, g in zip(weights, gradients)]

    return step


def arrays():
    random = np.random.default_rng(0)
    weights = [(random.standard_normal((WIDTH, HEADS, DEPTH)) * WIDTH**-0.5).astype(np.float32) for _ in "qkv"]
    return weights, random.standard_normal((BATCH, TOKENS, WIDTH)).astype(np.float32), np.array([7, 11], np.uint32)


def check(runner, form, kind):
    given = arrays()
    text = jax.jit(step_of(form)).lower(*given).as_text()
    source = runner.scratch / "source.mlir"
    source.write_text(text)
    flat = [*given[0], *given[1:]]
    rewritten = runner.call("amp-opt", source, f"--amp=compute={kind} f32=strict loss-scale=none").stdout
    remarks = runner.lower(rewritten, flat)
    types = ["tensor<f32>", *[f"tensor<{WIDTH}x{HEADS}x{DEPTH}xf32>"] * 3]
    wanted = runner.run_all(runner.step, types)
    found = runner.run_all(runner.kernels, types, "--target=cuda")
    error = max(np.abs(a - b).max() / np.abs(b - start).max() for a, b, start in zip(found[1:], wanted[1:], flat))
    bits = re.search(r"map_[0-9x]*72x9_i8\b", runner.kernels.read_text())
    fused = len(re.findall("attention is fused", remarks))
    right = error <= 2.0**-5 and fused == 2 and (bits is not None)
    print(f"{form}, {kind}: attention and its gradient {'fused' if fused == 2 else 'separate'}, {'packed' if bits else 'no'} bits, "
          f"off by {error:.1e}{'' if right else ', WRONG'}")


if __name__ == "__main__":
    runner = Runner(*sys.argv[1:3])
    for form in "chosen", "multiplied", "shared by heads":
        for kind in "bf16", "f16":
            check(runner, form, kind)
