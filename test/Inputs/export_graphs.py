# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Export the training steps of training_steps.py as StableHLO text, with the amp marks and without, and with numbers.

    build/venv/bin/python test/Inputs/export_graphs.py test/Inputs/graphs [NAME...]
    build/venv/bin/python test/Inputs/export_graphs.py --text FOLDER [NAME...]

writes to FOLDER, for each step NAME (all of them, or those named):

    NAME.mlir         the step as JAX prints it, with marks
    NAME.plain.mlir   the same step without marks
    NAME.npz          in_i: its arguments in order; f64_i: its results in double precision, from widened arguments
    index.json        devices; state: [argument, result] of each value that the step carries on

Text-only steps have no NAME.npz; --text leaves it out for the others too. test/Inputs/graphs holds what this prints but the
text-only steps, which tools/testdata.py exports to build/graphs when a test or a command first needs them. Text and arguments
are the same on every machine; the last bit of a float64 result depends on the processor.
"""
import os

os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=8")
os.environ.setdefault("JAX_PLATFORMS", "cpu")
import argparse
import json
import pathlib

import jax
import jax.numpy as jnp
import numpy as np
from training_steps import STEPS, unmarked


def jitted(made):
    shardings = {} if made.in_shardings is None else {"in_shardings": made.in_shardings, "out_shardings": made.out_shardings}
    return jax.jit(lambda *args: made.step(*args), keep_unused=True, **shardings)


def widened(tree):
    return jax.tree.map(lambda a: np.asarray(a, np.float64) if np.asarray(a).dtype == np.float32 else np.asarray(a), tree)


def state_pairs(made):
    """Flat [argument, result] indices of every value carried to the next step."""
    def spans(trees):
        ends = np.cumsum([len(jax.tree.leaves(t)) for t in trees])
        return [range(end - len(jax.tree.leaves(t)), end) for t, end in zip(trees, ends)]
    arguments, results = spans(made.args), spans(jax.eval_shape(jitted(made), *made.args))
    return [[int(a), int(r)] for i, o in made.state.items() for a, r in zip(arguments[i], results[o], strict=True)]


def numbers(made):
    with jax.enable_x64(True):
        results = jax.tree.leaves(jitted(made)(*widened(made.args)))
    for result in results:
        assert result.dtype != jnp.float32 and np.isfinite(np.asarray(result, np.float64)).all(), result
    named = [(f"in_{i}", a) for i, a in enumerate(jax.tree.leaves(made.args))] + [(f"f64_{i}", a) for i, a in enumerate(results)]
    return {name: np.asarray(array) for name, array in named}


def export(name, folder, text_only):
    """Writes the files of a step; returns its entry of index.json."""
    made = STEPS[name].build()
    (folder / f"{name}.mlir").write_text(jitted(made).lower(*made.args).as_text())
    with unmarked():
        (folder / f"{name}.plain.mlir").write_text(jitted(made).lower(*made.args).as_text())
    if not text_only and not STEPS[name].text_only:
        np.savez_compressed(folder / f"{name}.npz", **numbers(made))
    return {"devices": made.devices, "text_only": STEPS[name].text_only, "state": state_pairs(made)}


def write_index(path, entries):
    """One line per step, in the order of STEPS."""
    known = (json.loads(path.read_text()) if path.exists() else {}) | entries
    lines = [f"{json.dumps(name)}: {json.dumps(known[name])}" for name in STEPS if name in known]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(STEPS)}")
    parser.add_argument("--text", action="store_true", help="no numbers")
    options = parser.parse_args()
    if unknown := set(options.names) - set(STEPS):
        parser.error(f"NAME expects one of {', '.join(STEPS)}, but got {', '.join(sorted(unknown))}")
    options.folder.mkdir(parents=True, exist_ok=True)
    entries = {name: export(name, options.folder, options.text) for name in options.names or STEPS}
    write_index(options.folder / "index.json", entries)


if __name__ == "__main__":
    main()
