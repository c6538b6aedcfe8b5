# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch-oracle.py AMP_OPT ORACLE: preset torch-cuda decides each op as PyTorch does, which was measured there.

An op is as in PyTorch if, for every operand type, it and what follows it have the type that PyTorch's result has.
"""
import json
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parent / "frameworks"))
from graph import decide, program
from ops import OPS
from sums import PARTS

SUM = "a sum is f32, and so is what is divided then; PyTorch rounds once, in its kernel"
ONE = "promoted in PyTorch; here the op that matmul is"
DIFFERENT = {
    "batch_norm": "f32 of f32 in PyTorch; its output is low for every input here, as nothing can follow one of several",
    "bce": "PyTorch raises",
    "dot": ONE,
    "index_put": "a scatter has one type; PyTorch casts the values to that of the destination",
    "mean": SUM,
    "std": SUM,
    "tensordot": ONE,
    "var": SUM,
}
IN_PARTS = {
    "avg_pool2d": SUM,
    "interpolate_bilinear": "a product with weights here",
    "reciprocal": "a division, which follows what it reads",
}


def compare(amp_opt, rows, graphs):
    """The rows that differ, each printed with what differs."""
    cases = [(name, operands) for name in graphs if name in rows for operands in rows[name]]
    found = decide(amp_opt, "torch-cuda", [program(graphs[name], operands.split(",")) for name, operands in cases])
    different = []
    for (name, operands), types in zip(cases, found, strict=True):
        if set(types) != {rows[name][operands]}:
            print(f"{name} of {operands}: {rows[name][operands]} in PyTorch, {' and '.join(types)} here")
            different.append(name)
    return set(different)


def main(amp_opt, oracle):
    rows = json.load(open(oracle))["out_dtype"]["cuda"]
    different = compare(amp_opt, rows, OPS) | (rows.keys() - OPS.keys())
    print("In parts:")
    in_parts = compare(amp_opt, rows, PARTS)
    print(f"{len(rows) - len(different)} of {len(rows)} ops as in PyTorch")
    return different != DIFFERENT.keys() or in_parts != IN_PARTS.keys()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
