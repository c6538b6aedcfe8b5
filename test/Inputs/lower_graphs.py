# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lower_graphs.py AMP_OPT GRAPHS isa|PTXAS LARGE CHIP...: every graph with marks, in bf16 and in f16
with a dynamic scale, through --amp and --amp-to-gpu; with the path of ptxas, each kernel's registers and spills.
Graphs of over half a megabyte are lowered for the chip LARGE alone."""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools" / "gpu"))
from kernels import assembled, ptx_of  # noqa: E402

modes = {"bf16": "compute=bf16 loss-scale=none", "f16": "compute=f16 loss-scale=dynamic"}


def lower(tool: str, graph: pathlib.Path, mode: str, chip: str) -> tuple[str, str]:
    command = [tool, str(graph), f"--amp={modes[mode]}", f"--amp-to-gpu=chip={chip} format=isa"]
    run = subprocess.run(command, capture_output=True, text=True)
    errors = re.findall(r"error: (.*)", run.stderr)
    return (run.stdout if run.returncode == 0 else ""), (errors or [""])[0]


def assemble(ptxas: str, text: str, chip: str) -> tuple[str, list[str]]:
    """Why ptxas refuses, and the kernels that spill."""
    table, refused = assembled(ptxas, ptx_of(text), chip)
    return refused, [name for name, (_, spilled, _) in table.items() if spilled != "0"]


def main() -> None:
    tool, folder, what, large, *chips = sys.argv[1:]
    graphs = sorted(g for g in pathlib.Path(folder).glob("*.mlir") if not g.name.endswith(".plain.mlir"))
    refused: dict[str, str] = {}
    for chip in chips:
        done, wanted, spilled = 0, 0, []
        for graph in [graph for graph in graphs if chip == large or graph.stat().st_size < 1 << 19]:
            for mode in modes:
                text, error = lower(tool, graph, mode, chip)
                if "has many devices" in error:
                    refused[graph.stem] = error
                    continue
                wanted += 1
                if not text:
                    print(f"{graph.stem} {mode} {chip}: {error}")
                    continue
                refusal, spills = assemble(what, text, chip) if what != "isa" else ("", [])
                if refusal:
                    print(f"{graph.stem} {mode} {chip}: {refusal}")
                spilled += [f"{graph.stem} {mode}: {name}" for name in spills]
                done += not refusal
        verb = "assembled" if what != "isa" else "lowered"
        print(f"{done} of {wanted} {verb} for {chip}" + (f", {len(spilled)} spill" if what != "isa" else ""))
        print("\n".join(spilled[:20]))
    for name, error in refused.items():
        print(f"{name}: error: {error}")


main()
