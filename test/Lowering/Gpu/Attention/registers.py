# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""registers.py DEVICE_TESTS PTXAS SCRATCH: registers and spills of attention's kernels by wgmma, by ptxas, in all forms that the tests of
numbers have; ptxas 13.0 fails on some uses of wgmma.
"""
import os
import pathlib
import sys

os.environ["FAKE_CUDA_CHIP"] = "90"
device = pathlib.Path(sys.argv[1]).resolve()
sys.path[:0] = [str(folder) for folder in (device, device.parent, device.parents[2] / "tools" / "gpu")]
import attention_gradient_numbers
import attention_numbers
from kernels import assembled, ptx_of


def main():
    runner = attention_numbers.Runner(sys.argv[3], "")
    kernels, spilled = 0, 0
    for case in [*attention_numbers.CASES, *attention_gradient_numbers.CASES]:
        arrays = case.arguments()
        text = case.text(arrays)
        runner.lower(text[0] if isinstance(text, tuple) else text, arrays)
        table, refused = assembled(sys.argv[2], ptx_of(runner.kernels.read_text()), attention_numbers.TARGET)
        if refused:
            sys.exit(f"{case.name}: {refused}")
        for name, (registers, spills, _) in table.items():
            if name.startswith("attention"):
                print(f"{case.name}: {name}, {registers} registers, {spills} bytes spilled")
                kernels, spilled = kernels + 1, spilled + (spills != "0")
    print(f"{spilled} of {kernels} kernels spill")


if __name__ == "__main__":
    main()
