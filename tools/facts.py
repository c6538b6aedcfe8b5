# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""facts.py [ROOT]: figures of the source tree, each beside its limit; exits with 1 if one exceeds its limit.

Figures without a limit show where structure is still missing; a figure is a place to look, not a verdict.
"""
import collections
import pathlib
import re
import sys

import op_names

SOURCE = {".cpp", ".h", ".td", ".py"}
CALLS = re.compile(r"\b(?:CallOpInterface|RegionBranchOpInterface|resolveCallable)\b")
QUESTION = re.compile(r"^\s*(?:///?|#|\"\"\") ?(?:What|Whether|Who|Whose|How|Where) ", re.M)
PRINTED = re.compile(r"Regex|raw_string_ostream|debugString")


def read(root, folders, suffixes):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and (not suffixes or path.suffix in suffixes) and "__pycache__" not in path.parts:
                yield path.relative_to(root).as_posix(), path.read_text(errors="replace")


def figures(root):
    """(text, figure, limit or None) of each figure."""
    files = dict(read(root, ("dialects", "include", "lib", "tools"), None))
    source = {path: text for path, text in files.items() if pathlib.Path(path).suffix in SOURCE}
    folders = collections.Counter(str(pathlib.PurePath(path).parent) for path in source)
    everything = {**source, **dict(read(root, ("python", "test"), SOURCE | {".mlir", ".test"}))}
    walkers = [path for path, text in source.items() if path.startswith("lib/") and not path.startswith(("lib/Graph", "lib/Lowering")) and CALLS.search(text)]
    yield "lines of dialects, include, lib and tools", sum(text.count("\n") for text in files.values()), None
    yield "op names outside the files that docs/architecture/ops.md lists", sum(map(len, op_names.unlisted(op_names.named(root), op_names.listed(root)).values())), 0
    yield "files that see calls or region branches outside of lib/Graph and the lowerings", len(walkers), 3
    yield "files of lib that print IR or match text", sum(path.startswith("lib/") and bool(PRINTED.search(text)) for path, text in source.items()), None
    yield "comments that are indirect questions", sum(len(QUESTION.findall(text)) for text in everything.values()), 0
    yield "source files in the largest folder", max(folders.values()), 40
    yield "lines of README.md", (root / "README.md").read_text().count("\n"), 120


def main(root):
    failed = False
    for text, figure, limit in figures(root):
        exceeds = limit is not None and figure > limit
        failed |= exceeds
        print(f"{figure:8,}  {text}" + (f" (at most {limit})" if limit is not None else "") + (": exceeded" if exceeds else ""))
    return failed


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()))
