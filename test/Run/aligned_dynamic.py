# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""aligned_dynamic.py AMP_OPT: dimensions that are rounded up at run time change no result, for any size.

JAX exports steps with symbolic batch and sequence. Each is rewritten once, then both programs are refined to sizes, nothing and
one among them, as XLA runs them, and give the same integers, or floats within what the order of sums makes.
"""
import re
import subprocess
import sys
import tempfile

import xla  # first: it sets how JAX starts

import jax
import jax.numpy as jnp
import numpy as np

SIZES = [(2, 0), (1, 1), (2, 8), (3, 13)]  # batch and sequence


def attention(x, wq, wk, wv):
    """Causal, in two heads, with its gradients; a mean over the sequence, and the most likely place."""

    def heads(a):
        return a.reshape(*a.shape[:2], 2, 4).transpose(0, 2, 1, 3)

    def loss(x, wq, wk, wv):
        q, k, v = heads(x @ wq), heads(x @ wk), heads(x @ wv)
        scores = jnp.einsum("bhqd,bhkd->bhqk", q, k)
        causal = jnp.tril(jnp.ones(scores.shape[2:], bool))
        weights = jax.nn.softmax(jnp.where(causal, scores, -1e9))
        mixed = jnp.einsum("bhqk,bhkd->bhqd", weights, v).transpose(0, 2, 1, 3).reshape(x.shape)
        return jnp.sum(jnp.cos(mixed)), (scores.mean(-1), scores.min(-1), weights)

    (_, others), gradients = jax.value_and_grad(loss, (0, 1, 2, 3), has_aux=True)(x, wq, wk, wv)
    return *gradients, *others


def mlp(w1, b1, w2, x, t):
    """A step of an update, with a mean over the batch; the vocabulary is odd."""

    def loss(w1, b1, w2):
        logits = jax.nn.relu(x @ w1 + b1) @ w2
        return -jnp.mean(jnp.sum(jax.nn.log_softmax(logits) * t, -1))

    return [w - 0.5 * g for w, g in zip((w1, b1, w2), jax.grad(loss, (0, 1, 2))(w1, b1, w2))]


def integers(x, w):
    """Sums that are exact: scores of all places by all places, and what reductions make of them."""
    keys = x @ w
    scores = jnp.einsum("bqd,bkd->bqk", x, keys)
    joined = jnp.concatenate([scores, -scores], 1)
    mixed = jnp.einsum("bqk,bkd->bqd", jnp.minimum(joined + 1, 3), keys)
    more = jnp.einsum("bqk,bkd->bqd", jnp.pad(scores, ((0, 0), (0, 0), (1, 0))) + 1, jnp.pad(keys, ((0, 0), (1, 0), (0, 0))))
    return more, (scores + 1).sum(-1), scores.sum(1), joined, mixed, jnp.flip(scores, 2), scores.transpose(0, 2, 1).reshape(-1)


def apart(q, k, v, y):
    """Inputs whose sizes only an assertion of JAX ties."""
    weights = jax.nn.softmax(jnp.einsum("bqd,bkd->bqk", q, k))
    return jnp.mean((jnp.einsum("bqk,bkd->bqd", weights, v) - y) ** 2), weights


def shape(*dims):
    return jax.ShapeDtypeStruct(dims, jnp.float32)


def at(aval, sizes):
    """A shape of symbols, with these sizes."""
    known = dict(zip("bs", sizes))
    return shape(*(eval(str(d).replace("^", "**"), known) for d in aval.shape))


def fixed(text, inputs, outputs):
    """The program for inputs of these sizes, which make outputs of those: a static `main` calls it, and JAX refines it to them."""

    def tensor(array):
        return f"tensor<{''.join(f'{d}x' for d in array.shape)}f32>"

    types = [[str(t) for t in ts] for ts in (xla.main_type(xla.parse(text)).inputs, xla.main_type(xla.parse(text)).results)]
    text = re.sub(r"func\.func public @main\(", "func.func private @inner(", text)
    text = re.sub(r"stablehlo\.custom_call @shape_assertion\(.*", "", text)
    given, made = [tensor(a) for a in inputs], [tensor(a) for a in outputs]
    lines = [f"func.func public @main({', '.join(f'%arg{i}: {t}' for i, t in enumerate(given))}) -> ({', '.join(made)}) {{"]
    lines += [f"%{i} = stablehlo.convert %arg{i} : ({a}) -> {b}" for i, (a, b) in enumerate(zip(given, types[0]))]
    values = ", ".join(f"%{i}" for i in range(len(given)))
    lines.append(f"%r:{len(made)} = call @inner({values}) : ({', '.join(types[0])}) -> ({', '.join(types[1])})")
    lines += [f"%s{i} = stablehlo.convert %r#{i} : ({a}) -> {b}" for i, (a, b) in enumerate(zip(types[1], made))]
    lines.append(f"return {', '.join(f'%s{i}' for i in range(len(made)))} : {', '.join(made)}\n}}\n")
    return xla.parse(re.sub(r"(module @\w+[^\n]*\{)\n", lambda m: m[0] + "\n".join(lines), text, count=1))


def unmasked(text):
    """A planted fault: what sums read is not masked."""
    return re.sub(r"(stablehlo\.select %\w+, (%\w+)), %\w+ (\{amp\.unpadded)", r"\1, \2 \3", text)


def run(text, inputs, outputs):
    return xla.compiled(fixed(text, inputs, outputs), 0)(*inputs)


def main(tool):
    b, s = jax.export.symbolic_shape("b, s")
    random = np.random.default_rng(0)
    cases = {
        "apart": (apart, [(b, s, 8)] * 4, 1e-5),
        "attention": (attention, [(b, s, 8), (8, 8), (8, 8), (8, 8)], 1e-5),
        "mlp": (mlp, [(7, 13), (13,), (13, 5), (b, 7), (b, 5)], 1e-5),
        "integers": (integers, [(b, s, 8), (8, 8)], 0),
    }
    for name, (what, dims, tolerance) in cases.items():
        exported = jax.export.export(jax.jit(what))(*(shape(*d) for d in dims))
        text = exported.mlir_module()
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(text)
            file.flush()
            options = "--amp-align-shapes=align=always dynamic=round-up check"
            padded = subprocess.run([tool, file.name, options], check=True, capture_output=True, text=True).stdout
        assert padded.count("dynamic_pad") or name == "mlp", name
        for sizes in SIZES:
            now = dict(zip((b, s), sizes))
            inputs = [random.integers(-2, 3, [now.get(d, d) for d in ds]).astype(np.float32) for ds in dims]
            if tolerance:
                inputs = [0.3 * i + 0.01 * np.arange(i.size).reshape(i.shape).astype(np.float32) % 0.1 for i in inputs]
            outputs = [at(aval, sizes) for aval in exported.out_avals]
            expected, found = run(text, inputs, outputs), run(padded, inputs, outputs)
            if name == "integers" and sizes == SIZES[3]:
                assert not np.array_equal(run(unmasked(padded), inputs, outputs)[1], expected[1]), "a forgotten mask goes unseen"
            for i, (e, f) in enumerate(zip(expected, found, strict=True)):
                assert e.shape == f.shape, (name, sizes, i, e.shape, f.shape)
                np.testing.assert_allclose(f, e, rtol=tolerance, atol=tolerance, err_msg=f"{name} {sizes} {i}")
        print(f"{name}: {padded.count('dynamic_pad')} pads, {padded.count('real_dynamic_slice')} slices, as before for {SIZES}")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
