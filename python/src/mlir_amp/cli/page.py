# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A report as one self-contained HTML page: the graph coloured by precision, with the reason of each decision."""

import html
import json
import pathlib
from typing import Any

from mlir_amp.cli.scopes import JITTED, split, unwrapped

Row = dict[str, Any]
TEMPLATE = pathlib.Path(__file__).with_name("page.html")


def write(report: Row, path: pathlib.Path) -> None:
    """Writes the page; it loads nothing else."""
    title = f"{report['module'] or 'module'} in {report['compute'] or 'low precision'}"
    # A browser must not see the end of the script in a string of the report.
    data = json.dumps(collect(report), separators=(",", ":")).replace("<", "\\u003c")
    page = TEMPLATE.read_text().replace("@TITLE@", html.escape(title)).replace("@DATA@", data)
    path.write_text(page)


def collect(report: Row) -> Row:
    """The content of the page: totals, casts, and per op its scope, precision, inputs, reason."""
    words: dict[str, int] = {}
    low = report["compute"]

    def number(text: str) -> int:
        return words.setdefault(text, len(words))

    ops = [
        {
            "n": op["name"],
            "s": scope(op),
            "p": precision(op, low),
            "t": number(f"{', '.join(op['operands'])} → {', '.join(op['results'])}"),
            "c": number(op["class"]),
            "w": number(op["reason"]["words"]),
            "l": op["location"],
            "f": None if op["flops"] is None else op["flops"] * (op["times"] or 1),
            "i": op.get("inputs", []),
            "x": op.get("cast_inputs", []),
        }
        for op in report["ops"]
    ]
    casts = [
        {
            "t": f"{cast['from']} → {cast['to']}",
            "b": (cast["bytes_read"] + cast["bytes_written"]) * (cast["times"] or 1),
            "o": cast["of"],
            "w": cast["reason"]["words"],
        }
        for cast in report["casts"]
    ]
    names = "version", "module", "compute", "applied_before", "solution", "totals"
    return {**{name: report[name] for name in names}, "ops": ops, "casts": casts, "words": list(words)}


def scope(op: Row) -> list[str]:
    """Function, then the modules of the model that contain the op."""
    name, at, _ = op["location"].partition(" at ")
    parts = [unwrapped(part) for part in split(name)[:-1]] if at else []
    return [f"@{op['function']}", *(part for part in parts if not JITTED.match(part))]


def precision(op: Row, low: str | None) -> str:
    """The colour of an op: "low", "mixed" (low operands and f32 results, or the reverse), "f32" or "other"."""
    formats = {kind for kind in op["operands"] + op["results"] if kind in ("f32", "f64", "f16", "bf16")}
    if not formats:
        return "other"
    below = formats & {low, "f16", "bf16"}
    return "f32" if not below else "low" if below == formats else "mixed"
