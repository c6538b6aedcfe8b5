# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""attention_exports.py SCRATCH DRIVER: attention as JAX, Flax and Llama's authors write it, in bf16 by --amp or in 16 bits throughout: recognised, forward
and backward, and with gradients as near to f64's as this processor's, which rounds where the program does: by the root of the mean square, at most 1.25
times as far.
"""
import os
import pathlib
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np

scratch, driver = pathlib.Path(sys.argv[1]), sys.argv[2]
BATCH, LENGTH, HEADS, SIZE = 2, 128, 4, 32


def rotate(x):
    """Rotary position embedding (Su et al., 2021), halves as in Llama."""
    frequencies = 10000.0 ** (-jnp.arange(0, SIZE // 2) / (SIZE // 2))
    angles = jnp.arange(x.shape[1])[:, None] * frequencies
    cos, sin = jnp.cos(angles)[None, :, None], jnp.sin(angles)[None, :, None]
    a, b = jnp.split(x, 2, -1)
    return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], -1)


def plain(q, k, v, mask=None, bias=0):
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / q.dtype.type(np.sqrt(SIZE)) + bias
    if mask is not None:
        scores = jnp.where(mask, scores, -1e9)
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores, -1), v)


def merged(q, k, v):
    """Batch and heads as one dimension of both products, apart for the mask, as PyTorch's `bmm` has it."""
    flat = lambda x: x.transpose(0, 2, 1, 3).reshape(BATCH * HEADS, LENGTH, SIZE)
    scores = jnp.einsum("bqd,bkd->bqk", flat(q), flat(k)).reshape(BATCH, HEADS, LENGTH, LENGTH) / np.float32(np.sqrt(SIZE))
    weights = jax.nn.softmax(jnp.where(PADDED[:, None, None], scores, -1e9), -1).reshape(BATCH * HEADS, LENGTH, LENGTH)
    return jnp.einsum("bqk,bkd->bqd", weights, flat(v)).reshape(BATCH, HEADS, LENGTH, SIZE).transpose(0, 2, 1, 3)


def together(q, k, v):
    """Heads of one group of keys beside each other, together in jax.nn.softmax."""
    groups = k.shape[2]
    apart = q.reshape(BATCH, LENGTH, groups, HEADS // groups, SIZE)
    scores = jnp.einsum("bqghd,bkgd->bghqk", apart, k).reshape(BATCH, HEADS, LENGTH, LENGTH) / np.float32(np.sqrt(SIZE))
    weights = jax.nn.softmax(jnp.where(CAUSAL, scores, -1e9), -1).reshape(BATCH, groups, HEADS // groups, LENGTH, LENGTH)
    return jnp.einsum("bghqk,bkgd->bqghd", weights, v).reshape(BATCH, LENGTH, HEADS, SIZE)


def divided_late(q, k, v, held=jax.lax.stop_gradient):
    """Heads of one group of keys beside each other, together in the softmax, which divides behind the product; `held`: of the maximum."""
    groups = k.shape[2]
    apart = q.reshape(BATCH, LENGTH, groups, HEADS // groups, SIZE)
    scores = jnp.einsum("bqghd,bkgd->bghqk", apart, k).reshape(BATCH, HEADS, LENGTH, LENGTH) / q.dtype.type(np.sqrt(SIZE))
    scores = jnp.where(CAUSAL, scores, -1e9)
    powers = jnp.exp(scores - held(scores.max(-1, keepdims=True)))
    sums = powers.sum(-1).transpose(0, 2, 1)[..., None]
    product = jnp.einsum("bghqk,bkgd->bqghd", powers.reshape(BATCH, groups, HEADS // groups, LENGTH, LENGTH), v)
    return product.reshape(BATCH, LENGTH, HEADS, SIZE) / sums


def low(type_):
    """Statistics of the softmax in 16 bits, too."""
    return lambda q, k, v: plain(*(x.astype(type_) for x in (q, k, v)), PADDED[:, None, None] & CAUSAL).astype(q.dtype)


def low_late(q, k, v):
    return divided_late(*(x.astype(jnp.bfloat16) for x in (q, k, v)), lambda m: m).astype(q.dtype)


def repeated(q, k, v, attend):
    times = q.shape[2] // k.shape[2]
    return attend(q, jnp.repeat(k, times, 2), jnp.repeat(v, times, 2))


CAUSAL = np.tril(np.ones((LENGTH, LENGTH), bool))
PADDED = np.arange(LENGTH)[None, :] < np.array([LENGTH, 100])[:, None]
SLOPES = 2.0 ** -np.arange(1, HEADS + 1)[:, None, None] * (np.arange(LENGTH)[None, :] - np.arange(LENGTH)[:, None])
# name -> (heads of keys and values, function)
FORMS = {
    "jax.nn.dot_product_attention": (HEADS, jax.nn.dot_product_attention),
    "jax.nn.dot_product_attention, causal": (HEADS, lambda q, k, v: jax.nn.dot_product_attention(q, k, v, is_causal=True)),
    "jax.nn.dot_product_attention, grouped queries": (2, jax.nn.dot_product_attention),
    "jax.nn.dot_product_attention, one head of keys": (1, jax.nn.dot_product_attention),
    "a mask of padding": (HEADS, lambda q, k, v: plain(q, k, v, PADDED[:, None, None])),
    "causal and padded": (HEADS, lambda q, k, v: plain(q, k, v, PADDED[:, None, None] & CAUSAL)),
    "linear biases (ALiBi)": (HEADS, lambda q, k, v: plain(q, k, v, CAUSAL, SLOPES.astype(np.float32))),
    "rotary embedding, causal (Llama)": (HEADS, lambda q, k, v: plain(rotate(q), rotate(k), v, CAUSAL)),
    "rotary embedding, repeated heads (Llama 2)": (2, lambda q, k, v: repeated(rotate(q), rotate(k), v, lambda *a: plain(*a, CAUSAL))),
    "batch and heads as one dimension (PyTorch)": (HEADS, merged),
    "grouped queries, together in the softmax": (2, together),
    "divided behind the second product": (HEADS, divided_late),
    "divided behind the second product, grouped queries": (2, divided_late),
    "divided behind the second product, gradient through the maximum": (2, lambda q, k, v: divided_late(q, k, v, lambda m: m)),
    "divided behind the second product, in bf16 throughout (MaxText)": (2, low_late),
    "in bf16 throughout": (HEADS, low(jnp.bfloat16)),
    "in f16 throughout": (HEADS, low(jnp.float16)),
}

def grouped_values(q, k, v):
    """Keys repeated for each head, values in groups: the gradients by both sum over other loops."""
    groups = v.shape[2]
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, jnp.repeat(k, HEADS // groups, 2)) / np.float32(np.sqrt(SIZE))
    weights = jax.nn.softmax(scores, -1).reshape(BATCH, groups, HEADS // groups, LENGTH, LENGTH)
    return jnp.einsum("bghqk,bkgd->bqghd", weights, v).reshape(BATCH, LENGTH, HEADS, SIZE)


def everywhere(value):
    return jnp.broadcast_to(value, (BATCH, LENGTH, HEADS, SIZE))


# Forms with gradients that stay separate.
SEPARATE = {
    "keys repeated, values in groups": (2, grouped_values),
    "one gradient for all of the result": (HEADS, lambda q, k, v: everywhere(plain(q, k, v).sum())),
    "one gradient for a row of the result": (HEADS, lambda q, k, v: everywhere(plain(q, k, v).sum(-1, keepdims=True))),
    "a largest logit that is counted by others": (2, lambda q, k, v: divided_late(q, k, v, lambda m: jnp.where(m > 1.0, m, 1.0))),
}

# Functions that compute exactly what others of these names round.
EXACT = dict.fromkeys(("in bf16 throughout", "in f16 throughout"), lambda q, k, v: plain(q, k, v, PADDED[:, None, None] & CAUSAL))
EXACT |= {"divided behind the second product, in bf16 throughout (MaxText)": divided_late}


def check(name, heads, attend, is_fused=True):
    random = np.random.default_rng(0)
    arrays = [random.standard_normal((BATCH, LENGTH, h, SIZE)).astype(np.float32) for h in (HEADS, heads, heads, HEADS)]

    def compute(attend):
        """The function's gradients behind the value of a loss."""
        return jax.value_and_grad(lambda q, k, v, c: (attend(q, k, v) * c).sum(), argnums=(0, 1, 2))

    text = jax.jit(compute(attend)).lower(*arrays).as_text()
    source, step, kernels, inputs = (scratch / n for n in ("source.mlir", "step.mlir", "kernels.mlir", "in.npz"))
    source.write_text(text)
    np.savez(inputs, **{f"in_{i}": array for i, array in enumerate(arrays)})
    amp = [] if "throughout" in name else ["--amp=compute=bf16"]
    subprocess.run(["amp-opt", source, *amp, "-o", step], check=True, stderr=subprocess.DEVNULL)
    said = subprocess.run(["amp-opt", step, "--amp-to-gpu=chip=sm_90a attention=fused", "-o", kernels], check=True, capture_output=True, text=True).stderr
    with jax.enable_x64():
        wide = [array.astype(np.float64) for array in arrays]
        _, results = compute(EXACT.get(name, attend))(*wide)
    exact = [np.asarray(a, np.float64) for a in jax.tree.leaves(results)]
    errors = []
    for program, options in ((step, []), (kernels, ["--target=cuda"])):
        outputs = scratch / "out.npz"
        subprocess.run(["amp-run", program, f"--inputs={inputs}", f"--outputs={outputs}", *options], check=True, stdout=subprocess.DEVNULL,
                       env=os.environ | {"LD_LIBRARY_PATH": driver, "FAKE_CUDA_CHIP": "90"})
        stored = np.load(outputs)
        errors.append([np.sqrt(((stored[f"out_{i + 1}"] - wanted) ** 2).mean() / (wanted**2).mean()) for i, wanted in enumerate(exact)])
    worst = max(gpu / cpu for cpu, gpu in zip(*errors))
    fused = ["remark: attention is fused" in said, "gradient of attention is fused" in said]
    right = fused[1] == is_fused and fused[0] >= is_fused and worst <= 1.25
    print(f"{name}: {'fused' if all(fused) else 'separate' if not is_fused else said.strip()}, {worst:.2f} of this processor's error, at most {max(errors[1]):.1e}{'' if right else ', WRONG'}", flush=True)
    return right


scratch.mkdir(parents=True, exist_ok=True)
right = sum(check(name, *form) for name, form in FORMS.items())
print(f"{right} of {len(FORMS)} are fused and agree")
right = sum(check(name, *form, is_fused=False) for name, form in SEPARATE.items())
print(f"{right} of {len(SEPARATE)} stay separate and agree")
