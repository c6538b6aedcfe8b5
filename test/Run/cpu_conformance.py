# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cpu_conformance.py DATA.tar.xz SCRATCH [GLOB]: run the programs of the StableHLO project on the CPU.

Each program compares what it computes with what it expects (check.expect_*), so amp-run says how it
went: it passes, an assertion fails (a mismatch), or something else does (not supported). A program
that its own first line calls inaccurate expects the rounding of another compiler; where it fails,
that is counted apart. Prints how many of each, and why those that do not pass.
"""
import concurrent.futures
import os
import re
import subprocess
import sys

from programs import unpacked

SECONDS = 120


def outcome(program):
    """('pass' | 'mismatch' | 'inaccurate' | 'unsupported', why)."""
    try:
        run = subprocess.run(["amp-run", program], capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "unsupported", f"took more than {SECONDS} s"
    if run.returncode == 0:
        return "pass", ""
    lines = run.stderr.strip().splitlines() or [f"exit code {run.returncode}"]
    why = next((line for line in lines if "error" in line or "expect_" in line), lines[-1])
    why = re.sub(r"^\S*\.mlir:\d+:\d+: ", "", why)
    if not re.search(r"expect_\w+: ", why):
        return "unsupported", why
    with open(program) as text:
        return ("inaccurate" if "DISABLED(inaccurate)" in text.readline() else "mismatch"), why


def main(archive, scratch, pattern="*"):
    programs = unpacked(archive, scratch, pattern)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = list(pool.map(outcome, programs))
    kinds = [kind for kind, _ in outcomes]
    print(f"pass: {kinds.count('pass')} of {len(programs)}")
    for kind in "mismatch", "inaccurate", "unsupported":
        print(f"{kind}: {kinds.count(kind)}")
    for program, (kind, why) in zip(programs, outcomes):
        if kind != "pass":
            print(f"  {kind} {program.stem}: {why}")
    return 0 if programs and "mismatch" not in kinds else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
