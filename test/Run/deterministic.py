# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""deterministic.py ARGUMENTS…: amp-opt prints the same bytes, five times with threads and five times without."""
import hashlib
import subprocess
import sys

seen = set()
for threading in [], ["--mlir-disable-threading"]:
    for _ in range(5):
        run = subprocess.run(["amp-opt", *sys.argv[1:], *threading], stdout=subprocess.PIPE, check=True)
        seen.add(hashlib.sha256(run.stdout).hexdigest())
sys.exit(0 if len(seen) == 1 else f"expects one output, but got {len(seen)} different ones")
