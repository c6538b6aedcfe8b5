# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Report of ptxas on kernels of typical sizes: registers, spills, shared memory.

registers.py INPUTS PTXAS CHIP...
"""
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, f"{sys.argv[1]}/ptx")
import case
import numerics
from unit import Unit


def sizes(**dims):
    return dims


LARGE = sizes(m=512, n=4096, k=4096)
UNITS = [
    *(Unit(product, LARGE, kind) for kind in ("bf16", "tf32") for product in ("mk,kn->mn", "mk,nk->mn", "km,kn->mn", "km,nk->mn")),
    Unit("mk,kn->mn", LARGE, "f16"),
    Unit("mk,kn->mn", LARGE, "bf16", numerics.RELU),
    Unit("mk,nk->mn", LARGE, "f16", numerics.DRELU),
    Unit("km,kn->mn", sizes(m=4096, n=4096, k=512), "bf16", numerics.UPDATE),
    Unit("km,kn->mn", sizes(m=4096, n=4096, k=512), "tf32", numerics.UPDATE),
    Unit("mk,kn->mn", sizes(m=500, n=4090, k=1000), "bf16", numerics.RELU),
    Unit("mk,kn->mn", sizes(m=501, n=4091, k=1001), "bf16", numerics.RELU),
    Unit("mk,kn->mn", sizes(m=32, n=64, k=64), "bf16", numerics.RELU),
    Unit("bqhd,bkhd->bhqk", sizes(b=8, h=12, q=1024, k=1024, d=64), "bf16"),
    Unit("bhqk,bkhd->bqhd", sizes(b=8, h=12, q=1024, k=1024, d=64), "bf16"),
    Unit("n(x+i)(y+j)c,ijco->nxyo", sizes(n=32, x=56, y=56, o=64, i=3, j=3, c=64), "bf16"),
    Unit("n(x+i)(y+j)c,nxyo->ijco", sizes(n=32, x=56, y=56, o=64, i=3, j=3, c=64), "bf16"),
]


def of(unit, ptxas, chip):
    if unit.kind == "tf32":
        unit = Unit(unit.product, unit.sizes, "f32", unit.after)
    module, ptx = case.lower(unit.mlir(), chip, "tf32")
    (launch,) = case.launches(module)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "kernel.ptx")
        file.write_text(ptx)
        done = subprocess.run([ptxas, f"-arch={chip}", "-v", str(file), "-o", f"{file}.bin"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    registers = int(re.search(r"Used (\d+) registers", done.stderr)[1])
    spills = sum(int(n) for n in re.findall(r"(\d+) bytes spill", done.stderr))
    return launch, registers, spills


def main():
    large, spilled = 0, 0
    for chip in sys.argv[3:]:
        for unit in UNITS:
            launch, registers, spills = of(unit, sys.argv[2], chip)
            blocks = "x".join(map(str, launch.grid))
            print(f"{chip:8} {unit.product:24} {launch.kernel:44} {blocks:>10} blocks of {launch.block[0]}, {launch.shared_bytes // 1024:3} KiB, {registers:3} registers, {spills} bytes spilled")
            large, spilled = large + (registers > 240), spilled + (spills > 0)
    print(f"{spilled} kernels spill, {large} has more than 240 registers")


if __name__ == "__main__":
    main()
