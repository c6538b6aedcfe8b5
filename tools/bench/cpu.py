# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A training step with amp-run against the same step with JAX on this CPU, and in 16 bits against 32.

cpu.py MODULE INPUTS.npz, as a program: random inputs for a step of f32. It is a process of its own because
a process starts with the peak memory of the one that started it, and that is measured here.
"""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import testdata  # noqa: E402

root = pathlib.Path(__file__).resolve().parent.parent.parent
binaries, scratch = root / "build" / "bin", root / "build" / "bench"
python = root / "build" / "venv" / "bin" / "python"
graphs = root / "build" / "graphs"
# Steps with their target: times of JAX.
STEPS = {"simplenet_4096": 1.3, "mlp_adam": 2, "cnn_digits": 2, "transformer_block": 2, "gpt_tiny_dropout": 2,
         "autoencoder": 2, "conv_batchnorm": 2, "lstm_scan": 2}  # fmt: skip


def output_of(*command):
    run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(f"bench: {' '.join(map(str, command))} failed: {run.stderr.strip()[:500]}")
    return run.stdout + run.stderr


def inputs_of(graph):
    """Its own inputs, or random ones for a graph that is too large to have them."""
    recorded = graphs / f"{graph}.npz"
    if recorded.exists():
        return recorded
    path = scratch / f"{graph}.npz"
    output_of(python, __file__, graphs / f"{graph}.mlir", path)
    return path


def make_inputs(module, path):
    import numpy as np

    signature = re.search(r"@main\((.*?)\) ->", pathlib.Path(module).read_text()).group(1)
    shapes = [[int(n) for n in shape.split("x")] for shape in re.findall(r"tensor<([\dx]*)xf32>", signature)]
    random = np.random.default_rng(0)
    np.savez(path, **{f"in_{i}": random.normal(0, 0.02, s).astype(np.float32) for i, s in enumerate(shapes)})


def amp_run(module, inputs):
    """(milliseconds of a run, peak MiB)."""
    text = output_of(binaries / "amp-run", module, f"--inputs={inputs}", "--time", "--repeat=20")
    return float(re.search(r"run +([\d.]+) ms \(median", text)[1]), float(re.search(r"memory +(\d+) MiB", text)[1])


def mixed(graph, precision):
    path = scratch / f"{graph}.{precision}.mlir"
    output_of(binaries / "amp-opt", graphs / f"{graph}.mlir", f"--amp=compute={precision}", "-o", path)
    return path


def measure(row):
    """Prints a row per figure through `row(what, value, unit, target)`."""
    testdata.graphs()
    scratch.mkdir(parents=True, exist_ok=True)
    print("\namp-run on a training step, against the same step with JAX (medians), and in 16 bits against 32")
    for graph, target in STEPS.items():
        inputs = inputs_of(graph)
        ours, memory = amp_run(graphs / f"{graph}.mlir", inputs)
        theirs, their_memory = map(float, output_of(python, root / "tools/bench/xla_step.py", graphs / f"{graph}.mlir", inputs).split())
        row(f"{graph}: {ours:.3f} ms to {theirs:.3f} ms", ours / theirs, "times", target)
        row(f"  memory, {memory:.0f} MiB to {their_memory:.0f} MiB", memory / their_memory, "times", 1.5)
        for precision in ("f16", "bf16"):
            low, _ = amp_run(mixed(graph, precision), inputs)
            row(f"  {precision}: {low:.3f} ms to {ours:.3f} ms", low / ours, "times", 3)


if __name__ == "__main__":
    make_inputs(*sys.argv[1:])
