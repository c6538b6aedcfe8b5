# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trajectory.py TOOLS GRAPH.mlir TRACES.json OUT: one step in float16 with a dynamic scale, trained with amp-run and on XLA.

The first scale is far too large, so both have to find one that fits; it grows after three good steps, and so overflows again
and again; and an input is infinite where the recorded sequence of overflows has one. Scale, counters, the verdict on each step
and the number of skipped ones are the same after every step. So are losses, to a unit of float16: what differs is the order of sums.
"""
import json
import pathlib
import subprocess
import sys

import xla  # first: it sets how JAX starts

import numpy as np

from carried_weights import said
from graphs import Graph
from scaling import roles

SCALER = "#amp.scaler<dynamic,init=1099511627776.0,interval=3>"
FIRST = {"scale": np.float32(2.0**40), "growth_tracker": np.int32(0), "skipped": np.int32(0)}
EXACT = "scale", "growth_tracker", "skipped", "found_inf"
TO_EACH_OTHER = 2.0**-11


def on_xla(module, inputs, sliced, feeds, kept, steps):
    """The `kept` results after each step."""
    run = xla.compiled(module, effort=0)
    now, history = [array[0] if i in sliced else array for i, array in enumerate(inputs)], []
    for t in range(steps):
        for i in sliced:
            now[i] = inputs[i][t]
        results = run(*now)
        history.append([results[r] for r in kept])
        for argument, result in feeds:
            now[argument] = results[result]
    return [np.array(column) for column in zip(*history)]


def on_cpu(tools, step, inputs, kept, steps, out):
    np.savez(out / "in.npz", **{f"in_{i}": array for i, array in enumerate(inputs)})
    subprocess.run([tools / "amp-run", "train", step, f"--inputs={out / 'in.npz'}", f"--steps={steps}", f"--history={out / 'history.npz'}",
                    "--keep=" + ",".join(f"out_{r}" for r in kept)], check=True)  # fmt: skip
    history = np.load(out / "history.npz")
    return [history[f"out_{r}"] for r in kept]


def main(tools, path, traces, out):
    tools, out, graph = pathlib.Path(tools), pathlib.Path(out), Graph(path)
    out.mkdir(parents=True, exist_ok=True)
    planted = np.array(json.loads(pathlib.Path(traces).read_text())["seq"], bool)
    step = out / "step.mlir"
    subprocess.run([tools / "amp-opt", path, f"--amp=compute=f16 solver=paint loss-scale=dynamic scaler={SCALER}", "-o", step], check=True)
    module = xla.parse(step.read_text())
    given, returned = said(module, "arg_attrs", "amp.state"), said(module, "res_attrs", "amp.state")
    feeds = [(i, returned.index(name)) for i, name in enumerate(given) if name in returned and name is not None]
    by_role = {role: i for i, role in enumerate(roles(module, "res_attrs")) if role}
    inputs = [*graph.inputs, *(FIRST[role] for role in roles(module, "arg_attrs")[len(graph.inputs):])]
    data = [i for i, array in enumerate(graph.inputs) if given[i] is None and array.dtype == np.float32 and array.ndim > 1][:1]
    for i in data:
        inputs[i] = np.stack([inputs[i]] * len(planted))
        inputs[i].reshape(len(planted), -1)[planted, 0] = np.inf
    kept = [by_role[role] for role in (*EXACT, "loss")]
    *ours, our_loss = on_cpu(tools, step, inputs, kept, len(planted), out)
    *theirs, their_loss = on_xla(module, inputs, data, feeds, kept, len(planted))
    for role, a, b in zip(EXACT, ours, theirs):
        if (a != b).any():
            return f"{role} parts at step {np.flatnonzero(a != b)[0]}: {a} with amp-run, {b} on XLA"
    found = ours[EXACT.index("found_inf")]
    if not found[planted].all() or found.sum() <= planted.sum() + 3 or found.all():
        return f"expects {planted.sum()} planted overflows, those of a scale too large, and good steps, but got {found}"
    off = np.abs(our_loss - their_loss)[~planted] / np.abs(their_loss)[~planted]
    print(f"{len(planted)} steps, {found.sum()} skipped ({planted.sum()} planted), scale 2^40 to 2^{np.log2(ours[0].min()):.0f} and "
          f"2^{np.log2(ours[0][-1]):.0f}; losses to {off.max():.1e}, from {our_loss[~planted][0]:.4g} to {our_loss[~planted][-1]:.4g}")  # fmt: skip
    return 0 if off.max() <= TO_EACH_OTHER and our_loss[~planted][-1] < our_loss[~planted][0] else "losses part, or do not fall"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
