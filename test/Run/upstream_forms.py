# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""upstream_forms.py AMP_OPT AMP_RUN FOLDER [--every=N] [--all]: linalg and TOSA in the forms that exporters write.

--amp accepts every program with each of the options below, and its checkers accept what it makes. Every Nth program is executed: `amp-run --check`
compares it, op by op, with the program before --amp in f64. With --all, every program is, with every option."""
import argparse
import itertools
import os
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from linalg_programs import linalg_programs
from tosa_programs import tosa_programs

COMPUTE = "f16", "bf16"
OPTIONS = ("", "solver=paint", "preset=contractions", "preset=TF", "preset=apex-o2", "preset=paddle-o2", "preset=torch-cuda solver=paint", "align=always")
SPLIT = "// -----\n"
# MLIR 22 has no lowering of these.
NOT_EXECUTED = {"tosa_scatter"}


def chosen(options, compute):
    return f"compute={compute} {options}".replace("TF", "tf" if compute == "f16" else "tf-bf16")


def call(*command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=600)


class Forms:
    def __init__(self, opt, run, folder):
        self.opt, self.run, self.folder = opt, run, pathlib.Path(folder)
        self.programs = dict(itertools.chain(linalg_programs(), tosa_programs()))
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, text in self.programs.items():
            (self.folder / f"{name}.mlir").write_text(text)
        self.together = self.folder / "together.mlir"
        self.together.write_text(SPLIT.join(self.programs.values()))

    def mix(self, case):
        """All programs in one process; what --amp says of the first that it refuses."""
        compute, options = case
        out = self.folder / f"{compute}.{options.replace(' ', '.')}.mlir"
        done = call(self.opt, self.together, "--split-input-file", f"--amp={chosen(options, compute)}", "-o", out)
        if done.returncode:
            return f"{chosen(options, compute)}: {done.stderr[:2000]}"
        for name, text in zip(self.programs, out.read_text().split(SPLIT), strict=True):
            (self.folder / f"{name}.{out.name}").write_text(text)
        return ""

    def execute(self, case):
        name, compute, options = case
        mixed = self.folder / f"{name}.{compute}.{options.replace(' ', '.')}.mlir"
        done = call(self.run, "check", self.folder / f"{name}.mlir", mixed, "--generate")
        return f"{name}, {chosen(options, compute)}: {(done.stderr + done.stdout)[:2000]}" if done.returncode else ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("opt")
    parser.add_argument("run")
    parser.add_argument("folder")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    forms = Forms(arguments.opt, arguments.run, arguments.folder)
    names = [name for name in forms.programs if name not in NOT_EXECUTED]
    cases = [(name, *case) for name in names for case in itertools.product(COMPUTE, OPTIONS[:2])]
    if arguments.all:
        cases = [(name, *case) for name in names for case in itertools.product(COMPUTE, OPTIONS)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = list(filter(None, pool.map(forms.mix, itertools.product(COMPUTE, OPTIONS))))
        if not failures:
            failures = list(filter(None, pool.map(forms.execute, cases[::arguments.every])))
    print(f"{len(forms.programs)} programs, {len(COMPUTE) * len(OPTIONS)} options; {len(cases[::arguments.every])} executed")
    return "\n".join(failures) or 0


if __name__ == "__main__":
    sys.exit(main())
