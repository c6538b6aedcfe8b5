# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""registers.py DEVICE_TESTS PTXAS SCRATCH: registers and spills of attention's kernels by wgmma, by ptxas, in all forms that the tests of
numbers have; ptxas 13.0 fails on some uses of wgmma.
"""
import os
import pathlib
import re
import subprocess
import sys

os.environ["FAKE_CUDA_CHIP"] = "90"
sys.path[:0] = [sys.argv[1], str(pathlib.Path(sys.argv[1]).parent)]
import attention_gradient_numbers
import attention_numbers


def ptx_of(module):
    """The PTX in a module's gpu.binary."""
    text = re.search(r'assembly = "((?:[^"\\]|\\.)*)"', module)[1]
    return re.sub(rb"\\([0-9A-F]{2})", lambda m: bytes([int(m[1], 16)]), text.encode()).rstrip(b"\0").replace(b'\\"', b'"')


def rows_of(ptx, ptxas, file):
    """Kernel, registers and bytes spilled, of the kernels of attention."""
    file.write_bytes(ptx)
    done = subprocess.run([ptxas, "-arch=sm_90a", "-v", str(file), "-o", f"{file}.bin"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"ptxas ended with {done.returncode}: {done.stderr}")
    for kernel in done.stderr.split("Compiling entry function '")[1:]:
        name = kernel.split("'")[0]
        if name.startswith("attention"):
            yield name, int(re.search(r"Used (\d+) registers", kernel)[1]), sum(map(int, re.findall(r"(\d+) bytes spill", kernel)))


def main():
    runner = attention_numbers.Runner(sys.argv[3], "")
    kernels, spilled = 0, 0
    for case in [*attention_numbers.CASES, *attention_gradient_numbers.CASES]:
        arrays = case.arguments()
        text = case.text(arrays)
        runner.lower(text[0] if isinstance(text, tuple) else text, arrays)
        for name, registers, spills in rows_of(ptx_of(runner.kernels.read_text()), sys.argv[2], runner.scratch / "kernels.ptx"):
            print(f"{case.name}: {name}, {registers} registers, {spills} bytes spilled")
            kernels, spilled = kernels + 1, spilled + (spills > 0)
    print(f"{spilled} of {kernels} kernels spill")


if __name__ == "__main__":
    main()
