# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""infer_marks.py AMP_OPT GRAPHS: on the twin without marks and names, what is inferred is what the marks say."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def without_names(text):
    """Without what JAX calls results, and without donation; arguments have no names in these files."""
    said = r'(?:jax\.result_info = "(?:[^"\\]|\\.)*"|tf\.aliasing_output = \d+ : i32)'
    return re.sub(rf"{said}, |, {said}| \{{{said}\}}", "", text)


def gradients(text):
    return sorted(re.findall(r"tensor<[^>]*>", re.search(r"amp\.gradients .* : (.*)", text)[1]))


def pairs(text):
    """(argument, result) by amp.state in main's signature."""
    signature = re.search(r"func\.func public @main\((.*?)\) -> \((.*?)\) \{\n", text, re.DOTALL)
    names = [[re.search(r'amp\.state = "((?:[^"\\]|\\.)*)"', part) for part in re.split(r", (?=%arg|tensor<)", side)]
             for side in signature.groups()]
    arguments, results = [[found and found[1] for found in side] for side in names]
    return sorted([arguments.index(name), i] for i, name in enumerate(results) if name is not None)


def is_wrong(tool, twin, marked, states):
    inferred = run(tool, twin, "--amp-infer-marks", "--amp-convert-marks")
    passes = ("--amp-infer-marks", "--amp-convert-marks", "--amp-record-step", "--amp-scale-loss=loss-scale=static:2",
              "--amp-check-scaling")  # fmt: skip
    scaled = run(tool, twin, *passes)
    return (inferred is None or scaled is None or "amp.gradients" not in inferred
            or gradients(inferred) != gradients(marked) or pairs(scaled) != sorted(states))  # fmt: skip


def main(tool, folder):
    wrong = []
    for name, known in json.loads(pathlib.Path(folder, "index.json").read_text()).items():
        marked = run(tool, f"{folder}/{name}.mlir", "--amp-convert-marks")
        twin = pathlib.Path(folder, f"{name}.plain.mlir")
        with tempfile.TemporaryDirectory() as own:
            nameless = pathlib.Path(own, "nameless.mlir")
            nameless.write_text(without_names(twin.read_text()))
            if any(is_wrong(tool, path, marked, known["state"]) for path in (twin, nameless)):
                wrong.append(name)
    return f"inferred otherwise than marked: {wrong}" if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
