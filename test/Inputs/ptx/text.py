# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The PTX of a module's kernels: `text.py CHIP [--count] < module.mlir`; needs no toolkit.

--count prints how often each kind of instruction stands there instead.
"""
import collections
import re
import subprocess
import sys

FEATURES = {"sm_100a": "+ptx86"}
PIPELINE = (
    "builtin.module(canonicalize,cse,nvvm-attach-target{{chip={chip} O=3 features={features}}},"
    "gpu.module(convert-scf-to-cf,expand-strided-metadata,lower-affine,"
    "convert-gpu-to-nvvm{{use-bare-ptr-memref-call-conv=1}},convert-nvvm-to-llvm,canonicalize,cse,reconcile-unrealized-casts),"
    "gpu-module-to-binary{{format=isa}})"
)


def unescape(text):
    named = {"n": "\n", "t": "\t"}
    return re.sub(r"\\([0-9A-F]{2}|.)", lambda m: chr(int(m[1], 16)) if len(m[1]) == 2 else named.get(m[1], m[1]), text)


def ptx_of(module, chip):
    pipeline = PIPELINE.format(chip=chip, features=FEATURES.get(chip, "+ptx80"))
    done = subprocess.run(["mlir-opt", f"--pass-pipeline={pipeline}"], input=module, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr[:2000])
    return unescape(re.search(r'assembly = "((?:[^"\\]|\\.)*)"', done.stdout)[1])


def count(ptx):
    names = re.findall(r"^\s+(?:@!?%p\d+\s+)?([a-z][\w.:]+)", ptx, re.MULTILINE)
    for name, number in sorted(collections.Counter(names).items()):
        print(number, name)


if __name__ == "__main__":
    text = ptx_of(sys.stdin.read(), sys.argv[1])
    if sys.argv[2:] == ["--count"]:
        count(text)
    else:
        print(text)
