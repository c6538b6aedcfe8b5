# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""report_batch.py AMP_OPT A.mlir N B.mlir M: what a report of a step at batch N says about batch M is what the report
of the same step exported at M says: peak bytes, bytes that grow, the largest batch that fits. Painted, because what is
fastest at one batch need not be at another."""
import json
import pathlib
import subprocess
import sys
import tempfile

amp_opt, *steps = sys.argv[1:]


def memory(path):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "report.json")
        options = f"--amp=compute=bf16 solver=paint memory=16GiB report={report}"
        subprocess.run([amp_opt, path, options, "-o", "/dev/null"], check=True)
        totals = json.loads(report.read_text())["totals"]
        return totals["before"]["memory"], totals["after"]["memory"]


def peak(memory, batch):
    return max(m["fixed_bytes"] + m["batch_bytes"] * batch / memory["batch"] for m in memory["moments"])


first, n, second, m = steps
for side, small, large in zip(("before", "after"), memory(first), memory(second)):
    assert (small["batch"], large["batch"]) == (int(n), int(m)), (side, small, large)
    assert peak(small, int(n)) == small["peak_bytes"], (side, small)
    assert peak(small, int(m)) == large["peak_bytes"], (side, peak(small, int(m)), large)
    assert small["largest_batch"] == large["largest_batch"] > int(m), (side, small, large)
    for limit in small["largest_batch"], small["largest_batch"] + 1:
        assert (peak(small, limit) <= small["limit_bytes"]) == (limit == small["largest_batch"]), (side, limit)
    print(f"{side}: peak at {m} is {large['peak_bytes']}, largest batch {large['largest_batch']}")
