# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""conformance.py DATA.tar.xz SCRATCH: parse and print the programs of the StableHLO project.

Each program comes pretty (static/) and in MLIR's generic form as jaxlib prints it (generic/). Two
promises per program, up to the names of values: printed pretty it is the input, printed generic it
is the form beside it. Prints how many of each hold, and why the others do not.
"""
import sys

from mlir_text import first_difference, normalised
from programs import amp_opt, unpacked

# jaxlib differs here too: these two files spell complex splats in a way that no current printer does.
OLD_SPELLING = {"pretty": {"fft_complex128_14_15_0_17.mlir", "fft_float64_14_15_0_17.mlir"}, "generic": set()}


def miss(wanted, output, errors, code):
    """Why amp-opt does not print a program as `wanted`; '' if it does."""
    if code:
        return errors.strip().splitlines()[0] if errors.strip() else f"exit code {code}"
    return first_difference(normalised(wanted), normalised(output))


def main(archive, scratch):
    programs = unpacked(archive, scratch)
    texts = [program.read_text() for program in programs]
    unexpected = not programs
    for form, flags in ("pretty", []), ("generic", ["--mlir-print-op-generic"]):
        wanted = texts if form == "pretty" else [(p.parent.parent / "generic" / p.name).read_text() for p in programs]
        reasons = [miss(text, *result) for text, result in zip(wanted, amp_opt(texts, *flags))]
        print(f"{form}: {reasons.count('')} of {len(programs)}")
        for program, reason in zip(programs, reasons):
            known = program.name in OLD_SPELLING[form]
            unexpected |= bool(reason) and not known
            if reason:
                print(f"  {program.name}{' (as jaxlib)' if known else ''}: {reason}")
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
