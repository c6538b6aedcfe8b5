# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""warpgroup_tiles.py MODULE OUT DRIVER: contractions by wgmma, with each of its tiles, on a driver that runs their PTX, against this processor.

Factors along rows and along columns, in f16 and bf16, sizes that are no multiples of a tile, a column sum in the epilogue, and sums of so few products
that the loop over them has one step: then all is one block of LLVM, which knows no order of registers beside wgmma's.
"""
import os
import pathlib
import re
import subprocess
import sys

import ml_dtypes
import numpy as np

TILES = {19: "n128", 20: "n256", 21: "n128", 22: "n192", 23: "n64", 24: "n128", 25: "n256", 26: "n96", 27: "n192", 28: "n64"}  # rows of Plan.cpp
BOUNDS = {"bf16": 2.0**-7, "f16": 2.0**-9}  # of the largest element, for a result of 16 bits: it is rounded once


def run(*command, **environment):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=os.environ | environment)
    return done.stdout if done.returncode == 0 else sys.exit(f"{command}: {done.stderr[-1500:]}")


def furthest(found, wanted):
    return max(np.abs(a - b).max() / np.abs(b).max() for a, b in ((found[k].astype(np.float64), wanted[k].astype(np.float64)) for k in wanted))


def main(module, out, driver):
    out = pathlib.Path(out)
    right = 0
    for kind, bound in BOUNDS.items():
        step, inputs, results = out / f"{kind}.mlir", out / f"{kind}.npz", out / f"{kind}.out.npz"
        step.write_text(pathlib.Path(module).read_text().replace("bf16", kind))
        run("amp-run", "trace", step, "--generate", f"--save-inputs={inputs}")
        run("amp-run", "run", step, f"--inputs={inputs}", f"--outputs={results}")
        wanted = dict(np.load(results))
        for tile, columns in TILES.items():
            lowered = out / "lowered.mlir"
            run("amp-opt", step, f"--amp-to-gpu=chip=sm_90a tile={tile}", "-o", lowered)
            if not re.search(rf"wgmma.mma_async.sync.aligned.m64{columns}k16.f32.{kind}.{kind}", lowered.read_text()):
                sys.exit(f"tile {tile}: no product of {columns}")
            run("amp-run", "run", lowered, f"--inputs={inputs}", "--target=cuda", f"--outputs={results}", LD_LIBRARY_PATH=driver)
            error = furthest(dict(np.load(results)), wanted)
            print(f"tile {tile}, {kind}: {error:.1e}" + ("" if error <= bound else ": WRONG"))
            right += error <= bound
    print(f"{right} of {len(TILES) * len(BOUNDS)} agree")


if __name__ == "__main__":
    main(*sys.argv[1:])
