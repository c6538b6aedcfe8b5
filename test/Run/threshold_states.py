# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""threshold_states.py AMP_RUN FOLDER: checkpoints of FOLDER/step.mlir, an MLP with 4-bit weights and a loss scale."""
import pathlib
import re
import subprocess
import sys

import numpy as np


def main(amp_run, folder):
    folder = pathlib.Path(folder)
    module = folder / "step.mlir"
    head = re.search(r"@main\((.*?)\) -> \((.*?)\) {\n", module.read_text()).groups()
    arguments = [re.search(r'amp.state = "((?:[^"\\]|\\.)*)"', part) for part in re.split(r"%arg\d+: ", head[0])[1:]]
    results = [re.search(r'amp.state = "((?:[^"\\]|\\.)*)"', part) for part in re.findall(r"tensor<[^>]*>(?: {[^}]*})?", head[1])]

    def run(inputs, steps, name):
        given, out = folder / f"{name}.in.npz", folder / f"{name}.out.npz"
        np.savez(given, **inputs)
        done = subprocess.run([amp_run, "train", module, f"--inputs={given}", f"--steps={steps}", f"--outputs={out}"], capture_output=True, text=True)
        if done.returncode:
            print(done.stderr.strip(), flush=True)
            return None
        return dict(np.load(out))

    def resumed(first, found):
        """The inputs of the next step: states that were returned, and the rest as before."""
        back = {r[1]: found[f"out_{i}"] for i, r in enumerate(results) if r}
        return {f"in_{i}": back[a[1]] if a else first[f"in_{i}"] for i, a in enumerate(arguments)}

    random = np.random.default_rng(0)
    shapes = re.findall(r"tensor<([\dx]*?)x?(?:f32|i8)>", head[0])
    batch = {"in_12": random.random((64, 8, 8, 1), np.float32), "in_13": random.integers(0, 10, 64).astype(np.int32)}
    first = {f"in_{i}": random.normal(0, 0.1, [int(n) for n in shapes[i].split("x")]).astype(np.float32) for i in range(12)} | batch
    whole, half = run(first, 4, "whole"), run(first, 2, "half")
    again = run(resumed(first, half), 2, "again")
    same = all(np.array_equal(whole[name], again[name]) for name in whole)
    assert any(np.any(whole[f"out_{i}"] != half[f"out_{i}"]) for i in (1, 3, 5)), "no weight moved"
    print(f"4 steps, as 2 and 2: {'the same bit for bit' if same else 'they differ'}", flush=True)
    checkpoint = resumed(first, half)
    run({name: array for name, array in checkpoint.items() if name != "in_14"}, 1, "lost")
    run(first | {"in_14": checkpoint["in_14"]}, 1, "mixed")
    for scale in 0, 0.3:
        run(checkpoint | {"in_15": np.float32(scale)}, 1, "scale")


if __name__ == "__main__":
    main(*sys.argv[1:])
