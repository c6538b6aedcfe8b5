#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Stubs of the CUDA libraries that PyTorch's wheel of PyPI links, for machines that run PyTorch on the CPU alone.

    torch_cpu.py VENV        VENV/lib/python*/site-packages/torch/lib/libcublas.so.13, ...

The wheel of PyPI is linked with CUDA, and the CUDA wheels that belong to it are gigabytes. A stub has the symbols that PyTorch's
libraries leave undefined, with their versions. Functions of the CUDA runtime report that there is no device; all others abort.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

PREFIXES = {"cuFile": "libcufile.so.0", "cusparseLt": "libcusparseLt.so.0", "nccl": "libnccl.so.2", "curand": "libcurand.so.10"}
"""Libraries whose symbols have no version, by the start of their names."""
NO_DEVICE = 100
"""cudaErrorNoDevice"""


def output(*command: object) -> str:
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def undefined(libraries: list[pathlib.Path]) -> dict[tuple[str, str], set[str]]:
    """The symbols of CUDA's libraries that these libraries use, by library and version ("" for none)."""
    found: dict[tuple[str, str], set[str]] = {}
    for library in libraries:
        versions: dict[str, str] = {}
        of = ""
        for line in output("objdump", "-p", library).splitlines():
            if start := re.match(r"\s+required from (\S+):", line):
                of = start[1]
            elif of and (entry := re.match(r"\s+0x\w+ 0x\w+ \d+ (\S+)", line)):
                versions[entry[1]] = of
            elif needed := re.match(r"\s+NEEDED\s+(lib(?:cu|nv|nccl)\S+)", line):
                if needed[1] != "libcuda.so.1":
                    found.setdefault((needed[1], versions.get(needed[1], "")), set())
        for line in output("nm", "-D", "--undefined-only", library).splitlines():
            name, _, version = line.split()[-1].partition("@")
            unversioned = next((file for prefix, file in PREFIXES.items() if name.startswith(prefix)), None)
            if file := versions.get(version.strip("@"), "") if version else unversioned:
                if file.startswith(("libcu", "libnv")) or file in PREFIXES.values():
                    found.setdefault((file, version.strip("@")), set()).add(name)
    return found


def source(names: set[str]) -> str:
    """C functions of these names."""
    lines = ["#include <stdlib.h>"]
    for name in sorted(names):
        if re.match(r"cudaGetError(Name|String)$", name):
            lines.append(f'const char *{name}(void) {{ return "no CUDA-capable device is detected"; }}')
        elif name.startswith("__cuda"):
            lines.append(f"void *{name}(void) {{ return 0; }}")
        elif name.startswith("cuda"):
            lines.append(f"int {name}(void) {{ return {NO_DEVICE}; }}")
        else:
            lines.append(f"void {name}(void) {{ abort(); }}")
    return "\n".join(lines) + "\n"


def main(venv: pathlib.Path) -> None:
    folder = next(venv.glob("lib/python*/site-packages/torch/lib"), None)
    if folder is None:
        sys.exit(f"torch_cpu.py expects an environment with PyTorch, but got {venv}")
    found = undefined(sorted(folder.glob("libtorch*.so")) + sorted(folder.glob("libc10*.so")))
    for file in {file for file, _ in found}:
        with tempfile.TemporaryDirectory() as temporary:
            code, script = pathlib.Path(temporary, "stub.c"), pathlib.Path(temporary, "stub.map")
            parts = {version: names for (of, version), names in found.items() if of == file}
            code.write_text(source(set().union(*parts.values())))
            script.write_text("".join(f"{version} {{ global: {' '.join(n + ';' for n in names)} }};\n" for version, names in parts.items() if version and names))
            versions = [f"-Wl,--version-script={script}"] if script.stat().st_size else []
            output("gcc", "-shared", "-fPIC", "-w", f"-Wl,-soname,{file}", *versions, "-o", folder / file, code)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
