# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""model.py [--bin DIR] [--graphs DIR] [--ptxas PATH] [--worst N]: what a step on an H200 would cost, without a GPU.

A row for each figure that the GPU lowering has to keep, by `--amp-to-gpu=summary=true` and `amp.memory`: the first
measurement, of kernels on mma.sync with separate attention, what the model says now, and the target. Then the N kernels of
each step that take the longest, with the time of one launch if one resource alone were limited. With ptxas, the bytes of
local memory of all kernels. Exits with 1 if a target is missed.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import kernels

CHIP = "h200"
ALIGNED = "loss-scale=none align=profitable pad-state=true"
GIB = 2.0**30


class Step:
    """A lowered step: modelled time in us, bytes moved, launches, bytes of temporaries, and a row for each kernel."""

    def __init__(self, amp_opt, path, options):
        self.options = options
        mixed = subprocess.run([amp_opt, path, *([f"--amp={options}"] if options else [])], check=True, capture_output=True).stdout
        run = subprocess.run([amp_opt, "-", f"--amp-to-gpu=chip={CHIP} summary=true"], input=mixed, check=True, capture_output=True)
        self.text, said = run.stdout.decode(), run.stderr.decode()
        self.head, *self.rows, total = kernels.table_of(said)
        total = total.split()
        self.launches, self.bytes, self.us = int(total[1]), int(total[2]) + int(total[3]), float(total[5])
        self.temporaries = int(re.search(r"temporaries = (\d+)", self.text)[1])

    def slowest(self):
        """Of one launch, in us."""
        return max(float(row.split()[5]) / int(row.split()[1]) for row in self.rows)

    def local(self, ptxas):
        run = subprocess.run([ptxas, "-arch=sm_90a", "-v", "-", "-o", "/dev/null"], input=kernels.ptx_of(self.text), capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"ptxas: {run.stderr.strip()}")
        return sum(int(stack) + int(spilled) for stack, spilled in re.findall(r"(\d+) bytes stack frame, (\d+) bytes spill stores", run.stderr))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=pathlib.Path, default=pathlib.Path("build/bin"))
    parser.add_argument("--graphs", type=pathlib.Path, default=pathlib.Path("build/graphs"))
    parser.add_argument("--ptxas", default=shutil.which("ptxas"))
    parser.add_argument("--worst", type=int, default=5)
    arguments = parser.parse_args()

    def lower(graph, options):
        path = pathlib.Path(__file__).parent / "attention.mlir" if graph == "attention" else arguments.graphs / f"{graph}.mlir"
        print(f"lowering {graph}, {options or 'as it is'}", file=sys.stderr, flush=True)
        return Step(arguments.bin / "amp-opt", path, options)

    gpt2, scaled = lower("gpt2_124m", f"compute=bf16 {ALIGNED}"), lower("gpt2_124m", "compute=f16 loss-scale=dynamic align=profitable pad-state=true")
    attention, mnist = lower("attention", ""), lower("cnn_mnist", "compute=bf16 loss-scale=none")
    simplenet = lower("simplenet_4096", f"compute=bf16 {ALIGNED}")
    steps = (gpt2, scaled, attention, mnist, simplenet)
    rows = [
        ("GPT-2 124M, bf16: bytes read and written, GB", "31", gpt2.bytes / 1e9, 14),
        ("launches", "404", gpt2.launches, 260),
        ("temporaries, GiB", "5.05", gpt2.temporaries / GIB, 2.6),
        ("step, ms", "18.4", gpt2.us / 1e3, 10),
        ("the step in f16 with a dynamic scale, against bf16", "1.05", scaled.us / gpt2.us, 1.05),
        ("its temporaries, GiB", "", scaled.temporaries / GIB, 2.6),
        ("attention of a layer, forward and backward, us", "430", attention.us, 130),
        ("slowest kernel of cnn_mnist, us (before: a filter gradient by one block)", "400", mnist.slowest(), 20),
        ("SimpleNet 4096, ms", "0.56", simplenet.us / 1e3, 0.45),
    ]
    if arguments.ptxas:
        rows.append(("local memory of all kernels, bytes", "0", sum(step.local(arguments.ptxas) for step in steps), 0))
    print(f"| modelled on {CHIP} | first | now | target | |\n|---|---|---|---|---|")
    for name, first, now, target in rows:
        print(f"| {name} | {first} | {f'{now:.4g}' if isinstance(now, float) else now} | {target} | {'met' if now <= target else 'MISSED'} |")
    if not arguments.ptxas:
        print("local memory of kernels: no ptxas here")
    names = "GPT-2's step", "GPT-2's step in f16", "attention", "cnn_mnist", "SimpleNet"
    for name, step in zip(names, steps):
        print(f"\nThe {arguments.worst} kernels of {name} that take the longest:\n\n{step.head}", *step.rows[: arguments.worst], sep="\n")
    return any(now > target for _, _, now, target in rows)


if __name__ == "__main__":
    sys.exit(main())
