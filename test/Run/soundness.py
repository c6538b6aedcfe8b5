# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""soundness.py FOLDER SCRATCH: modules that once broke a promise of the passes or got past a checker.

Prints a table with one line per module: the promise, what happens today, and whether that is right. Each row of MODULES
names the check; a check returns an empty string, or what is wrong. Values are judged by execution on amp-run.
"""
import pathlib
import re
import subprocess
import sys

import numpy as np

FOLDER, SCRATCH = None, None
LIMIT = 60  # seconds; a pass that needs more does not end


def amp_opt(name, *flags):
    """Runs amp-opt; returns its exit status, its output and its diagnostics. A signal or a time-out raises."""
    run = subprocess.run(["amp-opt", FOLDER / f"{name}.mlir", *flags], capture_output=True, text=True, timeout=LIMIT)
    if run.returncode not in (0, 1):
        raise RuntimeError(f"amp-opt ends with {run.returncode}")
    return run.returncode, run.stdout, run.stderr


def execute(text, inputs):
    program, given, found = SCRATCH / "program.mlir", SCRATCH / "in.npz", SCRATCH / "out.npz"
    program.write_text(text)
    np.savez(given, **{f"in_{i}": array for i, array in enumerate(inputs)})
    subprocess.run(["amp-run", program, f"--inputs={given}", f"--outputs={found}"], check=True, timeout=LIMIT)
    stored = np.load(found)
    return [stored[f"out_{i}"] for i in range(len(stored.files))]


def draw(text, scale=1.0):
    """Arguments of @main, by its signature: normal floats, small integers."""
    signature = re.search(r"@main\((.*?)\)\s*->", text, re.S).group(1)
    random = np.random.default_rng(7)
    arrays = []
    for shape, element in re.findall(r"tensor<((?:\d+x)*)(\w+)>", re.sub(r"\{.*?\}", "", signature)):
        shape = [int(n) for n in shape.split("x")[:-1]]
        floats = element == "f32"
        arrays.append((scale * random.standard_normal(shape)).astype(np.float32) if floats else
                      random.integers(0, 9, shape).astype({"ui32": np.uint32, "i32": np.int32}[element]))
    return arrays


def rewritten(name, *flags):
    status, text, errors = amp_opt(name, *flags)
    if status:
        raise RuntimeError(next(line for line in errors.splitlines() if "error:" in line))
    return text


# Checks: each returns what is wrong.


def is_refused(name, *flags):
    status, _, errors = amp_opt(name, *flags)
    if status == 0:
        return "accepted"
    return "" if re.search(r"error: .*breaks", errors) else f"refused for another reason: {errors.splitlines()[0]}"


def stays_finite(name, scale):
    original = rewritten(name)
    inputs = draw(original, scale)
    wanted, found = execute(original, inputs), execute(rewritten(name, "--amp=compute=f16"), inputs)
    if not all(np.isfinite(array).all() for array in wanted):
        return "the program itself overflows: this proves nothing"
    if not all(np.isfinite(array).all() for array in found):
        return "not finite where f32 is"
    error = max(np.abs(a - b).max() / np.abs(a).max() for a, b in zip(wanted, found))
    return "" if error < 0.02 else f"off by {error:.1e}"


def holds_in_range(name, value, number):
    """The range that is printed at the line of `value` contains `number`."""
    status, _, errors = amp_opt(name, "--amp-recognize", "--amp-analyze-ranges=print", "-o", "/dev/null")
    lines = (FOLDER / f"{name}.mlir").read_text().splitlines()
    line = next(i for i, text in enumerate(lines, 1) if text.strip().startswith(f"{value} =") or f"{value}:" in text)
    found = re.search(rf":{line}:\d+: remark: .*?: (?:unknown|\[(.*?), (.*?)\])", errors)
    if not found or status:
        return "no range is printed"
    low, high = (float(end) if end else sign * np.inf for end, sign in zip(found.groups(), (-1, 1)))
    return "" if low <= number <= high else f"[{low}, {high}] leaves out {number}"


def finds_no(name, group):
    return f"is called a {group}" if f'"{group}.' in rewritten(name, "--amp-recognize") else ""


def scales_exactly(name, k, scale=1.0):
    """The step with the scale 2^k and without one give the same bits, by the scaling passes alone."""
    training = ["--amp-convert-marks", "{}", "--amp-lower-training"]
    plain, scaled = (rewritten(name, *(flag.format(f"--amp-scale-loss=loss-scale={way}") for flag in training))
                     for way in ("none", f"static:{2 ** k}"))
    inputs = draw(plain, scale)
    wanted, found = execute(plain, inputs), execute(scaled, inputs)
    for i, (a, b) in enumerate(zip(wanted, found)):
        if a.tobytes() != b.tobytes():
            return f"result {i} changes by {np.abs(a - b).max() / max(np.abs(a).max(), 1e-30):.1e} of its largest"
    return ""


def trains_scaled(name, k):
    """--amp in f16 with the scale 2^k updates as the f32 step does."""
    original = rewritten(name, "--amp-convert-marks", "--amp-scale-loss=loss-scale=none")
    inputs = draw(original)
    wanted, found = execute(original, inputs), execute(rewritten(name, f"--amp=compute=f16 loss-scale=static:{2 ** k}"), inputs)
    for i, (old, a, b) in enumerate(zip(inputs, wanted, found)):
        error = np.abs(a - b).max() / np.abs(a - old).max()
        if not error < 0.02:
            return f"update {i} is off by {error:.1%}"
    return ""


def keeps_states(name):
    """A step with an infinite gradient returns its states as they were."""
    text = rewritten(name, "--amp=compute=f16 loss-scale=dynamic")
    inputs = draw(rewritten(name))
    inputs[2][0] = np.inf
    found = execute(text, inputs + [np.float32(1024), np.int32(3), np.int32(0)])
    kept = [a.tobytes() == b.tobytes() for a, b in zip(inputs, found)][:2]
    return "" if all(kept) else f"state {kept.index(False)} advances"


def ends_well(name, *flags):
    status, _, errors = amp_opt(name, *flags)
    located = re.search(rf"{name}\.mlir:\d+:\d+: error: ", errors)
    return "" if status == 0 or located else "an error without a place"


FINITE = "f16 stays finite where f32 is"
MARKED = f"--amp-check-scaling=input={{}}/scaling_marked.mlir"
MODULES = [
    ("verify_no_group_update_mutant", "a weight update in f16 is refused", is_refused, "--amp-verify=input={}/verify_no_group_update_in.mlir"),
    ("verify_gap_positions_low.mutant", "positions in 16 bits are refused", is_refused, "--amp-verify=input={}/verify_gap_positions_low.in.mlir"),
    ("jax_clip_mask", "a scaled step updates as f32", trains_scaled, 10),
    ("deg_mask_from_gradient", "scales change no bit", scales_exactly, 10),
    ("softmax_mixed_shift", FINITE, stays_finite, 4.0),
    ("softmax_mixed_shift", "two shifts are no softmax", finds_no, "softmax"),
    ("rec_softmax_init_negative", "a sum from -16 is no softmax", finds_no, "softmax"),
    ("map_body_exponential", FINITE, stays_finite, 0.6),
    ("reduce_body_holds_constant", FINITE, stays_finite, 1.0),
    ("sort_bitcast_comparator", FINITE, stays_finite, 0.1),
    ("convert_f32_to_i1", FINITE, stays_finite, 1.0),
    ("convert_f32_to_i1", "values stay in their range", holds_in_range, "%f", 1.0),
    ("all_gather_variadic", "values stay in their range", holds_in_range, "%ag", 9e4),
    ("range_reduce_precision", "values stay in their range", holds_in_range, "%f", 65536.0),
    ("range_window_dilated_empty", "values stay in their range", holds_in_range, "%f", -1e30),
    ("reciprocal_of_counter", FINITE, stays_finite, 1.0),
    ("squares_of_counter", FINITE, stays_finite, 1.0),
    ("guard_toggle_flag_ui32", "a skipped step keeps its states", keeps_states),
    ("crash_call_indirect", "an error or a result", ends_well, "--amp=compute=f16 loss-scale=dynamic"),
    ("crash_mutual_recursion_marked", "an error or a result", ends_well, "--amp-scale-loss"),
    ("deg_sqrt_then_square", "scales change no bit", scales_exactly, 15),
    ("jax_clip_norm_min", "a scaled step updates as f32", trains_scaled, 10),
    ("jax_clip_norm_min", "scales change no bit", scales_exactly, 10),
    ("jax_rms_gradient", "a scaled step updates as f32", trains_scaled, 10),
    ("jax_rms_gradient", "scales change no bit", scales_exactly, 10),
    ("scaling_drop_unscale", "a dropped unscale is refused", is_refused, MARKED),
    ("scaling_guard_inverted", "an inverted guard is refused", is_refused, MARKED),
]  # fmt: skip


def judge(name, check, arguments):
    try:
        return check(name, *(a.format(FOLDER) if isinstance(a, str) else a for a in arguments))
    except subprocess.TimeoutExpired:
        return f"does not end within {LIMIT} s"
    except (RuntimeError, subprocess.CalledProcessError) as failure:
        return str(failure)


def main(folder, scratch):
    global FOLDER, SCRATCH
    FOLDER, SCRATCH = pathlib.Path(folder), pathlib.Path(scratch)
    SCRATCH.mkdir(parents=True, exist_ok=True)
    wrong = 0
    for name, promise, check, *arguments in MODULES:
        verdict = judge(name, check, arguments)
        wrong += bool(verdict)
        print(f"{name:34}{promise:40}{'right' if not verdict else 'WRONG: ' + verdict}", flush=True)
    print(f"{len(MODULES) - wrong} of {len(MODULES)} are right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
