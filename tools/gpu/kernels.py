# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kernels.py [--amp-opt PATH] [--ptxas PATH] STEP.mlir AMP_OPTIONS CHIP: a row for each kernel of a step, without a GPU.

What `--amp-to-gpu=summary=true` counts (launches, bytes and flops of a step), beside what PTX and NVIDIA's
assembler say: instructions of PTX, those on tensor cores, what part of the bytes that they move from
and to global memory goes in pieces of less than 16 (each instruction counted once, however often it
runs), registers, spilled bytes, bytes of shared memory a block declares (what a launch adds to them is
not in it). Without ptxas the last three are `-`.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def ptx_of(module):
    """The PTX in a module's gpu.binary; '' where a step has no kernel."""
    found = re.search(r'assembly = "((?:[^"\\]|\\.)*)"', module)
    text = re.sub(rb"\\([0-9A-F]{2})", lambda m: bytes([int(m[1], 16)]), found[1].encode()) if found else b""
    return text.rstrip(b"\0").replace(b'\\"', b'"').decode()


def table_of(said):
    """Lines of the summary among what amp-opt said: the columns' names, a row for each kernel, the total."""
    return [line for line in said.splitlines() if re.match(r"kernel  |\w+ +\d+ +\d+ +\d+ +\d+ +[\d.]+", line)]


def narrow(body):
    """Of the bytes that instructions move from and to global memory, the percentage in pieces of less than 16."""
    pieces = [int(many or 1) * int(bits) // 8 for many, bits in re.findall(r"(?:ld|st|red|atom)\.(?:[a-z]+\.)*global\.(?:[a-z]+\.)*(?:v(\d)\.)?[a-z]+(\d+)", body)]
    pieces += [int(size) for size in re.findall(r"cp\.async\.c[ag]\.shared\.global\s+\[[^]]*\], \[[^]]*\], (\d+)", body)]
    return f"{100 * sum(size for size in pieces if size < 16) // max(sum(pieces), 1)}%"


def instructions(ptx):
    """Kernel -> (instructions, those on tensor cores, narrow accesses)."""
    counts = {}
    parts = re.split(r"\.entry (\w+)\(", ptx)[1:]  # braces of inline assembly end no kernel
    for name, body in zip(parts[::2], parts[1::2]):
        mnemonics = re.findall(r"^\s*(?:@!?%p\d+\s+)?([a-z][\w.:]*)", body, re.M)
        counts[name] = len(mnemonics), sum(mnemonic.startswith(("mma.", "wgmma.mma_async")) for mnemonic in mnemonics), narrow(body)
    return counts


def assembled(ptxas, ptx, chip, image="/dev/null"):
    """Kernel -> (registers, bytes of local memory, spills among them, bytes of shared memory), and why ptxas refuses. Writes the machine code
    to `image`."""
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(ptx)
        file.flush()
        run = subprocess.run([ptxas, f"-arch={chip}", "-v", file.name, "-o", image], capture_output=True, text=True)
    rows = re.findall(r"properties for (\w+)\n +(\d+) bytes stack frame, (\d+) bytes spill stores.*?\n.*?Used (\d+) registers(?:.*?(\d+) bytes smem)?", run.stderr)
    table = {name: (registers, str(max(int(stack), int(spilled))), shared or "0") for name, stack, spilled, registers, shared in rows}
    return table, f"ptxas: {run.stderr.strip()}" if run.returncode else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("step", type=pathlib.Path)
    parser.add_argument("amp", help='what --amp is given: "compute=bf16 loss-scale=none"')
    parser.add_argument("chip", help="sm_80, sm_90a or sm_100a")
    parser.add_argument("--amp-opt", default="amp-opt")
    toolkit = next(filter(None, map(os.environ.get, ("CUDA_HOME", "CUDA_PATH"))), "")
    parser.add_argument("--ptxas", default=shutil.which("ptxas") or shutil.which("ptxas", path=os.path.join(toolkit, "bin")))
    given = parser.parse_args()

    gpu = f"--amp-to-gpu=chip={given.chip} format=isa summary=true"
    run = subprocess.run([given.amp_opt, str(given.step), f"--amp={given.amp}", gpu], capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr.strip())
    ptx = ptx_of(run.stdout)
    counts = instructions(ptx)
    table, refused = assembled(given.ptxas, ptx, given.chip) if given.ptxas and ptx else ({}, "")
    if refused:
        sys.exit(refused)
    # without the columns of modelled time
    rows = [re.split(r"  +", line.strip())[:5] for line in table_of(run.stderr)]
    more = [["PTX", "on tensor cores", "under 16 bytes", "registers", "spilled", "shared"]]
    more += [[*map(str, counts.get(row[0], ("",) * 3)), *table.get(row[0], ("-",) * 3 if row[0] in counts else ("",) * 3)] for row in rows[1:]]
    rows = [row + extra for row, extra in zip(rows, more)]
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        print("  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]).rstrip())


if __name__ == "__main__":
    main()
