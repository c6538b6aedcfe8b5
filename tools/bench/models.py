# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""models.py [GLOB]: every model of a folder through amp, inferred marks, CPU lowering and GPU lowering; one row per model, as they finish.

Each check is one process with a time limit. A row shows the slowest of the six runs of --amp (f16 and bf16; default, painted, aligned), the
largest peak memory of any check, the ops and the contractions that are 16-bit with f16 by default, and the step's time on an H100 and its peak
memory, before and after, by the cost model (ops that the model itself holds in 16 bits take no part in the time). `of limit` is the time
of --amp with f16 and of --amp-to-gpu, divided by 0.3 s + 1.5 ms per op; above 1, the row ends with `over`. Each time is the wall time or that of
all processors, whichever is less: an idle machine takes no longer.
--json holds every check."""
import argparse
import dataclasses
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import testdata  # noqa: E402
from rich.console import Console
from rich.table import Table
from rich.text import Text

root = pathlib.Path(__file__).resolve().parent.parent.parent
bin_folder = root / "build" / "bin"
AMP = {"default": "", "paint": "solver=paint", "aligned": "align=profitable"}
COMPUTE = "f16", "bf16"
CHIP = "chip=sm_90a format=isa"
RUNS = "run", "run f16", "compare"
SHOWN = "amp f16 default"  # the check whose report a row shows
LIMIT = 0.3, 1.5e-3  # seconds of --amp and --amp-to-gpu, for a program and for each of its ops


@dataclasses.dataclass
class Check:
    """One process on one model."""
    model: str
    name: str
    options: str
    status: str = "ok"  # "error", "timeout" or "skipped"
    seconds: float = 0
    cpu_seconds: float = 0  # user and system, of all threads
    peak_mib: float = 0
    error: str = ""  # the first line
    report: dict = dataclasses.field(default_factory=dict)


def first_error(text):
    """The first error without its place; else the first line."""
    found = re.search(r"error: (.*)", text, re.IGNORECASE)
    lines = text.strip().splitlines()
    return found[1] if found else lines[-1] if lines else "no message"


def measured(command, timeout, log):
    """(exit code or None after `timeout` seconds, seconds, seconds of processors, peak MiB, standard error)."""
    with open(log, "wb") as errors:
        start = time.perf_counter()
        child = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=errors)
        timer = threading.Timer(timeout, child.kill)
        timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        was_killed = not timer.is_alive()
        timer.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    text = pathlib.Path(log).read_text(errors="replace")
    return None if was_killed else child.returncode, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text


def is_16_bit(types):
    return "f16" in types or "bf16" in types


def summarized(path):
    """Summary of a report for a whole program: ops, 16-bit ops, and predictions."""
    report = json.loads(path.read_text())
    rows = [op for op in report["ops"] if op["class"] != "constant"]
    low = [op for op in rows if is_16_bit(op["operands"] + op["results"])]
    contractions = [op for op in rows if op["class"] == "contraction"]
    low_contractions = [op for op in contractions if is_16_bit(op["operands"])]
    before, after = report["totals"]["before"], report["totals"]["after"]
    solution = report["solution"] or {}
    return {
        "float_ops": len(rows), "low_ops": len(low), "contractions": len(contractions), "low_contractions": len(low_contractions),
        "low_contractions_before": sum(w["ops"] for w in before["work"] if w["class"] == "contraction" and is_16_bit([w["precision"]])) if before else None,
        "casts": after["casts"]["ops"], "chip": solution.get("chip"),
        "seconds_before": solution["f32"] / 1e15 if solution else None, "seconds_after": solution["time"] / 1e15 if solution else None,
        "bytes_before": before["memory"]["peak_bytes"] if before else None, "bytes_after": after["memory"]["peak_bytes"],
        "gradients": sum(len(g["gradients"]) for g in (report["scaling"] or {}).get("groups", [])),
        "states": sum(len(g["states"]) for g in (report["scaling"] or {}).get("groups", [])),
    }  # fmt: skip


class Models:
    def __init__(self, arguments, scratch):
        self.arguments, self.scratch = arguments, scratch

    def check(self, model, name, options, *passes, source=None, output=os.devnull):
        """One run of amp-opt; `{report}` in a pass names the file that --amp writes its report into."""
        report = self.stem(model, name).with_suffix(".json")
        report.unlink(missing_ok=True)
        command = [bin_folder / "amp-opt", source or model, *(p.replace("{report}", str(report)) for p in passes), "-o", output]
        check = self.process(model, name, options, command)
        if check.status == "ok" and report.exists():
            check.report = summarized(report)
        return check

    def stem(self, model, name):
        return self.scratch / f"{model.stem}.{name.replace(' ', '-')}"

    def process(self, model, name, options, command):
        """One process as a check."""
        code, seconds, cpu, peak, text = measured(command, self.arguments.timeout, self.stem(model, name).with_suffix(".log"))
        check = Check(model.stem, name, options, seconds=round(seconds, 3), cpu_seconds=round(cpu, 3), peak_mib=round(peak, 1))
        if code is None:
            check.status, check.error = "timeout", f"stopped after {self.arguments.timeout:g} s"
        elif code != 0:
            check.status, check.error = "error", first_error(text) if code > 0 else f"killed by signal {-code}"
        return check

    def skipped(self, model, name, why):
        return Check(model.stem, name, "", status="skipped", error=why)

    def checks(self, model):
        only = self.arguments.only
        for compute in COMPUTE:
            for variant, extra in AMP.items():
                if "amp" not in only and (compute, variant) != ("f16", "default"):
                    continue
                options = f"compute={compute} {extra}".strip()
                mixed = self.mixed(model) if (compute, variant) == ("f16", "default") else os.devnull
                yield self.check(model, f"amp {compute} {variant}", options, f"--amp={options} report={{report}}", output=mixed)
        if "marks" in only:
            options = "compute=f16 infer-marks loss-scale=dynamic"
            yield self.check(model, "marks", options, f"--amp={options} report={{report}}")
        if "cpu" in only:
            yield self.check(model, "cpu", "--amp-to-cpu", "--amp-to-cpu", source=self.lowered_from(model))
        if "gpu" in only:
            yield self.check(model, "gpu", f"--amp-to-gpu={CHIP}", f"--amp-to-gpu={CHIP}", source=self.lowered_from(model))

    def mixed(self, model):
        return self.scratch / f"{model.stem}.f16.mlir"

    def lowered_from(self, model):
        """The program that --amp made, or the model where it made none."""
        mixed = self.mixed(model)
        return mixed if mixed.exists() and mixed.stat().st_size else model

    def run(self, model):
        checks = list(self.checks(model))
        if self.arguments.run:
            import models_run

            checks += models_run.checks(model, self.lowered_from(model), self)
        return model, count_ops(model), checks


def count_ops(model):
    """Ops with results, by the text of MLIR."""
    return sum(1 for line in model.open(errors="replace") if re.match(r"\s*%[\w#:, %]+ = ", line))


COLUMNS = {"model": 28, "ops": 7, "amp": 5, "s": 7, "us/op": 6, "MiB": 6, "16-bit": 6, "contr.": 7, "predicted time": 22, "predicted memory": 22, "marks": 12, "CPU": 8, "GPU": 8, "of limit": 9, "of bound": 8}


def percent(part, whole):
    return f"{100 * part / whole:.0f}%" if whole else "-"


def scaled(value, units):
    """A number with the unit in which it has one to three digits before the point."""
    if value is None:
        return "?"
    size, unit = next((unit for unit in units if value >= unit[0]), units[-1])
    return f"{value / size:.3g} {unit}"


TIME = (1, "s"), (1e-3, "ms"), (1e-6, "us")
BYTES = (2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"), (1, "B")


def change(before, after, units):
    return f"{scaled(before, units)} to {scaled(after, units)}"


def outcome(check):
    """Result of a check: its time, or its failure."""
    if check is None:
        return "-"
    return f"{check.seconds:.1f} s" if check.status == "ok" else check.status


def share_of_limit(ops, by_name):
    """Time of --amp and --amp-to-gpu, as a share of the limit; None if one of them did not finish."""
    checks = [by_name.get(SHOWN), by_name.get("gpu")]
    if any(check is None or check.status != "ok" for check in checks):
        return None
    base, each = LIMIT
    return sum(min(check.seconds, check.cpu_seconds) for check in checks) / (base + each * ops)


def of_limit(share):
    return "-" if share is None else f"{share:.2f}" + (" over" if share > 1 else "")


def agreement(checks):
    """The largest share of its bound that a run uses, or why there is none."""
    runs = [check for check in checks if check.name in RUNS]
    if not runs:
        return "-"
    return f"{max(runs[-1].report['used'].values()):.2f}" if runs[-1].report else runs[-1].status


def cells(model, ops, checks):
    """The cells of one row, by column."""
    by_name = {check.name: check for check in checks}
    runs = [check for check in checks if check.name.startswith("amp ")]
    shown = by_name[SHOWN].report
    marks = by_name.get("marks")
    slowest = max(check.seconds for check in runs)
    return {
        "model": model.stem, "ops": f"{ops:,}", "amp": f"{sum(c.status == 'ok' for c in runs)}/{len(runs)}", "s": f"{slowest:.2f}",
        "us/op": f"{1e6 * slowest / max(ops, 1):.0f}", "MiB": f"{max(c.peak_mib for c in checks if c.name not in RUNS):.0f}",
        "16-bit": percent(shown["low_ops"], shown["float_ops"]) if shown else "-",
        "contr.": f"{shown['low_contractions']}/{shown['contractions']}" if shown else "-",
        "predicted time": change(shown["seconds_before"], shown["seconds_after"], TIME) if shown else "-",
        "predicted memory": change(shown["bytes_before"], shown["bytes_after"], BYTES) if shown else "-",
        "marks": "-" if not marks else f"{marks.report['gradients']} gradients" if marks.report.get("gradients") else "none" if marks.status == "error" else marks.status,
        "CPU": outcome(by_name.get("cpu")), "GPU": outcome(by_name.get("gpu")), "of limit": of_limit(share_of_limit(ops, by_name)), "of bound": agreement(checks),
    }  # fmt: skip


def is_failure(check):
    """Marks that are not found are an answer: the program may be no training step."""
    return check.status in ("error", "timeout") and check.name != "marks"


def line_of(row):
    parts = [row[name].ljust(width) if name in ("model", "predicted time", "predicted memory", "marks") else row[name].rjust(width) for name, width in COLUMNS.items()]
    return " ".join(parts)


def print_row(console, row, checks):
    failures = [check for check in checks if check.status != "ok"]
    console.print(Text(line_of(row), style="red" if any(map(is_failure, checks)) else ""), soft_wrap=True)
    for check in failures:
        console.print(Text(f"    {check.name}: {check.error}", style="red" if is_failure(check) else "dim"), soft_wrap=True)


def print_errors(console, rows):
    """Errors with the number of their checks; errors that differ in names and numbers alone are one."""
    classes = {}
    for _, checks in rows:
        for check in checks:
            if check.status != "ok":
                kind = re.sub(r"'[^']*'|\"[^\"]*\"|\d[\d.]*", "…", check.error)
                classes.setdefault((check.name.split()[0], kind), []).append(check)
    table = Table("check", "models", "error", "first", title="errors by class")
    for (name, kind), checks in sorted(classes.items(), key=lambda item: -len(item[1])):
        table.add_row(name, str(len({check.model for check in checks})), Text(kind), checks[0].model)
    if classes:
        console.print(table)


def write_markdown(path, rows):
    names = list(COLUMNS)
    lines = ["| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    lines += ["| " + " | ".join(row[name] for name in names) + " |" for row, _ in rows]
    pathlib.Path(path).write_text("\n".join(lines) + "\n")


def write_json(path, rows):
    checks = [dataclasses.asdict(check) for _, all_checks in rows for check in all_checks]
    pathlib.Path(path).write_text(json.dumps({"version": 1, "date": time.strftime("%Y-%m-%d"), "rows": [row for row, _ in rows], "checks": checks}, indent=1) + "\n")


def parse_arguments():
    parser = argparse.ArgumentParser(prog="tools/dev models", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("glob", nargs="?", default="*", help="which models, by name")
    parser.add_argument("--folder", type=pathlib.Path, help="of .mlir files (default: the published models, which AMP_MODELS names)")
    parser.add_argument("--jobs", type=int, default=1, help="models at once; times are those of a busy machine then")
    parser.add_argument("--timeout", type=float, default=300, help="seconds per check")
    parser.add_argument("--only", default="amp,marks,cpu,gpu", help="which checks, by comma: amp, marks, cpu, gpu")
    parser.add_argument("--run", action="store_true", help="also execute, by amp-run and XLA, what fits in 4 GB and --timeout")
    parser.add_argument("--json", help="write every check here")
    parser.add_argument("--markdown", help="write the table here")
    arguments = parser.parse_args()
    arguments.only = arguments.only.split(",")
    if unknown := set(arguments.only) - {"amp", "marks", "cpu", "gpu"}:
        parser.error(f"--only expects amp, marks, cpu or gpu, but got {', '.join(sorted(unknown))}")
    return arguments


def main():
    arguments = parse_arguments()
    folder = arguments.folder or testdata.models() or sys.exit("models: expects --folder or AMP_MODELS")
    models = sorted((m for m in folder.rglob("*.mlir") if fnmatch.fnmatch(m.stem, arguments.glob) or fnmatch.fnmatch(m.name, arguments.glob)), key=lambda m: m.stem)
    if not models:
        sys.exit(f"models: expects a model that matches '{arguments.glob}' in {folder}, but there is none")
    console, rows = Console(highlight=False), []
    console.print(Text(line_of({name: name for name in COLUMNS}), style="bold"), soft_wrap=True)
    # Of this process alone: another may run at the same time.
    with tempfile.TemporaryDirectory(prefix="models-", dir=root / "build") as scratch, ThreadPoolExecutor(arguments.jobs) as pool:
        runner = Models(arguments, pathlib.Path(scratch))
        for finished in as_completed([pool.submit(runner.run, model) for model in models]):
            model, ops, checks = finished.result()
            row = cells(model, ops, checks)
            rows.append((row, checks))
            print_row(console, row, checks)
    print_errors(console, rows)
    rows.sort(key=lambda row: row[0]["model"])
    if arguments.json:
        write_json(arguments.json, rows)
    if arguments.markdown:
        write_markdown(arguments.markdown, rows)
    failed = sum(any(map(is_failure, checks)) for _, checks in rows)
    over = sum("over" in row["of limit"] for row, _ in rows)
    print(f"{len(rows)} models, {sum(len(checks) for _, checks in rows)} checks, {failed} models with a failure, {over} over their limit of time")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
