# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""aligned.py AMP_OPT AMP_RUN GRAPH.mlir: a step with aligned shapes gives what it gave, on amp-run and on XLA.

Every dimension that could be padded is. Sums of floats may run in another order then: the results are as far off the float64
ones as float32's own noise.
"""
import subprocess
import sys
import tempfile

import xla  # first: it sets how JAX starts

import bounds
import on_cpu
from graphs import Graph


def main(opt, tool, path):
    graph = Graph(path)
    with tempfile.TemporaryDirectory() as folder:
        aligned = f"{folder}/aligned.mlir"
        subprocess.run([opt, path, "--amp-align-shapes=align=always check", "-o", aligned], check=True)
        text = open(aligned).read()
        found = {"amp-run": on_cpu.run(tool, aligned, graph.inputs), "XLA": xla.compiled(xla.parse(text))(*graph.inputs)}
    used = {name: bounds.share_of_noise(graph.text, graph.inputs, graph.reference, results) for name, results in found.items()}
    print(f"{text.count('amp.unpadded')} ops added; share of the noise:", used)
    return 0 if max(used.values()) <= 1 else "the results are further off than the bounds allow"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
