#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Data that the tests and the commands of tools/dev use.

    python3 tools/testdata.py graphs    complete build/graphs and print its path
    python3 tools/testdata.py NAME      print the path of an external data set
    python3 tools/testdata.py           print the table of external data sets (tools/dev data)

build/graphs holds the training steps of test/Inputs/graphs, and the large ones, which test/Inputs/export_graphs.py exports
once. External data sets come from other projects and are not part of this repository: EXTERNAL names them. Each has a
variable that holds its path. Without the variable, the set is looked up in ../shared/data. A variable that names nothing
is an error. Tests that need a missing set are skipped, and test/summary.py counts them.
"""
import argparse
import dataclasses
import filecmp
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
INPUTS = ROOT / "test" / "Inputs"
SUFFIXES = ".mlir", ".plain.mlir"  # with marks, and without
# The exporter, and what it imports from this repository.
EXPORTER = INPUTS / "export_graphs.py", INPUTS / "training_steps.py", ROOT / "python" / "src" / "mlir_amp" / "marks.py"


@dataclasses.dataclass(frozen=True)
class DataSet:
    """External data set: `name` is also the lit feature of the tests that need it."""
    name: str
    variable: str
    default: str
    content: str

    def path(self):
        """Returns the path of the set, or None when it is not on this machine."""
        path = pathlib.Path(os.environ.get(self.variable) or ROOT.parent / "shared" / "data" / self.default).absolute()
        if path.exists():
            return path
        if os.environ.get(self.variable):
            sys.exit(f"{self.variable} expects {self.content}, but got '{path}', which does not exist")
        return None

    def required_path(self):
        return self.path() or sys.exit(f"expects {self.content} in ../shared/data/{self.default}: set {self.variable} to its path")


EXTERNAL = {data.name: data for data in (
    DataSet("stablehlo-programs", "AMP_STABLEHLO_PROGRAMS", "stablehlo-testdata.tar.xz",
            "the archive of the StableHLO project's test programs"),
    DataSet("published-models", "AMP_MODELS", "models.tar.xz",
            "published models in StableHLO: an archive, or a folder of .mlir files"),
    DataSet("framework-graphs", "AMP_FRAMEWORK_GRAPHS", "graphs_other",
            "the folder of graphs that PyTorch, ONNX and JAX exported"),
)}  # fmt: skip


def models(build=ROOT / "build"):
    """Returns the folder of the published models, unpacked to build/models when they are an archive, or None."""
    source = EXTERNAL["published-models"].path()
    if source is None or source.is_dir():
        return source
    folder, stamp = build / "models", f"{source.stat().st_size} {source.stat().st_mtime_ns}"
    if not (folder / "unpacked").exists() or (folder / "unpacked").read_text() != stamp:
        build.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        with tarfile.open(source) as files:
            for member in files:
                if member.isfile() and member.name.endswith(".mlir"):
                    (folder / pathlib.PurePath(member.name).name).write_bytes(files.extractfile(member).read())
        (folder / "unpacked").write_text(stamp)
    return folder


def large_graphs():
    """Returns the names of the steps that are exported when first needed."""
    return [name for name, known in json.loads((INPUTS / "graphs" / "index.json").read_text()).items() if known["text_only"]]


def graph_files():
    """Returns the names of the .mlir files of a complete build/graphs."""
    return [f"{name}{suffix}" for name in json.loads((INPUTS / "graphs" / "index.json").read_text()) for suffix in SUFFIXES]


def export_large_graphs(build, folder):
    python = build / "venv" / "bin" / "python"
    with tempfile.TemporaryDirectory(dir=build) as scratch:
        exported = subprocess.run([python, INPUTS / "export_graphs.py", scratch, *large_graphs()], capture_output=True, text=True)
        if exported.returncode:
            sys.exit(f"cannot export {', '.join(large_graphs())}: {exported.stderr}")
        for path in pathlib.Path(scratch).glob("*.mlir"):
            path.replace(folder / path.name)


def graphs(build=ROOT / "build"):
    """Completes build/graphs. Returns its path, and whether it holds the large graphs: their export needs build/venv."""
    folder = build / "graphs"
    folder.mkdir(parents=True, exist_ok=True)
    for path in (INPUTS / "graphs").iterdir():
        copy = folder / path.name
        if not copy.exists() or not filecmp.cmp(path, copy, shallow=False):
            shutil.copyfile(path, copy)
    wanted = [folder / f"{name}{suffix}" for name in large_graphs() for suffix in SUFFIXES]
    newest = max(path.stat().st_mtime for path in EXPORTER)
    if any(not path.exists() or path.stat().st_mtime < newest for path in wanted):
        if not any(build.glob("venv/lib/*/site-packages/flax")):
            return folder, False
        export_large_graphs(build, folder)
    return folder, True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?", choices=["graphs", *EXTERNAL])
    name = parser.parse_args().name
    if name is None:
        for data in EXTERNAL.values():
            print(f"{data.variable:24} {data.content} (default: ../shared/data/{data.default}; {data.path() or 'not on this machine'})")
    elif name == "graphs":
        folder, is_complete = graphs()
        print(folder if is_complete else sys.exit("graphs expects build/venv, which tools/dev test installs"))
    else:
        EXTERNAL[name].required_path()
        print(models() if name == "published-models" else EXTERNAL[name].path())


if __name__ == "__main__":
    main()
