# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gpu_programs.py DATA.tar.xz SCRATCH DRIVER [EVERY|GLOB...]: programs of the StableHLO project on a driver that runs their PTX.

What a program would compute from constants it gets as arguments, so that nothing folds away. Its results
are compared with this processor's, which cpu_conformance.py compares with what the programs expect.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from gpu_conformance import with_arguments
from programs import unpacked

SECONDS = 300


def without_main(text):
    main = re.search(r"  func\.func public @main.*?\n  }\n", text, re.S)
    return text[: main.start()] + text[main.end() :]


def rename(results, arguments):
    """The results of one program are arguments of another."""
    with zipfile.ZipFile(results) as source, zipfile.ZipFile(arguments, "w") as target:
        for name in source.namelist():
            target.writestr(name.replace("out_", "in_"), source.read(name))


def outcome(program, scratch, driver):
    """('agrees' | 'wrong' | 'refused' | 'crashed', why). This processor knows no TF32."""
    text = program.read_text().replace("[DEFAULT, DEFAULT]", "[HIGHEST, HIGHEST]")
    inputs, results, step = (scratch / f"{program.stem}{end}" for end in (".in.npz", ".out.npz", ".mlir"))
    command = ["amp-run", step, "--target=cuda", "--check"]
    if "call @inputs()" in text:
        step.write_text(without_main(text))
        subprocess.run(["amp-run", step, "--entry=inputs", f"--outputs={results}"], check=True)
        rename(results, inputs)
        command.append(f"--inputs={inputs}")
    step.write_text(with_arguments(text))
    environment = os.environ | {"LD_LIBRARY_PATH": str(driver), "FAKE_CUDA_CHIP": os.environ.get("FAKE_CUDA_CHIP", "80")}
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, env=environment)
    except subprocess.TimeoutExpired:
        return "crashed", f"took more than {SECONDS} s"
    if run.returncode == 0:
        return "agrees", ""
    kind = "crashed" if run.returncode < 0 else "wrong" if "results are within" in run.stdout else "refused"
    return kind, (run.stderr + run.stdout).strip()


def chosen(archive, scratch, which):
    if which[0].isdigit():
        return unpacked(archive, scratch)[:: int(which[0])]
    return [program for glob in which for program in unpacked(archive, scratch, glob)]


def main(archive, scratch, driver, *which):
    scratch = pathlib.Path(scratch)
    programs = chosen(archive, scratch, which or ("*",))
    out = scratch / "gpu"
    out.mkdir(exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = list(pool.map(lambda each: outcome(each, out, driver), programs))
    kinds = [kind for kind, _ in outcomes]
    print(f"of {len(programs)}: " + ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)))
    for program, (kind, why) in zip(programs, outcomes):
        if kind != "agrees":
            print(f"  {kind} {program.stem}: {why}")


if __name__ == "__main__":
    main(*sys.argv[1:])
