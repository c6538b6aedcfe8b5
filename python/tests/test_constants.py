# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Large constants: not in the text, and yet in the program, as if they were."""

import re

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import mlir_amp.jax as amp
from mlir_amp import AmpWarning
from mlir_amp.jax import constants

TABLE = np.random.default_rng(0).normal(size=(600, 512)).astype(np.float32)
BYTES = TABLE.nbytes
X = jnp.linspace(-1, 1, 4 * 512).reshape(4, 512)


def step(x):
    rows = jax.jit(lambda i: jnp.asarray(TABLE.T)[:, i])(jnp.asarray(np.arange(600, dtype=np.int32)))

    def body(h, row):
        return jnp.tanh(h + 0.01 * (h @ TABLE.T).mean() * row), h.sum()

    h, sums = jax.lax.scan(body, x, jnp.asarray(TABLE[:5]))
    return h @ rows, sums, h + TABLE[:4]  # in 16 bits, in f32


def both(monkeypatch, function, *args, **options):
    """The program and the results with constants in the text, and without."""
    for large in (1 << 40, constants.LARGE):
        monkeypatch.setattr(constants, "LARGE", large)
        mixed = amp.jit(function, **options)
        yield mixed.program(*args), mixed(*args)


@pytest.mark.parametrize("engine", ["xla", "amp"])
@pytest.mark.parametrize("compute", ["bf16", "f32"])
def test_the_text_is_small_and_no_bit_changes(engine, compute, monkeypatch):
    (whole, expected), (small, results) = both(monkeypatch, step, X, compute=compute, engine=engine, solver="paint")
    jax.tree.map(np.testing.assert_array_equal, results, expected)
    assert len(whole.before) > 2 * BYTES and max(len(small.before), len(small.text)) < BYTES / 20
    if compute == "bf16":
        assert len(small.module.artifact) < len(whole.before)


VALUES = {
    "ordinary": TABLE,
    "infinite": np.where(TABLE > 0, TABLE, -np.inf),
    "no f16": TABLE * 1e5,
    "nearly zero in f16": TABLE * 1e-8,
    "partly zero in f16": TABLE * 1e-4,
    "integers": np.round(TABLE * 1000),
    "i32": np.arange(TABLE.size, dtype=np.int32).reshape(TABLE.shape) * 1000,
    "f16": TABLE.astype(np.float16),
    "NaN": np.where(TABLE > 0, TABLE, np.nan),
}


def decided(program):
    """The types of what computes."""
    return re.findall(r"stablehlo\.(?:dot_general|log|abs|add|reduce).* : (.*)", program.text)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", VALUES)
def test_decisions_are_made_by_the_values(name, monkeypatch):
    def function(x):
        table = jnp.asarray(VALUES[name]).astype(jnp.float32)
        return jnp.log(jnp.abs(table) + x[0]) + (x @ table.T).sum()

    monkeypatch.setattr(constants, "LARGE", 1 << 19)
    small = amp.jit(function, compute="f16", solver="paint").program(X)
    monkeypatch.setattr(constants, "LARGE", 1 << 40)
    whole = amp.jit(function, compute="f16", solver="paint").program(X)
    assert len(small.before) < BYTES / 20 < len(whole.before) and decided(small) == decided(whole)


def test_values_that_vanish_are_told_of():
    said = r"constant underflows 'f16': \d+ nonzero value\(s\) became zero"
    with pytest.warns(AmpWarning, match=said):
        amp.jit(lambda x: x @ (TABLE * 1e-4).T, compute="f16", solver="paint")(X)


def test_exported_by_the_command_line_is_whole():
    from mlir_amp.jax import tracing

    assert len(tracing.trace(jax.jit(step), (X,), {}, whole=True).text) > 2 * BYTES
