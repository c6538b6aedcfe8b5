# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""accuracy.py GRAPH.mlir MIXED.mlir FORMAT [all]: the mixed step runs, keeps its signature, and is as accurate as bounds.py derives.

`all`: more than the operands of contractions is 16-bit. Graphs without stored inputs are too large to run here: those are compiled only.
"""
import sys

import xla  # first: it sets how JAX starts

import bounds
import rewrite
from graphs import Graph

# XLA's CPU has no kernel for some products of bf16 that sum in float32.
NO_KERNEL = "Unsupported element type for DotThunk"


def executed(module, inputs):
    try:
        return "XLA", xla.compiled(module)(*inputs)
    except Exception as error:
        if NO_KERNEL not in str(error):
            raise
        wide = rewrite.with_wide_products(module)
        return "XLA with products widened (it says 'UNIMPLEMENTED … DotThunk')", xla.compiled(wide)(*inputs)


def main(path, mixed, precision, extent="contractions"):
    graph, text = Graph(path), open(mixed).read()
    module = xla.parse(text)
    if xla.main_type(module) != xla.main_type(xla.parse(graph.text)):
        return f"expects the signature of main to stay, but got {xla.main_type(module)}"
    if graph.inputs is None:
        xla.compiled(module)
        print(f"{precision}: XLA compiles it; not run, for its size")
        return 0
    where, results = executed(module, graph.inputs)
    types = [(t.shape, t.dtype) for t in xla.described(xla.main_type(module).results)]
    if types != [(r.shape, r.dtype) for r in results]:
        return f"expects results {types}, but got {[(r.shape, r.dtype) for r in results]}"
    for salts in (1, 8) if extent == "all" else (1,):
        accuracy, rounding = bounds.Bounds(graph.text, precision, graph.inputs, graph.reference,
                                           text if extent == "all" else None, salts=salts).used(results)
        if max(accuracy, rounding) <= 1:
            break
    print(f"{precision}: runs on {where}; uses {accuracy:.3f} of the accuracy bound, {rounding:.3f} of the rounding bound")
    return 0 if max(accuracy, rounding) <= 1 else "the results are further off than the bounds allow"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
