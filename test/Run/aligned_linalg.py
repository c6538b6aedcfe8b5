# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""aligned_linalg.py AMP_OPT AMP_RUN LINALG.mlir…: the first function of each, aligned, gives the same bits on integers held in floats."""
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

import on_cpu


def check(opt, tool, path):
    random = np.random.default_rng(0)
    text = pathlib.Path(path).read_text()
    name, arguments = re.search(r"func\.func @(\w+)\((.*?)\) ->", text).groups()
    shapes = [[int(size) for size in shape.split("x")] for shape in re.findall(r"tensor<([\dx]+)xbf16>", arguments)]
    inputs = [random.integers(-2, 3, shape).astype(np.float16) for shape in shapes]
    with tempfile.TemporaryDirectory() as folder:
        given, aligned = pathlib.Path(folder, "given.mlir"), pathlib.Path(folder, "aligned.mlir")
        given.write_text(text.replace("bf16", "f16").replace(f"@{name}", "@main"))
        subprocess.run([opt, given, "--amp-align-shapes=align=always check", "-o", aligned], check=True)
        if "tensor.pad" not in aligned.read_text():
            return f"{path}: nothing was padded"
        for each in (given, aligned):  # amp-run has no casts of whole tensors
            subprocess.run([opt, each, "--convert-elementwise-to-linalg", "-o", each], check=True)
        before, after = (on_cpu.run(tool, p, inputs) for p in (given, aligned))
    return None if all(map(np.array_equal, before, after)) else f"{path}: the aligned program gives something else"


def main(opt, tool, *paths):
    return "\n".join(filter(None, (check(opt, tool, path) for path in paths))) or 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
