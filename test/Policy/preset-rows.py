# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""preset-rows.py AMP_OPT FILE.rows: the preset of that name decides each op as its framework's lists say.

A line of the file: `OPERANDS -> TYPE: OP…`; or `OPERANDS -> TYPE, here TYPE: OP…` with a reason, for ops that differ.
An operand is f16 (what a product makes), f32 (what a denied op makes) or argument (an f32 one of the function).
"""
import pathlib
import re
import sys

sys.path.append(str(pathlib.Path(__file__).parent / "frameworks"))
from graph import decide, program
from ops import OPS
import sums  # noqa: F401, adds to OPS


def read(path):
    """(op, operands, type in the framework, type here) for each row."""
    for line in path.read_text().splitlines():
        text = line.partition("#")[0].strip()
        if not text:
            continue
        [(operands, there, here, names)] = re.findall(r"^([\w,]+) -> (f16|f32)(?:, here (f16|f32))?: (.*)$", text)
        for name in names.split():
            yield name, operands.split(","), there, here or there


def main(amp_opt, path):
    path = pathlib.Path(path)
    rows = list(read(path))
    found = decide(amp_opt, path.stem, [program(OPS[name], operands) for name, operands, *_ in rows])
    wrong = 0
    for (name, operands, there, here), (tested, *_) in zip(rows, found, strict=True):
        if tested != here:
            wrong += 1
            print(f"{name} of {','.join(operands)}: expected {here}, but got {tested}")
    same = sum(there == here for _, _, there, here in rows)
    print(f"{path.stem}: {same} of {len(rows)} rows as in the framework, {len(rows) - same} listed with a reason")
    return wrong


if __name__ == "__main__":
    sys.exit(1 if main(*sys.argv[1:]) else 0)
