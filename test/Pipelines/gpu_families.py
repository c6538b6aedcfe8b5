# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gpu_families.py isa|PTXAS CHIP < module: a line for each kernel of a lowered module, in PTX: what it does by which instructions.

`16 -> 4` are the widest accesses to memory of the device, in bytes: reads, then writes. With ptxas: registers, and kernels that spill.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools" / "gpu"))
from kernels import assembled, ptx_of  # noqa: E402

TOLD = {  # what is told of an instruction, if it is there
    r"mma\.sync\.aligned\.(m\d+n\d+k\d+)\.row\.col\.f32\.(\w+)": r"mma \1 \2",
    r"wgmma\.mma_async\.sync\.aligned\.(m\d+n\d+k\d+)\.f32\.(\w+)": r"wgmma \1 \2",
    r"cp\.async\.c[ag]\.shared\.global[^;]*, (\d+)(?:, %r\d+)?;": r"cp.async \1",
    r"ldmatrix\.sync\.aligned\.m8n8\.(x\d)((?:\.trans)?)": r"ldmatrix \1\2",
    r"(?:atom|red)(?:\.relaxed\.\w+)?\.global\.(\w+)\.(\w+)": r"atomic \1 \2",
    r"shfl\.sync\.(\w+)": r"shuffle \1",
    r"(bar)\.sync": "barrier",
    r"(ld|st)\.local": "memory of the thread",
}


def width(body, access):
    """The most bytes at once."""
    found = re.findall(rf"\b{access}\.global(?:\.nc)?(?:\.v(\d))?\.\w(\d+)", body)
    return max((int(count or 1) * int(bits) // 8 for count, bits in found), default=0)


def described(body):
    told = {match.expand(form) for pattern, form in TOLD.items() for match in re.finditer(pattern, body)}
    return ", ".join([f"{width(body, 'ld')} -> {width(body, 'st')}", *sorted(told)])


def main(what, chip):
    ptx = ptx_of(sys.stdin.read())
    table, refused = assembled(what, ptx, chip) if what != "isa" else ({}, "")
    for name, body in re.findall(r"\.entry (\w+)\((.*?)(?=\.entry |\Z)", ptx, re.S):
        print(f"{name}: {described(body)}" + (f"; {table[name][0]} registers" if name in table else ""))
    spills = f"{sum(spilled != '0' for _, spilled, _ in table.values())} of {len(table)} kernels spill"
    print(refused or (spills if table else "not assembled"))


if __name__ == "__main__":
    main(*sys.argv[1:])
