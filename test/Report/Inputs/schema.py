# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the fields of a report with those that docs/reference/report.md documents: both ways, none may lack."""
import json
import re
import sys

page, report = open(sys.argv[1]).read(), json.load(open(sys.argv[2]))


def documented(section: str, first: str) -> dict[str, str]:
    """Fields of the table that starts with the cell `first`, each with its second cell."""
    text = page if not section else page.split(f"## {section}\n")[1]
    rows = text[text.index(f"| {first}"):].split("\n\n")[0].splitlines()[2:]
    fields = {}
    for row in rows:
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        for name in re.findall(r"`(\w+)`", cells[0]):
            fields[name] = cells[1]
    return fields


def compare(what: str, found: set[str], wanted: set[str], optional: set[str] = frozenset()) -> None:
    assert found <= wanted, f"{what}: not documented: {sorted(found - wanted)}"
    assert wanted - optional <= found, f"{what}: documented, but not there: {sorted(wanted - optional - found)}"


compare("report", set(report), set(documented("", "field")))
rows = documented("Rows", "field")
for kind in ("ops", "casts"):
    assert report[kind], f"{kind}: expected a row"
    wanted = {name for name, where in rows.items() if where in (kind, "both")}
    for row in report[kind]:
        compare(kind, set(row), wanted)
        compare("reason", set(row["reason"]), {"kind", "entry", "words"})
compare("solution", set(report["solution"]), set(documented("Solution", "field")))
totals = documented("Totals", "field")
for side in report["totals"].values():
    compare("totals", set(side), set(totals))
    compare("memory", set(side["memory"]), set(documented("Totals", "field of `memory`")))
    compare("casts", set(side["casts"]), {"ops", "bytes_read", "bytes_written"})
    for row in side["work"]:
        compare("work", set(row), {"class", "precision", "ops", "flops", "unsized"})
if report["scaling"]:
    compare("scaling", set(report["scaling"]), set(documented("Scaling", "field")))
    for group in report["scaling"]["groups"]:
        compare("groups", set(group), set(documented("Scaling", "field of `groups`")))
        for row in group["gradients"]:
            compare("gradients", set(row), {"name", "type", "location"})
        for row in group["states"]:
            compare("states", set(row), {"name", "kind", "guarded"})
    for row in report["scaling"]["arguments"] + report["scaling"]["results"]:
        compare("slots", set(row), {"function", "number", "role", "type", "name"})
    for row in report["scaling"]["unscaled_elsewhere"]:
        compare("unscaled_elsewhere", set(row), {"op", "location"})
for row in report["weights"] or []:
    compare("weights", set(row), set(documented("Weights", "field")))
for row in report["saved"] or []:
    compare("saved", set(row), set(documented("Saved", "field")))
if report["alignment"]:
    compare("alignment", set(report["alignment"]), set(documented("Alignment", "field")))
    for row in report["alignment"]["dimensions"]:
        compare("dimensions", set(row), set(documented("Alignment", "field of `dimensions`")))
print("as documented")
