# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every step of shared/data/jax/make_graphs.py through amp.jit, against the float64 results that are stored beside it.

Errors are norms of differences relative to norms of the reference, in units of the roundoff u of the format (f16: 2^-11,
bf16: 2^-8). Losses must be within u / 2: they are means of f32, made from sums of products with 16-bit factors whose errors
average out. Everything else (weights after the step, moments, statistics) must be within 6 u: one rounding of each operand of each
product on the longest path, a few deep. Where max pooling follows a product, two elements that tie in 16 bits may be exchanged,
and with them where a whole gradient goes: 40 u there.
"""

import os
import pathlib
import sys

import jax
import numpy as np
import pytest

import mlir_amp.jax as amp

DATA = pathlib.Path(os.environ.get("AMP_SHARED_DATA", pathlib.Path(__file__).parents[3] / "shared" / "data"))
if not (DATA / "jax" / "make_graphs.py").exists():
    pytest.skip(f"{DATA} has no jax/make_graphs.py (AMP_SHARED_DATA may name it)", allow_module_level=True)
sys.path.insert(0, str(DATA / "jax"))
import make_graphs

UNITS = {"float16": 2.0**-11, "bfloat16": 2.0**-8}
LOSS, REST, POOLED = 0.5, 6, {"cnn_digits": 40}
CASES = [(name, text_only, build) for name, (_, _, text_only, build) in make_graphs.CASES.items()]


def mixed(made, compute):
    shardings = {} if made.in_shardings is None else {"in_shardings": made.in_shardings, "out_shardings": made.out_shardings}
    return amp.jit(lambda *args: made.step(*args), compute=compute, solver="paint", **shardings)


@pytest.mark.parametrize("name, build", [(name, build) for name, text_only, build in CASES if not text_only])
@pytest.mark.parametrize("compute", UNITS)
def test_results(name, build, compute):
    made = build()
    results = jax.tree.leaves(mixed(made, compute)(*made.args))
    with np.load(DATA / "graphs" / f"{name}.npz") as stored:
        reference = [stored[f"f64_{i}"].astype(np.float64) for i in range(len(results))]
    norms = [
        np.linalg.norm(np.asarray(a, np.float64) - b) / max(np.linalg.norm(b), 1e-30)
        for a, b in zip(results, reference, strict=True)
    ]
    errors = np.array(norms) / UNITS[compute]
    assert errors[-1] <= LOSS and errors.max() <= POOLED.get(name, REST)


@pytest.mark.parametrize("name, build", [(name, build) for name, text_only, build in CASES if text_only])
def test_rewritten(name, build):
    made = build()
    assert "bf16>" in (program := mixed(made, "bfloat16").program(*made.args)).text
    assert len(program.module.outputs) == len(jax.tree.leaves(jax.eval_shape(made.step, *made.args)))
