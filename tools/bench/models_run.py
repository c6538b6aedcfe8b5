# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a model and what --amp made of it, by amp-run and by XLA, on the same generated inputs; results must agree within derived bounds.

The bounds are those of test/Run/bounds.py, from fewer draws: roundings of the 16-bit values that the rewritten program writes, sampled in f64,
and float32's own noise. As a command, compares one model:

  models_run.py MODEL MIXED FORMAT INPUTS.npz RESULTS.npz MIXED_RESULTS.npz"""
import json
import pathlib
import re
import resource
import sys

root = pathlib.Path(__file__).resolve().parent.parent.parent
LIMIT = 4 * 10**9  # bytes of arguments
MEMORY = 14 * 2**30  # of the process that runs XLA
DRAWS = 3
BYTES = {"f64": 8, "f32": 4, "f16": 2, "bf16": 2, "i1": 1, "index": 8}


def argument_types(model):
    """The shapes of the arguments of @main, each as its sizes and, last, its element, by its text."""
    signature = re.search(r"func\.func (?:public )?@main\((.*?)\)\s*(?:->|attributes|\{)", model.read_text(errors="replace"), re.DOTALL)
    return [shape.split("x") for shape in (re.findall(r"%\w+: tensor<([^>]*)>", signature[1]) if signature else [])]


def argument_bytes(types):
    total = 0
    for *sizes, element in types:
        count = 1
        for size in sizes:
            count *= int(size) if size.isdecimal() else 1
        bits = re.fullmatch(r"(?:ui|si|i)(\d+)", element)
        total += count * (BYTES.get(element) or (max(int(bits[1]) // 8, 1) if bits else 4))
    return total


def checks(model, mixed, runner):
    """The checks of one model: both programs on this processor, and their comparison with XLA."""
    types = argument_types(model)
    size = argument_bytes(types)
    if any(element in ("f16", "bf16") for *_, element in types):
        return [runner.skipped(model, "run", "its arguments are 16-bit, and the bounds are those of programs in f32")]
    if size > LIMIT:
        return [runner.skipped(model, "run", f"its arguments take {size / 1e9:.1f} GB")]
    stem = runner.scratch / model.stem
    inputs, results, mixed_results = (stem.with_suffix(f".{name}.npz") for name in ("in", "f32", "f16"))
    amp_run = root / "build" / "bin" / "amp-run"
    found = [runner.process(model, "run", "amp-run --generate", [amp_run, model, "--generate", f"--save-inputs={inputs}", f"--outputs={results}"])]
    if found[-1].status == "ok":
        found.append(runner.process(model, "run f16", "amp-run", [amp_run, mixed, f"--inputs={inputs}", f"--outputs={mixed_results}"]))
    if found[-1].status == "ok":
        answer = stem.with_suffix(".compared.json")
        answer.unlink(missing_ok=True)
        found.append(runner.process(model, "compare", "amp-run and XLA", [sys.executable, __file__, model, mixed, "f16", inputs, results, mixed_results, answer]))
        judge(found[-1], answer)
    for path in (inputs, results, mixed_results):
        path.unlink(missing_ok=True)
    return found


def judge(check, answer):
    """A comparison fails if a result uses more than its bound."""
    if not answer.exists():
        return
    check.report = json.loads(answer.read_text())
    worst = max(check.report["used"].values())
    if worst > 1:
        check.status = "error"
        who = max(check.report["used"], key=check.report["used"].get)
        check.error = f"expects results within their bounds, but {who} is off by {worst:.3g} of it"


def shares(model, mixed, precision, inputs, results, mixed_results):
    """The share of its bound that each run uses."""
    sys.path.insert(0, str(root / "test" / "Run"))
    import xla  # first: it sets how JAX starts

    import bounds
    import ml_dtypes  # noqa: F401 (reads the types of the files)
    import numpy as np

    bounds.DRAWS = DRAWS
    text, mixed_text = pathlib.Path(model).read_text(), pathlib.Path(mixed).read_text()

    def arrays(path, prefix, types):
        stored = np.load(path)
        return [stored[f"{prefix}_{i}"].view(type.dtype) for i, type in enumerate(types)]

    signature = xla.main_type(xla.parse(text))
    given = arrays(inputs, "in", xla.described(signature.inputs))
    outputs = xla.described(signature.results)
    derived = bounds.Bounds(text, precision, given, None, mixed_text, on_xla=False)
    # As bounds.share_of_noise, whose float64 run is at hand.
    program, exact = bounds.compiled(xla.parse(text)), derived.reference
    sizes = bounds.norms(exact)
    singles = bounds.Draws()(program, given, 2.0**-22)
    noise = bounds.T * bounds.rms(bounds.distances(single, exact) for single in singles) + bounds.T * 2.0**-24 * sizes

    def in_f32(results):
        return bounds.share(bounds.distances(results, exact), noise)

    used = {
        "amp-run in f32": in_f32(arrays(results, "out", outputs)),
        f"amp-run in {precision}": derived.used(arrays(mixed_results, "out", outputs))[0],
        "XLA in f32": in_f32(program(*given)),
        f"XLA in {precision}": derived.used(bounds.compiled(xla.parse(mixed_text))(*given))[0],
    }
    return {"used": used, "results": len(outputs), "zero": int((sizes == 0).sum())}


def main(*arguments):
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    *given, answer = arguments
    pathlib.Path(answer).write_text(json.dumps(shares(*given)))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
