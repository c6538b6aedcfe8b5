# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lower_graphs.py AMP_OPT GRAPHS OUT isa|PTXAS CHIP...: every graph with marks, in bf16 and in f16
with a dynamic scale, through --amp and --amp-to-gpu; with the path of ptxas, each kernel's registers and spills."""
import pathlib
import re
import subprocess
import sys

modes = {"bf16": "compute=bf16 loss-scale=none", "f16": "compute=f16 loss-scale=dynamic"}


def lower(tool: str, graph: pathlib.Path, mode: str, chip: str) -> tuple[str, str]:
    command = [tool, str(graph), f"--amp={modes[mode]}", f"--amp-to-gpu=chip={chip} format=isa"]
    run = subprocess.run(command, capture_output=True, text=True)
    errors = re.findall(r"error: (.*)", run.stderr)
    return (run.stdout if run.returncode == 0 else ""), (errors or [""])[0]


def assemble(ptxas: str, text: str, chip: str, out: pathlib.Path) -> tuple[bool, list[str]]:
    found = re.search(r'assembly = "((?:[^"\\]|\\.)*)"', text)
    ptx = re.sub(rb"\\([0-9A-F]{2})", lambda m: bytes([int(m[1], 16)]), found[1].encode()) if found else b""
    out.write_bytes(ptx.replace(b'\\"', b'"').rstrip(b"\0"))
    run = subprocess.run([ptxas, f"-arch={chip}", "-v", str(out), "-o", "/dev/null"], capture_output=True, text=True)
    spills = [name for name, stores in re.findall(r"properties for (\S+)\n.*?(\d+) bytes spill stores", run.stderr) if int(stores)]
    return run.returncode == 0, spills


def main() -> None:
    tool, folder, out, what, *chips = sys.argv[1:]
    graphs = sorted(g for g in pathlib.Path(folder).glob("*.mlir") if not g.name.endswith(".plain.mlir"))
    refused: dict[str, str] = {}
    pathlib.Path(out).mkdir(parents=True, exist_ok=True)
    for chip in chips:
        done, wanted, spilled = 0, 0, []
        for graph in graphs:
            for mode in modes:
                text, error = lower(tool, graph, mode, chip)
                if "has many devices" in error:
                    refused[graph.stem] = error
                    continue
                wanted += 1
                if not text:
                    print(f"{graph.stem} {mode} {chip}: {error}")
                    continue
                fine = True
                if what != "isa":
                    fine, spills = assemble(what, text, chip, pathlib.Path(out) / f"{graph.stem}.{mode}.{chip}.ptx")
                    spilled += [f"{graph.stem} {mode}: {name}" for name in spills]
                done += fine
        verb = "assembled" if what != "isa" else "lowered"
        print(f"{done} of {wanted} {verb} for {chip}" + (f", {len(spilled)} spill" if what != "isa" else ""))
        print("\n".join(spilled[:20]))
    for name, error in refused.items():
        print(f"{name}: error: {error}")


main()
