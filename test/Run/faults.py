# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""faults.py GRAPH.mlir: the bounds accept a step mixed correctly and refuse each of these mistakes."""
import sys

import xla  # first: it sets how JAX starts
import jax.numpy as jnp
from jax import lax

import bounds
import rewrite
from graphs import Graph

KEPT_BITS = {"f16": 0xFFFFE000, "bf16": 0xFFFF0000}


def truncated(precision):
    """Rounds toward zero."""
    mask = jnp.uint32(KEPT_BITS[precision])
    return lambda x: lax.bitcast_convert_type(lax.bitcast_convert_type(x, jnp.uint32) & mask, x.dtype)


def mistakes(module, precision):
    mixed = rewrite.touched(module, bounds.rounded(precision))
    yield "nothing wrong", mixed
    yield "operands truncated", rewrite.touched(module, truncated(precision))
    yield "first cast missing", rewrite.touched(module, bounds.rounded(precision), slice(1, None))
    yield "results rounded", rewrite.touched(mixed, bounds.rounded(precision), results=True)
    yield "first result rounded", rewrite.touched(mixed, bounds.rounded(precision), slice(1), results=True)
    yield "nothing cast", module


def main(path):
    graph, wrong = Graph(path), []
    for precision in bounds.FORMATS:
        limits = bounds.Bounds(graph.text, precision, graph.inputs, graph.reference)
        for name, module in mistakes(xla.parse(graph.text), precision):
            accuracy, rounding = limits.used(xla.compiled(module)(*graph.inputs))
            print(f"{precision:4} {name:20} uses {accuracy:8.3f} of the accuracy bound, {rounding:8.3f} of the rounding bound")
            if (max(accuracy, rounding) > 1) == (name == "nothing wrong"):
                wrong.append(f"{precision} {name}")
    return f"judged wrongly: {', '.join(wrong)}" if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
