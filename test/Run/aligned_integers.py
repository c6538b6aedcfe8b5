# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""aligned_integers.py AMP_OPT AMP_RUN: aligned steps on integers held in floats give the same bits, on amp-run and on XLA.

The steps have the shapes that tensor cores do not like: a vocabulary of 33,708 and 1,001 hidden, 3 channels and 10 classes, 77
positions. Their reductions would see padding: sums, maxima, minima, means, the place of a maximum. Each ends in gradients.
"""
import subprocess
import sys
import tempfile

import xla  # first: it sets how JAX starts

import jax
import jax.numpy as jnp
import numpy as np

import on_cpu

FOLLOWED = {"grouped": "tensor<512x502x2xf32>"}  # what padding makes of a step's splits
INFINITE = {"language": 0, "attention": 1}  # inputs of which one element is infinite in a second run


def language(w1, w2, bias, x, t):
    """Logits of a vocabulary; most likely, least likely, mean, and the gradients of a loss."""

    def loss(w1, w2, bias):
        hidden = jnp.maximum(x @ w1 + 1, 0)
        logits = hidden @ w2 + bias
        return jnp.sum(jnp.maximum(logits, -logits) * t), logits

    (_, logits), gradients = jax.value_and_grad(loss, (0, 1, 2), has_aux=True)(w1, w2, bias)
    top, worst = logits.max(1), logits.min(1)
    return *gradients, top, worst, logits.sum(1) / logits.shape[1], logits.argmax(1), logits[:, 5:7], w2 - gradients[1]


def labels(w1, w2, x, which):
    """Labels that select from a vocabulary: out of range they clamp, fill or are dropped; gradients are scattered."""
    which = (which * 12345).astype(jnp.int32)

    def loss(w1, w2, mode):
        logits = (x @ w1) @ w2
        return jnp.sum(jnp.take_along_axis(logits, which, 1, mode=mode) * 3), logits

    def gradients(mode):
        return jax.grad(lambda w1, w2: loss(w1, w2, mode)[0], (0, 1))(w1, w2)

    logits = loss(w1, w2, "clip")[1]
    filled = jnp.take_along_axis(logits, which, 1, mode="fill", fill_value=7)
    written = logits.at[jnp.arange(3)[:, None], which].add(1, mode="drop") @ w2.T
    return *gradients("clip"), *gradients("fill"), filled, logits[:, 40], written


def network(kernel, dense, image, labels):
    """A convolution of 3 channels, a maximum over windows, and 10 classes."""

    def loss(kernel, dense):
        y = jax.lax.conv_general_dilated(image, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        y = jax.lax.reduce_window(jnp.maximum(y, 0), -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        logits = y.reshape(y.shape[0], -1) @ dense
        return jnp.sum(logits * labels), logits.max(1)

    (_, top), gradients = jax.value_and_grad(loss, (0, 1), has_aux=True)(kernel, dense)
    return *gradients, top


def attention(q, k, v):
    """Weights that are integers: how far a score lies above the least one of its row, and no more than 2."""

    def loss(q, k, v):
        scores = jnp.einsum("bqd,bkd->bqk", q, k)
        weights = jnp.minimum(scores - scores.min(-1, keepdims=True), 2)
        mixed = jnp.einsum("bqk,bkd->bqd", weights, v)
        return jnp.sum(mixed * mixed), (mixed, weights.sum(-1), weights)

    (_, others), gradients = jax.value_and_grad(loss, (0, 1, 2), has_aux=True)(q, k, v)
    return *gradients, *others


def looped(w, x):
    """A loop that carries a state and a weight."""

    def turn(_, carried):
        w, x = carried
        return w + 1, jnp.sign(x @ w) + 1

    return jax.lax.fori_loop(0, 3, turn, (w, x))


def called(w, x, b):
    """A function that is called twice; one whose argument a maximum below zero reads; 0/0 behind the end of a product's factor."""
    act = jax.jit(lambda y: jnp.maximum(y, 0) - 1, inline=False)
    y = act(act(x @ w) @ w)
    side = jnp.sign(x @ w + (b + 0.5))
    return y @ w, jax.jit(lambda y: (-1 - jnp.abs(y)).max(1))(y), (side / side * 2) @ w


def grouped(w1, w2, x):
    """Pairs of numbers that are compared among themselves, split off and merged again; the greatest of each place."""

    def loss(w1, w2):
        y = (x @ w1).reshape(x.shape[0], -1, 2)
        y = jnp.maximum(y - y.min(-1, keepdims=True), 1)
        merged = y.reshape(x.shape[0], -1)
        return jnp.sum(merged @ w2), (y.max(1), merged.sum(1), y[:, 5:7])

    (_, others), gradients = jax.value_and_grad(loss, (0, 1), has_aux=True)(w1, w2)
    return *gradients, *others


SHAPES = {
    language: [(1001, 31), (31, 33708), (33708,), (3, 1001), (3, 33708)],
    labels: [(1001, 31), (31, 33708), (3, 1001), (3, 2)],
    network: [(3, 3, 3, 10), (160, 10), (2, 8, 8, 3), (2, 10)],
    attention: [(2, 77, 9), (2, 77, 9), (2, 77, 9)],
    looped: [(77, 77), (5, 77)],
    called: [(77, 77), (5, 77), (77,)],
    grouped: [(64, 1002), (1002, 64), (512, 64)],
}


def check(opt, tool, step, folder):
    random = np.random.default_rng(0)
    inputs = [random.integers(-2, 3, shape).astype(np.float32) for shape in SHAPES[step]]
    text = jax.jit(step).lower(*inputs).as_text()
    path = f"{folder}/{step.__name__}.mlir"
    open(path, "w").write(text)
    aligned = f"{folder}/aligned.mlir"
    subprocess.run([opt, path, "--amp-align-shapes=align=always check", "-o", aligned], check=True)
    changed = open(aligned).read()
    if "amp.unpadded" not in changed:
        return [f"{step.__name__}: nothing was padded"]
    if FOLLOWED.get(step.__name__, "") not in changed:
        return [f"{step.__name__}: padding did not go through its reshapes"]
    runs = [inputs]
    if step.__name__ in INFINITE:
        runs.append([i.copy() for i in inputs])
        runs[1][INFINITE[step.__name__]].flat[0] = np.inf
    wrong = []
    for given in runs:
        on_xla = [xla.compiled(xla.parse(t))(*given) for t in (text, changed)]
        on_amp_run = [on_cpu.run(tool, p, given) for p in (path, aligned)]
        for name, (before, after) in {"XLA": on_xla, "amp-run": on_amp_run}.items():
            for i, (a, b) in enumerate(zip(before, after, strict=True)):
                if a.dtype != b.dtype or a.shape != b.shape or not np.array_equal(a, b, equal_nan=a.dtype.kind == "f"):
                    wrong.append(f"{step.__name__} on {name}: result {i} differs{' with an infinity' if given is not inputs else ''}")
    return wrong


def main(opt, tool):
    with tempfile.TemporaryDirectory() as folder:
        wrong = [line for step in SHAPES for line in check(opt, tool, step, folder)]
    return "\n".join(wrong) or 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
