# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""infer_marks_run.py AMP_OPT AMP_RUN GRAPHS NAME...: steps that are scaled by inferred marks, without names, executed.

A power of two as the scale changes no bit of the results; an infinite scale keeps every state but keys.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

from infer_marks import without_names

PASSES = ("--amp-infer-marks", "--amp-convert-marks", "--amp-record-step", "--amp-scale-loss=loss-scale=dynamic", "--amp-lower-training",
          "--amp-check-scaling")  # fmt: skip
DTYPES = {"f32": np.float32, "i32": np.int32, "i1": np.bool_}


def run(tool, path, inputs, folder):
    given, results = pathlib.Path(folder, "in.npz"), pathlib.Path(folder, "out.npz")
    np.savez(given, **{f"in_{i}": array for i, array in enumerate(inputs)})
    subprocess.run([tool, path, f"--inputs={given}", f"--outputs={results}"], check=True)
    stored = np.load(results)
    return [stored[f"out_{i}"] for i in range(len(stored.files))]


def scaler_inputs(text, scale):
    """The state of the scaler, as arguments of the scaled step: the scale, and zeros for its counters."""
    signature = re.search(r"func\.func (?:public )?@main\((.*?)\) -> ", text, re.DOTALL)[1]
    roles = re.findall(r"tensor<(\w+)> \{[^{}]*amp\.role = \"(\w+)\"", signature)
    return [DTYPES[dtype](scale if role == "scale" else 0) for dtype, role in roles]


def differing(a, b):
    return [i for i, (x, y) in enumerate(zip(a, b)) if not np.array_equal(x, y, equal_nan=x.dtype.kind == "f")]


def check(amp_opt, amp_run, text, inputs, states, keys=()):
    """Results that are wrong: of the step with a scale of 1024, and states that an infinite scale has changed."""
    with tempfile.TemporaryDirectory() as folder:
        plain, scaled = pathlib.Path(folder, "plain.mlir"), pathlib.Path(folder, "scaled.mlir")
        plain.write_text(text)
        subprocess.run([amp_opt, plain, *PASSES, "-o", scaled], check=True, stderr=subprocess.DEVNULL)
        before = run(amp_run, plain, inputs, folder)
        after = run(amp_run, scaled, inputs + scaler_inputs(scaled.read_text(), 1024), folder)
        broken = run(amp_run, scaled, inputs + scaler_inputs(scaled.read_text(), np.inf), folder)
        changed = [(a, r) for a, r in states if r not in keys and not np.array_equal(broken[r], inputs[a])]
        return differing(before, after[: len(before)]), changed


def main(amp_opt, amp_run, folder, *names):
    wrong = {}
    index = json.loads(pathlib.Path(folder, "index.json").read_text())
    for name in names:
        known, arrays = index[name], np.load(pathlib.Path(folder, f"{name}.npz"))
        inputs = [arrays[f"in_{i}"] for i in range(sum(n.startswith("in_") for n in arrays.files))]
        text = without_names(pathlib.Path(folder, f"{name}.plain.mlir").read_text())
        keys = [r for a, r in known["state"] if inputs[a].dtype == np.uint32]
        found = check(amp_opt, amp_run, text, inputs, known["state"], keys)
        if any(found):
            wrong[name] = found
    return f"results that differ, states that changed: {wrong}" if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
