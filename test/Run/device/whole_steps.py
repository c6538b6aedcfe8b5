# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""whole_steps.py BIN GRAPHS OUT DRIVER steps|planted|unwritten GRAPH:MODE[:LIBRARY|:MEMORY]...: steps that were lowered for a GPU, on a driver that runs their PTX
on the host, against the same steps on this processor; and what the driver finds in kernels with a mistake.

Three steps: the first launches kernels, the second replays a graph with the states' buffers, the third with the buffers swapped.
"""
import os
import pathlib
import re
import subprocess
import sys

import ml_dtypes
import numpy as np

STEPS = 3
# The compute capability of the driver: without wgmma, or 90, with it.
CHIP = os.environ.get("FAKE_CUDA_CHIP", "80")
TARGET = "sm_90a" if CHIP == "90" else f"sm_{CHIP}"
# With no product that is cut to TF32, which this processor does not do; "tf32" has them.
MODES = {"f32": None, "bf16": "compute=bf16 f32=strict", "f16": "compute=f16 f32=strict loss-scale=dynamic", "tf32": "compute=bf16"}
# Of the largest change of an array: sums in another order, and roundings that tip over to the next number of 16 bits.
BOUNDS = {"f32": 1e-4, "bf16": 2.0**-5, "f16": 2.0**-5, "tf32": 2.0**-5}

# Adam divides by a root plus 1e-8: in its first steps the sign of what rounding leaves of a gradient would decide an update. With 0.1,
# updates are as their gradients.
EPSILON = ("dense<9.99999993E-9>", "dense<1.000000e-01>")


class Tools:
    def __init__(self, folder, graphs, out, driver):
        self.folder, self.graphs, self.out = pathlib.Path(folder), pathlib.Path(graphs), pathlib.Path(out)
        self.out.mkdir(parents=True, exist_ok=True)
        self.device = {"LD_LIBRARY_PATH": str(driver), "FAKE_CUDA_CHIP": CHIP, "FAKE_CUDA_LOG": "1", "FAKE_CUDA_POISON": "1"}

    def run(self, tool, *arguments, **environment):
        command = [self.folder / tool, *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, env=os.environ | environment)

    def must(self, *arguments):
        result = self.run(*arguments)
        if result.returncode:
            sys.exit(f"{arguments}: {result.stderr}")

    def step(self, graph, mode):
        """The rewritten step, and its arguments; a scaler starts where it would."""
        source, step = self.out / f"{graph}.source.mlir", self.out / f"{graph}.{mode}.mlir"
        source.write_text((self.graphs / f"{graph}.mlir").read_text().replace(*EPSILON))
        if MODES[mode]:
            self.must("amp-opt", source, f"--amp={MODES[mode]}", "-o", step)
        else:
            step.write_text(source.read_text().replace("DEFAULT", "HIGHEST"))
        stored = np.load(self.graphs / f"{graph}.npz")
        given = [stored[f"in_{i}"] for i in range(sum(name.startswith("in_") for name in stored.files))]
        given += [np.float32(2.0**16), np.int32(0), np.int32(0)] if "dynamic" in (MODES[mode] or "") else []
        inputs = self.out / f"{graph}.{mode}.in.npz"
        np.savez(inputs, **{f"in_{i}": array for i, array in enumerate(given)})
        return step, inputs, given

    def results(self, step, inputs, name, *options, **environment):
        out = self.out / f"{name}.npz"
        run = self.run("amp-run", step, f"--inputs={inputs}", f"--outputs={out}", *options, **environment)
        if run.returncode:
            return run, None
        stored = np.load(out)
        return run, [numbers(stored[f"out_{i}"]) for i in range(len(stored.files))]


def numbers(array):
    return array.view(ml_dtypes.bfloat16) if array.dtype.kind == "V" else array


def error(found, wanted, given):
    """The largest error, over the largest change since the arguments; what float32 rounds away does not count."""
    if wanted.dtype.kind in "iub":
        return 0 if np.array_equal(found, wanted) else np.inf
    found, wanted, rounded = found.astype(np.float64), wanted.astype(np.float64), 2.0**-22 * np.abs(wanted.astype(np.float64))
    infinite = ~np.isfinite(wanted)
    if not np.isfinite(found[~infinite]).all() or not np.array_equal(found[infinite], wanted[infinite], equal_nan=True):
        return np.inf
    before = [a.astype(np.float64) for a in map(numbers, given) if a.shape == wanted.shape and a.dtype.kind in "fV" and a.size > 1]
    changes = [np.abs(wanted - a).max() for a in before] + [np.abs(wanted).max(initial=0)]
    errors = np.where(np.isfinite(wanted), np.maximum(np.abs(found - wanted) - rounded, 0), 0)
    return errors.max(initial=0) / (min(change for change in changes if change > 0) if any(changes) else 1)


# In place: new states lie where the old ones were.
OPTIONS = {"own": [], "separate": ["--attention=separate"], "cublaslt": ["--products=cublaslt"], "cudnn": ["--convolutions=cudnn"], "in-place": ["--states-in-place"]}


def compare(tools, graph, mode, library="own"):
    step, inputs, given = tools.step(graph, mode)
    run, wanted = tools.results(step, inputs, "cpu", f"--steps={STEPS}")
    if wanted is None:
        return f"this processor: {run.stderr}", False
    if library not in OPTIONS or (library == "own" and MODES[mode]):
        lowered, memory = tools.out / "lowered.mlir", "" if library == "own" else f" memory={library}"
        tools.must("amp-opt", step, f"--amp-to-gpu=chip={TARGET} poison=true{memory}", "-o", lowered)
        step, library = lowered, "own"
    run, found = tools.results(step, inputs, "gpu", f"--steps={STEPS}", "--target=cuda", *OPTIONS[library], **tools.device)
    if found is None:
        return run.stderr, False
    calls = {
        "launches": "cuLaunchKernel",
        "products of cuBLASLt": "cublasLtMatmulDescCreate",
        "convolutions of cuDNN": "cudnnSetFilterNdDescriptor",
    }
    log = run.stdout[max(run.stdout.find("cuMemcpyHtoDAsync"), 0) :]  # before, libraries are asked for algorithms
    counts = {name: log.count(call) // (1 if "cuGraphLaunch" not in run.stdout else STEPS) for name, call in calls.items()}
    asked = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    worst = max(error(*arrays, given) for arrays in zip(found, wanted))
    return f"{asked} a step, off by {worst:.1e}", worst <= BOUNDS[mode]


def steps(tools, *cases):
    right = 0
    for case in cases:
        text, is_right = compare(tools, *case.split(":"))
        print(f"{case}: {text}{'' if is_right else ', WRONG'}", flush=True)
        right += is_right
    print(f"{right} of {len(cases)} agree")


# Planted changes of the first kernel that has the text; PTX is in the text with \09 for tabs.
MISTAKES = {
    "no mistake": (r"bar\.sync", "bar.sync"),
    "no barrier": (r"bar\.sync \\090;", ""),
    "too few copies waited for": (r"cp\.async\.wait_group \\091", r"cp.async.wait_group \\092"),
    "a store after the end": (r"(st\.global\.b32 \\09\[%rd\d+)\]", r"\1+1048576]"),
    "a load that is not aligned": (r"(ld\.global\.v4\.b32 \\09\{[^}]*\}, \[%rd\d+)\]", r"\1+4]"),
    "a store beside its place": (r"(st\.global\.v4\.b32 \\09\[%rd\d+)\]", r"\1+16]"),
    "an instruction that nobody knows": (r"max\.NaN\.f32", "max.nobody.f32"),
    "differences for sums": (r"add\.rn\.f32", "sub.rn.f32"),
    "the other type of factors": (r"f32\.bf16\.bf16\.f32", "f32.f16.f16.f32"),
}


def planted(tools, case):
    graph, mode = case.split(":")
    step, inputs, given = tools.step(graph, mode)
    lowered = tools.out / "lowered.mlir"
    tools.must("amp-opt", step, f"--amp-to-gpu=chip={TARGET}", "-o", lowered)
    text = lowered.read_text()
    run, wanted = tools.results(step, inputs, "cpu")
    for name, (pattern, by) in MISTAKES.items():
        edited, places = re.subn(pattern, by, text)
        if not places:
            sys.exit(f"{name}: no kernel of {graph} has {pattern}")
        lowered.write_text(edited)
        run, found = tools.results(lowered, inputs, "gpu", "--target=cuda", **tools.device)
        said = run.stderr.strip()
        if found is not None:
            said = "agrees" if max(error(*arrays, given) for arrays in zip(found, wanted)) <= BOUNDS[mode] else "wrong numbers"
        print(f"{name}: {said}", flush=True)


def unwritten(tools, case):
    """Each kernel in turn lacks its last store: bytes of an earlier buffer are not taken for its results."""
    step, inputs, given = tools.step(*case.split(":"))
    run, wanted = tools.results(step, inputs, "cpu", f"--steps={STEPS}")
    for poison in ("false", "true"):
        lowered = tools.out / "lowered.mlir"
        tools.must("amp-opt", step, f"--amp-to-gpu=chip={TARGET} poison={poison}", "-o", lowered)
        kernels = re.split(r"(?=\.visible \.entry )", lowered.read_text())
        said = []
        for number in range(1, len(kernels)):
            head, store, tail = kernels[number].rpartition("st.global")
            if store:
                changed = kernels[:number] + [head + tail[tail.index(";") + 1 :]] + kernels[number + 1 :]
                lowered.write_text("".join(changed))
                run, found = tools.results(lowered, inputs, "gpu", f"--steps={STEPS}", "--target=cuda", **tools.device)
                said.append("unwritten" if "nobody wrote" in run.stderr else "missed" if found is not None else run.stderr)
        print(f"poison={poison}: {said.count('unwritten')} of {len(said)} kernels without a store read memory that nobody wrote")


if __name__ == "__main__":
    {"steps": steps, "planted": planted, "unwritten": unwritten}[sys.argv[5]](Tools(*sys.argv[1:5]), *sys.argv[6:])
