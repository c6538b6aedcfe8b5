# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""infer_marks.py AMP_OPT GRAPHS: on the twin without marks, what is inferred is what the marks say, or it is refused."""
import json
import pathlib
import re
import subprocess
import sys


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def gradients(text):
    return sorted(re.findall(r"tensor<[^>]*>", re.search(r"amp\.gradients .* : (.*)", text)[1]))


def pairs(text):
    """(argument, result) by amp.state in main's signature."""
    signature = re.search(r"func\.func public @main\((.*?)\) -> \((.*?)\) \{\n", text, re.DOTALL)
    names = [[re.search(r'amp\.state = "((?:[^"\\]|\\.)*)"', part) for part in re.split(r", (?=%arg|tensor<)", side)]
             for side in signature.groups()]
    arguments, results = [[found and found[1] for found in side] for side in names]
    return sorted([arguments.index(name), i] for i, name in enumerate(results) if name is not None)


def main(tool, folder):
    wrong, refused = [], []
    for name, known in json.loads(pathlib.Path(folder, "index.json").read_text()).items():
        twin = f"{folder}/{name}.plain.mlir"
        inferred = run(tool, twin, "--amp-infer-marks", "--amp-convert-marks")
        if inferred is None:
            refused.append(name)
            continue
        marked = run(tool, f"{folder}/{name}.mlir", "--amp-convert-marks")
        passes = ("--amp-infer-marks", "--amp-convert-marks", "--amp-record-step", "--amp-scale-loss=loss-scale=static:2",
                  "--amp-check-scaling")  # fmt: skip
        scaled = run(tool, twin, *passes)
        if gradients(inferred) != gradients(marked) or scaled is None or pairs(scaled) != sorted(known["state"]):
            wrong.append(name)
    print(f"refused: {', '.join(refused)}")
    return f"inferred otherwise than marked: {wrong}" if wrong else len(refused) > 3


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
