# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`mlir-amp report REPORT.json`: what was decided, where, and why, as tables."""

import argparse
import json
import os
import pathlib
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

from mlir_amp.cli import model_explorer, page
from mlir_amp.cli.scopes import scope_of
from mlir_amp.cli.timeline import timelines
from mlir_amp.errors import OptionError

VERSION = 1
PIPED = 120
"""Letters in a line where there is no terminal."""
UNITS = "B", "KiB", "MiB", "GiB", "TiB"
Row = dict[str, Any]


def add_to(commands: Any) -> None:
    """The options of this command."""
    parser = commands.add_parser("report", help="show a report of optimize as tables", description=__doc__)
    parser.add_argument("report", type=pathlib.Path, help="JSON, as optimize --report writes it")
    parser.add_argument("--depth", type=int, default=2, help="levels of module names that are told apart (default 2)")
    parser.add_argument("--casts", type=int, default=10, metavar="N", help="kinds of casts to show, the largest first (default 10)")
    parser.add_argument("--history", type=pathlib.Path, help="NumPy file of run --history: show how the loss scale moved")
    parser.add_argument("--module", type=pathlib.Path, help="with --history: the module that ran")
    parser.add_argument("--html", type=pathlib.Path, help="write one page instead: the graph by precision, with reasons")
    parser.add_argument(
        "--model-explorer", type=pathlib.Path, metavar="GRAPH", help="write the graph for Model Explorer instead (JSON)"
    )
    parser.add_argument("--node-data", type=pathlib.Path, metavar="DATA", help="write its colours by precision instead (JSON)")
    parser.set_defaults(command=execute)


def execute(given: argparse.Namespace) -> None:
    """Writes the files that are asked for; without one, prints the tables, as wide as the terminal."""
    report = read(given.report)
    if given.html:
        page.write(report, given.html)
    model_explorer.write(report, given.model_explorer, given.node_data)
    if given.html or given.model_explorer or given.node_data:
        return
    low = report["compute"] or "low"
    tables = totals(report, low), classes(report, low), scopes(report, low, given.depth), casts(report, given.casts)
    show(*tables, *scales(given))


def show(*tables: Table) -> None:
    """Prints tables with an empty line between them; a title may be wider than its table."""
    console = Console(highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = PIPED
    for i, made in enumerate(tables):
        title, made.title = str(made.title), None
        console.print(f"\n{title}" if i else title, style="bold", markup=False, soft_wrap=True)
        console.print(made)


def scales(given: argparse.Namespace) -> list[Table]:
    """The loss scale over the steps of a run; none without its history."""
    if not given.history:
        return []
    if not given.module:
        raise OptionError("--history needs --module: it says which of the results is the scale")
    shown = []
    for title, lines in timelines(given.module, given.history):
        shown.append(made := table(title, "steps", "scale", "why"))
        for line in lines:
            made.add_row(*line)
    return shown


def read(path: pathlib.Path) -> Row:
    """A report of the version that is known here."""
    try:
        report: Row = json.loads(path.read_text())
    except ValueError as error:
        raise OptionError(f"{path} is no JSON, but a report is (optimize --report writes it): {error}") from error
    if not isinstance(report, dict) or report.get("version") != VERSION:
        raise OptionError(f"{path} expects to be a report of version {VERSION}, as amp-opt --amp=report=FILE writes it")
    return report


def size(count: float | None) -> str:
    """Bytes in the largest unit that leaves a digit before the point."""
    if count is None:
        return "?"
    unit = 0
    while count >= 1024 and unit + 1 < len(UNITS):
        count, unit = count / 1024, unit + 1
    return f"{count:.1f} {UNITS[unit]}" if unit else f"{count:.0f} B"


def share(part: float, whole: float, unsized: int = 0) -> str:
    """A percentage of what is known; without anything known, a dash where there is nothing to share."""
    return f"{100 * part / whole:.1f} %" if whole else "unknown" if unsized else "-"


def unsized(rows: list[Row]) -> int:
    """The ops whose size is known at run time only."""
    return sum(row["unsized"] for row in rows)


def table(title: str, *columns: str) -> Table:
    """Words to the left, numbers to the right; no lines but one under the head."""
    made = Table(title=title, box=None, header_style="bold", padding=(0, 2, 0, 0))
    for i, column in enumerate(columns):
        made.add_column(
            column, justify="left" if i == 0 or column in ("why", "commonest reason for f32") else "right", overflow="fold"
        )
    return made


def totals(report: Row, low: str) -> Table:
    """The whole step before and after."""
    made = table(f"{report['module'] or 'module'} in {low}", "", "before", "after")
    before, after = report["totals"]["before"], report["totals"]["after"]
    unknown: list[tuple[str, Callable[[Row], str]]] = [("ops of unknown size", lambda t: f"{unsized(t['work']):,}")]
    lines: tuple[tuple[str, Callable[[Row], str]], ...] = (
        (f"arithmetic in {low}", lambda t: share(t["flops"].get(low, 0), sum(t["flops"].values()), unsized(t["work"]))),
        *(unknown if unsized(after["work"]) else ()),
        ("casts", lambda t: f"{t['casts']['ops']:,}"),
        ("bytes of casts", lambda t: size(t["casts"]["bytes_read"] + t["casts"]["bytes_written"])),
        ("bytes written", lambda t: size(sum(t["activation_bytes"].values()))),
        ("peak memory", lambda t: size(t["memory"]["peak_bytes"])),
        ("largest batch", lambda t: str(t["memory"]["largest_batch"] or "-")),
    )
    for what, of in lines:
        made.add_row(what, of(before) if before else "?", of(after))
    return made


def classes(report: Row, low: str) -> Table:
    """Precision by class of op, with what arithmetic each does."""
    made = table("by class of op", "class", f"ops in {low}", "in f32", "arithmetic", f"in {low}")
    work: list[Row] = report["totals"]["after"]["work"]
    whole = sum(row["flops"] for row in work)
    for name in dict.fromkeys(row["class"] for row in work):
        rows = [row for row in work if row["class"] == name]
        flops = sum(row["flops"] for row in rows)
        below = [row for row in rows if row["precision"] == low]
        wide = sum(row["ops"] for row in rows if row["precision"] == "f32")
        made.add_row(
            name,
            f"{sum(row['ops'] for row in below):,}",
            f"{wide:,}",
            share(flops, whole, unsized(work)),
            share(sum(row["flops"] for row in below), flops, unsized(rows)),
        )
    return made


def scopes(report: Row, low: str, depth: int) -> Table:
    """Precision by module of the model, as flax and jax.named_scope name them."""
    made = table("by module", "module", f"ops in {low}", "in f32", f"arithmetic in {low}", "commonest reason for f32")
    groups: dict[str, list[Row]] = {}
    for op in report["ops"]:
        if op["class"] not in ("constant", "control", "call"):
            groups.setdefault(scope_of(op["location"], depth), []).append(op)
    for name, ops in groups.items():
        is_low = [low in op["operands"] + op["results"] for op in ops]
        wide = [op["reason"]["words"] for op, yes in zip(ops, is_low, strict=True) if not yes]
        flops = [(op["flops"] or 0) * (op["times"] or 1) for op in ops]
        unknown = sum(op["flops"] is None for op in ops)
        below = sum(f for f, yes in zip(flops, is_low, strict=True) if yes)
        commonest = max(wide, key=wide.count) if wide else "-"
        made.add_row(name, f"{sum(is_low):,}", f"{len(wide):,}", share(below, sum(flops), unknown), commonest)
    return made


def casts(report: Row, count: int) -> Table:
    """Casts with one reason together, those that move most bytes first."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for cast in report["casts"]:
        groups.setdefault((f"{cast['from']} to {cast['to']}", cast["reason"]["words"]), []).append(cast)

    def moved(rows: list[Row]) -> int:
        return sum((row["bytes_read"] + row["bytes_written"]) * (row["times"] or 1) for row in rows)

    ordered = sorted(groups.items(), key=lambda group: -moved(group[1]))
    shown = f", {count} of {len(ordered)} kinds" if len(ordered) > count else ""
    made = table(f"casts: {len(report['casts']):,}{shown}", "types", "casts", "bytes", "why")
    for (types, why), rows in ordered[:count]:
        made.add_row(types, f"{len(rows):,}", size(moved(rows)), why)
    return made
