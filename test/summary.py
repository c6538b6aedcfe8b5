# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Close a lit run with one line that people and CI read: summary.py RESULTS.json."""
import collections
import json
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}
MISSING = {
    "shared-data": "shared/data is not beside this repository (AMP_SHARED_DATA may name it)",
    "jax": "JAX is not in the virtual environment (tools/dev test installs it)",
    "python-packages": "what python/ is tested with is not in the virtual environment (tools/dev test installs it)",
}


def main(path):
    tests = json.load(open(path))["tests"]
    counts = collections.Counter(
        "passed" if t["code"] in PASSED else "skipped" if t["code"] in SKIPPED else "failed" for t in tests)
    skipped = [t["output"] for t in tests if t["code"] in SKIPPED]
    for feature, reason in MISSING.items():
        count = sum(feature in output for output in skipped)
        if count:
            print(f"{count} tests were skipped because {reason}")
    for test in tests:
        if test["code"] not in PASSED | SKIPPED:
            print(f"{test['code']}: {test['name']}")
    tail = f", {counts['skipped']} skipped" if counts["skipped"] else ""
    print(f"{counts['passed']} passed, {counts['failed']} failed{tail}")
    return 0 if counts["passed"] and not counts["failed"] else 1


sys.exit(main(sys.argv[1]))
