# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""threshold_xla.py AMP_RUN MODULE...: steps with threshold weights on XLA, from the states that amp-run starts from.

Matmuls sum in other orders, so that a weight near a threshold may move a step earlier: n * epsilon + chi, the sum of the updates, is
compared for integers, and the conductance of almost all devices. channel.mlir overflows once; device.mlir meets a NaN.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import xla  # first: it sets how JAX starts

import numpy as np


def roles(text, which):
    head = re.search(r"@main\((.*?)\) -> \((.*?)\) {\n", text).groups()
    parts = re.split(r"%arg\d+: ", head[0])[1:] if which == "arguments" else re.findall(r"tensor<[^>]*>(?: {[^}]*})?", head[1])
    found = [(re.search(r'amp.state = "((?:[^"\\]|\\.)*)"', p), re.search(r'amp.role = "(\w+)"', p)) for p in parts]
    return [(state and state[1], role and role[1]) for state, role in found]


def main(amp_run, *modules):
    for module in map(pathlib.Path, modules):
        text, folder = module.read_text(), pathlib.Path(tempfile.mkdtemp())
        arguments, results = roles(text, "arguments"), roles(text, "results")
        made, out = folder / "in.npz", folder / "out.npz"
        subprocess.run([amp_run, "train", module, "--generate", f"--save-inputs={made}", "--steps=3", f"--outputs={out}"], check=True)
        first, expected = dict(np.load(made)), dict(np.load(out))
        step = xla.compiled(xla.parse(text), effort=0)

        def run(values, steps=3):
            for _ in range(steps):
                got = step(*values)
                back = {state: value for (state, _), value in zip(results, got) if state}
                values = [back.get(state, value) if state else value for (state, _), value in zip(arguments, values)]
            return got

        start = [first[f"in_{i}"] for i in range(len(arguments))]
        got = [np.asarray(x) for x in run(start)]
        for i, (state, role) in enumerate(results):
            a, b = got[i], expected[f"out_{i}"]
            chi = next((j for j, (other, _) in enumerate(results) if other == f"{state}.chi"), None)
            if a.dtype == np.int8:
                epsilon = next(j for j, (other, _) in enumerate(results) if other == f"{state}.epsilon")
                a, b = (x[i] * x[epsilon] + x[chi] for x in (got, [expected[f"out_{j}"] for j in range(len(results))]))
                np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-6, err_msg=state)
            elif role == "epsilon" or a.dtype == np.uint64:
                np.testing.assert_array_equal(a, b, err_msg=state)
            elif chi is not None or role == "device":
                assert np.mean(np.isclose(a, b, rtol=1e-4, atol=1e-5)) > 0.999, state
        print(f"{module.stem}: 3 steps as on XLA", flush=True)
        broken = list(start)
        broken[12] = np.full_like(broken[12], np.inf if module.stem == "channel" else np.nan)
        got = step(*broken)
        if module.stem == "channel":
            kept = [np.array_equal(np.asarray(value), broken[[s for s, _ in arguments].index(state)])
                    for (state, role), value in zip(results, got) if state and role not in ("scale", "growth_tracker", "skipped")]
            moved = [int(value) for (_, role), value in zip(results, got) if role == "moved"]
            assert all(kept) and moved == [0, 0, 0], (kept, moved)
            print(f"channel: an overflow keeps {len(kept)} states")
        else:
            back = {state: value for (state, _), value in zip(results, got) if state}
            again = step(*[back.get(state, value) if state else value for (state, _), value in zip(arguments, start)])
            loss = next(value for (_, role), value in zip(results, again) if role == "loss")
            assert np.isnan(loss), loss
            print("device: a NaN is a NaN in the next loss")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
