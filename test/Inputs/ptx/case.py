# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A unit function in MLIR -> its kernel's PTX -> run on arrays."""
import dataclasses
import re
import subprocess

import machine
import text


@dataclasses.dataclass
class Launch:
    kernel: str
    grid: tuple
    block: tuple
    shared_bytes: int


def launches(module):
    """Of the module that the pass leaves: its launches, whose sizes are constants."""
    numbers = {m[1]: int(m[2]) for m in re.finditer(r"(%\w+) = arith.constant (-?\d+) : (?:index|i32)", module)}
    result = []
    for found in re.finditer(r"gpu.launch_func\s+@kernels::@(\w+) blocks in \((.*?)\) threads in \((.*?)\)\s+dynamic_shared_memory_size (%\w+)", module):
        grid, block = (tuple(numbers[v.strip()] for v in found[i].split(",")) for i in (2, 3))
        result.append(Launch(found[1], grid, block, numbers[found[4]]))
    return result


def lower(module, chip, options=""):
    """The module after the pass, and the PTX of its kernels."""
    done = subprocess.run(["amp-opt", f"--amp-tensor-core-kernels=chip={chip} {options}"], input=module, capture_output=True, text=True)
    if done.returncode or "remark" in done.stderr:
        raise RuntimeError(done.stderr[:2000])
    return done.stdout, text.ptx_of(done.stdout, chip)


def run(module, chip, arrays, options=""):
    """Runs the module's one launch."""
    lowered, ptx = lower(module, chip, options)
    (launch,) = launches(lowered)
    return machine.run(ptx, launch.kernel, launch.grid, launch.block, launch.shared_bytes, arrays)
