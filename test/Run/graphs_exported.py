# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""graphs_exported.py FOLDER STORED: the files that export_graphs.py wrote to FOLDER are those of STORED.

Programs and arguments are equal bit by bit. Results in double precision may differ by their sums' order: by 1e-12 of the largest.
"""
import json
import pathlib
import sys

import numpy as np


def is_same(name, array, stored):
    if name.startswith("in_"):
        return array.dtype == stored.dtype and np.array_equal(array, stored)
    return array.dtype == stored.dtype and np.abs(array - stored).max() <= 1e-12 * np.abs(stored).max()


def main(folder, stored):
    folder, stored = pathlib.Path(folder), pathlib.Path(stored)
    programs = sorted(folder.glob("*.mlir"))
    wrong = [path.name for path in programs if path.read_bytes() != (stored / path.name).read_bytes()]
    index, known = (json.loads((f / "index.json").read_text()) for f in (folder, stored))
    wrong += [f"index.json: {name}" for name in index if index[name] != known[name]]
    arrays = 0
    for path in sorted(folder.glob("*.npz")):
        found, reference = np.load(path), np.load(stored / path.name)
        wrong += [f"{path.name}: {name}" for name in sorted({*found.files, *reference.files})
                  if name not in found.files or name not in reference.files or not is_same(name, found[name], reference[name])]
        arrays += len(found.files)
    print(f"{len(programs)} programs, {len(index)} entries of the index and {arrays} arrays are as stored" if not wrong else f"differ: {wrong}")


if __name__ == "__main__":
    main(*sys.argv[1:])
