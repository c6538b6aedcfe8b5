# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""guarded_update.py MODULE OUT DRIVER: an update whose verdict is taken over the factors of its gradient, on a driver that runs PTX.

Each case has the verdict, and the weights, that this processor finds over the gradient itself.
"""
import os
import pathlib
import subprocess
import sys

import numpy as np


def normal(random):
    return {"in_0": random.normal(size=(72, 40)).astype(np.float32), "in_1": random.normal(size=(96, 72)).astype(np.float16),
            "in_2": random.normal(size=(96, 40)).astype(np.float16), "in_3": random.normal(size=(72, 40)).astype(np.float32),
            "in_4": np.float32(1024)}


def changed(name, value, place=None):
    def change(arrays):
        if place is None:
            arrays[name] = np.full_like(arrays[name], value)
        else:
            arrays[name][place] = value
    return change


CASES = {
    "finite": (lambda arrays: None, True),
    "an infinite activation": (changed("in_1", np.inf, (95, 71)), False),
    "a NaN in the output's gradient": (changed("in_2", np.nan, (0, 39)), False),
    "an infinity times zeros": (lambda arrays: (changed("in_1", -np.inf, (5, 0))(arrays), changed("in_2", 0)(arrays)), False),
    "infinities of both signs": (lambda arrays: (changed("in_1", np.inf, (5, 0))(arrays), changed("in_1", -np.inf, (6, 0))(arrays)), False),
    "largest factors": (lambda arrays: (changed("in_1", 65504)(arrays), changed("in_2", 65504)(arrays)), True),
    "an infinity that is added": (changed("in_3", np.inf, (71, 39)), False),
    "a scale that makes what is added infinite": (lambda arrays: (changed("in_3", 3e38, (0, 0))(arrays), arrays.update(in_4=np.float32(0.5))), False),
    "largest number that is added": (changed("in_3", 3.4028234e38, (0, 0)), True),
    "a scale of zero": (lambda arrays: arrays.update(in_4=np.float32(0)), False),
    "a scale that is NaN": (lambda arrays: arrays.update(in_4=np.float32(np.nan)), False),
    "an infinite scale": (lambda arrays: arrays.update(in_4=np.float32(np.inf)), True),
}


def run(module, inputs, outputs, *options, **environment):
    command = ["amp-run", "run", module, f"--inputs={inputs}", f"--outputs={outputs}", *options]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=os.environ | environment)
    return dict(np.load(outputs)) if done.returncode == 0 else sys.exit(f"{command}: {done.stderr[-1500:]}")


def main(module, out, driver):
    out = pathlib.Path(out)
    right = 0
    for name, (change, verdict) in CASES.items():
        arrays = normal(np.random.default_rng(0))
        with np.errstate(all="ignore"):
            change(arrays)
        np.savez(out / "in.npz", **arrays)
        wanted = run(module, out / "in.npz", out / "cpu.npz")
        found = run(module, out / "in.npz", out / "gpu.npz", "--target=cuda", LD_LIBRARY_PATH=driver)
        same = np.allclose(found["out_0"], wanted["out_0"], rtol=2.0**-20, atol=2.0**-20, equal_nan=True)
        agrees = bool(found["out_1"]) == bool(wanted["out_1"]) == verdict and same
        print(f"{name}: {bool(found['out_1'])}" + ("" if agrees else f", WRONG: expected {verdict}, this processor {bool(wanted['out_1'])}, weights equal {same}"))
        right += agrees
    print(f"{right} of {len(CASES)} agree")


if __name__ == "__main__":
    main(*sys.argv[1:])
