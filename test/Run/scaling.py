# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scaling.py AMP_OPT GRAPH.mlir: what the scale of the loss changes in a step in float32, on XLA.

A static scale that is a power of two changes no bit of any result. A dynamic one neither; its scaler counts. With an infinity
among the inputs, every state keeps its bits, the scale is halved, and `skipped` counts the step.
"""
import json
import pathlib
import subprocess
import sys

import xla  # first: it sets how JAX starts

import numpy as np

from graphs import Graph


def scaled(tool, path, option):
    passes = ["--amp-convert-marks", "--amp-record-step", f"--amp-scale-loss={option}", "--amp-lower-training", "--amp-check-scaling"]
    return subprocess.run([tool, path, *passes], check=True, capture_output=True, text=True).stdout


def roles(module, kind):
    """The `amp.role` of main's arguments or results."""
    with xla.CONTEXT:
        main = xla.ir.SymbolTable(module.operation)["main"]
        found = [xla.ir.DictAttr(a) for a in xla.ir.ArrayAttr(main.attributes[kind])] if kind in main.attributes else []
        return [xla.ir.StringAttr(a["amp.role"]).value if "amp.role" in a else None for a in found]


def same(first, second):
    return first.dtype == second.dtype and first.tobytes() == second.tobytes()


def differing(results, expected):
    return [i for i, (a, b) in enumerate(zip(results, expected)) if not same(a, b)]


def main(tool, path):
    path = pathlib.Path(path)
    graph = Graph(path)
    if graph.inputs is None:
        return 0
    plain = xla.compiled(xla.parse(graph.text), effort=0)(*graph.inputs)
    for option in "loss-scale=static:1", "loss-scale=static:1024", "loss-scale=static:0.0009765625":
        results = xla.compiled(xla.parse(scaled(tool, path, option)), effort=0)(*graph.inputs)
        if wrong := differing(results, plain):
            return f"{option}: results {wrong} are not those of the step without it"
        if results[-1]:
            return f"{option}: expects no overflow"
    module = xla.parse(scaled(tool, path, "loss-scale=dynamic:1024 scaler=torch"))
    given, returned = roles(module, "arg_attrs"), roles(module, "res_attrs")
    scaler = {"scale": np.float32(1024), "growth_tracker": np.int32(3), "skipped": np.int32(5)}
    state = [scaler[role] for role in given if role in scaler]
    run = xla.compiled(module, effort=0)
    results = run(*graph.inputs, *state)
    after = dict(zip(returned, results))
    if wrong := differing(results, plain):
        return f"dynamic: results {wrong} are not those of the step without it"
    if [after[role].item() for role in ("scale", "growth_tracker", "skipped", "found_inf")] != [1024, 4, 5, False]:
        return f"dynamic: expects another scaler, but got {after}"
    pairs = json.loads((path.parent / "index.json").read_text())[path.stem]["state"]
    floats = [i for i, a in enumerate(graph.inputs) if a.dtype == np.float32]
    skipped = 0
    for place in floats:
        broken = [a.copy() for a in graph.inputs]
        broken[place].flat[broken[place].size // 2] = np.inf
        results = run(*broken, *state)
        after = dict(zip(returned, results))
        if not after["found_inf"]:
            continue  # nothing reads it, such as statistics that are only averaged
        skipped += 1
        if [after[role].item() for role in ("scale", "growth_tracker", "skipped")] != [512, 0, 6]:
            return f"overflow by input {place}: expects another scaler, but got {after}"
        if wrong := [r for a, r in pairs if not same(results[r], broken[a])]:
            return f"overflow by input {place}: states {wrong} did not stay as they were"
    print(f"{len(plain)} results are the same bit for bit; {skipped} of {len(floats)} broken inputs skip the step")
    return 0 if skipped else "expects an overflow to be seen"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
