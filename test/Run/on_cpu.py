# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""on_cpu.py AMP_RUN GRAPH.mlir [MIXED.mlir FORMAT]: amp-run's results are as accurate as bounds.py derives.

Without a mixed step, the graph itself is run, and what it may be off is float32's own noise.
"""
import pathlib
import subprocess
import sys
import tempfile

import xla  # first: it sets how JAX starts

import numpy as np

import bounds
from graphs import Graph


def run(tool, path, inputs):
    with tempfile.TemporaryDirectory() as folder:
        given, results = pathlib.Path(folder, "in.npz"), pathlib.Path(folder, "out.npz")
        np.savez(given, **{f"in_{i}": array for i, array in enumerate(inputs)})
        subprocess.run([tool, path, f"--inputs={given}", f"--outputs={results}"], check=True)
        stored = np.load(results)
        return [stored[f"out_{i}"] for i in range(len(stored.files))]


def main(tool, path, mixed=None, precision="f32"):
    graph = Graph(path)
    results = run(tool, mixed or path, graph.inputs)
    types = [(t.shape, t.dtype) for t in xla.described(xla.main_type(xla.parse(graph.text)).results)]
    if types != [(r.shape, r.dtype) for r in results]:
        return f"expects results {types}, but got {[(r.shape, r.dtype) for r in results]}"
    if mixed is None:
        used = (bounds.share_of_noise(graph.text, graph.inputs, graph.reference, results),)
    else:
        text = pathlib.Path(mixed).read_text()
        used = bounds.Bounds(graph.text, precision, graph.inputs, graph.reference, text, on_xla=False).used(results)
    print(f"{precision}: uses {', '.join(f'{u:.3f}' for u in used)} of its bounds")
    return 0 if max(used) <= 1 else "the results are further off than the bounds allow"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
