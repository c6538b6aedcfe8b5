# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A graph of build/graphs with what is known about it: inputs, and float64 results where they are stored."""
import pathlib

import numpy as np

import xla


LARGE = 4_000_000


class Graph:
    """Without stored inputs they are drawn, unless the graph is too large to run 40 times: then `inputs` is None."""

    def __init__(self, path):
        path = pathlib.Path(path)
        self.text = path.read_text()
        self.inputs = self.reference = None
        inputs = path.with_name(path.name.removesuffix(".mlir").removesuffix(".plain") + ".npz")
        if inputs.exists():
            stored = np.load(inputs)
            self.inputs, self.reference = ([stored[f"{kind}_{i}"] for i in range(len(stored.files))
                                            if f"{kind}_{i}" in stored.files] for kind in ("in", "f64"))
            return
        arguments = xla.described(xla.main_type(xla.parse(self.text)).inputs)
        if sum(np.prod(a.shape) for a in arguments) < LARGE:
            self.inputs = drawn(arguments)


def drawn(arguments):
    """Small positive floats (so that second moments have roots), and integers below 10."""
    random = np.random.default_rng(0)
    return [(random.uniform(0, 0.1, a.shape) if a.dtype.kind == "f" else random.integers(0, 10, a.shape)).astype(a.dtype)
            for a in arguments]
