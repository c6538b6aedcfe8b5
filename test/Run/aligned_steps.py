# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""aligned_steps.py AMP_OPT AMP_RUN: steps on real numbers whose reductions, norms, softmax, means and random numbers would see padding.

Every dimension that could be padded is. On amp-run and on XLA the aligned step is as far off the float64 one as float32's own
noise, and gradients of weights end where the weights do. With a wrong neutral element, or a mean by the padded count, it is not.
"""
import re
import subprocess
import sys
import tempfile

import xla  # first: it sets how JAX starts

import jax
import jax.numpy as jnp
import numpy as np

import bounds
import on_cpu


def normed(x):
    centred = x - x.mean(-1, keepdims=True)
    return centred / jnp.sqrt((centred * centred).mean(-1, keepdims=True) + 1e-5)


def language(embedding, w, x, which):
    """Cross entropy over a vocabulary of 333, after a norm over 101: Adam-like second moments beside the gradients."""
    label = (which * 100).astype(jnp.int32)

    def loss(embedding, w):
        hidden = normed(jnp.tanh(x @ w))
        logits = hidden @ embedding.T
        picked = jnp.take_along_axis(jax.nn.log_softmax(logits), label, 1)
        return -picked.mean(), logits

    (value, logits), gradients = jax.value_and_grad(loss, (0, 1), has_aux=True)(embedding, w)
    return value, *gradients, *(g * g for g in gradients), logits.argmax(1), logits.mean(1), logits.std(1)


def attention(q, k, v):
    """A causal softmax over 77 positions."""
    def loss(q, k, v):
        scores = jnp.einsum("bqd,bkd->bqk", q, k) / 3
        scores = jnp.where(jnp.tril(jnp.ones((77, 77), bool)), scores, -1e9)
        weights = jax.nn.softmax(scores)
        mixed = jnp.einsum("bqk,bkd->bqd", weights, v)
        return (mixed * mixed).mean(), weights.sum(-1)

    (value, ones), gradients = jax.value_and_grad(loss, (0, 1, 2), has_aux=True)(q, k, v)
    return value, ones, *gradients


def network(kernel, dense, image, labels):
    """3 channels, a batch norm over 12 features, 10 classes."""
    def loss(kernel, dense):
        y = jax.lax.conv_general_dilated(image, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        y = (y - y.mean((0, 1, 2))) / jnp.sqrt(y.var((0, 1, 2)) + 1e-5)
        y = jax.lax.reduce_window(jnp.maximum(y, 0), -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        logits = y.reshape(y.shape[0], -1) @ dense
        return -(jax.nn.log_softmax(logits) * labels).mean(), y

    (value, y), gradients = jax.value_and_grad(loss, (0, 1), has_aux=True)(kernel, dense)
    return value, *gradients, y.mean((0, 1, 2))


def dropout(w1, w2, x):
    """Random numbers in the shape of what is padded, and a cumulative sum, which sees its operand as it was."""
    def loss(w1, w2):
        hidden = x @ w1
        kept = jax.random.bernoulli(jax.random.key(0), 0.7, hidden.shape)
        return ((jnp.where(kept, hidden / 0.7, 0) @ w2) ** 2).mean(), jnp.cumsum(hidden, 1)[:, -1]

    (value, last), gradients = jax.value_and_grad(loss, (0, 1), has_aux=True)(w1, w2)
    return value, last, *gradients


SHAPES = {
    language: [(333, 101), (9, 101), (16, 9), (16, 1)],
    attention: [(2, 77, 9), (2, 77, 9), (2, 77, 9)],
    network: [(3, 3, 3, 12), (192, 10), (4, 8, 8, 3), (4, 10)],
    dropout: [(9, 77), (77, 5), (16, 9)],
}

# Planted faults of a step: its name, the text to replace, and the replacement.
FAULTS = {
    "sums that see ones": (attention, r"(amp.unpadded = array<i64>} dense<)-0.0", r"\g<1>1.0"),
    "maxima that see a million": (attention, r"(amp.unpadded = array<i64>} dense<)0xFF800000", r"\g<1>1.0e+06"),
    "products that see ones": (attention, r"(amp.unpadded = array<i64>} dense<)0.0", r"\g<1>1.0"),
    "means by the padded count": (language, r"dense<1.010000e\+02>", "dense<1.040000e+02>"),
}


def check(opt, tool, step, folder):
    random = np.random.default_rng(0)
    inputs = [random.uniform(0, 1, shape).astype(np.float32) for shape in SHAPES[step]]
    text = jax.jit(step).lower(*inputs).as_text()
    path, aligned = f"{folder}/{step.__name__}.mlir", f"{folder}/aligned.mlir"
    open(path, "w").write(text)
    subprocess.run([opt, path, "--amp-align-shapes=align=always check", "-o", aligned], check=True)
    changed = open(aligned).read()
    if "stablehlo.pad" not in changed:
        return [f"{step.__name__}: nothing was padded"]
    found = {"amp-run": on_cpu.run(tool, aligned, inputs), "XLA": xla.compiled(xla.parse(changed))(*inputs)}
    used = {name: bounds.share_of_noise(text, inputs, None, results) for name, results in found.items()}
    print(f"{step.__name__}: {changed.count('amp.unpadded')} ops added; share of the noise:", used)
    wrong = [f"{step.__name__} on {name}: {share:.2f} of what float32 allows" for name, share in used.items() if share > 1]
    for fault, (where, pattern, replacement) in FAULTS.items():
        if where is not step:
            continue
        results = xla.compiled(xla.parse(re.sub(pattern, replacement, changed)))(*inputs)
        share = bounds.share_of_noise(text, inputs, None, results)
        print(f"  {fault}: {share}")
        if share <= 1:
            wrong.append(f"{step.__name__}: {fault} were not found")
    return wrong


def main(opt, tool):
    with tempfile.TemporaryDirectory() as folder:
        wrong = [line for step in SHAPES for line in check(opt, tool, step, folder)]
    return "\n".join(wrong) or 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
