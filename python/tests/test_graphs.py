# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every step of test/Inputs/training_steps.py through amp.jit, against the float64 results in test/Inputs/graphs.

Errors are norms of differences relative to norms of the reference, in units of the roundoff u of the format (f16: 2^-11,
bf16: 2^-8). Losses must be within u / 2: they are means of f32, made from sums of products with 16-bit factors whose errors
average out. Everything else (weights after the step, moments, statistics) must be within 6 u: one rounding of each operand of each
product on the longest path, a few deep. (What "moved" means says drawn_graphs.py.) Where max pooling follows a product, two
elements that tie in 16 bits may be exchanged, and with them where a whole gradient goes: 40 u there.

Steps that are stored without numbers get random ones, and are compared with themselves in f32 (drawn_graphs.py). In the large step
with max pooling, how many elements tie grows as u, and the norm of what that moves as its root: 3 sqrt(u) for gradients. The
largest of all takes minutes: `tools/dev bench --gpt2` runs it.
"""

import pathlib
import sys

import jax
import numpy as np
import pytest

import mlir_amp.jax as amp

INPUTS = pathlib.Path(__file__).parents[2] / "test" / "Inputs"
sys.path.insert(0, str(INPUTS))
from training_steps import STEPS

import drawn_graphs

UNITS = {"float16": 2.0**-11, "bfloat16": 2.0**-8}
LOSS, REST, POOLED = 0.5, 6, {"cnn_digits": 40}
MOVED = 2.001


def mixed(made, compute, **options):
    shardings = {} if made.in_shardings is None else {"in_shardings": made.in_shardings, "out_shardings": made.out_shardings}
    return amp.jit(lambda *args: made.step(*args), compute=compute, **shardings, **options)


def too_large(found, u, rest):
    bounds = {"loss": LOSS * u, "moved": MOVED}
    return {what: error for what, error in found.items() if error > bounds.get(what, rest)}


@pytest.mark.parametrize("name, build", [(name, step.build) for name, step in STEPS.items() if not step.text_only])
@pytest.mark.parametrize("compute", UNITS)
def test_results(name, build, compute):
    made, u = build(), UNITS[compute]
    results = mixed(made, compute)(*made.args)
    leaves, tree = jax.tree.flatten(results)
    with np.load(INPUTS / "graphs" / f"{name}.npz") as stored:
        reference = tree.unflatten([stored[f"f64_{i}"] for i in range(len(leaves))])
    assert not too_large(drawn_graphs.errors(results, reference), u, POOLED.get(name, REST) * u)


@pytest.mark.parametrize(
    "name, batch, rest", [("simplenet_4096", None, lambda u: REST * u), ("cnn_mnist", 16, lambda u: 3 * u**0.5)]
)
def test_large(name, batch, rest):
    made = STEPS[name].build()
    args = drawn_graphs.drawn(made, batch)
    reference = jax.jit(made.step)(*args)
    for compute, u in UNITS.items():
        results = mixed(made, compute, loss_scale="dynamic")(*args)
        assert not too_large(drawn_graphs.errors(results, reference), u, rest(u))


def test_the_largest_is_rewritten():
    made = STEPS["gpt2_124m"].build()
    assert "bf16>" in (program := mixed(made, "bfloat16").program(*made.args)).text
    assert len(program.module.outputs) == len(jax.tree.leaves(jax.eval_shape(made.step, *made.args)))
