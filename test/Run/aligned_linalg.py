# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""aligned_linalg.py AMP_OPT AMP_RUN LINALG.mlir: its @chain, aligned, gives the same bits on integers held in floats."""
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import on_cpu


def main(opt, tool, path):
    random = np.random.default_rng(0)
    inputs = [random.integers(-2, 3, shape).astype(np.float16) for shape in ((64, 77), (77, 128), (77,))]
    with tempfile.TemporaryDirectory() as folder:
        given, aligned = pathlib.Path(folder, "given.mlir"), pathlib.Path(folder, "aligned.mlir")
        given.write_text(pathlib.Path(path).read_text().replace("bf16", "f16").replace("@chain", "@main"))
        subprocess.run([opt, given, "--amp-align-shapes=align=always check", "-o", aligned], check=True)
        if "tensor.pad" not in aligned.read_text():
            return "nothing was padded"
        for each in (given, aligned):  # amp-run has no casts of whole tensors
            subprocess.run([opt, each, "--convert-elementwise-to-linalg", "-o", each], check=True)
        before, after = (on_cpu.run(tool, p, inputs) for p in (given, aligned))
    return 0 if all(map(np.array_equal, before, after)) else "the aligned program gives something else"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
