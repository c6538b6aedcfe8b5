# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Close a lit run with what people and CI read: summary.py RESULTS.json.

Says how many tests were skipped for each feature that this machine lacks. A skip that OPTIONAL does not explain is a failure.
"""
import collections
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))
import testdata  # noqa: E402

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}
# Features that a machine may lack.
OPTIONAL = {
    "cublaslt": "cuBLASLt is not in a CUDA toolkit that CUDA_HOME names",
    "cuda-headers": "the headers of a CUDA toolkit with cuBLASLt are not on this machine",
    "cudnn-headers": "the headers of cuDNN are not in the CUDA toolkit of this machine",
    "libdevice": "libdevice is not in a CUDA toolkit that CUDA_HOME names",
    "ptxas": "ptxas is not on this machine",
} | {data.name: f"{data.variable} is not set, and ../shared/data has no {data.default}" for data in testdata.EXTERNAL.values()}
# Features that tools/dev test provides: without them, tests were lost.
PROVIDED = {
    "jax": "JAX is not in build/venv",
    "large-graphs": "the large training steps are not in build/graphs",
    "python-packages": "the packages that python/ is tested with are not in build/venv",
}


def missing_features(test):
    """Returns the features that a skipped test requires, or the code of a test that was skipped for another reason."""
    found = re.search(r"unavailable features: (.*)", test["output"])
    return found[1].strip().split(", ") if found else [test["code"]]


def report_skips(skipped):
    """Prints one line per missing feature. Returns the names of the tests that should have run."""
    by_feature = collections.Counter(feature for test in skipped for feature in missing_features(test))
    for feature, count in sorted(by_feature.items()):
        reason = OPTIONAL.get(feature) or PROVIDED.get(feature, feature)
        print(f"{count} skipped: {reason}" + ("" if feature in OPTIONAL else ", which is unexpected: tools/dev test provides it"))
    return [test["name"] for test in skipped if set(missing_features(test)) - set(OPTIONAL)]


def main(path):
    tests = json.load(open(path))["tests"]
    counts = collections.Counter("passed" if t["code"] in PASSED else "skipped" if t["code"] in SKIPPED else "failed" for t in tests)
    unexpected = report_skips([t for t in tests if t["code"] in SKIPPED])
    for name in unexpected:
        print(f"unexpected skip: {name}")
    for test in tests:
        if test["code"] not in PASSED | SKIPPED:
            print(f"{test['code']}: {test['name']}")
    tail = f", {counts['skipped']} skipped" if counts["skipped"] else ""
    tail += f", {len(unexpected)} of them unexpectedly" if unexpected else ""
    print(f"{counts['passed']} passed, {counts['failed']} failed{tail}")
    return 0 if counts["passed"] and not counts["failed"] and not unexpected else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
