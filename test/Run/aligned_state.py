# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""aligned_state.py AMP_OPT AMP_RUN: a training step whose states stay padded learns what it learned, on amp-run and on XLA.

A checkpoint is padded by @main_pad_state, trained for some steps, and unpadded by @main_unpad_state. On integers held in floats
every bit is what the unpadded steps leave; with Adam, what float32's own noise allows. States are zero behind their ends after
each step.
"""
import re
import subprocess
import sys
import tempfile

import xla  # first: it sets how JAX starts

import jax
import jax.numpy as jnp
import numpy as np

import on_cpu

STEPS = 4


def counted(w, bias, x):
    """Integers: a product, a bias, a sign, and what they are moved by."""

    def loss(w, bias):
        y = x @ w + bias
        return jnp.sum(jnp.maximum(y, -y)), y.max(1)

    (value, top), (dw, db) = jax.value_and_grad(loss, (0, 1), has_aux=True)(w, bias)
    return jnp.clip(w - jnp.sign(dw), -2, 2), jnp.clip(bias + jnp.sign(db) + 1, -3, 3), value, top


def adam(w, bias, m, v, x):
    def loss(w, bias):
        logits = x @ w + bias
        return -jax.nn.log_softmax(logits)[:, 3].mean(), logits.mean(1)

    (value, mean), (dw, db) = jax.value_and_grad(loss, (0, 1), has_aux=True)(w, bias)
    m, v = 0.9 * m + 0.1 * dw, 0.99 * v + 0.01 * dw * dw
    return w - 0.01 * m / (jnp.sqrt(v) + 1e-6), bias - 0.01 * db, m, v, value, mean


# The shapes of the arguments, states first; how far a value may be off.
CASES = {counted: ([(9, 77), (77,), (5, 9)], 2, 0), adam: ([(9, 77), (77,), (9, 77), (9, 77), (5, 9)], 4, 2e-5)}


def marked(text, count):
    """The step with amp.state on its first arguments and results."""
    for i in range(count):
        text = re.sub(rf"(%arg{i}: tensor<[^>]*>)", rf'\1 {{amp.state = "{i}"}}', text, count=1)
        text = re.sub(rf'(jax.result_info = "result\[{i}\]")', rf'\1, amp.state = "{i}"', text, count=1)
    return text


def runners(tool, text, folder, name):
    """By whom it is run: a function from arguments to results, for the function of this name."""
    alone = text
    if name != "main":
        alone = text.replace("func.func public @main(", "func.func private @step(").replace(f"@{name}(", "@main(")
    path = tempfile.mktemp(".mlir", f"{name}-", folder)
    open(path, "w").write(alone)
    return {"amp-run": lambda *given: on_cpu.run(tool, path, given), "XLA": xla.compiled(xla.parse(alone))}


def check(opt, tool, step, folder):
    shapes, count, tolerance = CASES[step]
    random = np.random.default_rng(0)
    inputs = [random.integers(-2, 3, shape).astype(np.float32) for shape in shapes]
    if step is adam:
        inputs[3] = np.abs(inputs[3])
    text = marked(jax.jit(step).lower(*inputs).as_text(), count)
    path, aligned = f"{folder}/step.mlir", f"{folder}/aligned.mlir"
    open(path, "w").write(text)
    subprocess.run([opt, path, "--amp-align-shapes=align=always pad-state=true check", "-o", aligned], check=True)
    changed = open(aligned).read()
    if changed.count("tensor<12x80xf32> {amp.state") < 2:
        return [f"{step.__name__}: no state stays padded"]
    wrong = []
    plain, padded = runners(tool, text, folder, "main"), runners(tool, changed, folder, "main")
    pads, cuts = runners(tool, changed, folder, "main_pad_state"), runners(tool, changed, folder, "main_unpad_state")
    for engine in plain:
        expected, states, data = inputs[:count], pads[engine](*inputs[:count]), inputs[count:]
        for turn in range(STEPS):
            *expected, value, other = plain[engine](*expected, *data)
            *states, found, same = padded[engine](*states, *data)
            shown = cuts[engine](*states)
            pairs = [(value, found), (other, same), *zip(expected, shown, strict=True)]
            if not all(a.shape == b.shape and np.allclose(a, b, rtol=tolerance, atol=tolerance) for a, b in pairs):
                wrong.append(f"{step.__name__} on {engine}: step {turn} differs")
            if not all(map(np.array_equal, states, pads[engine](*shown))):
                wrong.append(f"{step.__name__} on {engine}: something is behind the end of a state after step {turn}")
    return wrong


def main(opt, tool):
    with tempfile.TemporaryDirectory() as folder:
        wrong = [line for step in CASES for line in check(opt, tool, step, folder)]
    return "\n".join(wrong) or 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
