# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""infer_marks_models.py AMP_OPT MODELS PAGE: kind, gradients and states of each model are those of the table on the page."""
import pathlib
import re
import subprocess
import sys


def infer(tool, path):
    done = subprocess.run([tool, path, "--amp-infer-marks", "-o", "/dev/null"], capture_output=True, text=True)
    found = re.search(r"inferred marks: (\d+) gradients, (\d+) states; '.*' is a (.*)", done.stderr)
    if done.returncode != 0:
        return ("refused", "", "")
    return (found[3], found[1], found[2]) if found else ("no training", "", "")


def main(tool, folder, page):
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in pathlib.Path(page).read_text().splitlines()
            if line.startswith("| ")]
    known = {row[0]: (row[1], row[3], row[4]) for row in rows if len(row) == 6 and row[0] != "model"}
    models = sorted(pathlib.Path(folder).glob("*.mlir"))
    wrong = {path.stem: found for path in models if (found := infer(tool, path)) != known.get(path.stem)}
    return f"otherwise than in the table: {wrong}" if wrong else not models


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
