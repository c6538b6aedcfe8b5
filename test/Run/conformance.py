# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""conformance.py DATA.tar.xz SCRATCH: parse and print the programs of the StableHLO project.

Each program comes pretty (static/) and in MLIR's generic form as jaxlib prints it (generic/). Two
promises per program, up to the names of values: printed pretty it is the input, printed generic it
is the form beside it. Prints how many of each hold, and why the others do not.
"""
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tarfile

from mlir_text import first_difference, normalised

# jaxlib differs here too: these two files spell complex splats in a way that no current printer does.
OLD_SPELLING = {"pretty": {"fft_complex128_14_15_0_17.mlir", "fft_float64_14_15_0_17.mlir"}, "generic": set()}


def miss(program, wanted, *flags):
    """Why amp-opt does not print `program` as `wanted`; '' if it does."""
    run = subprocess.run(["amp-opt", *flags, program], capture_output=True, text=True)
    if run.returncode:
        return run.stderr.strip().splitlines()[0] if run.stderr.strip() else f"exit code {run.returncode}"
    return first_difference(normalised(wanted.read_text()), normalised(run.stdout))


def main(archive, scratch):
    tarfile.open(archive).extractall(scratch)
    programs = sorted(pathlib.Path(scratch, "static").glob("*.mlir"))
    unexpected = not programs
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for form, flags in ("pretty", []), ("generic", ["--mlir-print-op-generic"]):
            wanted = [p if form == "pretty" else p.parent.parent / "generic" / p.name for p in programs]
            reasons = list(pool.map(lambda p, w: miss(p, w, *flags), programs, wanted))
            print(f"{form}: {reasons.count('')} of {len(programs)}")
            for program, reason in zip(programs, reasons):
                known = program.name in OLD_SPELLING[form]
                unexpected |= bool(reason) and not known
                if reason:
                    print(f"  {program.name}{' (as jaxlib)' if known else ''}: {reason}")
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
