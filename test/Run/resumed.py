# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""resumed.py TOOLS GRAPH.mlir OUT: a run that is saved and resumed is the uninterrupted one, bit for bit, with amp-run.

With shadows of parameters, and a scale that is too large at first and grows soon, so that steps are skipped before and behind
the checkpoint: all that has `amp.state`. Once more with shadows made anew from the parameters of the checkpoint.
"""
import pathlib
import subprocess
import sys

import xla  # first: it sets how JAX starts

import numpy as np

from carried_weights import said
from graphs import Graph

WHOLE, HALF = 24, 9
SCALER = "#amp.scaler<dynamic,init=1099511627776.0,interval=3>"
FIRST = {"scale": np.float32(2.0**40), "growth_tracker": np.int32(0), "skipped": np.int32(0)}


def trained(tools, step, inputs, steps, out):
    np.savez(out / "in.npz", **{f"in_{i}": array for i, array in enumerate(inputs)})
    subprocess.run([tools / "amp-run", "train", step, f"--inputs={out / 'in.npz'}", f"--steps={steps}", f"--outputs={out / 'out.npz'}"], check=True)
    results = np.load(out / "out.npz")
    return [results[f"out_{i}"] for i in range(len(results.files))]


def main(tools, path, out):
    tools, out, graph = pathlib.Path(tools), pathlib.Path(out), Graph(path)
    out.mkdir(parents=True, exist_ok=True)
    step = out / "step.mlir"
    subprocess.run([tools / "amp-opt", path, f"--amp=compute=f16 solver=paint weights=master loss-scale=dynamic scaler={SCALER}", "-o", step], check=True)
    module = xla.parse(step.read_text())
    names, roles = said(module, "arg_attrs", "amp.state"), said(module, "arg_attrs", "amp.role")
    returned = said(module, "res_attrs", "amp.state")

    def rounded(name, parameters):
        return parameters[names.index(name.rsplit(".", 1)[0])].astype(np.float16)

    first = list(graph.inputs)
    for i in range(len(first), len(names)):
        first.append(FIRST[roles[i]] if roles[i] in FIRST else rounded(names[i], first))
    whole = trained(tools, step, first, WHOLE, out)
    saved = dict(zip(returned, trained(tools, step, first, HALF, out)))
    resumed = [saved[name] if name else array for name, array in zip(names, first)]
    anew = [rounded(names[i], resumed) if role == "shadow" else resumed[i] for i, role in enumerate(roles)]
    skipped = [int(values["scaler['main'].skipped"]) for values in (saved, dict(zip(returned, whole)))]
    if not 0 < skipped[0] < skipped[1] < WHOLE:
        return f"expects skipped steps before and behind the checkpoint, but got {skipped}"
    for inputs in resumed, anew:
        after = trained(tools, step, inputs, WHOLE - HALF, out)
        if wrong := [i for i, (a, b) in enumerate(zip(after, whole)) if a.dtype != b.dtype or a.tobytes() != b.tobytes()]:
            return f"results {wrong} are not those of the uninterrupted run"
    print(f"{graph.text.count('stablehlo.')} ops, {sum(map(bool, names))} states: {skipped[1]} of {WHOLE} steps skipped, {skipped[0]} before the checkpoint")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
