# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Many small programs through amp-opt: a process for many of them, as starting one takes longer than its work."""
import concurrent.futures
import os
import pathlib
import subprocess
import tarfile

SEPARATOR = "// -----\n"
CHUNK = 80
SECONDS = 600


def unpacked(archive, scratch, pattern="*"):
    """The programs of the StableHLO project, in their order."""
    if not pathlib.Path(scratch, "static").is_dir():
        tarfile.open(archive).extractall(scratch)
    return sorted(pathlib.Path(scratch, "static").glob(f"{pattern}.mlir"))


def each(texts, flags):
    """(output, errors, exit code) of each; who shares a process with one that fails is run again in a smaller one."""
    text = f"\n{SEPARATOR}".join(texts)
    try:
        run = subprocess.run(["amp-opt", "-", "--split-input-file", *flags], input=text, capture_output=True, text=True, timeout=SECONDS)
        outputs, errors, code = run.stdout.split(SEPARATOR), run.stderr, run.returncode
    except subprocess.TimeoutExpired:
        outputs, errors, code = [], f"took more than {SECONDS} s", -1
    if len(texts) == 1:
        return [("".join(outputs), errors, code)]
    if code == 0 and len(outputs) == len(texts):
        return [(output, "", 0) for output in outputs]
    half = len(texts) // 2
    return each(texts[:half], flags) + each(texts[half:], flags)


def amp_opt(texts, *flags):
    chunks = [texts[i : i + CHUNK] for i in range(0, len(texts), CHUNK)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [result for results in pool.map(lambda chunk: each(chunk, flags), chunks) for result in results]
