# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mix.py [--amp-opt PATH] [--tools DIR] [--worst N] STEP.mlir AMP_OPTIONS: instruction mixes of the kernels that take the longest.

Of the N slowest kernels of a step on an H200, by the time model: launches, modelled us, blocks on a multiprocessor,
registers, and the SASS instructions of one warp in the innermost loop with tensor cores (in the whole kernel if no loop has any),
by kind. --tools is a folder with ptxas, cuobjdump and nvdisasm of the CUDA Toolkit; gpu-published downloads one.
"""
import argparse
import collections
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import kernels
import model
import sass

KINDS = {
    "tensor": ("HMMA", "HGMMA"),
    "shared": ("LDSM", "STSM", "LDS", "STS", "SHFL"),
    "copies": ("LDGSTS", "LDGDEPBAR", "UTMALDG"),
    "global": ("LDG", "STG", "LD", "ST", "RED", "ATOM", "ATOMG"),
    "f32": ("FFMA", "FADD", "FMUL", "FMNMX", "FSETP", "FSEL", "FCHK", "HFMA2", "HADD2", "HMUL2", "HMNMX2", "HSETP2"),
    "special": sass.FUNCTIONS,
    "barriers": ("BAR", "DEPBAR", "WARPSYNC", "WARPGROUP", "SYNCS", "MEMBAR", "BSYNC", "BSSY"),
    "branches": ("BRA", "CALL", "RET", "EXIT"),
}
KIND_OF = {name: kind for kind, names in KINDS.items() for name in names}


def mix(code):
    """Instructions by kind of the loop that multiplies, or of all `code`."""
    blocks, successors = sass.basic_blocks(code)
    loops = [body for body in sass.natural_loops(successors).values() if sass.sum_of(blocks, body).flops]
    inner = [body for body in loops if not any(other < body for other in loops)]
    chosen = max(inner, key=lambda body: sass.sum_of(blocks, body).flops, default=range(len(blocks)))
    return collections.Counter(KIND_OF.get(each.name.split(".")[0], "integer and moves") for number in chosen for each in blocks[number])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("step", type=pathlib.Path)
    parser.add_argument("amp", help='what --amp is given: "compute=bf16 loss-scale=none"')
    parser.add_argument("--amp-opt", default="build/bin/amp-opt")
    parser.add_argument("--tools", type=pathlib.Path, default=pathlib.Path("build/published/triton-3.2.0"))
    parser.add_argument("--worst", type=int, default=5)
    given = parser.parse_args()

    step = model.Step(given.amp_opt, given.step, given.amp)
    ptx = kernels.ptx_of(step.text)
    kinds = [*KINDS, "integer and moves"]
    print(f"{step.us:.1f} us\n| kernel | launches | us | blocks/SM | registers | {' | '.join(kinds)} |\n|{'---|' * (5 + len(kinds))}")
    with tempfile.TemporaryDirectory() as folder:
        image = pathlib.Path(folder) / "step.cubin"
        table, refused = kernels.assembled(given.tools / "ptxas", ptx, "sm_90a", image)
        if refused:
            sys.exit(refused)
        for row in [row.split() for row in step.rows if row.split()[0] in table][: given.worst]:
            found = mix(sass.disassemble(image, row[0], given.tools))
            print(f"| {' | '.join([row[0], row[1], row[5], row[-1], table[row[0]][0], *(str(found[kind]) for kind in kinds)])} |")


if __name__ == "__main__":
    main()
