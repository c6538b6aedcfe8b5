# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""op_names.py ROOT: only files that docs/architecture/ops.md lists spell op names in quotes.

A room that asks for a name knows one dialect; a room that asks for a kind (amp/OpKind.h) knows all of them. An entry of the list
that matches no file with a name is stale, and an error as well.
"""
import pathlib
import re
import sys

NAME = re.compile(r'"(?:stablehlo|chlo|linalg|tosa|sdy|arith|math|tensor|func|scf)\.[a-z_0-9]+"')
ENTRY = re.compile(r"^\| `([^`]+)` \| (.+) \|$", re.M)


def matches(path, pattern):
    return path.match(pattern) if "**" not in pattern else path.is_relative_to(pattern.split("/**")[0])


def main(root):
    root = pathlib.Path(root)
    page = (root / "docs/architecture/ops.md").read_text()
    entries = [pattern for pattern, _ in ENTRY.findall(page[page.index("## Where ops are spelt") :])]
    used, names, failed = set(), 0, False
    for folder in ("lib", "include", "tools"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".cpp", ".h", ".td", ".py", ".policy", ".inc"):
                continue
            lines = [i for i, line in enumerate(file.read_text().splitlines(), 1) if NAME.search(line)]
            if not lines:
                continue
            path = file.relative_to(root)
            found = [pattern for pattern in entries if matches(path, pattern)]
            used.update(found)
            names += len(lines)
            if not found:
                print(f"{path}:{lines[0]}: error: expects a kind of amp/OpKind.h, or an entry in docs/architecture/ops.md, but got the name of an op")
                failed = True
    for pattern in entries:
        if pattern not in used:
            print(f"docs/architecture/ops.md: error: expects a file that spells an op's name, but got '{pattern}'")
            failed = True
    print(f"{names} lines with names of ops, {len(entries)} entries")
    return failed


sys.exit(main(sys.argv[1]))
