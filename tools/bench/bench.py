# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bench.py [--build | --gpt2 | --run]: speed and memory against their targets; --build adds a cold build, --gpt2 a large step in JAX, --run
is amp-run's part alone.

The least of nine samples counts; the median stands beside it."""
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

import aligned
import cpu
import jax_call
import jax_gpt2
import scaling

root = pathlib.Path(__file__).resolve().parent.parent.parent
amp_opt = root / "build" / "bin" / "amp-opt"
scratch = root / "build" / "bench"
SIZES = 10_000, 50_000, 200_000
# Pipelines of --amp, with targets in microseconds per op.
PIPELINES = {"contractions only, unverified": ("compute=bf16 preset=contractions solver=paint verify=false", 5),
             "painted, verified": ("compute=bf16 solver=paint", 8)}  # fmt: skip
OPTIMAL = "compute=bf16"
MILLION = 1_000_000
NOT_PASSES = {"Parser", "Output", "Rest", "Total", "root"}
VERIFY = {"RecordInput", "VerifyOutput"}
misses = 0


def row(what, value, unit, target):
    global misses
    misses += value > target
    print(f"  {what:54} {value:9.2f} {unit:6} target {target:7.2f}  {'ok' if value <= target else 'MISSED'}", flush=True)


def generated(size):
    path = scratch / f"transformer-{size}.mlir"
    with open(path, "w") as out:
        subprocess.run([sys.executable, root / "tools/bench/transformer.py", str(size)], stdout=out, check=True)
    return path, path.read_text().count(" = stablehlo.")


def measured(*command):
    """(wall seconds, peak MiB, standard error) of one run."""
    with open(scratch / "stderr", "w") as errors:
        start = time.perf_counter()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    text = (scratch / "stderr").read_text()
    if child.returncode:
        sys.exit(f"bench: {' '.join(map(str, command))} failed: {text.strip()[:500]}")
    return seconds, usage.ru_maxrss / 1024, text


def timed(path, ops, options):
    """(all passes of --amp, amp-verify's part, MLIR's parser) in microseconds per op; MLIR's verifier after each pass counts."""
    report = measured(amp_opt, path, f"--amp={options}", "--mlir-timing", "-o", os.devnull)[2]
    times = {name: float(s) for s, name in re.findall(r"^ *([\d.]+) \( *[\d.]+%\)  (\S.*)$", report, re.MULTILINE)}
    passes = sum(seconds for name, seconds in times.items() if name not in NOT_PASSES)
    verify = sum(times.get(name, 0) for name in VERIFY)
    return [seconds * 1e6 / ops for seconds in (passes, verify, times["Parser"])]


def sample(path, ops, options, work):
    """The mean of as many runs as make `work` ops. Every size is sampled over the same work, so that what else the machine does falls on all
    of them alike: short runs fit into its pauses, and their least would beat that of long ones. Of such samples the least is the best
    guess, because other work only ever adds to it."""
    runs = [timed(path, ops, options) for _ in range(max(1, round(work / ops)))]
    return [statistics.mean(column) for column in zip(*runs)]


def speed_and_memory():
    graphs = [generated(size) for size in SIZES]
    path = graphs[-1][0]
    plain = measured(amp_opt, path, "-o", os.devnull)[1]
    for name, (options, target) in PIPELINES.items():
        print(f"\namp-opt --amp=\"{options}\" on generated transformer steps ({name})")
        # The sizes take turns, so that a change of the machine's pace meets all of them.
        rounds = [[sample(*graph, options, SIZES[-1]) for graph in graphs] for _ in range(9)]
        least, medians = ([[of(column) for column in zip(*samples)] for samples in zip(*rounds)] for of in (min, statistics.median))
        for (_, ops), (passes, verify, _), (passes_median, verify_median, _) in zip(graphs, least, medians):
            row(f"passes, {ops:,} ops (least of 9, median {passes_median:.2f})", passes, "us/op", target)
            if verify:
                row(f"  of which amp-verify (of medians {100 * verify_median / passes_median:.1f})", 100 * verify / passes, "%", 20)
        passes, _, parser = (large / small if small else 0 for small, large in zip(least[0], least[-1]))
        row(f"time per op, largest to smallest (of medians {medians[-1][0] / medians[0][0]:.2f})", passes, "times", 1.3)
        print(f"  (MLIR's parser, on the same graphs and machine: {parser:.2f} times)")
        mixed = measured(amp_opt, path, f"--amp={options}", "-o", os.devnull)[1]
        row(f"peak memory, {mixed:,.0f} MiB to {plain:,.0f} MiB of parse and print", mixed / plain, "times", 3)


def a_million():
    """--amp as it comes (mincut, its certificate, verify) on 50 thousand and on a million ops, in turns; the flow graph."""
    print(f"\namp-opt --amp=\"{OPTIMAL}\" on generated transformer steps (as it comes)")
    graphs = [generated(SIZES[1]), generated(MILLION)]
    small, large = (min(times) for times in zip(*[[sample(*graph, OPTIMAL, MILLION)[0] for graph in graphs] for _ in range(3)]))
    row(f"passes, {graphs[0][1]:,} ops (least of 3)", small, "us/op", 10)
    row(f"passes, {graphs[1][1]:,} ops (least of 3)", large, "us/op", 13)
    row("time per op, the larger to the smaller", large / small, "times", 1.3)
    solved = subprocess.run([amp_opt, graphs[1][0], "--amp-attach-policy=compute=bf16", "--amp-assign-precision=compare=true"], stdout=subprocess.PIPE, check=True)
    graph_bytes = int(re.search(rb"graph_bytes = (\d+)", solved.stdout[:100_000])[1])
    row("flow graph", graph_bytes / graphs[1][1], "B/op", 500)


def start_up():
    empty = scratch / "empty.mlir"
    empty.write_text("module {}\n")
    row("start-up (median of 9)", sorted(measured(amp_opt, empty)[0] for _ in range(9))[4], "s", 0.15)


def build():
    print("\nbuilding on two cores without ccache (minutes)")
    cold = scratch / "cold"
    quiet = {"stdout": subprocess.DEVNULL, "check": True, "env": os.environ | {"CCACHE_DISABLE": "1"}}
    subprocess.run(["rm", "-rf", cold], check=True)
    start = time.perf_counter()
    subprocess.run(["cmake", "-G", "Ninja", "-S", root, "-B", cold, "-DMLIR_DIR=/usr/lib/llvm-22/lib/cmake/mlir"], **quiet)
    subprocess.run(["ninja", "-C", cold, "-j2"], **quiet)
    row("cold build", (time.perf_counter() - start) / 60, "min", 12)
    (root / "lib/Casts/PlaceCasts.cpp").touch()
    start = time.perf_counter()
    subprocess.run(["ninja", "-C", cold, "-j2"], **quiet)
    row("rebuild after a change in one pass", time.perf_counter() - start, "s", 40)


scratch.mkdir(parents=True, exist_ok=True)
if "--run" not in sys.argv[1:]:
    start_up()
    speed_and_memory()
    a_million()
    aligned.measure(row)
    jax_call.measure(row)
if "--gpt2" in sys.argv[1:]:
    jax_gpt2.measure(row)
cpu.measure(row)
scaling.measure(row)
if "--build" in sys.argv[1:]:
    build()
print(f"\n{misses} of the targets missed" if misses else "\nall targets met")
sys.exit(1 if misses else 0)
