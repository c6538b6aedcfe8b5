# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""linearity.py [OPS] [--repeats=N] [--pipeline=amp|gpu]: growth of each pass's time between a transformer step of OPS operations and one of
twice as many.

Prints each pass that takes 2 % of the larger step's time, with the exponent of its growth; fails where a pass grows faster than n log n,
beyond TOLERANCE. Times are the least of N runs on one thread: other work on the machine makes them longer, never shorter.
"""
import argparse
import math
import pathlib
import re
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent.parent
PIPELINES = {"amp": ["--amp=compute=bf16"], "gpu": ["--amp=compute=bf16", "--amp-to-gpu=chip=sm_90a format=isa"]}
SHARE = 0.02
TOLERANCE = 1.15  # of a ratio of two times


def step_of(ops, folder):
    path = folder / f"{ops}.mlir"
    with open(path, "w") as out:
        subprocess.run([sys.executable, root / "tools/bench/transformer.py", str(ops)], stdout=out, check=True)
    return path, path.read_text().count(" = stablehlo.")


def seconds_by_pass(tool, path, passes):
    """Pass -> seconds of one run, of all its runs together."""
    command = [tool, path, *passes, "-o", "/dev/null", "--mlir-disable-threading", "--mlir-timing", "--mlir-timing-display=list"]
    text = subprocess.run(list(map(str, command)), stderr=subprocess.PIPE, text=True, check=True).stderr
    rows = re.findall(r"^ *([\d.]+) \( *[\d.]+%\)  (\S.*)$", text, re.MULTILINE)
    nested = r"'.*' Pipeline|Pipeline Collection : .*"
    return {name: float(seconds) for seconds, name in rows if not re.fullmatch(nested, name)}


def least(tool, path, passes, repeats):
    runs = [seconds_by_pass(tool, path, passes) for _ in range(repeats)]
    return {name: min(run.get(name, math.inf) for run in runs) for name in runs[0]}


def growth(small, large, sizes):
    """Rows (pass, share, seconds, seconds, exponent, whether it grows faster than n log n) of passes that count, largest first."""
    few, many = sizes
    allowed = TOLERANCE * many * math.log(many) / (few * math.log(few))
    rows = []
    for name, seconds in sorted(large.items(), key=lambda row: -row[1]):
        if name in ("root", "Total", "Rest") or seconds < SHARE * large["root"] or not small.get(name):
            continue
        ratio = seconds / small[name]
        rows.append((name, seconds / large["root"], small[name], seconds, math.log(ratio) / math.log(many / few), ratio > allowed))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ops", nargs="?", type=int, default=5000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--pipeline", choices=PIPELINES, default="gpu")
    parser.add_argument("--amp-opt", default=root / "build/bin/amp-opt")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        steps = [step_of(given.ops * times, pathlib.Path(folder)) for times in (1, 2)]
        small, large = (least(given.amp_opt, path, PIPELINES[given.pipeline], given.repeats) for path, _ in steps)
    sizes = [ops for _, ops in steps]
    rows = growth(small, large, sizes)
    print(f"{'pass':32} share {sizes[0]:>7} ops {sizes[1]:>7} ops exponent")
    for name, share, before, after, exponent, is_faster in rows:
        print(f"{name:32} {100 * share:4.0f}% {before:9.3f} s {after:9.3f} s {exponent:8.2f}{' faster than n log n' if is_faster else ''}")
    total = math.log(large["root"] / small["root"]) / math.log(sizes[1] / sizes[0])
    print(f"{'all':32}       {small['root']:9.3f} s {large['root']:9.3f} s {total:8.2f}")
    return 1 if any(row[-1] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
