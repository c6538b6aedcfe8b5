# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trace_graphs.py BIN GRAPHS OUT: a step of every graph of one device, as a table of what it asks of a GPU.

Each runs twice on the same buffers, so that the second run is a replay unless something was read back.
"""
import pathlib
import re
import subprocess
import sys

MODES = {"bf16": "compute=bf16 loss-scale=none", "f16": "compute=f16 loss-scale=dynamic"}
MANY_DEVICES = ("explicit_all_reduce",)
MEMORY = re.compile(r"memory: arguments (\d+), results (\d+), temporaries (\d+), constants (\d+), together (\d+) bytes")
SIZES = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"), (1, "B")]


def readable(size):
    unit, name = next((row for row in SIZES if size >= row[0]), (1, "B"))
    return f"{size / unit:.3g} {name}"


def trace(folder, graph, mode, out):
    """The row of a step, and what is wrong with it."""
    mixed = out / f"{graph.stem}.{mode}.mlir"
    subprocess.run([folder / "amp-opt", graph, f"--amp={MODES[mode]}", "-o", mixed], check=True)
    run = subprocess.run([folder / "amp-run", "trace", mixed], capture_output=True, text=True)
    memory = MEMORY.search(run.stdout)
    if run.returncode or not memory:
        return "", next((line for line in run.stderr.splitlines() if "error" in line), "no memory is told")
    *parts, together = map(int, memory.groups())
    calls = re.search(r"^  = (.*)", run.stdout, re.MULTILINE)[1]
    row = f"{graph.stem:18} {mode:5} {calls:24}" + "".join(f"{readable(part):>10}" for part in (*parts, together))
    launches = len(re.findall(r"^  launch ", run.stdout, re.MULTILINE))
    wrong = [text for text, is_wrong in (("the parts of its memory do not make the whole", sum(parts) != together),
                                         ("it reads from the device", "read" in calls),
                                         ("its launches are not counted", f"{launches} launch" not in calls)) if is_wrong]
    return row, ", ".join(wrong)


def main():
    folder, graphs, out = map(pathlib.Path, sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    print(f"{'step':18} {'':5} {'calls':24}" + "".join(f"{name:>10}" for name in ("arguments", "results", "temporary", "constant", "together")))
    right = wanted = 0
    for graph in sorted(graphs.glob("*.mlir")):
        if graph.stem.endswith(".plain") or graph.stem in MANY_DEVICES:
            continue
        for mode in MODES:
            wanted += 1
            row, wrong = trace(folder, graph, mode, out)
            right += not wrong
            print(row or f"{graph.stem} {mode}", wrong, flush=True)
    print(f"{right} of {wanted} steps are traced")


main()
