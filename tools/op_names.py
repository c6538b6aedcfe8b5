# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""op_names.py ROOT: only files that docs/architecture/ops.md lists spell op names in quotes.

A folder that asks for a name knows one dialect; a folder that asks for a kind (amp/OpKind.h) knows all of them. An entry of the
list that matches no file with a name is out of date, and an error as well.
"""
import pathlib
import re
import sys

NAME = re.compile(r'"(?:stablehlo|chlo|linalg|tosa|sdy|arith|math|tensor|func|scf)\.[a-z_0-9]+"')
ENTRY = re.compile(r"^\| `([^`]+)` \| .+ \|$", re.M)
SUFFIXES = (".cpp", ".h", ".td", ".py", ".policy", ".inc")


def matches(path, pattern):
    return path.match(pattern) if "**" not in pattern else path.is_relative_to(pattern.split("/**")[0])


def listed(root):
    """Patterns of the files that spell op names by right; none without the page."""
    page = root / "docs/architecture/ops.md"
    return ENTRY.findall(page.read_text().split("## Where ops are spelt")[-1]) if page.exists() else []


def named(root):
    """{path: lines} of the files that spell op names, each with the numbers of its lines that do."""
    files = {}
    for folder in ("lib", "include", "tools"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in SUFFIXES:
                if lines := [i for i, line in enumerate(file.read_text().splitlines(), 1) if NAME.search(line)]:
                    files[file.relative_to(root)] = lines
    return files


def unlisted(files, entries):
    """Those of named(root) that none of listed(root) matches."""
    return {path: lines for path, lines in files.items() if not any(matches(path, entry) for entry in entries)}


def main(root):
    files, entries = named(root), listed(root)
    others = unlisted(files, entries)
    for path, lines in others.items():
        print(f"{path}:{lines[0]}: error: expects a kind of amp/OpKind.h, or an entry in docs/architecture/ops.md, but got the name of an op")
    unused = [entry for entry in entries if not any(matches(path, entry) for path in files)]
    for entry in unused:
        print(f"docs/architecture/ops.md: error: expects a file that spells an op's name, but got '{entry}'")
    print(f"{sum(map(len, files.values()))} lines with names of ops, {len(entries)} entries")
    return bool(others or unused)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
