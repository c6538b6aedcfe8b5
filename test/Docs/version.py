# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""version.py ROOT BIN: every place that states the project's version states that of CMakeLists.txt."""

import pathlib
import re
import subprocess
import sys

root, tools = map(pathlib.Path, sys.argv[1:])


def stated(path, expression):
    return re.search(expression, (root / path).read_text())[1]


version = stated("CMakeLists.txt", r"project\(amp-opt VERSION ([\d.]+)")
found = {
    path: stated(path, expression)
    for path, expression in {
        "python/pyproject.toml": r'\nversion = "(.*)"',
        "python/src/mlir_amp/__init__.py": r'__version__ = "(.*)"',
        "docs/changelog.md": r"\n## ([\d.]+)",
    }.items()
}
for tool in ("amp-opt", "amp-run"):
    text = subprocess.run([tools / tool, "--version"], capture_output=True, text=True, check=True).stdout
    found[tool] = re.search(rf"^{tool} ([\d.]+), .* MLIR [\d.]+$", text, re.M)[1]
if wrong := {place: other for place, other in found.items() if other != version}:
    sys.exit(f"expects {version}, but got {wrong}")
