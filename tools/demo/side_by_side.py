# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""side_by_side.py [--run AMP_RUN SOURCE STEPS] NAME=REPORT.json…: what each report of the same model says, beside the model
as it was; then five of the reasons of the last one, in its own words. With --run, also the loss after so many steps on made-up
data: SOURCE is the model as it was, and REPORT.mlir lies beside each report. docs/reference/report.md documents the reports."""
import argparse
import json
import pathlib
import re
import subprocess

UNITS = "B", "KiB", "MiB", "GiB", "TiB"


def size(count):
    unit = 0
    while count >= 1024 and unit + 1 < len(UNITS):
        count, unit = count / 1024, unit + 1
    return f"{count:.1f} {UNITS[unit]}" if unit else f"{count} B"


def ops(totals, precision, kind=None):
    return sum(row["ops"] for row in totals["work"] if row["precision"] == precision and kind in (None, row["class"]))


def share(totals, precision):
    flops = totals["flops"]
    return f"{100 * flops.get(precision, 0) / max(1, sum(flops.values())):.1f} %"


def largest_batch(totals):
    memory = totals["memory"]
    return "in doubt" if memory["largest_batch"] is None else f"{memory['largest_batch']:,}"


def rows(low):
    """The totals of one column that are shown."""
    yield f"ops that read {low}", lambda t: ops(t, low)
    yield "ops that read f32", lambda t: ops(t, "f32")
    yield f"  matrix products in {low}", lambda t: ops(t, low, "contraction")
    yield f"work (FLOP) in {low}", lambda t: share(t, low)
    yield "work (FLOP) in f32", lambda t: share(t, "f32")
    yield "casts", lambda t: t["casts"]["ops"]
    yield "  bytes they read and write", lambda t: size(t["casts"]["bytes_read"] + t["casts"]["bytes_written"])
    yield "bytes that all ops write", lambda t: size(sum(t["activation_bytes"].values()))
    yield "peak memory of the step", lambda t: size(t["memory"]["peak_bytes"])


def losses(amp_run, steps, modules):
    """Of each module: the scalar that its last step returns."""
    for module in modules:
        printed = subprocess.run([amp_run, "train", module, "--generate", f"--steps={steps}", "--print"], check=True, capture_output=True, text=True)
        yield float(re.findall(r"float32 \(\)\n(\S+)", printed.stdout)[-1])


def table(columns, low, limit):
    width = max(14, *(len(name) + 2 for name in columns))
    print(" " * 32 + "".join(name.rjust(width) for name in columns))
    lines = [*rows(low), (f"largest batch in {size(limit)}", largest_batch)]
    for what, show in lines:
        print(f"  {what:30}" + "".join(str(show(t)).rjust(width) for t in columns.values()))
    return width


def reasons(report, low, count=5):
    """The commonest reason of each kind: first those of 16-bit ops, then those of the others."""
    groups = {}
    for op in report["ops"]:
        is_low = low in op["operands"] + op["results"]
        if op["class"] in ("constant", "control", "call"):
            continue
        groups.setdefault((is_low, op["reason"]["kind"]), []).append(op)
    best = sorted(groups.items(), key=lambda group: (-group[0][0], -len(group[1])))
    lows, wides = ([ops for (is_low, _), ops in best if is_low == side] for side in (True, False))
    wanted = lows[: max(count - len(wides), count // 2 + 1)]
    for group in wanted + wides[: count - len(wanted)]:
        op = next((op for op in group if op["class"] != "layout"), group[0])
        line = op["location"].rsplit(":", 2)[1]
        type_ = low if low in op["operands"] + op["results"] else "f32"
        print(f"  line {line:>4}  {op['name'].split('.')[-1]:17} {type_:5} {op['reason']['words']} ({len(group)} ops)")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", nargs=3, metavar=("AMP_RUN", "SOURCE", "STEPS"))
    parser.add_argument("reports", nargs="+", metavar="NAME=REPORT.json")
    arguments = parser.parse_args()
    named = [argument.split("=", 1) for argument in arguments.reports]
    reports = {name: json.loads(pathlib.Path(path).read_text()) for name, path in named}
    last = list(reports.values())[-1]
    low, before = last["compute"], last["totals"]["before"]
    columns = {"as it was": before, **{name: report["totals"]["after"] for name, report in reports.items()}}
    print(f"  {last['module']}, exported at a batch of {before['memory']['batch']}")
    width = table(columns, low, before["memory"]["limit_bytes"])
    if arguments.run:
        amp_run, source, steps = arguments.run
        found = losses(amp_run, steps, [source, *(pathlib.Path(path).with_suffix(".mlir") for _, path in named)])
        print(f"  {f'loss after {steps} steps':30}" + "".join(f"{loss:.6f}".rjust(width) for loss in found))
    print(f"  why ({named[-1][0]}), five of {len(last['ops'])} decisions:")
    reasons(last, low)


if __name__ == "__main__":
    main()
