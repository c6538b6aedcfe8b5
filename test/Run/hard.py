# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hard.py CASES SCRATCH [WORDS]: the cases of a module pass in f16 and bf16, cut and painted, and fail when lowered naively.

Prints, per case, the largest error of a result as a part of its largest element: of f32 too, which must be far inside the
bound, so that the hard spot is the precision's. A case without 16-bit products proves nothing. Programs stay in SCRATCH.
"""
import importlib
import pathlib
import re
import subprocess
import sys

import hard_case

import numpy as np

from cpu_program import TYPES, retyped

FORMATS, SOLVERS = ("f16", "bf16"), ("mincut", "paint")
LOW_PRODUCT = r"stablehlo\.dot_general[^\n]*: \(tensor<[0-9x]*x{0}>"


def run(program, inputs):
    """The results of a program in a file; -inf is what a naive program may round an input to."""
    given, found = program.with_suffix(".in.npz"), program.with_suffix(".out.npz")
    module = hard_case.xla.main_type(hard_case.xla.parse(program.read_text()))
    with np.errstate(over="ignore"):
        inputs = [a.astype(TYPES[str(t.element_type)]) for a, t in zip(inputs, module.inputs, strict=True)]
    np.savez(given, **{f"in_{i}": a for i, a in enumerate(inputs)})
    subprocess.run(["amp-run", program, f"--inputs={given}", f"--outputs={found}"], check=True, timeout=300)
    stored = np.load(found)
    results = [retyped(stored[f"out_{i}"], str(t)) for i, t in enumerate(module.results)]
    given.unlink(), found.unlink()
    return results


class Measured:
    """The errors of one case, by way."""

    def __init__(self, case, folder):
        self.case, self.folder, self.oracle = case, folder / case.name, case.oracle()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.single = self.error_of("f32", case.text)
        self.mixed = [self.error_mixed(f, s) for f in FORMATS for s in SOLVERS]
        self.naive = [self.error_of(f"{f}.naive", str(case.naive(case.text, f))) for f in FORMATS]

    def error_of(self, name, text):
        program = self.folder / f"{name}.mlir"
        program.write_text(text)
        return hard_case.error(run(program, self.case.inputs), self.oracle)

    def error_mixed(self, precision, solver):
        amp = ["amp-opt", self.folder / "f32.mlir", f"--amp=compute={precision} solver={solver}"]
        text = subprocess.run(amp, check=True, capture_output=True, text=True).stdout
        error = self.error_of(f"{precision}.{solver}", text)
        return error if re.search(LOW_PRODUCT.format(precision), text) else np.nan

    def verdict(self):
        if not max(self.naive) > hard_case.BOUND or not self.single < hard_case.BOUND / 20 or np.isnan(self.mixed).any():
            return "proves nothing"
        return "passes" if max(self.mixed) <= hard_case.BOUND else "FAILS"


def main(cases, folder, words=""):
    importlib.import_module(cases)
    chosen = [c for c in hard_case.ALL if c.module == cases and words in c.what]
    heads = ["f32", *(f"{f} {s}" for f in FORMATS for s in SOLVERS), *(f"naive {f}" for f in FORMATS)]
    print(f"{'':68}" + "".join(f"{head:>12}" for head in heads))
    verdicts = []
    for case in chosen:
        measured = Measured(case, pathlib.Path(folder))
        errors = [measured.single, *measured.mixed, *measured.naive]
        verdicts.append(measured.verdict())
        print(f"{case.what:68}" + "".join(f"{e:12.1e}" for e in errors) + f"  {verdicts[-1]}", flush=True)
    passed = verdicts.count("passes")
    print(f"{passed} of {len(chosen)}")
    return 0 if passed == len(chosen) else "expects every case to pass mixed, and to fail when lowered naively"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
