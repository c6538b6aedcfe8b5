# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tools/dev wheel: builds the wheel with pip, measures it, installs it into fresh environments, and uses it there.

The first environment has the wheel alone. The second one is made by two commands, as README.md has it, and runs its examples:

  python3 -m venv examples
  examples/bin/python -m pip install 'mlir_amp-….whl[jax,torch]'

  wheel.py FOLDER                  all of this, in FOLDER; an error if the wheel is larger than LIMITS
  wheel.py FOLDER --build BUILD    without pip: the package as a wheel lays it out, of the programs in BUILD
"""

import argparse
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
LIMITS = {"wheel": 40e6, "installed": 120e6}
"""Bytes of the file, and of the files in it."""
COMPILER = "/usr/lib/llvm-22/bin/clang"
USE = """
import json, pathlib, sys
import mlir_amp
from mlir_amp import native, tools
package = pathlib.Path(mlir_amp.__file__).parent
assert tools.find("amp-opt").startswith(str(package)) and native.find().startswith(str(package)), "the tools of the package are used"
text = pathlib.Path(sys.argv[1]).read_text()
result = mlir_amp.rewrite(text, compute="bf16", solver="paint")
assert result.module == tools.run("amp-opt", ["-", "--amp=compute=bf16 solver=paint"], text).text and "bf16>" in result.module
pathlib.Path("report.json").write_text(result.report_json)
"""

TRAIN_ON = """
batch, target = torch.ones(32, 64), torch.ones(32, 8)
assert step(batch, target) < loss, "a second step lowers the loss"
fast(batch).sum().backward()
wide = torch.nn.Linear(512, 512)  # the first model is too small for 16 bits to pay
fast, batch = torch.compile(wide, backend="amp", options={"compute": "bfloat16"}), torch.randn(512, 512)
result, exact = fast(batch), wide(batch)
result.sum().backward()
off = float((result - exact).norm() / exact.norm())
# Operands and the result are off by 2^-9 each.
assert 0 < off < 3 * 2.0**-9, f"expects results of bf16, but got ones that are off by {off}"
"""
"""Continues README's PyTorch example."""


def run(*command: object, **options: object) -> str:
    """The output of a command; its failure ends this program."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, **options)
    if done.returncode:
        sys.exit(f"wheel.py: {' '.join(map(str, command))} failed (exit code {done.returncode}):\n{done.stdout}")
    return done.stdout


def cpu_seconds() -> float:
    """Processor time of all processes that ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def build(folder: pathlib.Path) -> pathlib.Path:
    """Builds the wheel, with the compiler of tools/dev where it is installed, and prints its size and cost."""
    environment = dict(os.environ)
    if pathlib.Path(COMPILER).exists():
        environment = {"CC": COMPILER, "CXX": f"{COMPILER}++", **environment}
    start, before = time.monotonic(), cpu_seconds()
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", folder, ROOT / "python", env=environment)
    print(f"built in {time.monotonic() - start:.0f} s, {cpu_seconds() - before:.0f} s of processor time")
    (wheel,) = folder.glob("*.whl")
    sizes = {"wheel": wheel.stat().st_size, "installed": sum(entry.file_size for entry in zipfile.ZipFile(wheel).infolist())}
    for name, size in sizes.items():
        print(f"{name}: {size / 1e6:.1f} MB, at most {LIMITS[name] / 1e6:.0f} MB")
        if size > LIMITS[name]:
            sys.exit(f"wheel.py: expects at most {LIMITS[name]:.0f} bytes ({name}), but got {size}")
    return wheel


def assemble(folder: pathlib.Path, programs: pathlib.Path) -> dict[str, str]:
    """Lays the package out as a wheel does; returns the environment that finds it."""
    package = folder / "site" / "mlir_amp"
    shutil.copytree(ROOT / "python" / "src" / "mlir_amp", package, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("tools", "development"):
        run("cmake", "--install", programs, "--component", part, "--prefix", package)
    return {"PYTHONPATH": str(package.parent)}


def use(python: object, environment: dict[str, str], folder: pathlib.Path) -> None:
    """Rewrites a training step in process, and writes the page of its report."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("AMP_")} | environment
    run(python, "-c", USE, ROOT / "test" / "Inputs" / "digits_mlp.mlir", cwd=folder, env=plain)
    run(python, "-m", "mlir_amp", "report", "report.json", "--html", "page.html", cwd=folder, env=plain)
    assert "</html>" in (folder / "page.html").read_text()
    print("mlir_amp.rewrite and mlir-amp report --html work")


def run_examples(wheel: pathlib.Path, folder: pathlib.Path) -> None:
    """Makes an environment by two commands, and runs README's examples there."""
    python = folder / "examples" / "bin" / "python"
    for command in (sys.executable, "-m", "venv", folder / "examples"), (python, "-m", "pip", "install", f"{wheel}[jax,torch]"):
        print("$", " ".join(str(part).removeprefix(f"{folder}/") for part in command), flush=True)
        run(*command)
    readme = (ROOT / "README.md").read_text()
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("AMP_", "PYTHON"))}
    for name, rest in ("train.py", ""), ("train_torch.py", TRAIN_ON):
        found = re.search(rf"```python\n(# {re.escape(name)}\n.*?)```\n(?:```text\n(.*?)```)?", readme, re.S)
        if not found:
            sys.exit(f"wheel.py: expects an example '{name}' in README.md, but got none")
        (folder / name).write_text(found[1] + rest)
        printed = run(python, name, cwd=folder, env=plain)
        if printed != (found[2] or ""):
            sys.exit(f"wheel.py: expects {name} to print\n{found[2] or ''}but got\n{printed}")
        print(f"README's {name} runs there")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path)
    given = parser.parse_args()
    folder = given.folder.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if given.build:
        return use(sys.executable, assemble(folder, given.build), folder)
    wheel = build(folder)
    run(sys.executable, "-m", "venv", folder / "venv")
    python = folder / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "--disable-pip-version-check", wheel)
    linked = run("ldd", *folder.glob("venv/lib/python*/site-packages/mlir_amp/lib/libAmp.so"))
    if "MLIR" in linked or "not found" in linked:
        sys.exit(f"wheel.py: expects a library with MLIR inside, but got\n{linked}")
    use(python, {}, folder)
    run_examples(wheel, folder)


main()
